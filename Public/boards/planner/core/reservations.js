// @ts-check
import { pageTimeZone } from "../../../js/ui/page.js";
import { addDays, dayCodes, dayOf, foldOf, isCounted, stayMinutes, weekdayOf, zoneOf } from "./dates.js";

/** @typedef {import("../../../js/tablecast.js").Entry} Entry */
/** @typedef {import("../../../js/tablecast.js").DocumentOf<"planner/service">} ServiceDocument */
/** @typedef {ServiceDocument["reservations"][string]} Reservation */
/**
 * `key` is the reservation's id, or that of the change that makes it. `isPending`: it has a change that
 * the hub has not confirmed. `isNew`: the hub does not have it yet.
 * @typedef {Reservation & {key: string, isPending?: boolean, isNew?: boolean}} Row
 */
/** @typedef {{zone: import("./dates.js").Zone, stay?: {size: number, minutes: number}[]}} Rules */

const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;

const statuses = /** @type {Record<string, Row["status"]>} */ ({
    "planner.cancel": "cancelled",
    "planner.no_show": "no_show",
    "planner.restore": "booked",
    "waitlist.seat": "seated",
    "waitlist.cancel": "cancelled",
    "waitlist.no_show": "no_show",
    "waitlist.restore": "arrived",
});

/**
 * Predicts the reservations after all pending changes, except for unpredictable ones, such as an undo.
 * @param {Pick<ServiceDocument, "reservations"> | null} doc
 * @param {Entry[]} entries
 * @param {Rules} rules
 * @returns {Row[]} by time
 */
export function predict(doc, entries, rules) {
    /** @type {Map<string, Row>} */
    const rows = new Map();
    for (const [key, reservation] of Object.entries(doc?.reservations ?? {})) {
        rows.set(key, { ...reservation, key });
    }
    for (const entry of entries) {
        if (entry.action === "planner.reserve") {
            addNew(rows, entry, rules);
        } else {
            change(rows, entry, rules);
        }
    }
    return [...rows.values()].sort(compare);
}

/**
 * @param {Row} one
 * @param {Row} other
 */
function compare(one, other) {
    return (
        Date.parse(one.start) - Date.parse(other.start) ||
        one.name.localeCompare(other.name) ||
        (one.key < other.key ? -1 : 1)
    );
}

/**
 * @param {Map<string, Row>} rows
 * @param {Entry} entry
 * @param {Rules} rules
 */
function addNew(rows, { id, args, ack, isInDoubt }, rules) {
    const key = String(ack?.result?.reservation ?? id);
    // The document may contain the reservation already.
    if (rows.has(key) || (isInDoubt && !ack)) {
        return;
    }
    const row = /** @type {Row} */ ({ key, status: "booked", isPending: true, isNew: !ack });
    write(row, args, rules);
    rows.set(key, row);
}

/**
 * Applies the fields of a mutation to a row.
 * @param {Row} row
 * @param {import("../../../js/tablecast.js").JSONObject} args
 * @param {Rules} rules
 */
function write(row, args, { zone, stay }) {
    const { start, minutes, reservation, ...fields } = args;
    const lengthMs = Date.parse(row.end) - Date.parse(row.start);
    Object.assign(row, fields);
    if (typeof start === "string") {
        row.start = new Date(zone.instant(start)).toISOString();
    }
    const usualMs = () => stayMinutes(stay, row.size) * minuteMs;
    const givenMs = typeof minutes === "number" ? minutes * minuteMs : undefined;
    const ms = givenMs ?? (minutes === null || Number.isNaN(lengthMs) ? usualMs() : lengthMs);
    row.end = new Date(Date.parse(row.start) + ms).toISOString();
}

/**
 * @param {Map<string, Row>} rows
 * @param {Entry} entry
 * @param {Rules} rules
 */
function change(rows, { action, args, at, ack }, rules) {
    const row =
        rows.get(String(args.reservation ?? "")) ??
        [...rows.values()].find(({ party }) => party !== undefined && party === args.party);
    if (!row) {
        return;
    }
    row.isPending = true;
    if (action === "planner.rebook") {
        write(row, args, rules);
    } else if (action === "waitlist.add") {
        row.status = "arrived";
        row.arrivedAt = at;
        row.party = ack?.result?.party === undefined ? row.party : String(ack.result.party);
    } else if (action in statuses) {
        row.status = statuses[action];
        row.seatedAt = row.status === "seated" ? at : row.seatedAt;
        row.leftAt = row.status === "cancelled" || row.status === "no_show" ? at : undefined;
    } else {
        row.isPending = false;
    }
}

/**
 * The rows by the state of their guests: coming, here, gone.
 * @param {Row[]} rows
 */
export function tabsOf(rows) {
    const last = (/** @type {Row} */ row) => row.leftAt ?? row.start;
    const here = (/** @type {Row} */ row) => (row.status === "arrived" ? 0 : 1);
    return {
        coming: rows.filter(({ status }) => status === "booked"),
        // Waiting guests come before seated ones.
        here: rows
            .filter(({ status }) => status === "arrived" || status === "seated")
            .sort((one, other) => here(one) - here(other) || compare(one, other)),
        gone: rows
            .filter(({ status }) => status === "cancelled" || status === "no_show")
            .sort((one, other) => Date.parse(last(other)) - Date.parse(last(one))),
    };
}

/**
 * The minutes by which an expected party is late; 0 within the grace period.
 * @param {Row} row
 * @param {number} nowMs
 * @param {number} lateMinutes the minutes from which it counts
 */
export function minutesLate(row, nowMs, lateMinutes) {
    const minutes = Math.floor((nowMs - Date.parse(row.start)) / minuteMs);
    return row.status === "booked" && minutes >= lateMinutes ? minutes : 0;
}

/**
 * The late reservations among the coming ones.
 * @param {Row[]} coming
 * @param {{nowMs: number, lateMinutes: number}} house
 */
export function lateOf(coming, { nowMs, lateMinutes }) {
    return coming.filter((row) => minutesLate(row, nowMs, lateMinutes) > 0);
}

/**
 * @typedef {object} Slot
 * @property {number} startMs
 * @property {number} covers
 * @property {number | undefined} limit
 */

/**
 * All quarter hours from the first to the last arrival.
 * @param {Row[]} rows
 * @param {(local: string) => number | undefined} limit
 * @param {import("./dates.js").Zone} zone
 * @returns {Slot[]}
 */
export function slotsOf(rows, limit, zone) {
    /** @type {Map<number, number>} */
    const covers = new Map();
    for (const { start, size } of rows.filter(isCounted)) {
        const at = Math.floor(Date.parse(start) / quarterMs) * quarterMs;
        covers.set(at, (covers.get(at) ?? 0) + size);
    }
    const starts = [...covers.keys()];
    const slots = [];
    for (let at = Math.min(...starts); at <= Math.max(...starts); at += quarterMs) {
        slots.push({ startMs: at, covers: covers.get(at) ?? 0, limit: limit(zone.local(at)) });
    }
    return slots;
}

/**
 * Whether a reservation needs an override, because the quarter hour is full or the house is closed.
 * @param {object} wanted
 * @param {string} wanted.local
 * @param {number} wanted.size
 * @param {string} [wanted.key] of the reservation being changed
 * @param {Row[]} rows
 * @param {object} house
 * @param {(local: string) => number | undefined} house.limitAt
 * @param {(local: string) => boolean} house.isOpenAt
 * @param {import("./dates.js").Zone} house.zone
 * @returns {{isClosed: boolean, taken: number, limit: number | undefined, isFull: boolean}}
 */
export function roomFor({ local, size, key }, rows, house) {
    const limit = house.limitAt(local);
    const at = Math.floor(house.zone.instant(local) / quarterMs);
    const others = rows.filter((row) => row.key !== key && Math.floor(Date.parse(row.start) / quarterMs) === at);
    const taken = foldOf(others).covers;
    const isFull = limit !== undefined && taken + size > limit;
    return { isClosed: !house.isOpenAt(local), taken, limit, isFull };
}

// MARK: Capacity and hours

/** @typedef {{days?: string[], from?: string, to?: string, covers: number}} PacingRule */
/**
 * The house's settings about its hours.
 * @typedef {object} OpeningHours
 * @property {string} [dayStart]
 * @property {Record<string, [string, string][]>} [hours] by weekday
 * @property {Record<string, [string, string][]>} [exceptions] by date
 */

const dayMinutes = 1440;
const quarterMinutes = 15;
/** The times to offer on a day without opening hours. */
const usualHours = /** @type {[string, string][]} */ ([["11:00", "23:00"]]);

/** @param {string} time `HH:MM` */
function minutesOf(time) {
    const [hour, minute] = time.split(":").map(Number);
    return hour * 60 + minute;
}

/** @param {number} minutes after midnight; more than a day counts from midnight again */
function timeText(minutes) {
    const within = ((minutes % dayMinutes) + dayMinutes) % dayMinutes;
    const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
    return `${two(Math.floor(within / 60))}:${two(within % 60)}`;
}

/**
 * The most covers that may begin in the quarter hour of a local time, by the first matching rule of the
 * setting `pacing`. `undefined` if there is no limit.
 * @param {PacingRule[] | undefined} pacing
 * @param {string} local
 * @param {string} [dayStart]
 */
export function limitAt(pacing, local, dayStart = "04:00") {
    const weekday = dayCodes[weekdayOf(dayOf(local, dayStart))];
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
 * The opening hours that begin on a date, in minutes after its midnight; `undefined` if the house is
 * always open.
 * @param {OpeningHours | undefined} house
 * @param {string} date
 * @returns {[number, number][] | undefined}
 */
export function openingsOf(house, date) {
    const exception = house?.exceptions?.[date];
    if (!exception && !house?.hours) {
        return undefined;
    }
    const spans = exception ?? house?.hours?.[dayCodes[weekdayOf(date)]] ?? [];
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
 * usual ones on a day on which it is always open or closed.
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

/** The present settings of the house and of reservations, on a page that watches both. */
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

    /** The context of `predict`. */
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
