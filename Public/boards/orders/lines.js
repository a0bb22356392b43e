// @ts-check
import { text } from "../../js/ui/page.js";
import { splitEqually, vatWithin } from "./menu.js";

/** @typedef {"basket" | "placed" | "cooking" | "done" | "served" | "cancelled"} LineStatus */

/**
 * A line of a tab, as `orders/tab` and `orders/guest` have it. In the basket it has no `name` and
 * `price`; the menu has them.
 * @typedef {object} Line
 * @property {string} dish
 * @property {number} quantity
 * @property {LineStatus} status
 * @property {string} at the time of its last change of state
 * @property {string} [notes]
 * @property {string} [person]
 * @property {string} [name]
 * @property {number} [price]
 * @property {number} [vat]
 * @property {number} [round]
 * @property {string} [station]
 * @property {string} [reason] of the cancellation
 * @property {boolean} [paid]
 */

/**
 * The predicted part of a line: whether it has an unconfirmed change, whether that places it, and
 * whether the hub does not have the line yet.
 * @typedef {{isPending?: boolean, isPlacing?: boolean, isNew?: boolean}} Foreseen
 */

/** @typedef {Line & Foreseen & {key: string}} KeyedLine a line with its id */

/**
 * The lines that were placed together. `at` is the last of their times. While `isPlacing`, only
 * this device has the round.
 * @typedef {object} Round
 * @property {number} round
 * @property {LineStatus} status
 * @property {string} at
 * @property {boolean} isPlacing
 * @property {KeyedLine[]} lines
 */

/** @typedef {"orders.cook" | "orders.done" | "orders.serve" | "orders.recall"} KitchenStep */

/** The states of lines in work, in order. */
const workStatuses = /** @type {LineStatus[]} */ (["placed", "cooking", "done", "served"]);

/**
 * The states from which an action takes a line. The hub ignores lines in other states.
 * @type {Record<string, LineStatus[]>}
 */
const takenFrom = {
    "orders.change": ["basket"],
    "orders.place": ["basket"],
    "orders.split": ["basket", ...workStatuses],
    "orders.pay": workStatuses,
    "orders.cancel_lines": workStatuses,
    "orders.cook": ["placed"],
    "orders.done": ["placed", "cooking"],
    "orders.serve": ["placed", "cooking", "done"],
    "orders.recall": ["cooking", "done", "served"],
};

/**
 * Whether an action is allowed for a line in its state.
 * @param {string} action
 * @param {Line} line
 */
export function isTaken(action, { status, paid }) {
    const isLegal = (takenFrom[action] ?? []).includes(status);
    // A line that was paid individually can be neither removed nor paid again.
    const needsUnpaid = ["orders.pay", "orders.cancel_lines", "orders.split"].includes(action);
    return isLegal && !(needsUnpaid && paid);
}

/**
 * Whether a guest may cancel a line: only before the kitchen begins it.
 * @param {Line} line
 */
export function isCancellableByGuest(line) {
    return line.status === "placed" && isTaken("orders.cancel_lines", line);
}

/**
 * The state of a line after an action; unchanged if the action does not apply.
 * @param {string} action
 * @param {LineStatus} status
 * @returns {LineStatus}
 */
export function statusAfter(action, status) {
    if (!(takenFrom[action] ?? []).includes(status)) {
        return status;
    }
    switch (action) {
        case "orders.place":
            return "placed";
        case "orders.cook":
            return "cooking";
        case "orders.done":
            return "done";
        case "orders.serve":
            return "served";
        case "orders.recall":
            return workStatuses[workStatuses.indexOf(status) - 1];
        case "orders.cancel_lines":
            return "cancelled";
        default:
            return status;
    }
}

/**
 * The kitchen's next step for some lines: cooking all placed ones, then completing all cooked ones.
 * @param {Line[]} lines
 * @returns {"orders.cook" | "orders.done" | null} `null` if nothing is left to do
 */
export function nextStep(lines) {
    if (lines.some(({ status }) => status === "placed")) {
        return "orders.cook";
    }
    return lines.some(({ status }) => status === "cooking") ? "orders.done" : null;
}

/**
 * Whether a line is on the bill.
 * @param {Line} line
 */
export function isOnBill({ status }) {
    return status !== "basket" && status !== "cancelled";
}

/**
 * Lines with their ids, in the order of adding.
 * @param {Record<string, Line>} lines
 * @returns {KeyedLine[]}
 */
export function inAddedOrder(lines) {
    return Object.keys(lines)
        .sort(compareKeys)
        .map((key) => ({ ...lines[key], key }));
}

/**
 * Compares ids by age, the older first. An id is a number in base 36, such as `i_8x`. When several
 * lines came together, all but the first have their position appended: `i_8x-1`.
 * @param {string} one
 * @param {string} other
 */
export function compareKeys(one, other) {
    const [first, place = ""] = one.split("-");
    const [otherFirst, otherPlace = ""] = other.split("-");
    return compareNumbers(first, otherFirst) || compareNumbers(place, otherPlace);
}

/**
 * Compares numbers without leading zeros: the longer one is greater.
 * @param {string} one
 * @param {string} other
 */
function compareNumbers(one, other) {
    return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
}

/**
 * The lines in the basket, in the order of adding.
 * @param {KeyedLine[]} lines
 */
export function basketOf(lines) {
    return lines.filter(({ status }) => status === "basket");
}

/**
 * The placed lines by their rounds, the oldest round first.
 * @param {KeyedLine[]} lines
 * @returns {Round[]}
 */
export function roundsOf(lines) {
    /** @type {Map<number, KeyedLine[]>} */
    const byRound = new Map();
    for (const line of lines) {
        if (line.round !== undefined) {
            byRound.set(line.round, [...(byRound.get(line.round) ?? []), line]);
        }
    }
    return [...byRound]
        .sort(([one], [other]) => one - other)
        .map(([round, inRound]) => ({
            round,
            status: statusOf(inRound),
            at: inRound.reduce((last, { at }) => (at > last ? at : last), ""),
            isPlacing: inRound.some(({ isPlacing }) => isPlacing),
            lines: inRound,
        }));
}

/**
 * The common state of several lines: that of the last one behind.
 * @param {Line[]} lines
 * @returns {LineStatus}
 */
export function statusOf(lines) {
    const least = workStatuses.find((each) => lines.some(({ status }) => status === each));
    return least ?? "cancelled";
}

/**
 * The number of dishes in some lines.
 * @param {Line[]} lines
 */
export function dishCount(lines) {
    return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/**
 * The quantity of each dish in some lines.
 * @param {Line[]} lines
 * @returns {Map<string, number>}
 */
export function quantitiesOf(lines) {
    /** @type {Map<string, number>} */
    const quantities = new Map();
    for (const { dish, quantity } of lines) {
        quantities.set(dish, (quantities.get(dish) ?? 0) + quantity);
    }
    return quantities;
}

/**
 * Whether the hub joins two lines of a basket.
 * @param {{dish: string, notes?: string, person?: string}} one
 * @param {{dish: string, notes?: string, person?: string}} other
 */
export function isSameWish(one, other) {
    return (
        one.dish === other.dish &&
        (one.notes ?? "") === (other.notes ?? "") &&
        (one.person ?? "") === (other.person ?? "")
    );
}

/**
 * The name of a tab: its table, or its kind and number.
 * @param {{kind: string, number?: number, table?: string, name?: string}} tab
 * @returns {string}
 */
export function tabName({ kind, number, table }) {
    if (kind === "table") {
        if (table === undefined) {
            return text("tabName.noTable", { number: number ?? "–" });
        }
        // "Terrace" is clear without the word *table*; "7" and "T4" are not.
        return /^\p{L}?\d/u.test(table) ? text("tabName.table", { table }) : table;
    }
    const places = { number: number ?? "–" };
    return kind === "delivery" ? text("tabName.delivery", places) : text(
        "tabName.takeaway",
        places,
    );
}

/**
 * A bill as `orders/tab` and `orders/guest` have it. `vat` is by rate, in hundredths of a percent.
 * @typedef {object} Bill
 * @property {number} dishes
 * @property {number} total
 * @property {number} [delivery] the fee, included in the total
 * @property {Record<string, {gross: number, vat: number}>} vat
 * @property {number} paid
 * @property {number} tip
 * @property {number} due
 * @property {Record<string, number>} [people]
 */

/**
 * The items of a bill besides its lines.
 * @typedef {{delivery?: number, deliveryVat?: number, paid?: number, tip?: number}} Beside
 */

/**
 * The predicted bill of some lines.
 * @param {Line[]} lines of the tab; those in the basket and cancelled ones don't count
 * @param {Beside} [beside]
 * @returns {Bill}
 */
export function billOf(lines, beside = {}) {
    const { delivery, deliveryVat = 0, paid = 0, tip = 0 } = beside;
    const counted = lines.filter(isOnBill);
    const total = sumOf(counted) + (delivery ?? 0);
    const people = peopleOf(counted, delivery ?? 0);
    return {
        dishes: dishCount(counted),
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
 * The price of a line.
 * @param {Line} line
 */
export function priceOf({ quantity, price = 0 }) {
    return quantity * price;
}

/**
 * The sum of the prices of some lines.
 * @param {Line[]} lines
 */
export function sumOf(lines) {
    return lines.reduce((sum, line) => sum + priceOf(line), 0);
}

/**
 * The tax within the lines, by rate.
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
 * Each person's amount: the person's own lines, and equal shares of the other lines and of the fee.
 * The remainder goes to the first, in the order of code units.
 * @param {Line[]} lines those that count
 * @param {number} delivery
 * @returns {Record<string, number> | undefined} `undefined` if no line has a person
 */
function peopleOf(lines, delivery) {
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
 * The number of dishes in the basket, and their present price. A dish that left the menu costs
 * nothing, because it can't be placed.
 * @param {Line[]} lines
 * @param {Record<string, {price: number}>} dishes of the menu
 */
export function basketSum(lines, dishes) {
    const basket = lines.filter(({ status }) => status === "basket");
    return {
        dishes: dishCount(basket),
        total: basket.reduce((sum, { dish, quantity }) => sum + quantity * (dishes[dish]?.price ?? 0), 0),
    };
}

const kinds = ["table", "takeaway", "delivery"];
const natural = new Intl.Collator(undefined, { numeric: true });

/**
 * The order of the tabs in a list.
 * @param {import("./waiter/predict.js").KeyedTab} one
 * @param {import("./waiter/predict.js").KeyedTab} other
 */
export function compareTabs(one, other) {
    return (
        Number(other.ready > 0) - Number(one.ready > 0) ||
        kinds.indexOf(one.kind) - kinds.indexOf(other.kind) ||
        natural.compare(one.table ?? "\uffff", other.table ?? "\uffff") ||
        (one.number ?? Infinity) - (other.number ?? Infinity) ||
        0
    );
}
