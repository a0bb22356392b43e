// @ts-check
import { StoredValue } from "../../../js/ui/page.js";

/** @param {string} name */
function onPhone(name) {
    return new StoredValue(`tablecast.orders.${name}`, () => localStorage);
}

/**
 * What a guest's phone keeps of orders, and the hub never hears of: its earlier orders, the
 * allergens that somebody avoids, the order that was begun while waiting, and the way back from it; and
 * the dish by which an order is begun, until it is in the basket.
 */
export const kept = {
    past: (/** @type {string} */ venue) => onPhone(`${venue}.past`),
    avoided: onPhone("avoided"),
    ahead: (/** @type {string} */ venue, /** @type {string} */ party) =>
        onPhone(`${venue}.ahead.${party}`),
    back: (/** @type {string} */ venue) => onPhone(`${venue}.back`),
    first: (/** @type {string} */ venue) => onPhone(`${venue}.first`),
};
