// @ts-check
import { addDays, addMonths, isDate, mondayOf, monthOf, weekdayOf } from "../core/dates.js";

/**
 * Where the book is open: at the page with a day, or at a month. The page's address says so.
 * @typedef {{day: string, month: string}} Place
 */

/** The day with which the right page begins, counted from Monday. */
const rightPage = 3;

/** @param {string} day */
export function leafOf(day) {
    return weekdayOf(day) < rightPage ? 0 : 1;
}

/**
 * @param {string} hash of the page's address
 * @param {string} today
 * @returns {Place}
 */
export function readPlace(hash, today) {
    const [, name, value] = /^#(day|month)=([0-9-]+)$/.exec(hash) ?? [];
    if (name === "month" && isDate(`${value}-01`)) {
        return { day: today, month: value };
    }
    return { day: name === "day" && isDate(value) ? value : today, month: "" };
}

/** @param {Place} place */
export function writePlace({ day, month }) {
    return month === "" ? `#day=${day}` : `#month=${month}`;
}

/**
 * Turns a page: to the next two, or where one is shown at a time to the other one. In a month it is
 * the month that is turned.
 * @param {Place} place
 * @param {-1 | 1} direction
 * @param {boolean} isSpread whether both pages are shown
 * @returns {Place}
 */
export function turned({ day, month }, direction, isSpread) {
    if (month !== "") {
        return kept({ day, month: addMonths(month, direction) }, { day, month });
    }
    const monday = mondayOf(day);
    if (isSpread) {
        return kept({ day: addDays(monday, 7 * direction), month }, { day, month });
    }
    const isRight = leafOf(day) === 1;
    const by = isRight
        ? (direction < 0 ? 0 : 7)
        : (direction < 0 ? rightPage - 7 : rightPage);
    return kept({ day: addDays(monday, by), month }, { day, month });
}

/**
 * Turns a week: the same page of another one.
 * @param {Place} place
 * @param {-1 | 1} direction
 * @returns {Place}
 */
export function turnedWeek({ day, month }, direction) {
    if (month !== "") {
        return turned({ day, month }, direction, true);
    }
    return kept({ day: addDays(day, 7 * direction), month }, { day, month });
}

/**
 * The planner's years have an end on either side.
 * @param {Place} next
 * @param {Place} before
 */
function kept(next, before) {
    const first = next.month === "" ? mondayOf(next.day) : `${next.month}-01`;
    return isDate(first) && isDate(next.day) && isDate(addDays(first, 6)) ? next : before;
}

/** @param {Place} place */
export function monthAt({ day, month }) {
    return month === "" ? monthOf(day) : month;
}
