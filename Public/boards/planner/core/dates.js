// @ts-check

/**
 * Civil dates are written `YYYY-MM-DD`, so that they can be compared as texts; a month is `YYYY-MM`.
 * The arithmetic counts days since 1970 and knows no time zone.
 */

const dayMs = 86_400_000;

/**
 * Days since 1970-01-01.
 * @param {string} date
 */
export function dayNumber(date) {
    const [year, month, day] = date.split("-").map(Number);
    return Math.round(Date.UTC(year, month - 1, day) / dayMs);
}

/** @param {number} number of days since 1970-01-01 */
export function dateOf(number) {
    return new Date(number * dayMs).toISOString().slice(0, 10);
}

/**
 * Whether a text is a date that there is, in the years that the planner takes.
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
 * How many days it is from one date to another.
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
 * Makes a function that writes a date, or with a second one the days from one to the other, in a
 * language.
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
