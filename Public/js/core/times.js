// @ts-check
"use strict";

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
 * @param {Intl.DateTimeFormatOptions} [more] fields of the time
 * @returns {TimeWriter}
 */
tablecast.timeWriter = function (timeZone, now, more = {}) {
    const fields = Object.assign({ hour: "2-digit", minute: "2-digit", hour12: false }, more);
    const time = tablecast.dateWriter(timeZone, fields);
    const day = tablecast.dayWriter(timeZone);
    const weekday = tablecast.dateWriter(timeZone, { weekday: "short" });
    const date = tablecast.dateWriter(timeZone, { month: "short", day: "numeric" });
    // From here on a weekday alone could be last week's.
    const weekdayMsMax = 6 * 86400000;
    let today = "";
    let todayMinute = NaN;
    return (instant) => {
        const then = new Date(instant);
        const nowMs = now();
        if (Number.isNaN(then.getTime())) {
            return "";
        }
        // Writing dates is dear on a television.
        if (Math.floor(nowMs / 60000) !== todayMinute) {
            todayMinute = Math.floor(nowMs / 60000);
            today = day(nowMs);
        }
        // Some browsers write the hour after midnight as 24.
        const text = time(then).replace(/^24/, "00");
        if (day(then.getTime()) === today) {
            return text;
        }
        const isLongAgo = Math.abs(nowMs - then.getTime()) > weekdayMsMax;
        return `${isLongAgo ? date(then) : weekday(then)} ${text}`;
    };
};

/**
 * The same with seconds, for those who compare logs.
 * @param {string} timeZone
 * @param {() => number} now
 * @returns {TimeWriter}
 */
tablecast.secondsWriter = function (timeZone, now) {
    return tablecast.timeWriter(timeZone, now, { second: "2-digit" });
};

/**
 * Makes a function that writes the day on which an instant is in a time zone, to be compared.
 * @param {string} timeZone
 * @returns {(instant: string | number) => string}
 */
tablecast.dayWriter = function (timeZone) {
    const fields = { year: "numeric", month: "numeric", day: "numeric" };
    const day = tablecast.dateWriter(timeZone, fields);
    return (instant) => day(new Date(instant));
};

/**
 * @param {string} timeZone
 * @param {object} fields those of `Intl.DateTimeFormat`
 * @returns {(date: Date) => string}
 */
tablecast.dateWriter = function (timeZone, fields) {
    const { lang } = document.documentElement;
    const locale = lang === "en" ? "en-GB" : lang;
    /** @type {Intl.DateTimeFormat} */
    let format;
    try {
        format = new Intl.DateTimeFormat(locale, Object.assign({ timeZone }, fields));
    } catch (error) {
        // It has no such zone.
        format = new Intl.DateTimeFormat(locale, fields);
    }
    return (date) => format.format(date);
};

/**
 * Whole minutes between an instant and now, never negative.
 * @param {string} instant
 * @param {number} nowMs
 * @returns {number}
 */
tablecast.minutesSince = function (instant, nowMs) {
    const minutes = Math.floor((nowMs - Date.parse(instant)) / 60000);
    return Number.isFinite(minutes) ? Math.max(0, minutes) : 0;
};
