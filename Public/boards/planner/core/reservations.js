// @ts-check
import { serviceDayOf } from "./zones.js";

/** @typedef {import("./week.js").Reservation} Reservation */
/** @typedef {import("./week.js").ReservationRow} ReservationRow */

/** Those who come, or are here; the others have gone or never came. */
const counted = ["booked", "arrived", "seated"];

/** @param {Reservation} reservation */
export function isCounted({ status }) {
    return counted.includes(status);
}

/**
 * The reservations of each service day. Those after midnight belong to the day before.
 * @param {ReservationRow[]} reservations
 * @param {import("./zones.js").Zone} zone
 * @param {string} [dayStart]
 * @returns {Map<string, ReservationRow[]>}
 */
export function byServiceDay(reservations, zone, dayStart) {
    /** @type {Map<string, ReservationRow[]>} */
    const days = new Map();
    for (const row of reservations) {
        const day = serviceDayOf(row.start, zone, dayStart);
        days.set(day, [...(days.get(day) ?? []), row]);
    }
    return days;
}

/**
 * How many reservations count, and how many covers they have.
 * @param {Reservation[]} rows
 */
export function foldOf(rows) {
    const those = rows.filter(isCounted);
    return { count: those.length, covers: those.reduce((sum, { size }) => sum + size, 0) };
}

/** How long a party stays where the owner has set nothing. */
const usualStay = [
    { size: 2, minutes: 90 }, { size: 6, minutes: 120 }, { size: 99, minutes: 150 },
];

/**
 * How long a party of this size stays, by the setting `stay`.
 * @param {{size: number, minutes: number}[] | undefined} stay
 * @param {number} size
 */
export function stayMinutes(stay, size) {
    const steps = stay && stay.length > 0 ? stay : usualStay;
    const step = steps.find((each) => each.size >= size) ?? steps[steps.length - 1];
    return step.minutes;
}
