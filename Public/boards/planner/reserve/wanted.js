// @ts-check
import { addDays, dayOf } from "../core/dates.js";

/** @typedef {import("../core/reservations.js").Reservation} Reservation */
/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */

/**
 * The form's values, as the board takes them: `null` for none, `undefined` for a missing or wrong
 * value. `minutes` is `null` for the usual stay.
 * @typedef {object} Wanted
 * @property {string} [name]
 * @property {number} [size]
 * @property {string} [start] a local time
 * @property {number | null} [minutes]
 * @property {string | null} [phone]
 * @property {string | null} [notes]
 * @property {string[] | null} [tags]
 * @property {string | null} [table]
 */

/**
 * The present values of a reservation, in the form's terms.
 * @param {Reservation} row
 * @param {import("../core/dates.js").Zone} zone
 * @param {(size: number) => number} usual
 * @returns {Wanted}
 */
export function wantedOf(row, zone, usual) {
    const minutes = Math.round((Date.parse(row.end) - Date.parse(row.start)) / 60_000);
    return {
        name: row.name,
        size: row.size,
        start: zone.local(row.start),
        minutes: minutes === usual(row.size) ? null : minutes,
        phone: row.phone ?? null,
        notes: row.notes ?? null,
        tags: row.tags && row.tags.length > 0 ? row.tags : null,
        table: row.table ?? null,
    };
}

/**
 * The arguments of a new reservation.
 * @param {Wanted} wanted
 * @param {boolean} isOverride
 * @returns {JSONObject}
 */
export function newArguments(wanted, isOverride) {
    const given = Object.entries(wanted).filter(([, value]) => value !== null && value !== undefined);
    return { ...Object.fromEntries(given), ...(isOverride ? { override: true } : {}) };
}

/**
 * The changed fields of a reservation; `undefined` if there are none.
 * @param {Wanted} before
 * @param {Wanted} wanted
 * @param {boolean} isOverride
 * @returns {JSONObject}
 */
export function changedArguments(before, wanted, isOverride) {
    const names = /** @type {(keyof Wanted)[]} */ (Object.keys(wanted));
    const changed = names.filter(
        (name) =>
            wanted[name] !== undefined &&
            JSON.stringify(wanted[name]) !== JSON.stringify(before[name] ?? null),
    );
    const args = /** @type {JSONObject} */ (
        Object.fromEntries(changed.map((name) => [name, wanted[name]]))
    );
    return changed.length > 0 && isOverride ? { ...args, override: true } : args;
}

/**
 * The local time of a time of day on a service day: one before the day's start is on the next date.
 * @param {string} day
 * @param {string} time `HH:MM`
 * @param {string} dayStart
 */
export function localOn(day, time, dayStart) {
    const local = `${day}T${time}`;
    return dayOf(local, dayStart) === day ? local : `${addDays(day, 1)}T${time}`;
}

/**
 * The quarter hours that are not over.
 * @param {string[]} quarters local times
 * @param {import("../core/dates.js").Zone} zone
 * @param {number} nowMs
 */
export function leftOf(quarters, zone, nowMs) {
    return quarters.filter((local) => zone.instant(local) + 15 * 60_000 > nowMs);
}
