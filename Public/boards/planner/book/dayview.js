// @ts-check
import {
    byId, counted, isNews, make, makeButton, renderList, setText, text, viewName, words,
} from "../../../js/ui/page.js";
import { foldOf, isCounted, timeAt, zoneOf } from "../core/dates.js";
import { titled } from "../core/week.js";
import { predict } from "../core/reservations.js";
import { dot, texts } from "./bookdata.js";

/** @typedef {import("../core/reservations.js").Row} ReservationRow */

/**
 * @typedef {object} ReservationsContext
 * @property {string} timeZone
 * @property {import("../../../js/ui/page.js").Hours} hours
 * @property {{size: number, minutes: number}[]} [stay]
 */

/** The list of a service day's reservations; cancellations and no-shows come last. */
export class DayReservations {
    /**
     * @param {object} page
     * @param {import("../../../js/ui/desk.js").Desk} page.desk
     * @param {(date: string) => string} page.writeDay
     * @param {(row: ReservationRow) => void} page.rebook
     * @param {(date: string) => void} page.reserve
     * @param {(date: string) => ReservationRow[]} page.weekRows the week's data about the day
     */
    constructor({ desk, writeDay, rebook, reserve, weekRows }) {
        this.desk = desk;
        this.writeDay = writeDay;
        this.rebook = rebook;
        this.weekRows = weekRows;
        this.dialog = byId("reservations", HTMLDialogElement);
        this.list = byId("reservations-list", HTMLElement);
        this.date = "";
        /** @type {Map<string, {element: HTMLElement}>} */
        this.rows = new Map();
        byId("reservations-new", HTMLButtonElement).addEventListener("click", () => {
            const { date } = this;
            this.dialog.close();
            reserve(date);
        });
        this.dialog.addEventListener("close", () => this.closed());
    }

    /** @param {string} date */
    view(date) {
        return viewName("planner/service", { date });
    }

    /** @param {string} date a service day */
    open(date) {
        this.date = date;
        setText(
            byId("reservations-title", HTMLElement),
            text("reservationsOf", { day: this.writeDay(date) }),
        );
        this.rows.clear();
        this.list.replaceChildren();
        this.desk.watch(this.view(date));
        this.desk.open(this.dialog);
        this.desk.page.draw();
    }

    closed() {
        if (this.date !== "") {
            this.desk.leave(this.view(this.date));
            this.date = "";
        }
    }

    /** @param {ReservationsContext} context */
    render({ timeZone, hours, stay }) {
        if (this.date === "") {
            return;
        }
        const { sync } = this.desk;
        const view = this.view(this.date);
        const doc = /** @type {any} */ (sync.doc(view));
        const zone = zoneOf(timeZone);
        // Without the day's document, as before it is loaded or offline, the week's data is used.
        const rows = doc
            ? predict(doc, sync.unseen(view), { zone, stay })
            : this.weekRows(this.date);
        const goneLast = (/** @type {ReservationRow} */ row) => Number(!isCounted(row));
        const sorted = [...rows].sort((one, other) => goneLast(one) - goneLast(other));
        const isKnown = doc !== null || rows.length > 0;
        setText(
            byId("reservations-about", HTMLElement),
            isKnown ? texts.fold(foldOf(rows)) : text("loading"),
        );
        byId("reservations-none", HTMLElement).hidden = !isKnown || rows.length > 0;
        const mayEdit = document.body.classList.contains("may-edit");
        renderList(this.list, this.rows, sorted, () => ({ element: make("li", {}) }), ({ element }, row) => {
            if (isNews(element, [row, mayEdit])) {
                this.fill(element, row, hours.write(zone.local(row.start)), mayEdit);
            }
        });
    }

    /**
     * @param {HTMLElement} element
     * @param {ReservationRow} row
     * @param {string} time
     * @param {boolean} mayEdit
     */
    fill(element, row, time, mayEdit) {
        const { name, size, status, table, tags = [], notes, phone } = row;
        element.className = isCounted(row) && !row.isPending ? "booking" : "booking quiet";
        const about = make("p", { className: "quiet" });
        const parts = [table ? text("tableOf", { table }) : "", ...tags, notes ?? "", phone ?? ""];
        about.append(...parts.filter(Boolean).flatMap((part, index) => [index ? dot : "", words(part)]));
        const signs = [
            status === "booked" ? "" : texts.statuses[status],
            row.clash ? texts.signs.tableTwice : "",
            row.override ? texts.signs.override : "",
            row.isNew ? texts.signs.waits : "",
        ].filter(Boolean);
        const what = make(
            "div", { className: "fills" },
            words(name, "booking-name title"), " ",
            make("span", { className: "figures" }, text("sizeOf", { size })),
            ...signs.flatMap((sign) => [" ", make("span", { className: "tag is-attention" }, sign)]),
            about,
        );
        element.replaceChildren(
            make("time", { className: "title", dateTime: row.start }, time),
            what,
            ...(mayEdit && !row.isNew ? [this.buttonsOf(row)] : []),
        );
    }

    /** @param {ReservationRow} row */
    buttonsOf(row) {
        const buttons = make("div", { className: "buttons" });
        const add = (/** @type {string} */ label, /** @type {() => void} */ press, className = "plain") => {
            const button = makeButton(label, press, { className });
            button.ariaLabel = text("label", { what: label, name: row.name });
            buttons.append(button);
        };
        const perform = (/** @type {string} */ action) =>
            this.desk.perform(action, { reservation: row.key }, row.name);
        if (row.status === "booked") {
            add(text("change"), () => {
                this.dialog.close();
                this.rebook(row);
            }, "");
            add(text("noShow"), () => perform("planner.no_show"));
            add(text("cancelIt"), () => perform("planner.cancel"), "wrong");
        } else if (!isCounted(row) && row.party === undefined) {
            add(text("restore"), () => perform("planner.restore"), "");
        }
        return buttons;
    }
}

/** @typedef {import("../core/week.js").Row} Row */
/** @typedef {import("../core/week.js").Bar} Bar */

/** The most rows of a day without its own scrolling. */
const fullAbove = 20;
/** The number of rows made at first, and whenever the list is scrolled near its end. */
const madeAtOnce = 30;
const nearEndPx = 400;

/**
 * The context of a day's rows.
 * @typedef {object} DayContext
 * @property {string} timeZone the venue's
 * @property {import("../../../js/ui/page.js").Hours} hours
 * @property {Record<string, {name: string, color: string}>} calendars
 */

/**
 * One day on a page of the book: its heading, the bars, the events by time, the reservations in a line. A
 * row's elements stay the same while it is on the day, so that they keep the focus and the touch.
 */
export class DayView {
    /**
     * @param {number} index in the week
     * @param {object} acts
     * @param {(row: Row) => void} acts.open
     * @param {(date: string) => void} acts.unfold
     * @param {(date: string) => void} acts.add
     * @param {() => void} acts.more requests another drawing, with more rows
     */
    constructor(index, { open, unfold, add, more }) {
        this.index = index;
        this.date = "";
        this.open = open;
        this.name = make("span", { className: "day-name" }, text(`weekdays.${index}`));
        this.figure = make("span", { className: "day-figure" });
        this.today = make("span", { className: "day-today tag" }, text("today"));
        this.bars = make("ol", { className: "bars" });
        this.events = make("ol", { className: "events" });
        this.full = make("p", { className: "about", hidden: true });
        this.folded = makeButton("", () => unfold(this.date), { className: "folded figures", hidden: true });
        this.addButton = makeButton(text("newEvent"), () => add(this.date), {
            className: "plain new-event needs-edit needs-sign-in",
        });
        const id = `day-${index}`;
        this.element = make(
            "section",
            { className: "day", "data-index": index, "aria-labelledby": id },
            make("h3", { id, className: "day-head" }, this.name, " ", this.figure, " ", this.today),
            this.bars, this.events, this.full, this.folded, this.addButton,
        );
        /**
         * All events of the day, of which only the first ones may have rows.
         * @type {Row[]}
         */
        this.all = [];
        this.made = madeAtOnce;
        this.events.addEventListener("scroll", () => {
            const { scrollTop, clientHeight, scrollHeight } = this.events;
            const isNearEnd = scrollTop + clientHeight > scrollHeight - nearEndPx;
            if (isNearEnd && this.made < this.all.length) {
                this.made += madeAtOnce;
                more();
            }
        });
        /** @type {Map<string, {element: HTMLElement, row: Row}>} */
        this.rows = new Map();
        /** @type {Map<string, {element: HTMLElement, row: Row}>} */
        this.barRows = new Map();
    }

    /**
     * @param {string} date
     * @param {{name: string, full: string, isToday: boolean}} day
     */
    head(date, { name, full, isToday }) {
        this.date = date;
        this.element.dataset.date = date;
        this.element.classList.toggle("is-today", isToday);
        this.element.classList.toggle("is-weekend", this.index > 4);
        setText(this.name, name);
        setText(this.figure, String(Number(date.slice(8))));
        this.addButton.ariaLabel = text("label", { what: text("newEvent"), name: full });
        this.today.hidden = !isToday;
        if (isToday) {
            this.element.setAttribute("aria-current", "date");
        } else {
            this.element.removeAttribute("aria-current");
        }
    }

    /** Shows a day that is not loaded. */
    renderLoading() {
        this.clear();
        this.events.replaceChildren(
            ...[0, 1, 2].map(() => make("li", { className: "skeleton", "aria-hidden": "true" })),
        );
    }

    clear() {
        this.all = [];
        this.made = madeAtOnce;
        this.rows.clear();
        this.barRows.clear();
        this.events.replaceChildren();
        this.bars.replaceChildren();
        this.folded.hidden = true;
        this.full.hidden = true;
        this.element.classList.remove("is-full");
    }

    /**
     * @param {object} day
     * @param {Row[]} day.events
     * @param {Bar[]} day.bars the parts of this page's bars that are on this day
     * @param {number} day.lanes
     * @param {{count: number, covers: number}} day.fold
     * @param {DayContext} context
     */
    render({ events, bars, lanes, fold }, context) {
        this.events.querySelectorAll(".skeleton").forEach((each) => each.remove());
        this.bars.style.setProperty("--lanes", String(lanes));
        this.renderRows(this.barRows, this.bars, bars.map((bar) => bar.row), (row) => {
            const bar = /** @type {Bar} */ (bars.find((each) => each.row === row));
            return this.barOf(bar, context);
        });
        this.all = events;
        const made = events.slice(0, this.made);
        this.renderRows(this.rows, this.events, made, (row) => this.eventOf(row, context));
        const isFull = events.length + bars.length > fullAbove;
        this.element.classList.toggle("is-full", isFull);
        this.events.tabIndex = isFull ? 0 : -1;
        this.full.hidden = !isFull;
        setText(this.full, isFull ? counted("dayFull", events.length) : "");
        this.folded.hidden = fold.count === 0;
        setText(this.folded, fold.count === 0 ? "" : texts.fold(fold));
    }

    /** The events of the day in the page's order, including those without a row. */
    get everyRow() {
        return [...[...this.barRows.values()].map(({ row }) => row), ...this.all];
    }

    /**
     * @param {string} key
     * @returns {boolean} whether the event has a visible row here
     */
    focus(key) {
        const view = this.rows.get(key) ?? this.barRows.get(key);
        const button = view?.element.querySelector("button");
        const isSeen = button !== null && button !== undefined && button.getClientRects().length > 0;
        if (isSeen) {
            button.focus();
        }
        return isSeen;
    }

    /**
     * Requests the rows up to an event.
     * @param {string} key
     * @returns {boolean} whether the event is on this day and had no row
     */
    reach(key) {
        const index = this.all.findIndex((row) => row.key === key);
        const isFurther = index >= this.made;
        if (isFurther) {
            this.made = index + madeAtOnce;
        }
        return isFurther;
    }

    /**
     * @param {Map<string, {element: HTMLElement, row: Row}>} views
     * @param {HTMLElement} place
     * @param {Row[]} rows
     * @param {(row: Row) => {shown: unknown, fill: (item: HTMLElement, button: HTMLElement) => void}} look
     */
    renderRows(views, place, rows, look) {
        if (!rows.some(({ key }) => views.has(key))) {
            // Removes the note that the week is loading.
            place.replaceChildren();
        }
        renderList(place, views, rows, (key) => this.newRow(key), (view, row) => {
            view.row = row;
            const { shown, fill } = look(row);
            if (isNews(view, shown)) {
                fill(view.element, /** @type {HTMLElement} */ (view.element.firstElementChild));
            }
        });
    }

    /** @param {string} key */
    newRow(key) {
        const button = make("button", { type: "button", "aria-describedby": "keys-about" });
        const view = {
            element: make("li", {}, button), row: /** @type {Row} */ (/** @type {any} */ (null)),
        };
        view.element.dataset.key = key;
        button.addEventListener("click", () => this.open(view.row));
        return view;
    }

    /**
     * @param {Row} row
     * @param {DayContext} context
     */
    eventOf(row, { timeZone, hours, calendars }) {
        const zone = zoneOf(timeZone);
        const isFromBefore = row.firstDay < this.date;
        const start = timeAt(hours, zone, row.start ?? "");
        const isShort = row.end === row.start;
        const end = isShort ? "" : timeAt(hours, zone, row.end ?? "");
        const calendar = calendars[row.calendar];
        const fill = (/** @type {HTMLElement} */ item, /** @type {HTMLElement} */ button) => {
            mark(item, row, calendar?.color, isFromBefore ? "event is-from-before" : "event");
            button.className = "event-open whole";
            const time = make("span", { className: "event-time figures strong" });
            if (isFromBefore) {
                time.append(text("until", { time: end }));
            } else {
                time.append(
                    start, make("wbr"),
                    make("span", { className: "event-end quiet" }, isShort ? "" : `–${end}`),
                );
            }
            button.replaceChildren(
                time, " ", words(titled(row.title), "event-title awaits strong"), " ", aboutOf(row, calendar?.name),
            );
        };
        return { shown: [row, start, end, calendar?.name, calendar?.color, this.date], fill };
    }

    /**
     * @param {Bar} bar
     * @param {DayContext} context
     */
    barOf({ row, lane, from, to, isFromBefore, isToAfter }, { timeZone, hours, calendars }) {
        const calendar = calendars[row.calendar];
        const isStart = from === this.index;
        const at = row.allDay || row.firstDay < this.date
            ? ""
            : timeAt(hours, zoneOf(timeZone), row.start ?? "");
        // An event continues on the next day, on the other page, or in another week.
        const isPageEdge = (/** @type {number} */ index) => index === 2 || index === 3;
        const before = !isStart ? "day" : !isFromBefore ? "" : isPageEdge(from) ? "page" : "week";
        const after = isToAfter ? (isPageEdge(to) ? "page" : "week") : to > this.index ? "day" : "";
        const arrow = (/** @type {string} */ side, /** @type {string} */ place, /** @type {string} */ sign) =>
            place === ""
                ? []
                : [make("span", { className: `arrow is-${side} at-${place}`, "aria-hidden": "true" }, sign)];
        const fill = (/** @type {HTMLElement} */ item, /** @type {HTMLElement} */ button) => {
            mark(item, row, calendar?.color, "bar");
            item.classList.toggle("is-rest", !isStart);
            item.classList.toggle("goes-before", isFromBefore);
            item.classList.toggle("goes-after", isToAfter);
            item.style.setProperty("--span", String(to - from + 1));
            item.style.setProperty("--lane", String(lane + 1));
            button.className = "bar-open whole";
            const about = aboutOf(row, calendar?.name);
            about.classList.add("one-line");
            button.replaceChildren(
                ...arrow("before", before, "‹"),
                ...(at ? [make("span", { className: "figures" }, at), " "] : []),
                words(titled(row.title), "event-title one-line awaits strong"), " ", about,
                ...arrow("after", after, "›"),
            );
            const goesOn = [
                isFromBefore || !isStart ? text("goesOnBefore") : "",
                isToAfter ? text("goesOnAfter") : "",
            ].filter(Boolean).join(", ");
            if (goesOn) {
                button.append(make("span", { className: "aside" }, ` (${goesOn})`));
            }
        };
        return {
            shown: [row, lane, from, to, before, after, at, calendar?.name, calendar?.color, this.date],
            fill,
        };
    }
}

/**
 * @param {HTMLElement} item
 * @param {Row} row
 * @param {string | undefined} color
 * @param {string} className
 */
function mark(item, row, color, className) {
    item.className = className;
    item.dataset.color = color ?? "grey";
    item.classList.toggle("is-pending", row.isPending === true);
    item.classList.toggle("is-cancelled", row.status === "cancelled");
    item.classList.toggle("is-tentative", row.status === "tentative");
}

/** The most characters of a place in a row; the dialog shows all. */
const placeMax = 60;

/** @param {string} place */
function shortened(place) {
    const characters = [...place];
    return characters.length > placeMax ? `${characters.slice(0, placeMax - 1).join("")}…` : place;
}

/**
 * The quiet line of a row: its calendar, its place, and its notes.
 * @param {Row} row
 * @param {string | undefined} calendar
 */
function aboutOf(row, calendar) {
    const about = make("span", { className: "event-about about" });
    /** @type {(Node | string)[]} */
    const parts = [];
    const add = (/** @type {Node | string} */ part) => parts.push(...(parts.length > 0 ? [dot] : []), part);
    if (calendar) {
        add(words(calendar));
    }
    if (row.location) {
        add(words(shortened(row.location)));
    }
    if (row.repeat) {
        add(row.changed ? texts.signs.changed : texts.signs.repeats);
    }
    for (const sign of /** @type {const} */ (["private", "free"])) {
        if (row[sign]) {
            add(texts.signs[sign]);
        }
    }
    if (row.status && texts.statuses[row.status]) {
        add(make("strong", {}, texts.statuses[row.status]));
    }
    const attention = [
        row.clash ? texts.signs.clash : "",
        row.flag ? texts.signs.flag : "",
        row.sync ? texts.syncs[row.sync] ?? "" : "",
        row.isNew ? texts.signs.waits : "",
    ];
    for (const each of attention.filter(Boolean)) {
        add(make("strong", { className: "is-attention" }, each));
    }
    about.append(...parts);
    return about;
}
