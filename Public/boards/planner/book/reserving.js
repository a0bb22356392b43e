// @ts-check
import { busyUntil, runAfter } from "../../../js/now.js";
import { text } from "../../../js/texts.js";

/** @typedef {import("../reserve/reserve.js").ReservationForm} ReservationForm */

/** The form for reservations is fetched when the page has come to rest, also for when there is no hub. */
const restMs = 300;

/** Opens the form for reservations, which several pages have. */
export class Reserving {
    /**
     * @param {import("../../../js/ui/desk.js").Desk} desk
     * @param {import("../../../js/hours.js").Hours} hours
     */
    constructor(desk, hours) {
        this.desk = desk;
        this.hours = hours;
        /** @type {ReservationForm | undefined} */
        this.form = undefined;
        /** @type {Promise<ReservationForm> | undefined} */
        this.loading = undefined;
    }

    start() {
        runAfter(restMs, () => this.load().catch(() => {}));
    }

    /** @returns {Promise<ReservationForm>} */
    load() {
        this.loading ??= this.fetch().catch((error) => {
            this.loading = undefined;
            throw error;
        });
        return this.loading;
    }

    async fetch() {
        const { desk } = this;
        const { ReservationForm } = await busyUntil(import("../reserve/reserve.js"));
        this.form = await ReservationForm.load({
            sync: desk.sync,
            perform: (action, args, name, note) => desk.perform(action, args, name, note),
            guests: desk.guests ?? [],
            hours: this.hours,
        });
        return this.form;
    }

    /** @param {Parameters<ReservationForm["open"]>[0]} what */
    async open(what) {
        try {
            (await this.load()).open(what);
        } catch {
            this.desk.tell(text("noForm"), true);
        }
    }

    draw() {
        this.form?.draw();
    }

    /**
     * @param {import("../../../js/tablecast.js").Entry} entry
     * @param {any} message
     * @returns {boolean} whether what is wrong is said in the form
     */
    answered(entry, message) {
        return this.form?.answered(entry, message) === true;
    }
}
