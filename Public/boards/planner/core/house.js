// @ts-check
import { pageTimeZone } from "../../../js/page.js";
import { dayOf, isOpenAt, limitAt, quartersOf } from "./pacing.js";
import { stayMinutes } from "./reservations.js";
import { zoneOf } from "./zones.js";

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
