// @ts-check

/**
 * Civil dates are written `YYYY-MM-DD`, so that they compare as texts; a month is `YYYY-MM`. The arithmetic counts days
 * since 1970 and needs no time zone.
 */

const dayMs = 86_400_000;

/** The days of the week, as rules name them. */
export const dayCodes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/**
 * Days since 1970-01-01.
 * @param {string} date
 */
function dayNumber(date) {
    const [year, month, day] = date.split("-").map(Number);
    return Math.round(Date.UTC(year, month - 1, day) / dayMs);
}

/** @param {number} number of days since 1970-01-01 */
function dateOf(number) {
    return new Date(number * dayMs).toISOString().slice(0, 10);
}

/**
 * Whether a text is a valid date, in the years of the planner.
 * @param {string} text
 */
export function isDate(text) {
    return (
        /^\d{4}-\d{2}-\d{2}$/.test(text) &&
        text >= "1970-01-01" &&
        text <= "2199-12-31" &&
        !Number.isNaN(Date.parse(text)) &&
        dateOf(dayNumber(text)) === text
    );
}

/**
 * @param {string} date
 * @param {number} days
 */
export function addDays(date, days) {
    return dateOf(dayNumber(date) + days);
}

/**
 * The number of days from one date to another.
 * @param {string} from
 * @param {string} to
 */
export function daysBetween(from, to) {
    return dayNumber(to) - dayNumber(from);
}

/**
 * The day of the week: 0 is Monday, 6 is Sunday.
 * @param {string} date
 */
export function weekdayOf(date) {
    // 1970-01-01 was a Thursday.
    return (((dayNumber(date) + 3) % 7) + 7) % 7;
}

/** @param {string} date */
export function mondayOf(date) {
    return addDays(date, -weekdayOf(date));
}

/**
 * The seven days of a week.
 * @param {string} monday
 */
export function daysOfWeek(monday) {
    return Array.from({ length: 7 }, (_, index) => addDays(monday, index));
}

/**
 * The number of a week (ISO 8601): the first of a year has the year's first Thursday.
 * @param {string} date
 */
export function weekNumber(date) {
    const thursday = addDays(mondayOf(date), 3);
    return Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1;
}

/** @param {string} date */
export function monthOf(date) {
    return date.slice(0, 7);
}

/**
 * @param {string} month
 * @param {number} months
 */
export function addMonths(month, months) {
    const [year, number] = month.split("-").map(Number);
    return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/**
 * The weeks that a month touches, each with its seven days.
 * @param {string} month
 */
export function weeksOfMonth(month) {
    const end = `${addMonths(month, 1)}-01`;
    const weeks = [];
    for (let monday = mondayOf(`${month}-01`); monday < end; monday = addDays(monday, 7)) {
        weeks.push(daysOfWeek(monday));
    }
    return weeks;
}

/**
 * Makes a function that formats a date, or a range of days, for a language.
 * @param {string} language
 * @param {Intl.DateTimeFormatOptions} fields
 * @returns {(date: string, last?: string) => string}
 */
export function civilWriter(language, fields) {
    const locale = language === "en" ? "en-GB" : language;
    const format = new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...fields });
    const utc = (/** @type {string} */ date) => new Date(dayNumber(date) * dayMs);
    return (date, last) =>
        last === undefined ? format.format(utc(date)) : format.formatRange(utc(date), utc(last));
}

/**
 * Local times are written `2026-05-04T19:30`, as the board's actions take them; instants are
 * milliseconds since 1970.
 */

const minuteMs = 60_000;

/**
 * @param {string} local
 * @returns {number} its milliseconds if it were in UTC
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
 * @param {number} minutes in local time
 */
export function addMinutes(local, minutes) {
    return localText(utcOf(local) + minutes * minuteMs);
}

/** A time zone, by the browser's tables. */
export class Zone {
    /** @param {string} name of the IANA time zone; an unknown one counts as UTC */
    constructor(name) {
        this.name = name;
        const fields = /** @type {Intl.DateTimeFormatOptions} */ ({
            calendar: "iso8601", numberingSystem: "latn", hourCycle: "h23",
            year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit",
        });
        /** Whether the browser knows the zone. */
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
         * Whether the clocks change around a day.
         * @type {Map<string, boolean>}
         */
        this.turning = new Map();
    }

    /**
     * The local time of an instant.
     * @param {number | string} instant in milliseconds, or as in documents
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
     * The instant of a local time. If the time occurs twice, it is the first; if the clocks skip it, the offset
     * before applies (RFC 5545, section 3.3.5).
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
     * Whether a local time exists: the clocks may skip it.
     * @param {string} local
     */
    exists(local) {
        return this.local(this.instant(local)) === local;
    }

    /**
     * Whether an instant's local time occurs twice, because the clocks go back.
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
     * The abbreviation of the zone at an instant: CEST, CET.
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
 * The zone with a name, cached.
 * @param {string} name
 */
export function zoneOf(name) {
    const zone = zones.get(name) ?? new Zone(name);
    zones.set(name, zone);
    return zone;
}

/**
 * The time of an instant for readers. A time that occurs twice has the zone's abbreviation: 02:30 CEST, 02:30 CET.
 * @param {import("../../../js/ui/page.js").Hours} hours
 * @param {Zone} zone
 * @param {number | string} instant
 */
export function timeAt(hours, zone, instant) {
    const time = hours.write(zone.local(instant));
    return zone.isTwice(instant) ? `${time}\u00A0${zone.nameAt(instant)}` : time;
}

/**
 * The service day of a local time, which begins at the house's day start.
 * @param {string} local `2026-05-04T19:30`
 * @param {string} [dayStart] `HH:MM`
 */
export function dayOf(local, dayStart = "04:00") {
    const date = local.slice(0, 10);
    return local.slice(11, 16) < dayStart ? addDays(date, -1) : date;
}

/**
 * The service day of an instant.
 * @param {number | string} instant
 * @param {Zone} zone
 * @param {string} [dayStart] `HH:MM`
 */
export function serviceDayOf(instant, zone, dayStart) {
    return dayOf(zone.local(instant), dayStart);
}

/**
 * Fills the places of a sentence, for scripts that load texts from their own folder.
 * @param {string} sentence
 * @param {Record<string, string | number>} places
 */
export function fill(sentence, places) {
    return sentence.replace(/\{(\w+)\}/g, (_, name) => String(places[name]));
}

/** Whether the page shows that the hub is unreachable. Then forms don't wait for answers. */
export function isOffline() {
    return document.documentElement.dataset.life === "stale";
}

/**
 * The plural form of a count in the page's language: `one`, `other` and so on.
 * @param {number} count
 */
export function plural(count) {
    return new Intl.PluralRules(document.documentElement.lang).select(count);
}

/** @typedef {import("./reservations.js").Reservation} Reservation */
/** @typedef {import("./reservations.js").Row} ReservationRow */

/** The states of guests who are expected or here. Guests in other states have left or never came. */
const counted = ["booked", "arrived", "seated"];

/** @param {Reservation} reservation */
export function isCounted({ status }) {
    return counted.includes(status);
}

/**
 * The reservations by service day. Reservations after midnight belong to the day before.
 * @param {ReservationRow[]} reservations
 * @param {Zone} zone
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
 * The numbers of reservations and of covers that count.
 * @param {Reservation[]} rows
 */
export function foldOf(rows) {
    const those = rows.filter(isCounted);
    return { count: those.length, covers: those.reduce((sum, { size }) => sum + size, 0) };
}

/** The default length of a party's stay. */
const usualStay = [
    { size: 2, minutes: 90 }, { size: 6, minutes: 120 }, { size: 99, minutes: 150 },
];

/**
 * The stay of a party of this size, by the setting `stay`.
 * @param {{size: number, minutes: number}[] | undefined} stay
 * @param {number} size
 */
export function stayMinutes(stay, size) {
    const steps = stay && stay.length > 0 ? stay : usualStay;
    const step = steps.find((each) => each.size >= size) ?? steps[steps.length - 1];
    return step.minutes;
}
