// @ts-check
import { addDays, isDate, weekdayOf } from "./dates.js";
import { zoneOf } from "./zones.js";

/**
 * A rule that the form can show: how often, on which days, until when.
 * @typedef {object} Repeat
 * @property {"DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY"} frequency
 * @property {number} interval
 * @property {string[]} days of a weekly rule: `MO`, `TU`…
 * @property {string} [ordinal] of a monthly rule: `2TU`, `-1FR`
 * @property {string} [until] the last day, `YYYY-MM-DD`
 * @property {number} [count]
 */

export const dayCodes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const frequencies = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"];

/**
 * Reads a rule.
 * @param {string} rule
 * @param {string} start the day on which it starts
 * @param {string} timeZone in which its last day is, if the rule names an instant
 * @returns {Repeat | undefined} nothing for one that the form can't show without losing some of it
 */
export function readRule(rule, start, timeZone) {
    const parts = new Map(rule.split(";").map((part) => {
        const [name, value = ""] = part.split("=");
        return /** @type {[string, string]} */ ([name.toUpperCase(), value.toUpperCase()]);
    }));
    const take = (/** @type {string} */ name) => {
        const value = parts.get(name);
        parts.delete(name);
        return value;
    };
    const frequency = take("FREQ") ?? "";
    const interval = Number(take("INTERVAL") ?? "1");
    const weekStart = take("WKST") ?? "MO";
    const byDay = take("BYDAY")?.split(",") ?? [];
    const monthDay = take("BYMONTHDAY");
    const month = take("BYMONTH");
    const end = take("UNTIL");
    const until = end === undefined ? undefined : dayOf(end, timeZone);
    const count = take("COUNT");
    /** @type {Repeat} */
    const repeat = {
        frequency: /** @type {Repeat["frequency"]} */ (frequency),
        interval,
        days: [],
        ...(until === undefined ? {} : { until }),
        ...(count === undefined ? {} : { count: Number(count) }),
    };
    const isPlain = parts.size === 0 && frequencies.includes(frequency) && interval >= 1 &&
        weekStart === "MO" && until !== "";
    if (!isPlain || !isDayPart(repeat, { byDay, monthDay, month }, start)) {
        return undefined;
    }
    return repeat;
}

/**
 * Takes the parts of a rule that name days; whether the form can show them.
 * @param {Repeat} repeat
 * @param {{byDay: string[], monthDay?: string, month?: string}} parts
 * @param {string} start
 */
function isDayPart(repeat, { byDay, monthDay, month }, start) {
    const isOfStart = (monthDay ?? String(Number(start.slice(8)))) === String(Number(start.slice(8)));
    const isOfMonth = (month ?? String(Number(start.slice(5, 7)))) === String(Number(start.slice(5, 7)));
    switch (repeat.frequency) {
        case "DAILY":
            return byDay.length === 0 && !monthDay && !month;
        case "WEEKLY":
            repeat.days = byDay.length > 0 ? byDay : [dayCodes[weekdayOf(start)]];
            return !monthDay && !month && repeat.days.every((day) => dayCodes.includes(day));
        case "MONTHLY":
            if (byDay.length === 1 && /^(-1|[1-5])(MO|TU|WE|TH|FR|SA|SU)$/.test(byDay[0])) {
                repeat.ordinal = byDay[0];
                return !monthDay && !month;
            }
            return byDay.length === 0 && !month && isOfStart;
        default:
            return byDay.length === 0 && isOfStart && isOfMonth && (!monthDay || Boolean(month));
    }
}

/**
 * Writes a rule. Parts that say only what the start says are left out.
 * @param {Repeat} repeat
 * @param {string} start the day on which it starts
 */
export function writeRule({ frequency, interval, days, ordinal, until, count }, start) {
    const parts = [`FREQ=${frequency}`];
    if (interval > 1) {
        parts.push(`INTERVAL=${interval}`);
    }
    if (frequency === "WEEKLY") {
        const named = dayCodes.filter((day) => days.includes(day));
        parts.push(`BYDAY=${(named.length > 0 ? named : [dayCodes[weekdayOf(start)]]).join(",")}`);
    }
    if (frequency === "MONTHLY" && ordinal) {
        parts.push(`BYDAY=${ordinal}`);
    }
    if (until) {
        parts.push(`UNTIL=${until.replaceAll("-", "")}`);
    } else if (count) {
        parts.push(`COUNT=${count}`);
    }
    return parts.join(";");
}

/**
 * How a day is counted in its month: `2TU` is the second Tuesday.
 * @param {string} date
 */
export function ordinalOf(date) {
    return `${Math.ceil(Number(date.slice(8)) / 7)}${dayCodes[weekdayOf(date)]}`;
}

/**
 * Whether a day is the last of its weekday in its month.
 * @param {string} date
 */
export function isLastOfMonth(date) {
    return addDays(date, 7).slice(5, 7) !== date.slice(5, 7);
}

/**
 * The last day; empty for one beyond the calendar.
 * @param {string} until `20260504`, `20260504T190000` or `20260504T170000Z`
 * @param {string} timeZone
 */
function dayOf(until, timeZone) {
    const [, year, month, day, hour, minute] =
        /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\dZ)?/.exec(until) ?? [];
    const date = `${year}-${month}-${day}`;
    if (!isDate(date)) {
        return "";
    }
    return hour === undefined ? date : zoneOf(timeZone).date(`${date}T${hour}:${minute}:00Z`);
}
