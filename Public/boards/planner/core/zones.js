// @ts-check
import { dayNumber } from "./dates.js";

/**
 * Local times are written `2026-05-04T19:30`, as the board's actions take them; instants are
 * milliseconds since 1970.
 */

const dayMs = 86_400_000;
const minuteMs = 60_000;

/**
 * @param {string} local
 * @returns {number} the milliseconds that it would be in UTC
 */
function utcOf(local) {
    const [date, time = "00:00"] = local.split("T");
    const [hour, minute] = time.split(":").map(Number);
    return dayNumber(date) * dayMs + (hour * 60 + minute) * minuteMs;
}

/** @param {number} ms */
function localText(ms) {
    return new Date(ms).toISOString().slice(0, 16);
}

/**
 * @param {string} local
 * @param {number} minutes by the clock on the wall
 */
export function addMinutes(local, minutes) {
    return localText(utcOf(local) + minutes * minuteMs);
}

/**
 * The minutes from one local time to another, by the clock on the wall.
 * @param {string} from
 * @param {string} to
 */
export function wallMinutes(from, to) {
    return Math.round((utcOf(to) - utcOf(from)) / minuteMs);
}

/** A time zone, by the browser's tables. */
export class Zone {
    /** @param {string} name of the IANA time zone; one that the browser lacks counts as UTC */
    constructor(name) {
        this.name = name;
        const fields = /** @type {Intl.DateTimeFormatOptions} */ ({
            calendar: "iso8601", numberingSystem: "latn", hourCycle: "h23",
            year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit",
        });
        /** Whether the browser has it. */
        this.isKnown = true;
        try {
            this.format = new Intl.DateTimeFormat("en-GB", { ...fields, timeZone: name });
        } catch {
            this.isKnown = false;
            this.format = new Intl.DateTimeFormat("en-GB", { ...fields, timeZone: "UTC" });
        }
        /** @type {Map<number, string>} */
        this.known = new Map();
        /**
         * Whether the clocks are changed around a day.
         * @type {Map<string, boolean>}
         */
        this.turning = new Map();
    }

    /**
     * The local time of an instant.
     * @param {number | string} instant in milliseconds, or as documents write it
     */
    local(instant) {
        const ms = typeof instant === "number" ? instant : Date.parse(instant);
        const minute = Math.floor(ms / minuteMs);
        const known = this.known.get(minute);
        if (known !== undefined) {
            return known;
        }
        /** @type {Record<string, string>} */
        const parts = {};
        for (const { type, value } of this.format.formatToParts(ms)) {
            parts[type] = value;
        }
        const { year, month, day, hour, minute: minutes } = parts;
        const text = `${year.padStart(4, "0")}-${month}-${day}T${hour}:${minutes}`;
        if (this.known.size > 5_000) {
            this.known.clear();
        }
        this.known.set(minute, text);
        return text;
    }

    /** @param {number | string} instant */
    date(instant) {
        return this.local(instant).slice(0, 10);
    }

    /**
     * The instant of a local time. One that occurs twice is the first; one that the clocks skip
     * takes the offset before it (RFC 5545, section 3.3.5).
     * @param {string} local
     */
    instant(local) {
        const utc = utcOf(local);
        const before = this.offset(utc - dayMs);
        const first = utc - before;
        const second = utc - this.offset(utc + dayMs);
        if (this.local(first) === local || this.local(second) !== local) {
            return first;
        }
        return second;
    }

    /**
     * Whether the clocks show this local time.
     * @param {string} local
     */
    exists(local) {
        return this.local(this.instant(local)) === local;
    }

    /**
     * Whether the clocks show the local time of an instant twice, because they go back.
     * @param {number | string} instant
     */
    isTwice(instant) {
        const local = this.local(instant);
        const date = local.slice(0, 10);
        const utc = utcOf(local);
        const isTurning = this.turning.get(date) ??
            this.offset(utcOf(date) - dayMs) !== this.offset(utcOf(date) + 2 * dayMs);
        this.turning.set(date, isTurning);
        const [first, second] = [-dayMs, dayMs].map((by) => utc - this.offset(utc + by));
        return isTurning && first !== second && [first, second].every((ms) => this.local(ms) === local);
    }

    /**
     * What the zone is called at an instant: CEST, CET.
     * @param {number | string} instant
     */
    nameAt(instant) {
        const format = new Intl.DateTimeFormat("en-GB", { timeZone: this.format.resolvedOptions().timeZone, timeZoneName: "short" });
        const parts = format.formatToParts(typeof instant === "number" ? instant : Date.parse(instant));
        return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
    }

    /** @param {number} ms */
    offset(ms) {
        return utcOf(this.local(ms)) - Math.floor(ms / minuteMs) * minuteMs;
    }
}

/** @type {Map<string, Zone>} */
const zones = new Map();

/**
 * The zone of a name, which is made once.
 * @param {string} name
 */
export function zoneOf(name) {
    const zone = zones.get(name) ?? new Zone(name);
    zones.set(name, zone);
    return zone;
}

/**
 * The time of an instant as a reader writes it. One that the clocks show twice is told apart by the
 * zone's name: 02:30 CEST, 02:30 CET.
 * @param {import("../../../js/hours.js").Hours} hours
 * @param {Zone} zone
 * @param {number | string} instant
 */
export function timeAt(hours, zone, instant) {
    const time = hours.write(zone.local(instant));
    return zone.isTwice(instant) ? `${time}\u00A0${zone.nameAt(instant)}` : time;
}

/**
 * The service day of an instant: from the house's day start to the next.
 * @param {number | string} instant
 * @param {Zone} zone
 * @param {string} [dayStart] `HH:MM`
 */
export function serviceDayOf(instant, zone, dayStart = "04:00") {
    const local = zone.local(instant);
    const date = local.slice(0, 10);
    return local.slice(11) < dayStart ? localText(utcOf(date) - dayMs).slice(0, 10) : date;
}
