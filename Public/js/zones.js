// @ts-check

/**
 * The instant at which a venue's clocks show a time: `2026-11-20T19:40`, with or without seconds.
 * @param {string} shown
 * @param {string} timeZone an IANA identifier
 * @returns {string} RFC 3339 in UTC; empty when it is no time
 */
export function instantOf(shown, timeZone) {
    const asUTC = Date.parse(`${shown}Z`);
    if (Number.isNaN(asUTC)) {
        return "";
    }
    // What the zone is ahead by is only known at the instant that is looked for: a second look mends
    // what the first got wrong around a change of the clocks.
    const first = asUTC - aheadMs(asUTC, timeZone);
    return new Date(asUTC - aheadMs(first, timeZone)).toISOString();
}

/**
 * By how much a zone's clocks are ahead of UTC.
 * @param {number} instant
 * @param {string} timeZone
 */
function aheadMs(instant, timeZone) {
    const options = /** @type {const} */ ({
        year: "numeric", month: "2-digit", day: "2-digit",
        hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23",
    });
    /** @type {Intl.DateTimeFormatPart[]} */
    let parts;
    try {
        parts = new Intl.DateTimeFormat("en-GB", { ...options, timeZone }).formatToParts(instant);
    } catch {
        parts = new Intl.DateTimeFormat("en-GB", options).formatToParts(instant);
    }
    const part = (/** @type {string} */ type) => parts.find((each) => each.type === type)?.value;
    const shown = `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
    return Date.parse(`${shown}:${part("second")}Z`) - Math.floor(instant / 1000) * 1000;
}
