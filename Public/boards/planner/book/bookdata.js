// @ts-check
import { addDays } from "../core/dates.js";
import { byServiceDay } from "../core/reservations.js";
import { zoneOf } from "../core/zones.js";
import { predict as predictReservations } from "../today/rows.js";
import { predictWeek } from "./predict.js";

/** @typedef {import("../core/week.js").WeekDocument} WeekDocument */

export const calendarsView = "planner/calendars";
export const settingsView = "planner/settings";
export const houseView = "house/settings";

/** What the page knows: the documents of the board and of the house, as they will be. */
export class BookData {
    /**
     * @param {import("../../../js/ui/desk.js").Desk} desk
     * @param {import("./weeks.js").Weeks} weeks
     */
    constructor(desk, weeks) {
        this.desk = desk;
        this.weeks = weeks;
        /**
         * Changes that are shown though nothing has been asked for yet.
         * @type {() => import("../../../js/tablecast.js").Entry[]}
         */
        this.foreseen = () => [];
    }

    /** @returns {{name: string, timeZone: string, dayStart?: string} | undefined} */
    get house() {
        return /** @type {any} */ (this.desk.sync.doc(houseView))?.venue;
    }

    /** @returns {string} */
    get timeZone() {
        const { open } = this.weeks;
        return (open ? this.weeks.doc(open)?.timeZone : undefined) ?? this.desk.house.zone;
    }

    /** The day that it is in the house. */
    get today() {
        return zoneOf(this.desk.house.zone).date(this.desk.nowMs);
    }

    get dayStart() {
        return this.house?.dayStart ?? document.body.dataset.dayStart ?? "04:00";
    }

    /** @returns {Record<string, any>} */
    get calendars() {
        return /** @type {any} */ (this.desk.sync.doc(calendarsView))?.calendars ?? {};
    }

    /** @returns {Record<string, import("../issues/issues.js").Issue>} */
    get issues() {
        return /** @type {any} */ (this.desk.sync.doc(calendarsView))?.issues ?? {};
    }

    /** @returns {{size: number, minutes: number}[] | undefined} */
    get stay() {
        return /** @type {any} */ (this.desk.sync.doc(settingsView))?.settings?.stay;
    }

    /**
     * A week with its events as they will be.
     * @param {string} monday
     */
    week(monday) {
        const entries = [...this.weeks.unseen(monday), ...this.foreseen()];
        return predictWeek(this.weeks.doc(monday), entries, this.timeZone);
    }

    /**
     * All that the drawn pages of a week depend on: while each of these is the same, so are the pages.
     * @param {string} monday
     * @returns {unknown[]}
     */
    ingredients(monday) {
        const changes = [...this.weeks.unseen(monday), ...this.foreseen()].map(
            ({ id, args, ack }) => [id, args, ack?.result],
        );
        return [
            monday, this.weeks.doc(monday), this.weeks.doc(addDays(monday, 7)),
            this.desk.sync.doc(calendarsView), this.desk.sync.doc(settingsView),
            this.timeZone, this.dayStart, JSON.stringify(changes),
        ];
    }

    /** @param {string} monday */
    rows(monday) {
        const { occurrences = {} } = this.week(monday) ?? {};
        return Object.entries(occurrences).map(([key, row]) => ({ ...row, key }));
    }

    /**
     * The reservations of a week by their service days. Those of the night in which the week ends
     * are in the next week's document.
     * @param {string} monday
     */
    reservationsByDay(monday) {
        const near = [monday, addDays(monday, 7)].map((each) => this.weeks.doc(each)?.reservations);
        const doc = { reservations: /** @type {any} */ (Object.assign({}, ...near)) };
        const zone = zoneOf(this.timeZone);
        const rows = predictReservations(doc, this.weeks.unseen(monday), { zone, stay: this.stay });
        return byServiceDay(rows, zone, this.dayStart);
    }
}
