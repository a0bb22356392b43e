// @ts-check
import { StoredValue } from "../../../js/ui/page.js";

/** @param {string} name */
function onPhone(name) {
    return new StoredValue(`tablecast.orders.${name}`, () => localStorage);
}

/**
 * Data that a guest's phone keeps and never sends to the hub: its earlier orders, the avoided
 * allergens, the order begun while waiting, and the way back from it. Also the dish that begins an
 * order, until it is in the basket.
 */
export const kept = {
    past: (/** @type {string} */ venue) => onPhone(`${venue}.past`),
    avoided: onPhone("avoided"),
    ahead: (/** @type {string} */ venue, /** @type {string} */ party) =>
        onPhone(`${venue}.ahead.${party}`),
    back: (/** @type {string} */ venue) => onPhone(`${venue}.back`),
    first: (/** @type {string} */ venue) => onPhone(`${venue}.first`),
};

/** @typedef {import("../lines.js").Line} Line */
/** @typedef {import("../menu.js").Dish} Dish */

/** @typedef {{dish: string, name: string, quantity: number, notes?: string}} PastLine */

/**
 * An order that was placed from this phone.
 * @typedef {object} PastOrder
 * @property {string} tab
 * @property {string} at the time of opening
 * @property {number} total
 * @property {string} currency
 * @property {PastLine[]} lines
 */

/** @typedef {{dish: string, quantity: number, notes?: string}} Again */

const ordersMax = 20;

/**
 * The part of an order that this phone keeps: the placed lines, without persons.
 * @param {string} tab
 * @param {{tab: {openedAt: string}, bill: {total: number}, currency: string}} doc
 * @param {Line[]} lines with their names in the page's language
 * @returns {PastOrder | null} `null` until something is placed
 */
export function orderOf(tab, doc, lines) {
    const placed = lines.filter(({ status }) => status !== "basket" && status !== "cancelled");
    if (placed.length === 0) {
        return null;
    }
    /** @type {PastLine[]} */
    const kept = [];
    for (const { dish, name = "", quantity, notes } of placed) {
        const same = kept.find((each) => each.dish === dish && each.notes === notes);
        if (same) {
            same.quantity += quantity;
        } else {
            kept.push({ dish, name, quantity, ...(notes ? { notes } : {}) });
        }
    }
    const { openedAt: at } = doc.tab;
    return { tab, at, total: doc.bill.total, currency: doc.currency, lines: kept };
}

/**
 * The kept orders with one more, the newest first. The order replaces its earlier state, and is
 * removed if it has no lines any more.
 * @param {PastOrder[]} orders
 * @param {string} tab
 * @param {PastOrder | null} order
 * @returns {PastOrder[]}
 */
export function withOrder(orders, tab, order) {
    const others = orders.filter((each) => each.tab !== tab);
    const all = order ? [order, ...others] : others;
    all.sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
    return all.slice(0, ordersMax);
}

/**
 * The lines of an order that can be ordered again, and those that can't, because the dish left the
 * menu or is sold out. A quantity is limited to the number left.
 * @param {PastOrder} order
 * @param {Record<string, Dish>} dishes of the menu
 * @returns {{wishes: Again[], leftOut: PastLine[]}}
 */
export function againOf(order, dishes) {
    /** @type {Map<string, number>} */
    const taken = new Map();
    /** @type {Again[]} */
    const wishes = [];
    /** @type {PastLine[]} */
    const leftOut = [];
    for (const line of order.lines) {
        const { dish, notes } = line;
        const before = taken.get(dish) ?? 0;
        const left = dishes[dish] ? (dishes[dish].left ?? Infinity) - before : 0;
        const quantity = Math.min(line.quantity, left, 100);
        if (quantity > 0) {
            taken.set(dish, before + quantity);
            wishes.push({ dish, quantity, ...(notes ? { notes } : {}) });
        }
        if (quantity < line.quantity) {
            leftOut.push({ ...line, quantity: line.quantity - Math.max(0, quantity) });
        }
    }
    return { wishes, leftOut };
}

/**
 * The valid orders among the stored data.
 * @param {unknown} kept
 * @returns {PastOrder[]}
 */
export function ordersIn(kept) {
    const isOrder = (/** @type {any} */ each) =>
        typeof each?.tab === "string" && typeof each.at === "string" && Array.isArray(each.lines);
    return Array.isArray(kept) ? kept.filter(isOrder) : [];
}

/**
 * Formats the day of an instant in a time zone, for a language: `20 Nov 2026`.
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
        // The browser lacks the zone, or the instant is malformed.
        return instant.slice(0, 10);
    }
}
