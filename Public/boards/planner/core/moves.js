// @ts-check
import { addDays } from "./dates.js";
import { addMinutes, zoneOf } from "./zones.js";

/** @typedef {import("./week.js").Row} Row */
/** @typedef {"one" | "following" | "all"} Scope */

/** @param {{at?: string}} row */
export function isOfSeries({ at }) {
    return at !== undefined;
}

/**
 * The arguments that name an occurrence: the event alone where it does not repeat.
 * @param {Pick<Row, "event" | "at">} row
 * @param {Scope} [scope]
 * @returns {{event: string, at?: string, scope?: string}}
 */
export function naming({ event, at }, scope = "one") {
    return at === undefined ? { event } : { event, at, scope };
}

/**
 * The local time at which an event begins, in its own time zone or the venue's.
 * @param {Pick<Row, "start" | "timeZone">} row
 * @param {string} venueZone
 */
export function localStart({ start = "", timeZone }, venueZone) {
    return zoneOf(timeZone ?? venueZone).local(start);
}

/**
 * Where an event goes that is moved by days, by the clock on the wall, or by minutes.
 * @param {Row} row
 * @param {{days?: number, minutes?: number}} by
 * @param {string} venueZone
 * @returns {{date: string} | {start: string, timeZone?: string} | undefined} nothing where there is
 * no way to move it so
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
 * A local time some minutes later or earlier. It steps over an hour that the clocks skip, and does not
 * come twice through one that they repeat.
 * @param {string} local
 * @param {number} minutes
 * @param {import("./zones.js").Zone} zone
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
