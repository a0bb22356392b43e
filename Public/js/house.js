// @ts-check
import { setText } from "./dom.js";
import { pageTimeZone } from "./page.js";
import { timeWriter } from "./times.js";

/** The house as a page was served with it: its name and its time zone, until the owner changes them. */
export class House {
    /**
     * @param {() => number} now by the server's clock, in milliseconds since 1970
     * @param {import("./hours.js").Hours} [hours] writes the hours as the house does; otherwise they
     * are counted to 24
     */
    constructor(now, hours) {
        this.now = now;
        this.zone = pageTimeZone();
        this.writer = timeWriter(this.zone, now);
        this.names = [...document.querySelectorAll(".house bdi")];
        /**
         * Writes a time as the house does now.
         * @type {import("./times.js").TimeWriter}
         */
        this.time = (instant) => {
            const written = this.writer(instant);
            return hours ? written.replace(/\d\d:\d\d$/, (time) => hours.write(time)) : written;
        };
    }

    /**
     * Shows the house's present name, and writes times in its present time zone.
     * @param {{name: string, timeZone: string} | undefined} venue
     */
    know(venue) {
        if (!venue) {
            return;
        }
        if (venue.timeZone !== this.zone) {
            this.zone = venue.timeZone;
            this.writer = timeWriter(this.zone, this.now);
        }
        const before = this.names[0]?.textContent ?? "";
        if (before !== venue.name) {
            document.title = document.title.replace(before, () => venue.name);
            this.names.forEach((name) => setText(name, venue.name));
        }
    }
}
