// @ts-check
import { compareKeys, isOnBill, isTaken, priceOf } from "../lines.js";
import { splitEqually } from "../menu.js";

/** @typedef {import("./predict.js").TabDocument} TabDocument */

/**
 * What each person has still to pay: the share, less what was paid for this person. Who has paid
 * it all is not among them.
 * @param {TabDocument} doc
 * @returns {Map<string, number>}
 */
export function dueByPerson({ bill, payments }) {
    const left = new Map(Object.entries(bill.people ?? {}));
    for (const { person, amount } of Object.values(payments)) {
        if (person !== undefined) {
            left.set(person, (left.get(person) ?? 0) - amount);
        }
    }
    return new Map(
        [...left]
            .map(([person, amount]) => /** @type {const} */ ([person, Math.min(amount, bill.due)]))
            .filter(([, amount]) => amount > 0),
    );
}

/**
 * The lines that can be paid one by one.
 * @param {TabDocument} doc
 * @returns {{key: string, line: import("../lines.js").Line}[]}
 */
export function payableLines({ lines }) {
    return Object.keys(lines)
        .sort(compareKeys)
        .map((key) => ({ key, line: lines[key] }))
        .filter(({ line }) => isTaken("orders.pay", line) && priceOf(line) > 0);
}

/**
 * The parts of what is due, the larger ones first. Whoever pays takes the first of them; the others
 * stay as they are.
 * @param {number} due
 * @param {number} count
 * @returns {{amount: number, count: number}[]}
 */
export function partsOf(due, count) {
    /** @type {Map<number, number>} */
    const counts = new Map();
    for (const amount of splitEqually(due, count)) {
        counts.set(amount, (counts.get(amount) ?? 0) + 1);
    }
    return [...counts].map(([amount, times]) => ({ amount, count: times }));
}

/**
 * A share of an amount, rounded down to a whole unit.
 * @param {number} amount
 * @param {number} percent
 */
export function percentOf(amount, percent) {
    const share = amount * percent;
    return (share - (share % 100)) / 100;
}

/**
 * What keeps a tab from being closed: something due, something in the kitchen, or nothing at all.
 * @param {TabDocument} doc
 * @returns {"due" | "kitchen" | "nothing" | undefined}
 */
export function hindrance({ bill, lines }) {
    const all = Object.values(lines);
    if (!all.some(isOnBill)) {
        return "nothing";
    }
    if (all.some(({ status }) => status === "placed" || status === "cooking")) {
        return "kitchen";
    }
    return bill.due > 0 ? "due" : undefined;
}
