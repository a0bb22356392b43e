// @ts-check
import { pageTimeZone } from "../../../js/ui/page.js";
import { addDays, stayMinutes, weekdayOf, zoneOf } from "./dates.js";

/** @typedef {{days?: string[], from?: string, to?: string, covers: number}} PacingRule */
/**
 * What of the house's settings says when it is open.
 * @typedef {object} OpeningHours
 * @property {string} [dayStart]
 * @property {Record<string, [string, string][]>} [hours] by weekday
 * @property {Record<string, [string, string][]>} [exceptions] by date
 */

const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const dayMinutes = 1440;
const quarterMinutes = 15;
/** Where a house says nothing of its hours, these are offered. */
const usualHours = /** @type {[string, string][]} */ ([["11:00", "23:00"]]);

/** @param {string} time `HH:MM` */
function minutesOf(time) {
    const [hour, minute] = time.split(":").map(Number);
    return hour * 60 + minute;
}

/** @param {number} minutes after midnight; a day and more counts from midnight again */
function timeText(minutes) {
    const within = ((minutes % dayMinutes) + dayMinutes) % dayMinutes;
    const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
    return `${two(Math.floor(within / 60))}:${two(within % 60)}`;
}

/**
 * The service day that a local time belongs to.
 * @param {string} local `2026-05-04T19:30`
 * @param {string} [dayStart]
 */
export function dayOf(local, dayStart = "04:00") {
    const date = local.slice(0, 10);
    return local.slice(11, 16) < dayStart ? addDays(date, -1) : date;
}

/**
 * The most covers that may begin in the quarter hour of a local time, by the setting `pacing`: that of
 * the first rule that fits. `undefined` where there is no limit.
 * @param {PacingRule[] | undefined} pacing
 * @param {string} local
 * @param {string} [dayStart]
 */
export function limitAt(pacing, local, dayStart = "04:00") {
    const weekday = weekdays[weekdayOf(dayOf(local, dayStart))];
    const start = minutesOf(dayStart);
    const into = (/** @type {string} */ time) => (minutesOf(time) - start + dayMinutes) % dayMinutes;
    const minute = into(local.slice(11, 16));
    const quarter = minute - (minutesOf(local.slice(11, 16)) % quarterMinutes);
    return pacing?.find(({ days, from, to }) => {
        const first = from === undefined ? 0 : into(from);
        if (days && !days.includes(weekday)) {
            return false;
        }
        if (to === undefined) {
            return quarter >= first;
        }
        const end = into(to);
        return end > first ? quarter >= first && quarter < end : quarter >= first || quarter < end;
    })?.covers;
}

/**
 * The spans in which the house is open that begin on a date, in minutes after its midnight;
 * `undefined` where it says nothing, which means that it is open.
 * @param {OpeningHours | undefined} house
 * @param {string} date
 * @returns {[number, number][] | undefined}
 */
export function openingsOf(house, date) {
    const exception = house?.exceptions?.[date];
    if (!exception && !house?.hours) {
        return undefined;
    }
    const spans = exception ?? house?.hours?.[weekdays[weekdayOf(date)]] ?? [];
    return spans.map(([from, to]) => {
        const start = minutesOf(from);
        const end = minutesOf(to);
        return [start, end > start ? end : end + dayMinutes];
    });
}

/**
 * Whether the house is open at a local time.
 * @param {OpeningHours | undefined} house
 * @param {string} local
 */
export function isOpenAt(house, local) {
    const date = local.slice(0, 10);
    const minute = minutesOf(local.slice(11, 16));
    const isWithin = (/** @type {string} */ day, /** @type {number} */ at) => {
        const start = minutesOf(house?.dayStart ?? "04:00");
        const spans = openingsOf(house, day) ?? [[start, start + dayMinutes]];
        return spans.some(([from, to]) => at >= from && at < to);
    };
    return isWithin(date, minute) || isWithin(addDays(date, -1), minute + dayMinutes);
}

/**
 * The quarter hours to offer for a service day, as local times: those in which the house is open, or the
 * usual ones where it is always open, or closed.
 * @param {OpeningHours | undefined} house
 * @param {string} date
 */
export function quartersOf(house, date) {
    const known = openingsOf(house, date) ?? [];
    const spans = known.length > 0 ? known : usualHours.map((span) => span.map(minutesOf));
    const starts = new Set();
    for (const [from, to] of spans) {
        for (let at = Math.ceil(from / quarterMinutes) * quarterMinutes; at < to; at += quarterMinutes) {
            starts.add(at);
        }
    }
    return [...starts]
        .sort((one, other) => one - other)
        .map((at) => `${at < dayMinutes ? date : addDays(date, 1)}T${timeText(at)}`);
}

const lateMinutesUsual = 15;

/**
 * What the house's settings and the planner's say of reservations, as a page that watches both knows it
 * now.
 */
export class PlannedHouse {
    /** @param {import("../../../js/tablecast.js").Sync} sync */
    constructor(sync) {
        this.sync = sync;
    }

    /** @returns {any} */
    get venue() {
        return this.sync.doc("house/settings")?.venue;
    }

    /** @returns {any} */
    get settings() {
        return /** @type {any} */ (this.sync.doc("planner/settings"))?.settings ?? {};
    }

    get zone() {
        return zoneOf(this.venue?.timeZone ?? pageTimeZone());
    }

    get dayStart() {
        return this.venue?.dayStart ?? "04:00";
    }

    get nowMs() {
        return this.sync.clock.now();
    }

    /** The present service day. */
    get today() {
        return dayOf(this.zone.local(this.nowMs), this.dayStart);
    }

    get lateMinutes() {
        return this.settings.lateMinutes ?? lateMinutesUsual;
    }

    /** What `predict` needs to know. */
    get rules() {
        return { zone: this.zone, stay: this.settings.stay };
    }

    /** @param {number} size of a party */
    stayMinutes(size) {
        return stayMinutes(this.settings.stay, size);
    }

    /** @param {string} local */
    limitAt(local) {
        return limitAt(this.settings.pacing, local, this.dayStart);
    }

    /** @param {string} local */
    isOpenAt(local) {
        return isOpenAt(this.venue, local);
    }

    /** @param {string} date */
    quartersOf(date) {
        return quartersOf(this.venue, date);
    }
}
