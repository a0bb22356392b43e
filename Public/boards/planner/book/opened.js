// @ts-check
import {
    byId, counted, make, request, runAfter, setText, stopTimer, text, words,
} from "../../../js/ui/page.js";
import { civilWriter, serviceDayOf, zoneOf } from "../core/dates.js";
import { linked, titled } from "../core/week.js";
import { Issues } from "../issues/issues.js";
import { dot, texts } from "./bookdata.js";
import { isUndo } from "./place.js";

/** The pause after a key before the hub is asked. */
const typingMs = 250;

/**
 * The data that the finder needs from the page.
 * @typedef {object} FinderContext
 * @property {string} timeZone
 * @property {import("../../../js/ui/page.js").Hours} hours
 * @property {string} dayStart
 * @property {Record<string, any>} calendars
 */

/** @typedef {Record<string, any>} Found an event or a reservation, as the hub's search describes it */

/** Searches all events and reservations, and leads to their pages. */
export class Finder {
    /**
     * @param {object} page
     * @param {import("../../../js/ui/desk.js").Desk} page.desk
     * @param {(date: string, key: string) => void} page.lead
     * @param {(date: string) => void} page.unfold
     * @param {() => FinderContext} page.context
     * @param {string} page.language
     */
    constructor({ desk, lead, unfold, context, language }) {
        this.desk = desk;
        this.lead = lead;
        this.unfold = unfold;
        this.context = context;
        this.dialog = byId("search", HTMLDialogElement);
        this.input = byId("search-text", HTMLInputElement);
        this.say = byId("search-say", HTMLElement);
        this.list = byId("search-found", HTMLElement);
        this.day = civilWriter(
            language, { weekday: "short", day: "numeric", month: "short", year: "numeric" },
        );
        this.timer = 0;
        this.count = 0;
        // Without this, Escape would only empty the field.
        this.input.addEventListener("keydown", (event) => {
            if (event.key === "Escape") {
                event.preventDefault();
                this.dialog.close();
            }
        });
        this.input.addEventListener("input", () => {
            stopTimer(this.timer);
            this.timer = runAfter(typingMs, () => void this.ask());
        });
    }

    open() {
        this.desk.open(this.dialog);
        this.input.select();
    }

    async ask() {
        const words = this.input.value.trim();
        this.count += 1;
        const asked = this.count;
        if (words === "") {
            this.list.replaceChildren();
            this.say.textContent = "";
            return;
        }
        const { venue } = this.desk.state;
        const query = new URLSearchParams({ q: words, as: this.desk.role });
        try {
            const answer = await request(`/v1/${venue}/planner/search?${query}`, { cache: "no-store" });
            if (!answer.ok) {
                throw new Error(String(answer.status));
            }
            const found = await answer.json();
            if (asked === this.count) {
                this.show(found);
            }
        } catch {
            if (asked === this.count) {
                this.list.replaceChildren();
                this.say.textContent = text("searchFailed");
            }
        }
    }

    /** @param {{events: Found[], reservations: Found[]}} found */
    show({ events, reservations }) {
        const count = events.length + reservations.length;
        this.say.textContent = count === 0 ? text("searchNone") : counted("found", count);
        this.list.replaceChildren(
            ...events.map((each) => this.event(each)),
            ...reservations.map((each) => this.reservation(each)),
        );
    }

    /** @param {Found} found */
    event({ event = "", at, title = "", calendar = "", location, start, firstDay, repeat }) {
        const { timeZone, hours, calendars } = this.context();
        const local = start ? zoneOf(timeZone).local(start) : `${firstDay}T`;
        const date = firstDay ?? local.slice(0, 10);
        const when = start ? `${this.day(date)}, ${hours.write(local)}` : this.day(date);
        const known = calendars[calendar];
        return this.item(known?.color ?? "grey", when, titled(title), [
            known?.name ?? "", location ?? "", repeat ? texts.signs.repeats : "",
        ], () => this.lead(date, at === undefined ? event : `${event}.${at}`));
    }

    /** @param {Found} found */
    reservation({ name = "", size = 0, start = "", status = "", visits = 0, noShows = 0 }) {
        const { timeZone, hours, dayStart } = this.context();
        const zone = zoneOf(timeZone);
        const local = zone.local(start);
        const when = `${this.day(local.slice(0, 10))}, ${hours.write(local)}`;
        return this.item("reservations", when, name, [
            text("sizeOf", { size }),
            status === "booked" ? "" : texts.statuses[status] ?? "",
            visits > 0 ? counted("visits", visits) : "",
            noShows > 0 ? counted("noShows", noShows) : "",
        ], () => this.unfold(serviceDayOf(start, zone, dayStart)));
    }

    /**
     * @param {string} color
     * @param {string} when
     * @param {string} name
     * @param {string[]} about
     * @param {() => void} press
     */
    item(color, when, name, about, press) {
        const button = make("button", { type: "button", className: "found whole" },
            words(name, "title"), " ",
            make("span", { className: "quiet figures" },
                when, ...about.filter(Boolean).flatMap((part) => [dot, words(part)])));
        button.addEventListener("click", () => {
            this.dialog.close();
            press();
        });
        const item = make("li", {}, button);
        item.dataset.color = color;
        return item;
    }
}

/** @typedef {import("../core/week.js").Row} Row */

/** The dialog of an event: its data, and its actions. */
export class OpenedEvent {
    /**
     * @param {object} page
     * @param {import("../../../js/ui/desk.js").Desk} page.desk
     * @param {import("./when.js").When} page.when
     * @param {(row: Row) => void} page.edit
     * @param {(row: Row) => void} page.remove
     * @param {() => void} page.undo
     * @param {(row: Row) => void} page.lost called when it closes and the element focused before is gone
     */
    constructor({ desk, when, edit, remove, undo, lost }) {
        this.desk = desk;
        this.when = when;
        this.dialog = byId("opened", HTMLDialogElement);
        this.title = byId("opened-title", HTMLElement);
        this.facts = byId("opened-facts", HTMLElement);
        this.description = byId("opened-description", HTMLElement);
        this.gone = byId("opened-gone", HTMLElement);
        this.foot = byId("opened-foot", HTMLElement);
        this.issuesPart = byId("opened-issues-part", HTMLElement);
        this.issues = new Issues(desk, byId("opened-issues", HTMLElement));
        const wire = (/** @type {string} */ id, /** @type {(row: Row) => void} */ act) =>
            byId(id, HTMLButtonElement).addEventListener("click", () => {
                const { row } = this;
                this.dialog.close();
                if (row) {
                    act(row);
                }
            });
        /** @type {Row | null} */
        this.row = null;
        wire("opened-edit", edit);
        wire("opened-delete", remove);
        this.dialog.addEventListener("keydown", (event) => {
            const act = event.key === "e" ? edit : event.key === "Delete" ? remove : undefined;
            if (isUndo(event)) {
                event.preventDefault();
                undo();
            } else if (act && this.row && this.gone.hidden && document.body.classList.contains("may-edit")) {
                event.preventDefault();
                const { row } = this;
                this.dialog.close();
                act(row);
            }
        });
        this.dialog.addEventListener("close", () => {
            const focused = document.activeElement;
            if (this.row && (focused === document.body || this.dialog.contains(focused))) {
                lost(this.row);
            }
        });
    }

    /**
     * @param {Row} row
     * @param {{timeZone: string, calendars: Record<string, any>, issues: Record<string, any>}} context
     */
    open(row, context) {
        this.render(row, context);
        this.desk.open(this.dialog);
        // The focus has scrolled the dialog to its end.
        this.dialog.scrollTop = 0;
    }

    /**
     * Shows changes to the event.
     * @param {(row: Row) => Row | undefined} find returns the present row, or `undefined` if it is gone
     * @param {{timeZone: string, calendars: Record<string, any>, issues: Record<string, any>}} context
     */
    renewed(find, context) {
        const { row } = this;
        if (!row || !this.dialog.open) {
            return;
        }
        const now = find(row);
        const focused = document.activeElement;
        const isInIssues = this.issuesPart.contains(focused);
        if (!now) {
            this.showGone();
        } else if (!this.gone.hidden || JSON.stringify(now) !== JSON.stringify(row)) {
            this.render(now, context);
        } else {
            this.renderIssues(row, context);
        }
        const isLost = isInIssues && (this.issuesPart.hidden || !this.issuesPart.contains(document.activeElement));
        if (isLost || (!now && this.foot.contains(focused))) {
            const next = this.issuesPart.hidden ? null : this.issuesPart.querySelector("button");
            (next ?? byId("opened-close", HTMLButtonElement)).focus();
        }
    }

    /** Shows that the event was deleted while open, and hides its actions. */
    showGone() {
        this.gone.hidden = false;
        setText(this.gone, text("openedGone"));
        this.foot.hidden = true;
        this.issuesPart.hidden = true;
    }

    /**
     * @param {Row} row
     * @param {{timeZone: string, calendars: Record<string, any>, issues: Record<string, any>}} context
     */
    render(row, { timeZone, calendars, issues }) {
        this.row = row;
        this.gone.hidden = true;
        setText(this.gone, "");
        const calendar = calendars[row.calendar];
        this.dialog.dataset.color = calendar?.color ?? "grey";
        this.dialog.classList.toggle("is-cancelled", row.status === "cancelled");
        this.title.replaceChildren(words(titled(row.title)));
        setText(byId("opened-when", HTMLElement), this.when.of(row, timeZone));
        this.facts.replaceChildren(...this.factsOf(row, timeZone, calendar));
        this.renderIssues(row, { calendars, issues });
        this.description.hidden = !row.description;
        this.description.replaceChildren(linked(row.description ?? ""));
        this.foot.hidden = calendar?.readOnly === true;
    }

    /**
     * Shows the values that were changed on both sides.
     * @param {Row} row
     * @param {{calendars: Record<string, any>, issues: Record<string, any>}} context
     */
    renderIssues({ event, at }, { calendars, issues }) {
        const own = Object.entries(issues).filter(([, issue]) =>
            issue.event === event && (issue.at === undefined || issue.at === at));
        const count = this.issues.render(Object.fromEntries(own), calendars);
        this.issuesPart.hidden = count === 0;
    }

    /**
     * @param {Row} row
     * @param {string} timeZone
     * @param {any} calendar
     */
    factsOf(row, timeZone, calendar) {
        /** @type {Node[]} */
        const facts = [];
        const add = (/** @type {string} */ name, /** @type {(Node | string)[]} */ ...value) =>
            facts.push(make("dt", {}, name), make("dd", {}, ...value));
        const swatch = make("span", { className: "swatch", "aria-hidden": "true" });
        add(text("fields.calendar"), swatch, words(calendar?.name ?? ""));
        if (row.location) {
            add(text("fields.location"), linked(row.location));
        }
        if (row.repeat) {
            add(text("fields.repeat"), this.when.repeat(row.repeat, row.firstDay, timeZone));
        }
        if (row.timeZone && row.timeZone !== timeZone) {
            add(text("fields.timeZone"), text("zoneAbout", { zone: row.timeZone, own: timeZone }));
        }
        const signs = [
            row.status ? texts.statuses[row.status] ?? "" : "",
            row.changed ? texts.signs.changed : "",
            row.private ? texts.signs.private : "",
            row.free ? texts.signs.free : "",
            row.clash ? texts.signs.clash : "",
            row.isNew ? texts.signs.waits : "",
        ].filter(Boolean);
        if (signs.length > 0) {
            add(text("fields.signs"), signs.join(dot));
        }
        const problems = [
            row.flag ? texts.flags[row.flag] ?? row.flag : "",
            row.sync ? texts.syncs[row.sync] ?? "" : "",
            calendar?.readOnly ? text("readOnly") : "",
        ].filter(Boolean);
        problems.forEach((problem) => add(text("fields.note"), problem));
        return facts;
    }
}
