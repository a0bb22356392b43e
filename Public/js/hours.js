// @ts-check
import { pageHours } from "./page.js";

/**
 * Writes times of the day as the house does, the same on all of its pages. With 12 hours, midnight is 12 AM and noon 12 PM.
 */
export class Hours {
    /**
     * @param {string} language that the page is written in
     * @param {12 | 24} [count]
     */
    constructor(language, count = pageHours()) {
        this.count = count;
        const locale = language === "en" ? "en-US" : language;
        this.format = new Intl.DateTimeFormat(locale, {
            hour: "numeric", minute: "2-digit", hourCycle: "h12", timeZone: "UTC",
        });
    }

    /**
     * A local time, with or without its date: `2026-05-04T19:30`, `19:30`.
     * @param {string} local
     */
    write(local) {
        const time = local.slice(-5);
        if (this.count === 24) {
            return time;
        }
        // No-break spaces, so that a narrow column does not tear a time apart.
        return this.format.format(Date.parse(`1970-01-01T${time}Z`)).replace(/\s/g, "\u00A0");
    }

    /**
     * @param {string} from
     * @param {string} to
     */
    range(from, to) {
        return `${this.write(from)}–${this.write(to)}`;
    }
}
