// @ts-check
import { addDays, daysBetween, daysOfWeek } from "./dates.js";

/**
 * One time that an event happens, as the week's document has it.
 * @typedef {object} Occurrence
 * @property {string} event
 * @property {string} [at]
 * @property {string} calendar
 * @property {string} title
 * @property {string} [location]
 * @property {string} [description]
 * @property {string} [start]
 * @property {string} [end]
 * @property {string} [timeZone]
 * @property {boolean} [allDay]
 * @property {string} firstDay
 * @property {string} lastDay
 * @property {string} [repeat]
 * @property {boolean} [changed]
 * @property {string} [status]
 * @property {boolean} [private]
 * @property {boolean} [free]
 * @property {boolean} [clash]
 * @property {string} [flag]
 * @property {string} [sync]
 * @property {boolean} [isPending] something was asked for that the hub has not confirmed
 * @property {boolean} [isNew] the hub does not know the event yet
 */

/** @typedef {Occurrence & {key: string}} Row */

/**
 * A reservation, as the week's document has it; that of a service day has more.
 * @typedef {object} Reservation
 * @property {string} name
 * @property {number} size
 * @property {string} start
 * @property {string} end
 * @property {string} status
 * @property {string} [table]
 * @property {string} [party]
 * @property {boolean} [override]
 * @property {boolean} [clash]
 * @property {string} [phone]
 * @property {string} [notes]
 * @property {string[]} [tags]
 * @property {string} [arrivedAt]
 * @property {string} [seatedAt]
 * @property {string} [leftAt]
 * @property {boolean} [isPending]
 * @property {boolean} [isNew]
 */

/** @typedef {Reservation & {key: string}} ReservationRow */

/**
 * @typedef {object} WeekDocument
 * @property {string} monday
 * @property {string} timeZone
 * @property {Record<string, Occurrence>} occurrences
 * @property {Record<string, Reservation>} reservations
 * @property {Record<string, number>} [capped]
 * @property {number} [more]
 */

/**
 * An all-day or multi-day event in the bars of a week. Its days are counted from the week's Monday,
 * and cut to the week.
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
 * Whether an event is a bar over its days: one that has no times, or lasts a day or longer. What
 * begins in the evening and ends in the night stands on the evening's day.
 * @param {Occurrence} row
 */
export function isBar({ allDay, start = "", end = "" }) {
    return allDay === true || Date.parse(end) - Date.parse(start) >= dayMs;
}

/**
 * Instants, days and keys are compared as they are written.
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
export function compareByTime(one, other) {
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
            // What has begun before the week stands on its first day.
            (byDate.get(row.firstDay) ?? days[0]).events.push(row);
        }
    }
    days.forEach(({ events }) => events.sort(compareByTime));
    return { days, ...layBars(bars, monday, sunday) };
}

/**
 * Gives each bar the highest lane that is free on all its days: longer ones first where they begin
 * together, so that they are unbroken and none is over another.
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
 * The part of a bar that stands on a page of the book, which has the days from `first` to `last`.
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
