// @ts-check

/**
 * Whether a reader counts the hours to 12 or to 24, by the language that the browser is set to. It
 * need not be the page's.
 * @param {string} [language]
 * @returns {12 | 24}
 */
export function readersHours(language = navigator.language) {
    const { hourCycle } = new Intl.DateTimeFormat(language, { hour: "numeric" }).resolvedOptions();
    return hourCycle === "h11" || hourCycle === "h12" ? 12 : 24;
}

/**
 * Writes times of the day as a reader does. With 12 hours, midnight is 12 AM and noon 12 PM.
 */
export class Hours {
    /**
     * @param {string} language that the page is written in
     * @param {12 | 24} [count]
     */
    constructor(language, count = readersHours()) {
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
