// @ts-check
import { StoredValue } from "../../../js/tablecast.js";
import { viewName } from "../../../js/viewname.js";
import { addDays } from "../core/dates.js";

/** @typedef {import("../core/week.js").WeekDocument} WeekDocument */

/** How many weeks are kept for when there is no connection. */
const keptMax = 12;

/** @param {string} monday */
export function weekView(monday) {
    return viewName("planner/week", { monday });
}

/**
 * The weeks that are watched, which are the open one and its neighbours, so that a turned page is
 * there at once; and the weeks that were seen last, which are shown where there is no connection.
 * They are kept over a reload, as long as the tab.
 */
export class Weeks {
    /** @param {import("../../../js/ui/desk.js").Desk} desk */
    constructor(desk) {
        this.desk = desk;
        this.place = `tablecast.${desk.state.venue}.${desk.role}.${desk.state.epoch}`;
        this.index = new StoredValue(`${this.place}.weeks`);
        /**
         * The last one seen is the last.
         * @type {Map<string, {doc: WeekDocument, atMs: number}>}
         */
        this.kept = new Map();
        for (const { monday, atMs } of this.index.read() ?? []) {
            const doc = this.stored(monday).read();
            if (doc) {
                this.kept.set(monday, { doc, atMs });
            }
        }
        /** @type {Set<string>} */
        this.watched = new Set();
        /** A week that a form asks about. */
        this.asked = "";
        this.open = "";
        window.addEventListener("pagehide", () => this.write());
        document.addEventListener("visibilitychange", () => document.hidden && this.write());
    }

    /** @param {string} monday */
    stored(monday) {
        return new StoredValue(`${this.place}.week.${monday}`);
    }

    /** @param {string} monday */
    show(monday) {
        this.open = monday;
        this.watch();
    }

    /** @param {string} monday a week that a form is about; empty for none */
    ask(monday) {
        if (this.asked !== monday) {
            this.asked = monday;
            this.watch();
        }
    }

    watch() {
        const { open, asked } = this;
        const wanted = new Set([open, addDays(open, 7), addDays(open, -7), asked].filter(Boolean));
        for (const monday of this.watched) {
            if (!wanted.has(monday)) {
                this.watched.delete(monday);
                this.desk.leave(weekView(monday));
            }
        }
        for (const monday of wanted) {
            if (!this.watched.has(monday)) {
                this.watched.add(monday);
                this.desk.watch(weekView(monday));
            }
        }
    }

    /** Remembers the weeks that are watched, as they are now. */
    remember() {
        const { sync, nowMs } = this.desk;
        if (sync.life !== "live") {
            return;
        }
        for (const monday of [...this.watched].sort((one) => (one === this.open ? 1 : -1))) {
            const doc = /** @type {any} */ (sync.doc(weekView(monday)));
            if (doc) {
                this.kept.delete(monday);
                this.kept.set(monday, { doc, atMs: nowMs });
            }
        }
        for (const monday of [...this.kept.keys()].slice(0, -keptMax)) {
            this.kept.delete(monday);
            this.stored(monday).write(null);
        }
    }

    write() {
        for (const [monday, { doc }] of this.kept) {
            this.stored(monday).write(doc);
        }
        this.index.write([...this.kept].map(([monday, { atMs }]) => ({ monday, atMs })));
    }

    /**
     * A week as it was seen last.
     * @param {string} monday
     * @returns {WeekDocument | null}
     */
    doc(monday) {
        const doc = /** @type {any} */ (this.desk.sync.doc(weekView(monday)));
        return doc ?? this.kept.get(monday)?.doc ?? null;
    }

    /** @param {string} monday */
    unseen(monday) {
        return this.desk.sync.unseen(weekView(monday));
    }

    /**
     * When a week was seen last, in milliseconds since 1970.
     * @param {string} monday
     */
    seenAtMs(monday) {
        return this.kept.get(monday)?.atMs;
    }
}
