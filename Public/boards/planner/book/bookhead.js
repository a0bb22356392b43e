// @ts-check
import { byId, setText } from "../../../js/dom.js";
import { text } from "../../../js/texts.js";
import { addDays, civilWriter, mondayOf, weekNumber } from "../core/dates.js";
import { leafOf } from "./place.js";

/** @typedef {import("./place.js").Place} Place */

/** What stands above the book: which days it shows, and what leads to others. */
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
     * The days that are shown, in words.
     * @param {Place} place
     * @param {boolean} isSpread whether both pages are
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
        // With the venue and the sign-in of this page, where its address names them.
        const query = new URLSearchParams(location.search);
        query.set("monday", monday);
        this.print.href = `/planner/print?${query}`;
        this.print.hidden = isMonth;
        byId("open-month", HTMLElement).ariaPressed = String(isMonth);
        byId("before", HTMLElement).ariaLabel = isMonth ? text("monthBefore") : text("pageBefore");
        byId("after", HTMLElement).ariaLabel = isMonth ? text("monthAfter") : text("pageAfter");
    }
}
