// @ts-check
import { splitEqually, vatWithin } from "./money.js";
import { isOnBill } from "./lines.js";

/** @typedef {import("./lines.js").Line} Line */

/**
 * A bill as `orders/tab` and `orders/guest` have it. `vat` is by rate, in hundredths of a percent.
 * @typedef {object} Bill
 * @property {number} dishes
 * @property {number} total
 * @property {number} [delivery] the fee, which is a part of the total
 * @property {Record<string, {gross: number, vat: number}>} vat
 * @property {number} paid
 * @property {number} tip
 * @property {number} due
 * @property {Record<string, number>} [people]
 */

/**
 * What a bill has beside its lines.
 * @typedef {{delivery?: number, deliveryVat?: number, paid?: number, tip?: number}} Beside
 */

/**
 * The bill of some lines, as the hub will make it.
 * @param {Line[]} lines of the tab; those in the basket and cancelled ones do not count
 * @param {Beside} [beside]
 * @returns {Bill}
 */
export function billOf(lines, beside = {}) {
    const { delivery, deliveryVat = 0, paid = 0, tip = 0 } = beside;
    const counted = lines.filter(isOnBill);
    const total = sumOf(counted) + (delivery ?? 0);
    const people = peopleOf(counted, delivery ?? 0);
    return {
        dishes: counted.reduce((sum, { quantity }) => sum + quantity, 0),
        total,
        ...(delivery === undefined ? {} : { delivery }),
        vat: vatOf(counted, delivery ?? 0, deliveryVat),
        paid,
        tip,
        due: total - paid,
        ...(people ? { people } : {}),
    };
}

/**
 * What a line costs.
 * @param {Line} line
 */
export function priceOf({ quantity, price = 0 }) {
    return quantity * price;
}

/** @param {Line[]} lines */
function sumOf(lines) {
    return lines.reduce((sum, line) => sum + priceOf(line), 0);
}

/**
 * The tax within the lines, by its rate.
 * @param {Line[]} lines
 * @param {number} delivery
 * @param {number} deliveryVat
 * @returns {Record<string, {gross: number, vat: number}>}
 */
function vatOf(lines, delivery, deliveryVat) {
    /** @type {Map<number, number>} */
    const grossByRate = new Map();
    const add = (/** @type {number} */ rate, /** @type {number} */ gross) =>
        grossByRate.set(rate, (grossByRate.get(rate) ?? 0) + gross);
    lines.forEach((line) => add(line.vat ?? 0, priceOf(line)));
    if (delivery > 0) {
        add(deliveryVat, delivery);
    }
    return Object.fromEntries(
        [...grossByRate].map(([rate, gross]) => [rate, { gross, vat: vatWithin(gross, rate) }]),
    );
}

/**
 * What each person has to pay: the own lines, and an equal share of those of nobody and of the fee.
 * What is left over goes to the first, in the order of code units.
 * @param {Line[]} lines that count
 * @param {number} delivery
 * @returns {Record<string, number> | undefined} nothing if no line has a person
 */
export function peopleOf(lines, delivery) {
    const names = [...new Set(lines.flatMap(({ person }) => person ?? []))].sort();
    if (names.length === 0) {
        return undefined;
    }
    const common = sumOf(lines.filter(({ person }) => !person)) + delivery;
    const shares = splitEqually(common, names.length);
    return Object.fromEntries(
        names.map((name, index) => {
            const own = sumOf(lines.filter(({ person }) => person === name));
            return [name, own + shares[index]];
        }),
    );
}

/**
 * How many dishes are in the basket, and what they cost at today's prices. A dish that left the
 * menu costs nothing, for it can't be placed.
 * @param {Line[]} lines
 * @param {Record<string, {price: number}>} dishes of the menu
 */
export function basketSum(lines, dishes) {
    const basket = lines.filter(({ status }) => status === "basket");
    const priceOfWish = (/** @type {Line} */ { dish, quantity }) =>
        quantity * (dishes[dish]?.price ?? 0);
    return {
        dishes: basket.reduce((sum, { quantity }) => sum + quantity, 0),
        total: basket.reduce((sum, line) => sum + priceOfWish(line), 0),
    };
}
