// @ts-check

/**
 * Writes the day on which an instant is in a time zone, as people of a language do: `20 Nov 2026`.
 * @param {string} instant
 * @param {string} timeZone
 * @param {string} language
 */
export function dayText(instant, timeZone, language) {
    const locale = language === "en" ? "en-GB" : language;
    /** @type {Intl.DateTimeFormatOptions} */
    const fields = { day: "numeric", month: "short", year: "numeric" };
    try {
        return new Intl.DateTimeFormat(locale, { ...fields, timeZone }).format(new Date(instant));
    } catch {
        // The browser has no such zone, or it is no instant.
        return instant.slice(0, 10);
    }
}
