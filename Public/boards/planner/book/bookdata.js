// @ts-check
import {
    byId, counted, familyAbout, familyOf, sentenceAbout, StoredValue, text, viewName,
} from "../../../js/ui/page.js";
import { addDays, byServiceDay, zoneOf } from "../core/dates.js";
import { predict as predictReservations } from "../core/reservations.js";
import { withPending } from "./pending.js";

/** Texts that several of the book's scripts share. */
export const texts = {
    done: familyAbout("done"),
    statuses: familyOf("statuses"),
    signs: familyOf("signs"),
    flags: familyOf("flags"),
    syncs: familyOf("syncs"),
    /** No-break spaces keep a count and its noun together. */
    fold: (/** @type {{count: number, covers: number}} */ { count, covers }) =>
        text("fold", {
            reservations: counted("reservations", count).replace(" ", "\u00A0"),
            covers: counted("covers", covers).replace(" ", "\u00A0"),
        }),
};

/** The separator between people's words in a row. */
export const dot = " · ";

/** @typedef {import("../core/week.js").Scope} Scope */

/** Asks how much of a series a change covers: this occurrence, this and the following ones, or all. */
export class ScopeQuestion {
    /** @param {import("../../../js/ui/desk.js").Desk} desk */
    constructor(desk) {
        this.desk = desk;
        this.dialog = byId("scope", HTMLDialogElement);
        this.title = byId("scope-title", HTMLElement);
        this.about = byId("scope-about", HTMLElement);
        /** @type {(scope: Scope) => void} */
        this.take = () => {};
        this.leave = () => {};
        this.dialog.addEventListener("close", () => this.leave());
        /** @type {HTMLButtonElement[]} */
        this.buttons = [...this.dialog.querySelectorAll("button[data-scope]")].map(
            (button) => /** @type {HTMLButtonElement} */ (button),
        );
        for (const button of this.buttons) {
            button.addEventListener("click", () => {
                const { take } = this;
                this.leave = () => {};
                this.dialog.close();
                take(/** @type {Scope} */ (button.dataset.scope));
            });
        }
    }

    /**
     * @param {(name: string) => string} sentence makes the question about the event
     * @param {string} name
     * @param {(scope: Scope) => void} take
     * @param {boolean} [isOneOffered] whether a single occurrence may be changed
     * @param {() => void} [leave] called if nobody answers
     */
    ask(sentence, name, take, isOneOffered = true, leave = () => {}) {
        this.take = take;
        this.leave = leave;
        this.title.replaceChildren(...sentenceAbout(sentence, name));
        this.buttons[0].hidden = !isOneOffered;
        this.about.textContent = isOneOffered ? "" : text("scopeNotOne");
        this.desk.open(this.dialog);
        (isOneOffered ? this.buttons[0] : this.buttons[1]).focus();
    }
}

/** @typedef {import("../core/week.js").WeekDocument} WeekDocument */

/** The number of weeks kept for use offline. */
const keptMax = 12;

/** @param {string} monday */
function weekView(monday) {
    return viewName("planner/week", { monday });
}

/**
 * The watched weeks, which are the open one and its neighbours, so that a turned page is shown at
 * once, and the last seen weeks, for use offline. The tab stores them over a reload.
 */
export class Weeks {
    /** @param {import("../../../js/ui/desk.js").Desk} desk */
    constructor(desk) {
        this.desk = desk;
        this.place = `tablecast.${desk.state.venue}.${desk.role}.${desk.state.epoch}`;
        this.index = new StoredValue(`${this.place}.weeks`);
        /**
         * The weeks in the order in which they were last seen.
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
        /** The Monday of the week that a form needs. */
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

    /** @param {string} monday the week for a form; empty for none */
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

    /** Stores the present state of the watched weeks. */
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
     * A week in its stored state.
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
     * When a week was last stored, in milliseconds since 1970.
     * @param {string} monday
     */
    seenAtMs(monday) {
        return this.kept.get(monday)?.atMs;
    }
}


export const calendarsView = "planner/calendars";
export const settingsView = "planner/settings";
export const houseView = "house/settings";

/** The page's data: the documents of the board and of the house, with pending changes. */
export class BookData {
    /**
     * @param {import("../../../js/ui/desk.js").Desk} desk
     * @param {Weeks} weeks
     */
    constructor(desk, weeks) {
        this.desk = desk;
        this.weeks = weeks;
        /**
         * Changes that are shown before they are requested.
         * @type {() => import("../../../js/tablecast.js").Entry[]}
         */
        this.foreseen = () => [];
    }

    /** @returns {{name: string, timeZone: string, dayStart?: string} | undefined} */
    get house() {
        return /** @type {any} */ (this.desk.sync.doc(houseView))?.venue;
    }

    /** @returns {string} */
    get timeZone() {
        const { open } = this.weeks;
        return (open ? this.weeks.doc(open)?.timeZone : undefined) ?? this.desk.house.zone;
    }

    /** Today in the house's zone. */
    get today() {
        return zoneOf(this.desk.house.zone).date(this.desk.nowMs);
    }

    get dayStart() {
        return this.house?.dayStart ?? document.body.dataset.dayStart ?? "04:00";
    }

    /** @returns {Record<string, any>} */
    get calendars() {
        return /** @type {any} */ (this.desk.sync.doc(calendarsView))?.calendars ?? {};
    }

    /** @returns {Record<string, import("../issues/issues.js").Issue>} */
    get issues() {
        return /** @type {any} */ (this.desk.sync.doc(calendarsView))?.issues ?? {};
    }

    /** @returns {{size: number, minutes: number}[] | undefined} */
    get stay() {
        return /** @type {any} */ (this.desk.sync.doc(settingsView))?.settings?.stay;
    }

    /**
     * A week with its pending changes.
     * @param {string} monday
     */
    week(monday) {
        const entries = [...this.weeks.unseen(monday), ...this.foreseen()];
        return withPending(this.weeks.doc(monday), entries, this.timeZone);
    }

    /**
     * The inputs of a week's drawing, which stays the same while they do.
     * @param {string} monday
     * @returns {unknown[]}
     */
    ingredients(monday) {
        const changes = [...this.weeks.unseen(monday), ...this.foreseen()].map(
            ({ id, args, ack }) => [id, args, ack?.result],
        );
        return [
            monday, this.weeks.doc(monday), this.weeks.doc(addDays(monday, 7)),
            this.desk.sync.doc(calendarsView), this.desk.sync.doc(settingsView),
            this.timeZone, this.dayStart, JSON.stringify(changes),
        ];
    }

    /** @param {string} monday */
    rows(monday) {
        const { occurrences = {} } = this.week(monday) ?? {};
        return Object.entries(occurrences).map(([key, row]) => ({ ...row, key }));
    }

    /**
     * The reservations of a week by service day. The next week's document has those of the week's last
     * night.
     * @param {string} monday
     */
    reservationsByDay(monday) {
        const near = [monday, addDays(monday, 7)].map((each) => this.weeks.doc(each)?.reservations);
        const doc = { reservations: /** @type {any} */ (Object.assign({}, ...near)) };
        const zone = zoneOf(this.timeZone);
        const rows = predictReservations(doc, this.weeks.unseen(monday), { zone, stay: this.stay });
        return byServiceDay(rows, zone, this.dayStart);
    }
}
