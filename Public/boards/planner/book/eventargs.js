// @ts-check
import { addDays, addMinutes, daysBetween, zoneOf } from "../core/dates.js";

/** @typedef {import("../core/week.js").Row} Row */
/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */

/**
 * The values of the event form.
 * @typedef {object} EventValues
 * @property {string} title
 * @property {string} calendar
 * @property {boolean} allDay
 * @property {string} date the first day
 * @property {string} start `HH:MM`
 * @property {string} endDate the last day
 * @property {string} end `HH:MM`
 * @property {string} location
 * @property {string} description
 * @property {string} repeat the rule; empty for no repetition
 * @property {boolean} tentative
 * @property {boolean} private
 * @property {boolean} free
 */

/** @type {(keyof EventValues)[]} */
const words = ["location", "description", "repeat"];
export const marks = /** @type {const} */ (["tentative", "private", "free"]);

/**
 * @param {Row} row
 * @param {string} timeZone of the form
 * @returns {EventValues}
 */
export function valuesOf(row, timeZone) {
    const zone = zoneOf(timeZone);
    const [start, end] = row.allDay
        ? [`${row.firstDay}T12:00`, `${row.lastDay}T13:00`]
        : [zone.local(row.start ?? ""), zone.local(row.end ?? "")];
    return {
        title: row.title,
        calendar: row.calendar,
        allDay: row.allDay === true,
        date: start.slice(0, 10),
        start: start.slice(11),
        endDate: end.slice(0, 10),
        end: end.slice(11),
        location: row.location ?? "",
        description: row.description ?? "",
        repeat: row.repeat ?? "",
        tentative: row.status === "tentative",
        private: row.private === true,
        free: row.free === true,
    };
}

/**
 * A new event on a day. Today it begins at the next full hour, or at 23:00 if that is tomorrow; on
 * other days it begins at noon.
 * @param {string} date
 * @param {string} now local
 * @returns {EventValues}
 */
export function blankValues(date, now) {
    const isToday = now.slice(0, 10) === date;
    const hour = isToday ? Math.min(23, Number(now.slice(11, 13)) + 1) : 12;
    const start = addMinutes(`${date}T00:00`, 60 * hour);
    const end = addMinutes(start, 60);
    return {
        title: "", calendar: "main", allDay: false,
        date: start.slice(0, 10), start: start.slice(11),
        endDate: end.slice(0, 10), end: end.slice(11),
        location: "", description: "", repeat: "", tentative: false, private: false, free: false,
    };
}

/**
 * The elapsed minutes between start and end in the form; `NaN` while a field is empty.
 * @param {EventValues} values
 * @param {string} timeZone
 */
export function minutesOf({ date, start, endDate, end }, timeZone) {
    if (!date || !start || !endDate || !end) {
        return NaN;
    }
    const zone = zoneOf(timeZone);
    const lengthMs = zone.instant(`${endDate}T${end}`) - zone.instant(`${date}T${start}`);
    return Math.round(lengthMs / 60_000);
}

/**
 * The end in the form that keeps the event's length after a move of the start.
 * @param {EventValues} before
 * @param {EventValues} after
 */
export function endAfter(before, after) {
    if (after.allDay) {
        const days = Math.max(0, daysBetween(before.date, before.endDate));
        return { endDate: addDays(after.date, days), end: after.end };
    }
    const length = wallLength(before);
    const end = addMinutes(`${after.date}T${after.start}`, length);
    return { endDate: end.slice(0, 10), end: end.slice(11) };
}

/** @param {EventValues} values */
function wallLength({ date, start, endDate, end }) {
    const [from, to] = [`${date}T${start}Z`, `${endDate}T${end}Z`].map((each) => Date.parse(each));
    return Number.isNaN(to - from) ? 60 : Math.max(0, Math.round((to - from) / 60_000));
}

/**
 * The time of the event, as an action takes it.
 * @param {EventValues} values
 * @param {string} timeZone the form's
 * @param {string} venueZone
 * @returns {JSONObject}
 */
function whenOf(values, timeZone, venueZone) {
    if (values.allDay) {
        return { date: values.date, days: daysBetween(values.date, values.endDate) + 1 };
    }
    return {
        start: `${values.date}T${values.start}`,
        minutes: minutesOf(values, timeZone),
        ...(timeZone === venueZone ? {} : { timeZone }),
    };
}

/**
 * The arguments that make a new event.
 * @param {EventValues} values
 * @param {string} venueZone
 * @returns {JSONObject}
 */
export function newArgs(values, venueZone) {
    /** @type {JSONObject} */
    const args = { title: values.title, calendar: values.calendar };
    for (const name of words) {
        if (values[name] !== "") {
            args[name] = values[name];
        }
    }
    Object.assign(args, whenOf(values, venueZone, venueZone));
    for (const name of marks) {
        if (values[name]) {
            args[name] = true;
        }
    }
    return args;
}

/**
 * The arguments that change an event to the form's values. Only differences are sent.
 * @param {EventValues} before
 * @param {EventValues} after
 * @param {string} timeZone the form's
 * @param {string} venueZone
 * @returns {JSONObject}
 */
export function changedArgs(before, after, timeZone, venueZone) {
    /** @type {JSONObject} */
    const args = {};
    for (const name of /** @type {const} */ (["title", "calendar"])) {
        if (after[name] !== before[name]) {
            args[name] = after[name];
        }
    }
    for (const name of words) {
        if (after[name] !== before[name]) {
            args[name] = after[name] === "" ? null : after[name];
        }
    }
    for (const name of marks) {
        if (after[name] !== before[name]) {
            args[name] = after[name] ? true : null;
        }
    }
    const [then, now] = [before, after].map((each) => whenOf(each, timeZone, venueZone));
    const isOther = before.allDay !== after.allDay;
    for (const name of ["start", "minutes", "date", "days"]) {
        if (name in now && (isOther || now[name] !== then[name])) {
            args[name] = now[name];
        }
    }
    if ("start" in args && "timeZone" in now) {
        args.timeZone = now.timeZone;
    }
    return args;
}
