// @ts-check
import { make, text, words } from "../../../js/ui/page.js";
import {
    addDays, addMinutes, dayCodes, daysBetween, daysOfWeek, isDate, weekdayOf, zoneOf,
} from "./dates.js";

/** @typedef {import("../../../js/tablecast.js").DocumentOf<"planner/week">} WeekDocument */
/**
 * An occurrence of an event. `isPending`: it has a change that the hub has not confirmed. `isNew`: the hub does not
 * have the event yet.
 * @typedef {WeekDocument["occurrences"][string] & {isPending?: boolean, isNew?: boolean}} Occurrence
 */

/** @typedef {Occurrence & {key: string}} Row */

/** @typedef {import("./reservations.js").Row} ReservationRow */

/**
 * An all-day or multi-day event in the bars of a week. Its days are indices from the week's Monday,
 * clipped to the week.
 * @typedef {object} Bar
 * @property {Row} row
 * @property {number} lane
 * @property {number} from
 * @property {number} to
 * @property {boolean} isFromBefore
 * @property {boolean} isToAfter
 */

/**
 * @typedef {object} Day
 * @property {string} date
 * @property {Row[]} events by time
 */

const dayMs = 86_400_000;
const collator = new Intl.Collator();

/**
 * Whether an event is a bar over its days: it has no times, or lasts a day or longer. An event from the evening
 * into the night is on the evening's day.
 * @param {Occurrence} row
 */
function isBar({ allDay, start = "", end = "" }) {
    return allDay === true || Date.parse(end) - Date.parse(start) >= dayMs;
}

/**
 * Compares instants, days and keys as texts.
 * @param {string | undefined} one
 * @param {string | undefined} other
 */
function compare(one = "", other = "") {
    return one < other ? -1 : Number(one > other);
}

/**
 * @param {Row} one
 * @param {Row} other
 */
function compareByTime(one, other) {
    return (
        compare(one.start, other.start) || compare(one.end, other.end) ||
        collator.compare(one.title, other.title) || compare(one.key, other.key)
    );
}

/**
 * The days of a week with their events, and the bars over them.
 * @param {WeekDocument} doc
 * @returns {{days: Day[], bars: Bar[], lanes: number}}
 */
export function layOut({ monday, occurrences }) {
    const sunday = addDays(monday, 6);
    const rows = Object.entries(occurrences)
        .map(([key, row]) => ({ ...row, key }))
        .filter(({ firstDay, lastDay }) => firstDay <= sunday && lastDay >= monday);
    const days = daysOfWeek(monday).map((date) => ({ date, events: /** @type {Row[]} */ ([]) }));
    const byDate = new Map(days.map((day) => [day.date, day]));
    const bars = [];
    for (const row of rows) {
        if (isBar(row)) {
            bars.push(row);
        } else {
            // An event that began before the week is on its first day.
            (byDate.get(row.firstDay) ?? days[0]).events.push(row);
        }
    }
    days.forEach(({ events }) => events.sort(compareByTime));
    return { days, ...layBars(bars, monday, sunday) };
}

/**
 * Gives each bar the first lane that is free on all its days, so that no bar is broken or covers another. Of bars
 * that begin together, longer ones come first.
 * @param {Row[]} rows
 * @param {string} monday
 * @param {string} sunday
 */
function layBars(rows, monday, sunday) {
    const bars = rows.map((row) => ({
        row,
        lane: 0,
        from: Math.max(0, daysBetween(monday, row.firstDay)),
        to: Math.min(6, daysBetween(monday, row.lastDay)),
        isFromBefore: row.firstDay < monday,
        isToAfter: row.lastDay > sunday,
    }));
    bars.sort(
        (one, other) =>
            one.from - other.from ||
            other.to - one.to ||
            compare(one.row.firstDay, other.row.firstDay) ||
            collator.compare(one.row.title, other.row.title) ||
            compare(one.row.key, other.row.key),
    );
    /** @type {number[]} the day after which each lane is free */
    const takenTo = [];
    for (const bar of bars) {
        const free = takenTo.findIndex((to) => to < bar.from);
        bar.lane = free === -1 ? takenTo.length : free;
        takenTo[bar.lane] = bar.to;
    }
    return { bars, lanes: takenTo.length };
}

/**
 * The part of a bar on a page of the book, which has the days from `first` to `last`.
 * @param {Bar} bar
 * @param {number} first
 * @param {number} last
 */
export function partOf(bar, first, last) {
    if (bar.to < first || bar.from > last) {
        return undefined;
    }
    return {
        ...bar,
        from: Math.max(bar.from, first),
        to: Math.min(bar.to, last),
        isFromBefore: bar.isFromBefore || bar.from < first,
        isToAfter: bar.isToAfter || bar.to > last,
    };
}

/**
 * The title of an event, which imported events may lack.
 * @param {string} title
 */
export function titled(title) {
    return title || text("untitled");
}

/** An address ends at white space, or at quotation marks or brackets. */
const address = /https?:\/\/[^\s<>"“”«»]+/gi;
/** Punctuation at the end of an address belongs to the sentence. */
const trailing = /[.,;:!?'’…]+$/;

/**
 * The parts of a text; only web addresses become links.
 * @param {string} text
 * @returns {{text: string, href?: string}[]}
 */
export function piecesOf(text) {
    const pieces = [];
    let end = 0;
    for (const { 0: found, index = 0 } of text.matchAll(address)) {
        const shown = cut(found);
        const href = webAddress(shown);
        if (href !== undefined) {
            pieces.push({ text: text.slice(end, index) }, { text: shown, href });
            end = index + shown.length;
        }
    }
    pieces.push({ text: text.slice(end) });
    return pieces.filter((piece) => piece.text !== "");
}

/** @param {string} found */
function cut(found) {
    let shown = found.replace(trailing, "");
    while (shown.endsWith(")") && !shown.includes("(")) {
        shown = shown.slice(0, -1).replace(trailing, "");
    }
    return shown;
}

/** @param {string} shown */
function webAddress(shown) {
    try {
        const { protocol, href } = new URL(shown);
        return protocol === "http:" || protocol === "https:" ? href : undefined;
    } catch {
        return undefined;
    }
}

/**
 * People's words, isolated and never markup, with web addresses as links that open in another tab.
 * @param {string} typed
 */
export function linked(typed) {
    const element = words("");
    for (const { text: shown, href } of piecesOf(typed)) {
        element.append(href === undefined
            ? shown
            : make("a", { href, rel: "noopener noreferrer", target: "_blank" }, shown));
    }
    return element;
}

/** @typedef {"one" | "following" | "all"} Scope */

/** @param {{at?: string}} row */
export function isOfSeries({ at }) {
    return at !== undefined;
}

/**
 * The arguments that name an occurrence: the event alone if it does not repeat.
 * @param {Pick<Row, "event" | "at">} row
 * @param {Scope} [scope]
 * @returns {{event: string, at?: string, scope?: string}}
 */
export function naming({ event, at }, scope = "one") {
    return at === undefined ? { event } : { event, at, scope };
}

/**
 * The local start of an event, in its own time zone or the venue's.
 * @param {Pick<Row, "start" | "timeZone">} row
 * @param {string} venueZone
 */
function localStart({ start = "", timeZone }, venueZone) {
    return zoneOf(timeZone ?? venueZone).local(start);
}

/**
 * The target of an event moved by days, in local time, or by minutes.
 * @param {Row} row
 * @param {{days?: number, minutes?: number}} by
 * @param {string} venueZone
 * @returns {{date: string} | {start: string, timeZone?: string} | undefined} `undefined` if it can't be
 * moved so
 */
export function movedTo(row, { days = 0, minutes = 0 }, venueZone) {
    if (row.allDay) {
        return days === 0 ? undefined : { date: addDays(row.firstDay, days) };
    }
    if (days === 0 && minutes === 0) {
        return undefined;
    }
    const onDay = addMinutes(localStart(row, venueZone), days * 1440);
    const start = stepped(onDay, minutes, zoneOf(row.timeZone ?? venueZone));
    return row.timeZone && row.timeZone !== venueZone
        ? { start, timeZone: row.timeZone }
        : { start };
}

/**
 * A local time some minutes later or earlier. The step passes over an hour that the clocks skip, and only once
 * through an hour that they repeat.
 * @param {string} local
 * @param {number} minutes
 * @param {import("./dates.js").Zone} zone
 */
function stepped(local, minutes, zone) {
    if (minutes === 0) {
        return local;
    }
    const onTheWall = addMinutes(local, minutes);
    const elapsed = zone.local(zone.instant(local) + minutes * 60_000);
    const [earlier, later] = [onTheWall, elapsed].sort();
    return minutes < 0 ? earlier : later;
}

/**
 * The timed events of a calendar that overlap a time, as the hub marks them: neither free nor cancelled.
 * @param {{event?: string, calendar: string, startMs: number, endMs: number, free?: boolean}} wanted
 * @param {Row[]} rows
 */
export function overlapping({ event, calendar, startMs, endMs, free }, rows) {
    if (free) {
        return [];
    }
    return rows.filter((row) =>
        row.event !== event && row.calendar === calendar && !row.allDay && !row.free &&
        row.status !== "cancelled" &&
        Date.parse(row.start ?? "") < endMs && Date.parse(row.end ?? "") > startMs
    );
}

/**
 * A rule that the form can show: frequency, days, and end.
 * @typedef {object} Repeat
 * @property {"DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY"} frequency
 * @property {number} interval
 * @property {string[]} days of a weekly rule: `MO`, `TU`…
 * @property {string} [ordinal] of a monthly rule: `2TU`, `-1FR`
 * @property {string} [until] the last day, `YYYY-MM-DD`
 * @property {number} [count]
 */

const frequencies = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"];

/**
 * Reads a rule.
 * @param {string} rule
 * @param {string} start the day of the first occurrence
 * @param {string} timeZone of its last day, if the rule names an instant
 * @returns {Repeat | undefined} `undefined` for a rule of which the form would lose a part
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
 * Takes the parts of a rule that name days; returns whether the form can show them.
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
 * Writes a rule. Parts implied by the start are left out.
 * @param {Repeat} repeat
 * @param {string} start the day of the first occurrence
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
 * A day's position in its month: `2TU` is the second Tuesday.
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
 * The last day of a rule; empty if it is beyond the calendar.
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
