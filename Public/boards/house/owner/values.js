// @ts-check
import { charactersOf, text } from "../../../js/ui/page.js";

/*
 * The values of settings, as typed and as the hub takes them: texts and numbers, rates and hours.
 * Nothing here touches the page.
 */

/** @typedef {import("../../../js/tablecast.js").JSONValue} JSONValue */

/**
 * The part of JSON Schema that settings use.
 * @typedef {object} Schema
 * @property {string} [type]
 * @property {string[]} [enum]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [minLength]
 * @property {number} [x-charactersMax]
 * @property {string} [format]
 * @property {Schema} [items]
 * @property {number} [minItems]
 * @property {number} [maxItems]
 */

/**
 * A setting, as its board declares it.
 * @typedef {object} SettingDescription
 * @property {string} name
 * @property {string} summary in English
 * @property {Schema} schema
 * @property {JSONValue} [defaultValue] used until another is set
 * @property {boolean} isSecret
 */

/**
 * The kind of field for a schema.
 * @param {Schema} schema
 * @returns {"choice" | "choices" | "flag" | "integer" | "number" | "text" | "lines" | "json"}
 */
export function kindOf({ type, enum: choices, items }) {
    if (choices) {
        return "choice";
    }
    switch (type) {
        case "boolean":
            return "flag";
        case "integer":
        case "number":
            return type;
        case "string":
            return "text";
        case "array":
            return items?.enum ? "choices" : items?.type === "string" ? "lines" : "json";
        default:
            return "json";
    }
}

/**
 * A value as people type it.
 * @param {JSONValue} value
 * @returns {string}
 */
export function written(value) {
    if (value === null || typeof value === "string") {
        return value ?? "";
    }
    const isLines = Array.isArray(value) && value.every((each) => typeof each === "string");
    return isLines ? value.join("\n") : JSON.stringify(value);
}

/**
 * The typed text as a setting's value, or the problem with it. Empty text is the default value.
 * @param {Schema} schema
 * @param {string} typed
 * @param {JSONValue} [defaultValue]
 * @returns {{ value: JSONValue } | { problem: string }}
 */
export function checked(schema, typed, defaultValue = null) {
    const bare = typed.trim().normalize("NFC");
    if (bare === "") {
        return { value: defaultValue };
    }
    switch (kindOf(schema)) {
        case "integer":
        case "number":
            return checkedNumber(schema, bare);
        case "lines":
            return checkedLines(schema, bare);
        case "json":
            return checkedJSON(bare);
        default: {
            const problem = problemOf(schema, bare);
            return problem ? { problem } : { value: bare };
        }
    }
}

/**
 * @param {Schema} schema
 * @param {string} typed
 */
function checkedNumber(schema, typed) {
    const { type, minimum = -Infinity, maximum = Infinity } = schema;
    const value = Number(typed);
    if (type === "number" && !/^[+-]?\d+(\.\d+)?$/.test(typed)) {
        return { problem: text("setting.anyNumberRequired") };
    }
    if (type === "integer" && (!/^[+-]?\d+$/.test(typed) || !Number.isSafeInteger(value))) {
        return { problem: text("setting.numberRequired") };
    }
    if (value < minimum || value > maximum) {
        return { problem: numberOutside(schema) };
    }
    return { value };
}

/**
 * @param {Schema} schema
 * @param {string} typed one item on each line
 */
function checkedLines({ items = {}, maxItems = Infinity }, typed) {
    const value = typed
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean);
    if (value.length > maxItems) {
        return { problem: text("setting.tooMany", { count: maxItems }) };
    }
    const problem = value.map((line) => problemOf(items, line)).find(Boolean);
    return problem ? { problem } : { value };
}

/** @param {string} typed */
function checkedJSON(typed) {
    try {
        return { value: /** @type {JSONValue} */ (JSON.parse(typed)) };
    } catch {
        return { problem: text("setting.form") };
    }
}

/**
 * @param {Schema} schema of a text
 * @param {string} typed
 */
function problemOf({ "x-charactersMax": count = Infinity }, typed) {
    return charactersOf(typed) > count ? text("setting.tooLong", { count }) : "";
}

/** @param {number} value */
export function writtenNumber(value) {
    return new Intl.NumberFormat(document.documentElement.lang).format(value);
}

/**
 * The accepted numbers, in a sentence.
 * @param {Schema} schema
 * @param {(value: number) => string} [named]
 */
export function numberRange({ minimum = 0, maximum }, named = writtenNumber) {
    return maximum === undefined
        ? text("setting.numberAtLeast", { min: named(minimum) })
        : text("setting.numberBetween", { min: named(minimum), max: named(maximum) });
}

/**
 * The problem with a number that is not accepted.
 * @param {Schema} schema
 * @param {(value: number) => string} [named]
 */
export function numberOutside({ minimum = 0, maximum }, named = writtenNumber) {
    return maximum === undefined
        ? text("setting.numberBelow", { min: named(minimum) })
        : text("setting.numberOutside", { min: named(minimum), max: named(maximum) });
}

/**
 * A rate as people write it, with the language's decimal mark: `5.5` for 550 hundredths of a percent.
 * @param {number} hundredths
 */
export function writtenRate(hundredths) {
    return writtenNumber(hundredths / 100);
}

/**
 * The hundredths of a percent in `10`, `5.5 %` or `5,5`; `null` unless it is certainly a rate.
 * @param {string} typed
 */
export function rateOf(typed) {
    const parts = /^(\d{1,4})(?:[.,](\d{1,2}))?\s*%?$/.exec(typed.trim());
    return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? "").padEnd(2, "0")) : null;
}

// MARK: Hours

/** @typedef {[string, string]} Span when it opens and closes: `["18:30", "01:00"]` */
/** @typedef {Record<string, Span[]>} Hours by weekday, `MO`, or by date, `2026-12-24` */

export const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
/** The most spans of a day, and the most dates, that the hub takes. */
export const spansMax = 6;
export const datesMax = 100;

const dayMs = 86_400_000;

/**
 * Reads a time of day, such as `1830`, `18.30`, `18` or `6:30 pm`, as `18:30`; returns an empty text
 * if the text is not a time.
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
 * Whether it closes on the next day.
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
 * A day's spans in order.
 * @param {Span[]} spans
 * @returns {Span[]}
 */
export function inOrder(spans) {
    return [...spans].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
}

/**
 * The hours with each day's spans in order. Closed weekdays are left out.
 * @param {Hours} hours
 * @param {boolean} keepsClosed
 * @returns {Hours}
 */
export function tidied(hours, keepsClosed) {
    const days = Object.entries(hours).map(([day, spans]) => [day, inOrder(spans)]);
    return Object.fromEntries(days.filter(([, spans]) => keepsClosed || spans.length > 0));
}

/**
 * The first mistake in a day's hours: its span, which end, and the kind.
 * @param {Span[]} spans in the order on the page
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
        // No span may follow one that closes on the next day.
        free = isPastMidnight(ends) ? "24:00" : ends[1];
    }
    return undefined;
}

/**
 * Every date from one to another; only the first if the other is missing.
 * @param {string} from `2026-08-10`
 * @param {string} until
 * @param {number} countMax
 * @returns {string[]} none if the other is earlier
 */
export function datesFrom(from, until, countMax) {
    const dates = [];
    const lastMs = Date.parse(until || from);
    for (let ms = Date.parse(from); ms <= lastMs && dates.length < countMax; ms += dayMs) {
        dates.push(new Date(ms).toISOString().slice(0, 10));
    }
    return dates;
}
