// @ts-check
import { addDays, addMonths, isDate, mondayOf, monthOf, weekdayOf } from "../core/dates.js";

/**
 * The place at which the book is open: the page with a day, or a month. It is part of the page's
 * address.
 * @typedef {{day: string, month: string}} Place
 */

/** The first day of the right page, counted from Monday. */
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
 * Turns to the next two pages, or to the next one if one is shown at a time, or to the next month.
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
 * Turns to the same page of another week.
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
 * Returns the next place, or the place before if the next is outside the planner's years.
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

// MARK: Keys

/** @typedef {import("../core/week.js").Row} Row */

/**
 * The actions of the keys.
 * @typedef {object} KeyActs
 * @property {(direction: -1 | 1) => void} turn
 * @property {(direction: -1 | 1) => void} turnWeek
 * @property {() => void} today
 * @property {() => void} goTo
 * @property {() => void} month
 * @property {() => void} add
 * @property {() => void} reserve
 * @property {() => void} search
 * @property {() => void} undo
 * @property {(row: Row) => void} edit
 * @property {(row: Row) => void} remove
 * @property {(row: Row, by: {days?: number, minutes?: number}) => void} nudge
 * @property {() => void} settle
 * @property {(direction: -1 | 1) => void} step focuses the next event of a day
 */

/** @type {Record<string, "today" | "goTo" | "month" | "add" | "reserve" | "search">} */
const letters = {
    t: "today", g: "goTo", m: "month", n: "add", r: "reserve", "/": "search",
};
const nudges = /** @type {Record<string, {days?: number, minutes?: number}>} */ ({
    ArrowLeft: { days: -1 }, ArrowRight: { days: 1 },
    ArrowUp: { minutes: -15 }, ArrowDown: { minutes: 15 },
});

/**
 * Handles the keys, except while typing or with a dialog open.
 * @param {KeyActs} acts
 * @param {() => Row | undefined} chosen the focused event
 */
export function listenToKeys(acts, chosen) {
    document.addEventListener("keydown", (event) => {
        const isFree = !isTyping(event) || (isUndo(event) && isAsked());
        if (!event.defaultPrevented && isFree && act(event, acts, chosen())) {
            event.preventDefault();
        }
    });
    document.addEventListener("keyup", ({ key }) => key === "Alt" && acts.settle());
    window.addEventListener("blur", () => acts.settle());
}

/** @param {KeyboardEvent} event */
function isTyping({ target, isComposing }) {
    const field = "input, textarea, select, [contenteditable]";
    const isField = target instanceof Element && target.closest(field) !== null;
    return isField || isComposing || document.querySelector("dialog[open]") !== null;
}

/** Whether all open dialogs only wait for an answer. */
function isAsked() {
    const open = [...document.querySelectorAll("dialog[open]")];
    return open.length > 0 && open.every(({ ariaBusy }) => ariaBusy === "true");
}

/** @param {KeyboardEvent} event */
export function isUndo({ key, altKey, ctrlKey, metaKey, shiftKey }) {
    return key.toLowerCase() === "z" && (ctrlKey || metaKey) && !shiftKey && !altKey;
}

/**
 * @param {KeyboardEvent} event
 * @param {KeyActs} acts
 * @param {Row | undefined} row
 * @returns {boolean} whether the key had an effect
 */
export function act(event, acts, row) {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    const letter = key.toLowerCase();
    if (isUndo(event)) {
        acts.undo();
        return true;
    }
    if (ctrlKey || metaKey) {
        return false;
    }
    if (altKey) {
        const by = nudges[key];
        if (by && row) {
            acts.nudge(row, by);
        }
        return by !== undefined && row !== undefined;
    }
    if (key === "ArrowLeft" || key === "ArrowRight") {
        const direction = key === "ArrowLeft" ? -1 : 1;
        (shiftKey ? acts.turnWeek : acts.turn)(direction);
        return true;
    }
    if (row && (key === "ArrowUp" || key === "ArrowDown")) {
        acts.step(key === "ArrowUp" ? -1 : 1);
        return true;
    }
    if (row && letter === "e") {
        acts.edit(row);
        return true;
    }
    if (row && (key === "Delete" || key === "Backspace")) {
        acts.remove(row);
        return true;
    }
    const name = letters[letter];
    if (name) {
        acts[name]();
    }
    return name !== undefined;
}
