// @ts-check
import { byId } from "../../../js/dom.js";
import { civilWriter } from "../core/dates.js";
import { layOut, partOf } from "../core/week.js";
import { DayView } from "./dayview.js";

/** @typedef {import("../core/week.js").WeekDocument} WeekDocument */
/** @typedef {import("../core/week.js").Row} Row */

/**
 * An event that the cursor shall go to: by its key, or else the first time of the event, on a day
 * where it has several.
 * @typedef {{key?: string, event?: string, date?: string}} Wanted
 */

/** The days of each page, by their places in the week. */
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
        const days = this.element.querySelectorAll(".day");
        this.days = [...days].map((day) => new DayView(/** @type {HTMLElement} */ (day), acts));
        this.name = civilWriter(language, { weekday: "long" });
        this.full = civilWriter(language, { weekday: "long", day: "numeric", month: "long" });
        /** The week that is drawn, and whether its rows are. */
        this.monday = "";
        this.isFilled = false;
    }

    /**
     * @param {string[]} dates
     * @param {string} today
     * @returns {boolean} whether they are of another week than before
     */
    head(dates, today) {
        dates.forEach((date, index) => {
            const isToday = date === today;
            this.days[index].head(date, { name: this.name(date), full: this.full(date), isToday });
        });
        const isOther = this.monday !== dates[0];
        if (isOther) {
            // The server wrote the rows of the week that the page opens with.
            const isServers = this.monday === "" &&
                dates[0] === this.element.dataset.monday && !this.isFilled;
            this.monday = dates[0];
            if (!isServers) {
                this.days.forEach((day) => day.clear());
            }
            this.isFilled = isServers;
        }
        return isOther;
    }

    /**
     * Nothing is known of the week.
     * @param {boolean} isLost whether nothing will be soon
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
            for (let index = first; index <= last; index += 1) {
                const { date, events } = days[index];
                const here = parts.filter(({ from, to }) => from <= index && to >= index)
                    .sort((one, other) => one.lane - other.lane);
                this.days[index].render({ events, bars: here, lanes, fold: foldOf(date) }, context);
            }
        }
        this.isFilled = true;
    }

    /**
     * The row of an element in the book.
     * @param {Element | null} element
     * @returns {{row: Row, date: string} | undefined}
     */
    rowAt(element) {
        const item = element?.closest("[data-key]");
        const day = this.days.find((each) => item && each.element.contains(item));
        const key = item instanceof HTMLElement ? item.dataset.key ?? "" : "";
        const view = day?.rows.get(key) ?? day?.barRows.get(key);
        return day && view ? { row: view.row, date: day.date } : undefined;
    }

    /**
     * Brings the cursor to an event, wherever it is on the pages.
     * @param {Wanted} wanted
     * @returns {boolean} whether it is there
     */
    focus({ key, event, date }) {
        const days = [...this.days].sort((one) => (one.date === date ? -1 : 1));
        const rows = days.flatMap((day) => day.everyRow);
        const row = rows.find((each) => each.key === key) ??
            rows.find((each) => each.event === event);
        if (row && this.days.map((day) => day.reach(row.key)).includes(true)) {
            this.more();
        }
        return row !== undefined && days.some((day) => day.focus(row.key));
    }

    /**
     * The events of a day in the order in which the cursor goes to them when one of them goes: those
     * after it, then those before it, the nearest first.
     * @param {{row: Row, date: string}} place
     */
    nextTo({ row, date }) {
        const keys = this.days.find((day) => day.date === date)?.everyRow.map(({ key }) => key) ?? [];
        const index = keys.indexOf(row.key);
        return [...keys.slice(index + 1), ...keys.slice(0, Math.max(index, 0)).reverse()];
    }

    /**
     * Brings the cursor to the first of these that is still on the day, or else to the day's last row.
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
     * Brings the cursor to the next row of its day.
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
     * Lets a turned page come from its side.
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
