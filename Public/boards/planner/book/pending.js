// @ts-check
import { addDays, daysBetween, zoneOf } from "../core/dates.js";

/** @typedef {import("../../../js/tablecast.js").Entry} Entry */
/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */
/** @typedef {import("../core/week.js").Occurrence} Occurrence */
/** @typedef {import("../core/week.js").WeekDocument} WeekDocument */

const minuteMs = 60_000;

/**
 * A week with its pending changes. A new event, or the first occurrence of a new series, is at its time, a moved
 * event at its new time. Deleted events are removed; other changed events are only marked.
 * @param {WeekDocument | null} doc
 * @param {Entry[]} entries
 * @param {string} timeZone the venue's
 * @returns {WeekDocument | null}
 */
export function withPending(doc, entries, timeZone) {
    if (!doc) {
        return null;
    }
    const occurrences = { ...doc.occurrences };
    for (const entry of entries) {
        if (entry.action === "planner.add") {
            add(occurrences, entry, timeZone);
        } else if (entry.action === "planner.edit" || entry.action === "planner.delete") {
            change(occurrences, entry, timeZone);
        }
    }
    return { ...doc, occurrences };
}

/**
 * @param {Record<string, Occurrence>} rows
 * @param {Entry} entry
 * @param {string} timeZone
 */
function add(rows, { id, args, ack, isInDoubt }, timeZone) {
    const event = String(ack?.result?.event ?? id);
    // The document may contain the event already.
    if ((isInDoubt && !ack) || event in rows) {
        return;
    }
    const blank = {
        event, calendar: String(args.calendar ?? "main"), title: String(args.title), firstDay: "", lastDay: "",
        isPending: !ack, isNew: !ack,
    };
    rows[event] = placed(blank, args, timeZone);
}

/**
 * @param {Record<string, Occurrence>} rows
 * @param {Entry} entry
 * @param {string} timeZone
 */
function change(rows, { action, args, note, ack }, timeZone) {
    const { event, at, scope = at === undefined ? "all" : "one" } = args;
    const key = at === undefined ? String(event) : `${event}.${at}`;
    if (action === "planner.edit" && !rows[key] && note.row) {
        // The event comes from another week.
        rows[key] = /** @type {any} */ (note.row);
    }
    for (const [each, row] of Object.entries(rows)) {
        const isLater = scope === "following" && (row.at ?? "") > String(at);
        if (row.event !== event || !(scope === "all" || isLater || each === key)) {
            continue;
        }
        if (action === "planner.delete") {
            delete rows[each];
        } else {
            rows[each] = { ...(each === key ? placed(row, args, timeZone) : row), isPending: !ack };
        }
    }
}

/**
 * An event at the time given by an action, by default its own.
 * @param {Occurrence} row
 * @param {JSONObject} args
 * @param {string} timeZone the venue's
 * @returns {Occurrence}
 */
function placed(row, args, timeZone) {
    if (args.date !== undefined || (row.allDay && typeof args.days === "number")) {
        const { start: _, end: __, timeZone: ___, ...rest } = row;
        const firstDay = String(args.date ?? row.firstDay);
        const length = row.allDay ? daysBetween(row.firstDay, row.lastDay) + 1 : 1;
        const days = typeof args.days === "number" ? args.days : length;
        return { ...rest, allDay: true, firstDay, lastDay: addDays(firstDay, days - 1) };
    }
    if (args.start === undefined && args.minutes === undefined) {
        return row;
    }
    const { allDay: _, ...rest } = row;
    const named = typeof args.timeZone === "string" ? args.timeZone : row.timeZone ?? timeZone;
    const startMs = typeof args.start === "string"
        ? zoneOf(named).instant(args.start)
        : Date.parse(row.start ?? "");
    const lengthMs = typeof args.minutes === "number"
        ? args.minutes * minuteMs
        : Date.parse(row.end ?? "") - Date.parse(row.start ?? "") || 0;
    const venue = zoneOf(timeZone);
    return {
        ...rest,
        ...(named === timeZone ? {} : { timeZone: named }),
        start: new Date(startMs).toISOString(),
        end: new Date(startMs + lengthMs).toISOString(),
        firstDay: venue.date(startMs),
        // An event that ends at midnight is not on the next day.
        lastDay: venue.date(Math.max(startMs, startMs + lengthMs - 1)),
    };
}
