// @ts-check
import { addDays, addMinutes, daysBetween, wallMinutes, zoneOf } from "../core/dates.js";

/** @typedef {import("../../../js/tablecast.js").Entry} Entry */
/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */
/** @typedef {import("../core/week.js").Occurrence} Occurrence */
/** @typedef {import("../core/week.js").WeekDocument} WeekDocument */

const minuteMs = 60_000;

/**
 * The predicted events of a week, after all pending changes. Of a new series only the first occurrence
 * is predicted.
 * @param {WeekDocument | null} doc
 * @param {Entry[]} entries
 * @param {string} timeZone the venue's
 * @returns {WeekDocument | null}
 */
export function predictWeek(doc, entries, timeZone) {
    if (!doc) {
        return null;
    }
    const occurrences = { ...doc.occurrences };
    entries.forEach((entry) => foresee(occurrences, entry, timeZone));
    return { ...doc, occurrences };
}

/**
 * The key of a new event, or `undefined` if the document may contain it already, so that it is not
 * shown twice.
 * @param {Entry} entry
 * @param {Record<string, unknown>} rows
 */
function newKey({ id, ack, isInDoubt }, rows) {
    const key = String(ack?.result?.event ?? id);
    return (isInDoubt && !ack) || key in rows ? undefined : key;
}

/**
 * @param {Record<string, Occurrence>} rows
 * @param {Entry} entry
 * @param {string} timeZone
 */
function foresee(rows, entry, timeZone) {
    const { action, args, ack, note } = entry;
    const isPending = !ack;
    if (action === "planner.add") {
        const key = newKey(entry, rows);
        if (key !== undefined) {
            const blank = {
                event: key, calendar: "main", title: "", firstDay: "", lastDay: "", isPending,
                isNew: !ack,
            };
            rows[key] = edited(placed(blank, args, timeZone), args);
        }
        return;
    }
    if (action !== "planner.edit" && action !== "planner.delete") {
        return;
    }
    const those = affected(rows, args);
    if (action === "planner.delete") {
        those.forEach((key) => delete rows[key]);
        return;
    }
    const key = keyOf(args);
    const noted = /** @type {any} */ (note.row);
    const target = rows[key] ?? noted;
    if (!rows[key] && noted) {
        // The event comes from another week.
        rows[key] = noted;
        those.push(key);
    }
    const by = target ? shiftOf(target, args, timeZone) : undefined;
    for (const each of new Set(those)) {
        const moved = each === key || !by
            ? placed(rows[each], each === key ? args : {}, timeZone)
            : shifted(rows[each], by, timeZone);
        rows[each] = { ...edited(moved, args), isPending };
    }
}

/** @param {JSONObject} args */
function keyOf({ event, at }) {
    return at === undefined ? String(event) : `${event}.${at}`;
}

/**
 * The keys of the occurrences that a change covers.
 * @param {Record<string, Occurrence>} rows
 * @param {JSONObject} args
 */
function affected(rows, args) {
    const scope = args.scope ?? (args.at === undefined ? "all" : "one");
    return Object.keys(rows).filter((key) => {
        const { event, at = "" } = rows[key];
        const isIn = scope === "all" || at === args.at ||
            (scope === "following" && at >= String(args.at));
        return event === args.event && isIn;
    });
}

/**
 * The shift of an occurrence by an edit, in local time.
 * @param {Occurrence} row
 * @param {JSONObject} args
 * @param {string} timeZone
 */
function shiftOf(row, args, timeZone) {
    if (typeof args.date === "string" && row.allDay) {
        return { days: daysBetween(row.firstDay, args.date), minutes: 0 };
    }
    if (typeof args.start === "string" && row.start) {
        const local = zoneOf(row.timeZone ?? timeZone).local(row.start);
        return { days: 0, minutes: wallMinutes(local, args.start) };
    }
    return undefined;
}

/**
 * @param {Occurrence} row
 * @param {{days: number, minutes: number}} by
 * @param {string} timeZone
 */
function shifted(row, { days, minutes }, timeZone) {
    if (row.allDay) {
        return placed(row, { date: addDays(row.firstDay, days) }, timeZone);
    }
    const local = zoneOf(row.timeZone ?? timeZone).local(row.start ?? "");
    const start = addMinutes(local, days * 1440 + minutes);
    return placed(row, { start, timeZone: row.timeZone ?? timeZone }, timeZone);
}

/**
 * An event at the time given by an action, by default its own.
 * @param {Occurrence} row
 * @param {JSONObject} args
 * @param {string} timeZone
 * @returns {Occurrence}
 */
export function placed(row, args, timeZone) {
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

/**
 * @param {Occurrence} row
 * @param {JSONObject} args
 * @returns {Occurrence}
 */
function edited(row, args) {
    /** @type {any} */
    const changed = { ...row };
    for (const name of ["title", "calendar", "location", "description", "repeat", "private", "free"]) {
        if (args[name] === null || args[name] === false) {
            delete changed[name];
        } else if (args[name] !== undefined) {
            changed[name] = args[name];
        }
    }
    if (args.tentative === true) {
        changed.status = "tentative";
    } else if (args.tentative !== undefined) {
        delete changed.status;
    }
    return changed;
}
