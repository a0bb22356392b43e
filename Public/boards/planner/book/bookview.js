// @ts-check
import {
    byId, counted, make, makeButton, redraw, setText, text, viewName, words,
} from "../../../js/ui/page.js";
import { addDays, civilWriter, daysOfWeek, mondayOf, weekNumber, weeksOfMonth } from "../core/dates.js";
import { layOut, partOf, titled } from "../core/week.js";
import { DayView } from "./dayview.js";
import { leafOf } from "./place.js";

/** @typedef {import("./place.js").Place} Place */

/** The head above the book: the shown days, and links to other places. */
export class BookHead {
    /** @param {string} language */
    constructor(language) {
        this.main = byId("main", HTMLElement);
        this.span = byId("span-text", HTMLElement);
        this.number = byId("week-number", HTMLElement);
        this.print = byId("print", HTMLAnchorElement);
        this.writeSpan = civilWriter(language, { day: "numeric", month: "long", year: "numeric" });
        this.writeMonth = civilWriter(language, { month: "long", year: "numeric" });
    }

    /**
     * The shown days, in words.
     * @param {Place} place
     * @param {boolean} isSpread whether both pages are shown
     */
    spanOf({ day, month }, isSpread) {
        if (month !== "") {
            return this.writeMonth(`${month}-01`);
        }
        const monday = mondayOf(day);
        const [first, last] = isSpread ? [0, 6] : leafOf(day) === 1 ? [3, 6] : [0, 2];
        return this.writeSpan(addDays(monday, first), addDays(monday, last));
    }

    /**
     * @param {Place} place
     * @param {boolean} isSpread
     */
    draw(place, isSpread) {
        const isMonth = place.month !== "";
        const monday = mondayOf(place.day);
        this.main.dataset.leaf = String(leafOf(place.day));
        this.main.dataset.shown = isMonth ? "month" : "book";
        setText(this.span, this.spanOf(place, isSpread));
        this.number.hidden = isMonth;
        setText(this.number, text("week", { number: weekNumber(monday) }));
        // Keeps the venue and the sign-in if this page's address names them.
        const query = new URLSearchParams(location.search);
        query.set("monday", monday);
        this.print.href = `/planner/print?${query}`;
        this.print.hidden = isMonth;
        byId("open-month", HTMLElement).ariaPressed = String(isMonth);
        byId("before", HTMLElement).ariaLabel = isMonth ? text("monthBefore") : text("pageBefore");
        byId("after", HTMLElement).ariaLabel = isMonth ? text("monthAfter") : text("pageAfter");
    }
}

/** @typedef {import("../../../js/tablecast.js").DocumentOf<"planner/month">["days"][string]} MonthDay */

/** @param {string} month */
function monthView(month) {
    return viewName("planner/month", { month });
}

/** A month as a grid: the number of entries on each day, and the first titles. A day opens its page. */
export class MonthView {
    /**
     * @param {import("../../../js/ui/desk.js").Desk} desk
     * @param {(date: string) => void} open
     * @param {string} language
     */
    constructor(desk, open, language) {
        this.desk = desk;
        this.open = open;
        this.place = byId("month", HTMLElement);
        this.short = civilWriter(language, { weekday: "short" });
        this.long = civilWriter(language, { weekday: "long" });
        this.full = civilWriter(language, { weekday: "long", day: "numeric", month: "long" });
        this.month = "";
        this.shown = "";
    }

    /** @param {string} month empty for no month */
    show(month) {
        if (month === this.month) {
            return;
        }
        if (this.month !== "") {
            this.desk.leave(monthView(this.month));
        }
        this.month = month;
        this.shown = "";
        this.place.hidden = month === "";
        if (month === "") {
            this.place.replaceChildren();
        } else {
            this.desk.watch(monthView(month));
        }
    }

    /** @param {string} today */
    render(today) {
        if (this.month === "") {
            return;
        }
        const doc = /** @type {import("../../../js/tablecast.js").DocumentOf<"planner/month"> | null} */ (
            this.desk.sync.doc(monthView(this.month))
        );
        const shown = JSON.stringify([this.month, today, doc?.days ?? null]);
        if (shown === this.shown) {
            return;
        }
        this.shown = shown;
        const { activeElement } = document;
        const isFocused = activeElement instanceof HTMLElement && this.place.contains(activeElement);
        const focused = isFocused ? activeElement.dataset.date : undefined;
        const heads = daysOfWeek("1970-01-05").map((day) =>
            make("th", { scope: "col", abbr: this.long(day) }, this.short(day)));
        const weeks = weeksOfMonth(this.month).map((days) =>
            make("tr", {}, ...days.map((date) => this.cell(date, doc?.days[date], today))));
        this.place.replaceChildren(make(
            "table", { className: doc ? "" : "is-loading" },
            make("thead", {}, make("tr", {}, ...heads)),
            make("tbody", {}, ...weeks),
        ), make(
            "p", { className: "month-about", "aria-hidden": "true" },
            `${text("monthEvents")} · `, make("b", {}, text("monthCovers")),
        ));
        if (focused) {
            this.focus(focused);
        }
    }

    /** @param {string} date */
    focus(date) {
        const button = this.place.querySelector(`button[data-date="${date}"]`);
        if (button instanceof HTMLElement) {
            button.focus();
        }
    }

    /**
     * @param {string} date
     * @param {MonthDay | undefined} day
     * @param {string} today
     */
    cell(date, day = {}, today) {
        const { events = 0, titles = [], reservations = 0, covers = 0 } = day;
        const button = makeButton("", () => this.open(date));
        button.className = "month-day whole";
        button.dataset.date = date;
        const spoken = events > 0 ? `${this.full(date)}, ${counted("events", events)}` : this.full(date);
        button.append(make(
            "span", { className: "month-figure" },
            make("span", { className: "aside" }, spoken),
            make("span", { "aria-hidden": "true" }, String(Number(date.slice(8)))),
        ));
        button.append(...titles.map((title) => words(titled(title), "month-title one-line")));
        if (events > titles.length) {
            const more = counted("moreEvents", events - titles.length);
            button.append(make("span", { className: "month-more about" }, more));
        }
        button.append(make(
            "span", { className: "month-count figures", "aria-hidden": "true" },
            events > 0 ? `${events} ` : "", ...(covers > 0 ? [make("b", {}, String(covers))] : []),
        ));
        if (reservations > 0) {
            button.append(make("span", { className: "month-covers about figures strong" },
                make("span", {}, counted("reservations", reservations)), " ",
                make("span", {}, counted("covers", covers))));
        }
        const isOther = date.slice(0, 7) !== this.month;
        const cell = make("td", { className: isOther ? "is-other" : "" }, button);
        if (date === today) {
            cell.classList.add("is-today");
            button.setAttribute("aria-current", "date");
        }
        return cell;
    }
}

/** @typedef {import("../core/week.js").WeekDocument} WeekDocument */
/** @typedef {import("../core/week.js").Row} Row */

/**
 * The row to focus: the row with a key, or else the event's row at a start, or else its only row on a day.
 * @typedef {{key?: string, event?: string, start?: string, date?: string}} Wanted
 */

/** The days of each page, by their index in the week. */
const pages = [[0, 2], [3, 6]];
const turnMs = 180;
const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

/** The two pages of a week. */
export class BookView {
    /**
     * @param {ConstructorParameters<typeof DayView>[1]} acts
     * @param {string} language
     */
    constructor(acts, language) {
        this.element = byId("book", HTMLElement);
        this.more = acts.more;
        this.days = Array.from({ length: 7 }, (_, index) => new DayView(index, acts));
        this.element.querySelectorAll(".leaf").forEach((leaf, index) => {
            const [first, last] = pages[index];
            leaf.append(...this.days.slice(first, last + 1).map(({ element }) => element));
        });
        this.name = civilWriter(language, { weekday: "long" });
        this.full = civilWriter(language, { weekday: "long", day: "numeric", month: "long" });
        /** The drawn week, and whether it has rows. */
        this.monday = "";
        this.isFilled = false;
        /**
         * The events split off from others, with the original of each.
         * @type {Map<string, string>}
         */
        this.origins = new Map();
    }

    /**
     * Renames an event: a new one named by the hub, or the rest of a divided series.
     * @param {string} event
     * @param {string} origin
     */
    rename(event, origin) {
        if (event !== origin) {
            this.origins.set(event, this.originOf(origin));
        }
    }

    /** @param {string} event */
    originOf(event) {
        return this.origins.get(event) ?? event;
    }

    /**
     * @param {string[]} dates
     * @param {string} today
     * @returns {boolean} whether another week was shown before
     */
    head(dates, today) {
        dates.forEach((date, index) => {
            const isToday = date === today;
            this.days[index].head(date, { name: this.name(date), full: this.full(date), isToday });
        });
        const isOther = this.monday !== dates[0];
        if (isOther) {
            this.monday = dates[0];
            this.days.forEach((day) => day.clear());
            this.isFilled = false;
        }
        return isOther;
    }

    /**
     * Shows a week that is not loaded.
     * @param {boolean} isLost whether the connection is lost, so that it won't load soon
     */
    renderMissing(isLost) {
        if (isLost) {
            this.days.forEach((day) => day.clear());
            this.isFilled = false;
        } else if (!this.isFilled) {
            this.days.forEach((day) => day.renderLoading());
        }
    }

    /**
     * @param {WeekDocument} doc
     * @param {(date: string) => {count: number, covers: number}} foldOf
     * @param {import("./dayview.js").DayContext} context
     */
    render(doc, foldOf, context) {
        const { days, bars, lanes } = layOut(doc);
        for (const [first, last] of pages) {
            const parts = bars.flatMap((bar) => partOf(bar, first, last) ?? []);
            // Events that continue from the left page, in case that is hidden.
            const before = days.slice(0, first).flatMap(({ events }) => events)
                .filter(({ lastDay }) => lastDay >= days[first].date);
            for (let index = first; index <= last; index += 1) {
                const { date } = days[index];
                const events = index === first ? [...before, ...days[index].events] : days[index].events;
                const here = parts.filter(({ from, to }) => from <= index && to >= index)
                    .sort((one, other) => one.lane - other.lane);
                this.days[index].render({ events, bars: here, lanes, fold: foldOf(date) }, context);
            }
        }
        this.isFilled = true;
    }

    /**
     * The row of an element in the book; `undefined` for an invisible one, such as the rest of a bar that
     * begins on an earlier day. Such an element may still have the focus.
     * @param {Element | null} element
     * @returns {{row: Row, date: string} | undefined}
     */
    rowAt(element) {
        if (element?.getClientRects().length === 0) {
            return undefined;
        }
        const item = element?.closest("[data-key]");
        const day = this.days.find((each) => item && each.element.contains(item));
        const key = item instanceof HTMLElement ? item.dataset.key ?? "" : "";
        const view = day?.rows.get(key) ?? day?.barRows.get(key);
        return day && view ? { row: view.row, date: day.date } : undefined;
    }

    /**
     * Focuses an event, wherever it is on the pages.
     * @param {Wanted} wanted
     * @returns {boolean} whether it was found
     */
    focus(wanted) {
        const row = this.find(wanted);
        if (row && this.days.map((day) => day.reach(row.key)).includes(true)) {
            this.more();
        }
        const days = [...this.days].sort((one, other) =>
            Number(other.date === wanted.date) - Number(one.date === wanted.date));
        return row !== undefined && days.some((day) => day.focus(row.key));
    }

    /**
     * @param {Wanted} wanted
     * @returns {Row | undefined}
     */
    find({ key, event, start, date }) {
        const isOf = (/** @type {Row} */ row) =>
            event !== undefined && this.originOf(row.event) === this.originOf(event);
        const rows = this.days.flatMap((day) => day.everyRow);
        const onDay = this.days.find((day) => day.date === date)?.everyRow.filter(isOf) ?? [];
        return rows.find((row) => row.key === key) ??
            rows.find((row) => isOf(row) && (row.start ?? row.firstDay) === start) ??
            (onDay.length === 1 ? onDay[0] : undefined);
    }

    /**
     * The other events of a day in the order in which they take over the focus: those after a row, and then
     * those before it, the nearest first.
     * @param {{row: Row, date: string}} place
     */
    nextTo({ row, date }) {
        const keys = this.days.find((day) => day.date === date)?.everyRow.map(({ key }) => key) ?? [];
        const index = keys.indexOf(row.key);
        return [...keys.slice(index + 1), ...keys.slice(0, Math.max(index, 0)).reverse()];
    }

    /**
     * Focuses the first of these rows that is still on the day, or else the day itself.
     * @param {string} date
     * @param {string[]} keys
     */
    focusOneOf(date, keys) {
        const day = this.days.find((each) => each.date === date);
        if (day && !keys.some((key) => day.focus(key))) {
            day.addButton.focus();
        }
    }

    /**
     * Focuses the next row of the day.
     * @param {-1 | 1} direction
     */
    step(direction) {
        const { activeElement } = document;
        const day = activeElement?.closest(".day");
        const rows = [...(day?.querySelectorAll(".bar-open, .event-open, .folded") ?? [])]
            .filter((each) => each.getClientRects().length > 0);
        const next = rows[rows.findIndex((each) => each === activeElement) + direction];
        if (next instanceof HTMLElement) {
            next.focus();
        }
    }

    /**
     * Slides a turned page in from its side.
     * @param {number} direction
     */
    turned(direction) {
        if (!reducedMotion.matches && direction !== 0) {
            const from = { transform: `translateX(${direction * 24}px)`, opacity: 0.35 };
            this.element.animate(
                [from, { transform: "none", opacity: 1 }],
                { duration: turnMs, easing: "ease-out" },
            );
        }
    }
}

// MARK: Notes

/**
 * The notes above a week: that it or a calendar is old, that events are left out, that it is empty.
 * @param {object} week
 * @param {import("../core/week.js").WeekDocument | null} week.doc
 * @param {boolean} week.isLost whether the connection is lost
 * @param {number | undefined} week.seenAtMs
 * @param {Record<string, any>} week.calendars
 * @param {(instant: string | number) => string} time with its day unless that is today
 * @returns {{kind: string, name?: string, text: string}[]}
 */
export function notesOf({ doc, isLost, seenAtMs, calendars }, time) {
    /** @type {{kind: string, name?: string, text: string}[]} */
    const notes = [];
    if (isLost) {
        const sentence = doc && seenAtMs !== undefined
            ? text("weekAsOf", { time: time(seenAtMs) })
            : doc ? "" : text("weekUnseen");
        notes.push({ kind: "is-attention", text: sentence });
    } else if (!doc) {
        notes.push({ kind: "", text: text("loading") });
    }
    for (const { name, staleSince } of Object.values(calendars)) {
        if (staleSince) {
            notes.push({ kind: "is-attention", name, text: text("staleSince", { time: time(staleSince) }) });
        }
    }
    for (const [event, count] of Object.entries(doc?.capped ?? {})) {
        const rows = Object.values(doc?.occurrences ?? {});
        const row = rows.find((each) => each.event === event);
        const name = row && titled(row.title);
        // A series with too many dates to compute up to this week has no row, so its name is unknown.
        const sentence = count > 0 ? text("capped", { count }) : text("cappedAway");
        notes.push({ kind: "is-attention", name, text: sentence });
    }
    if (doc?.more) {
        notes.push({ kind: "is-attention", text: counted("moreLeftOut", doc.more) });
    }
    const isEmpty = doc !== null && Object.keys(doc.occurrences).length === 0 &&
        Object.keys(doc.reservations).length === 0;
    if (isEmpty) {
        notes.push({ kind: "is-ready", text: text("weekEmpty") });
    }
    return notes.filter((note) => note.text !== "");
}

/** @param {ReturnType<typeof notesOf>} notes */
export function showNotes(notes) {
    const place = byId("notes", HTMLElement);
    place.hidden = notes.length === 0;
    redraw(place, notes, ({ kind, name, text: sentence }) =>
        make("li", { className: `note ${kind}` }, ...(name ? [words(name), ": "] : []), sentence));
}
