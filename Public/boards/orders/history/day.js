// @ts-check
import { plainAmount } from "../menu.js";

/**
 * A tab that left.
 * @typedef {object} LeftTab
 * @property {number} number
 * @property {string} kind
 * @property {string} status
 * @property {string} openedAt
 * @property {string} leftAt
 * @property {string} [table]
 * @property {string} [name]
 * @property {string} [phone]
 * @property {number} total
 * @property {number} tip
 * @property {number} dishes
 */

/**
 * @typedef {object} Totals
 * @property {number} tabs
 * @property {number} dishes
 * @property {number} total
 * @property {number} tip
 * @property {Record<string, {amount: number, tip: number}>} methods
 * @property {Record<string, {gross: number, vat: number}>} vat
 */

/** @typedef {{currency: string, tabs: Record<string, LeftTab>, totals: Totals}} DayDocument */
/** @typedef {LeftTab & {key: string}} KeyedTab */

/**
 * The tabs of a day, the last to leave first.
 * @param {DayDocument | null} doc
 * @returns {KeyedTab[]}
 */
export function tabsOf(doc) {
    return Object.entries(doc?.tabs ?? {})
        .map(([key, tab]) => ({ ...tab, key }))
        .sort(
            (one, other) =>
                Date.parse(other.leftAt) - Date.parse(one.leftAt) || other.number - one.number,
        );
}

/**
 * The day some days after another one.
 * @param {string} day as `2026-11-20`
 * @param {number} count
 * @returns {string}
 */
export function dayAfter(day, count) {
    const date = new Date(`${day}T12:00:00Z`);
    date.setUTCDate(date.getUTCDate() + count);
    return date.toISOString().slice(0, 10);
}

/** @param {string} day */
export function isDay(day) {
    return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day));
}

const columns = /** @type {const} */ ([
    "number", "kind", "status", "table", "name", "phone", "openedAt", "leftAt", "dishes", "total", "tip",
]);

/**
 * A day as a table for other programs (RFC 4180): amounts with a decimal point, instants in UTC.
 * @param {KeyedTab[]} tabs
 * @param {string} currency
 * @param {Record<string, string>} heads the columns' titles
 * @returns {string}
 */
export function csvOf(tabs, currency, heads) {
    const rows = tabs.map((tab) =>
        columns.map((column) => {
            const value = tab[column];
            return column === "total" || column === "tip"
                ? plainAmount(Number(value), currency)
                : csvCell(String(value ?? ""));
        }),
    );
    const head = [...columns.map((column) => csvCell(heads[column] ?? column)), "currency"];
    const lines = [head, ...rows.map((row) => [...row, currency])];
    return lines.map((row) => `${row.join(",")}\r\n`).join("");
}

/**
 * A text, quoted if necessary, and protected from being read as a formula by spreadsheets.
 * @param {string} text
 */
function csvCell(text) {
    const plain = /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
