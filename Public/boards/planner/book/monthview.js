// @ts-check
import { byId, make, makeButton, words } from "../../../js/dom.js";
import { counted, text } from "../../../js/texts.js";
import { viewName } from "../../../js/viewname.js";
import { civilWriter, daysOfWeek, weeksOfMonth } from "../core/dates.js";
import { titled } from "../core/titled.js";

/** @typedef {{events?: number, titles?: string[], reservations?: number, covers?: number}} MonthDay */
/** @typedef {{month: string, days: Record<string, MonthDay>}} MonthDocument */

/** @param {string} month */
export function monthView(month) {
    return viewName("planner/month", { month });
}

/** A month as a grid: how much there is on each day, and the first titles. A day opens its page. */
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

    /** @param {string} month empty for none */
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
        const doc = /** @type {MonthDocument | null} */ (
            /** @type {any} */ (this.desk.sync.doc(monthView(this.month)))
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
        button.className = "month-day";
        button.dataset.date = date;
        const spoken = events > 0 ? `${this.full(date)}, ${counted("events", events)}` : this.full(date);
        button.append(make(
            "span", { className: "month-figure" },
            make("span", { className: "aside" }, spoken),
            make("span", { "aria-hidden": "true" }, String(Number(date.slice(8)))),
        ));
        button.append(...titles.map((title) => words(titled(title), "month-title")));
        if (events > titles.length) {
            const more = counted("moreEvents", events - titles.length);
            button.append(make("span", { className: "month-more quiet" }, more));
        }
        button.append(make(
            "span", { className: "month-count figures", "aria-hidden": "true" },
            ...(events > 0 ? [String(events)] : []),
            ...(covers > 0 ? [make("b", {}, String(covers))] : []),
        ));
        if (reservations > 0) {
            button.append(make("span", { className: "month-covers figures" },
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
