// @ts-check
/* Sorts the day's agenda into past, running, next and later entries. In ECMAScript 2015. */
"use strict";

var tablecastPlanner = self.tablecastPlanner || {};
self.tablecastPlanner = tablecastPlanner;

/**
 * A row of the agenda, as in the televisions' view.
 * @typedef {object} AgendaRow
 * @property {string} [label]
 * @property {number} [size] of a reservation
 * @property {string} [color]
 * @property {string} [start]
 * @property {string} [end]
 * @property {boolean} [allDay]
 * @property {boolean} [private]
 */

/**
 * @typedef {object} AgendaEntry
 * @property {string} key
 * @property {string} label empty for private events
 * @property {number} size 0 for events
 * @property {string} color
 * @property {number} startMs
 * @property {number} endMs
 * @property {boolean} isAllDay
 * @property {boolean} isPrivate
 */

/**
 * @typedef {object} AgendaParts
 * @property {AgendaEntry[]} allDay
 * @property {AgendaEntry[]} running
 * @property {AgendaEntry[]} next those that begin at the next start of any entry
 * @property {AgendaEntry[]} later
 */

/**
 * The rows of an agenda in order of the day.
 * @param {Record<string, AgendaRow>} rows
 * @returns {AgendaEntry[]}
 */
tablecastPlanner.entriesOf = function (rows) {
    const compare = (/** @type {string} */ one, /** @type {string} */ other) =>
        one < other ? -1 : one > other ? 1 : 0;
    return Object.keys(rows)
        .map((key) => {
            const row = rows[key];
            const startMs = Date.parse(row.start || "") || 0;
            return {
                key,
                label: row.label || "",
                size: row.size || 0,
                color: row.color || "grey",
                startMs,
                endMs: Date.parse(row.end || "") || startMs,
                isAllDay: Boolean(row.allDay),
                isPrivate: Boolean(row.private)
            };
        })
        .sort(
            (one, other) =>
                Number(other.isAllDay) - Number(one.isAllDay) ||
                one.startMs - other.startMs ||
                compare(one.label, other.label) ||
                compare(one.key, other.key)
        );
};

/**
 * Sorts entries into running, next and later ones. Past ones are left out.
 * @param {AgendaEntry[]} entries in order of the day
 * @param {number} nowMs
 * @returns {AgendaParts}
 */
tablecastPlanner.partsOf = function (entries, nowMs) {
    const timed = entries.filter(({ isAllDay }) => !isAllDay);
    const coming = timed.filter(({ startMs }) => startMs > nowMs);
    const first = coming.length > 0 ? coming[0].startMs : 0;
    return {
        allDay: entries.filter(({ isAllDay }) => isAllDay),
        running: timed.filter(({ startMs, endMs }) => startMs <= nowMs && nowMs < endMs),
        next: coming.filter(({ startMs }) => startMs === first),
        later: coming.filter(({ startMs }) => startMs !== first)
    };
};

/**
 * The largest size at which all rows fit, or the smallest if none does.
 * @param {number} count of rows
 * @param {number} room
 * @param {number[]} heights of a row at each size, the largest first
 * @returns {{size: number, perPage: number}}
 */
tablecastPlanner.sizeFor = function (count, room, heights) {
    // Tolerates rounding by half a pixel, which would cost a whole row.
    const fits = (/** @type {number} */ height) =>
        Math.max(1, Math.floor((room + 1) / Math.max(1, height)));
    const last = heights.length - 1;
    let size = 0;
    while (size < last && fits(heights[size]) < count) {
        size += 1;
    }
    return { size, perPage: fits(heights[size]) };
};

/**
 * Whole minutes until a start, at least one.
 * @param {number} startMs
 * @param {number} nowMs
 */
tablecastPlanner.minutesUntil = function (startMs, nowMs) {
    return Math.max(1, Math.ceil((startMs - nowMs) / 60000));
};
