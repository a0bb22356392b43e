// @ts-check
import { pageLanguage } from "./page.js";

/**
 * Writes an instant as people at a venue would: `19:42`, and with its day where that is not
 * today's, `Fri 19:42`, or `20 Nov 19:42` from a week on; the day in the page's language.
 * @typedef {(instant: string | number) => string} TimeWriter
 */

/**
 * Makes a function that writes an instant as `HH:MM`, 24 hours, in a time zone. A browser that does
 * not know the zone writes its own time, which in the venue is the same.
 * @param {string} timeZone
 * @param {() => number} now by the server's clock, in milliseconds since 1970
 * @returns {TimeWriter}
 */
export function timeWriter(timeZone, now) {
    return withDay(timeZone, now, { hour: "2-digit", minute: "2-digit" });
}

/**
 * The same with seconds, for those who compare logs.
 * @param {string} timeZone
 * @param {() => number} now
 * @returns {TimeWriter}
 */
export function secondsWriter(timeZone, now) {
    return withDay(timeZone, now, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
}

/**
 * Makes a function that writes the day on which an instant is in a time zone, to be compared.
 * @param {string} timeZone
 * @returns {(instant: string | number) => string}
 */
export function dayWriter(timeZone) {
    const day = writer(timeZone, { year: "numeric", month: "numeric", day: "numeric" });
    return (instant) => day(new Date(instant));
}

/** From here on a weekday alone could be last week's. */
const weekdayMsMax = 6 * 86_400_000;

/**
 * @param {string} timeZone
 * @param {() => number} now
 * @param {Intl.DateTimeFormatOptions} fields
 * @returns {TimeWriter}
 */
function withDay(timeZone, now, fields) {
    const time = writer(timeZone, fields);
    const day = dayWriter(timeZone);
    const weekday = writer(timeZone, { weekday: "short" });
    const date = writer(timeZone, { month: "short", day: "numeric" });
    return (instant) => {
        const then = new Date(instant);
        if (Number.isNaN(then.getTime())) {
            return "";
        }
        if (day(then.getTime()) === day(now())) {
            return time(then);
        }
        const isLongAgo = Math.abs(now() - then.getTime()) > weekdayMsMax;
        return `${isLongAgo ? date(then) : weekday(then)} ${time(then)}`;
    };
}

/**
 * @param {string} timeZone
 * @param {Intl.DateTimeFormatOptions} fields
 * @returns {(date: Date) => string}
 */
function writer(timeZone, fields) {
    const locale = pageLanguage() === "en" ? "en-GB" : pageLanguage();
    /** @type {Intl.DateTimeFormat} */
    let format;
    try {
        format = new Intl.DateTimeFormat(locale, { ...fields, hourCycle: "h23", timeZone });
    } catch {
        format = new Intl.DateTimeFormat(locale, { ...fields, hourCycle: "h23" });
    }
    return (date) => format.format(date);
}

/**
 * Whole minutes between an instant and now, never negative.
 * @param {string} instant
 * @param {number} nowMs
 */
export function minutesSince(instant, nowMs) {
    const minutes = Math.floor((nowMs - Date.parse(instant)) / 60_000);
    return Number.isFinite(minutes) ? Math.max(0, minutes) : 0;
}
