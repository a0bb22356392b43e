// @ts-check

/** @typedef {[string, string]} Span when it opens and closes: `["18:30", "01:00"]` */
/** @typedef {Record<string, Span[]>} Hours by weekday, `MO`, or by date, `2026-12-24` */

export const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
/** Of one day, and of all dates, as the hub takes them. */
export const spansMax = 6;
export const datesMax = 100;

const dayMs = 86_400_000;

/**
 * The time of day, as `18:30`, that somebody typed as `1830`, `18.30`, `18` or `6:30 pm`; an empty text
 * if it is none.
 * @param {string} typed
 */
export function timeOf(typed) {
    const parts = /^(\d{1,2})(?:[:.h ]?(\d{2}))?h? ?(?:([ap])\.?m\.?)?$/i.exec(typed.trim());
    if (!parts) {
        return "";
    }
    const [, hours, minutes = "00", half = ""] = parts;
    const isTwelve = half !== "" && Number(hours) <= 12;
    const hour = isTwelve ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hours);
    const isTime = Number(minutes) < 60 && (hour < 24 || (hour === 24 && minutes === "00"));
    return isTime ? `${String(hour % 24).padStart(2, "0")}:${minutes}` : "";
}

/**
 * Whether it closes on the day after.
 * @param {Span} span
 */
export function isPastMidnight([from, to]) {
    return isTime(from) && isTime(to) && to <= from;
}

/** @param {string} text */
function isTime(text) {
    return text !== "" && timeOf(text) === text;
}

/**
 * A day's spans in their order.
 * @param {Span[]} spans
 * @returns {Span[]}
 */
export function inOrder(spans) {
    return [...spans].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
}

/**
 * The hours with each day's spans in order. Of weekdays those that are closed are left out.
 * @param {Hours} hours
 * @param {boolean} keepsClosed
 * @returns {Hours}
 */
export function tidied(hours, keepsClosed) {
    const days = Object.entries(hours).map(([day, spans]) => [day, inOrder(spans)]);
    return Object.fromEntries(days.filter(([, spans]) => keepsClosed || spans.length > 0));
}

/**
 * The first mistake in a day's hours: in which span, at which of its ends, and what it is.
 * @param {Span[]} spans as they stand on the page
 * @returns {{ span: number, end: 0 | 1, what: "missing" | "wrong" | "overlap" } | undefined}
 */
export function faultOf(spans) {
    for (const [span, ends] of spans.entries()) {
        const end = ends.findIndex((each) => !isTime(each));
        if (end >= 0) {
            return { span, end: end === 0 ? 0 : 1, what: ends[end] === "" ? "missing" : "wrong" };
        }
    }
    let free = "";
    for (const ends of inOrder(spans)) {
        if (ends[0] < free) {
            return { span: spans.indexOf(ends), end: 0, what: "overlap" };
        }
        // Nothing comes after what closes on the next day.
        free = isPastMidnight(ends) ? "24:00" : ends[1];
    }
    return undefined;
}

/**
 * Every date from one to another; the first alone when the other is none or before it.
 * @param {string} from `2026-08-10`
 * @param {string} until
 * @param {number} countMax
 */
export function datesFrom(from, until, countMax) {
    const dates = [];
    const lastMs = Math.max(Date.parse(from), Date.parse(until) || 0);
    for (let ms = Date.parse(from); ms <= lastMs && dates.length < countMax; ms += dayMs) {
        dates.push(new Date(ms).toISOString().slice(0, 10));
    }
    return dates;
}
