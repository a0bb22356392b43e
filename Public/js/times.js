// @ts-check

/**
 * Makes a function that writes an instant as `HH:MM`, 24 hours, in a time zone. A browser that does
 * not know the zone writes its own time, which in the venue is the same.
 * @param {string} timeZone
 * @returns {(instant: string | number) => string}
 */
export function timeWriter(timeZone) {
    return writer(timeZone, { hour: "2-digit", minute: "2-digit" });
}

/**
 * The same with seconds, for those who compare logs.
 * @param {string} timeZone
 */
export function secondsWriter(timeZone) {
    return writer(timeZone, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
}

/**
 * @param {string} timeZone
 * @param {Intl.DateTimeFormatOptions} fields
 * @returns {(instant: string | number) => string}
 */
function writer(timeZone, fields) {
    /** @type {Intl.DateTimeFormat} */
    let format;
    try {
        format = new Intl.DateTimeFormat("en-GB", { ...fields, hourCycle: "h23", timeZone });
    } catch {
        format = new Intl.DateTimeFormat("en-GB", { ...fields, hourCycle: "h23" });
    }
    return (instant) => {
        const date = new Date(instant);
        return Number.isNaN(date.getTime()) ? "" : format.format(date);
    };
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
