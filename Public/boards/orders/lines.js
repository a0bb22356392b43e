// @ts-check
import { text } from "../../js/ui/page.js";
import { splitEqually, vatWithin } from "./menu.js";

/** @typedef {"basket" | "placed" | "cooking" | "done" | "served" | "cancelled"} LineStatus */

/**
 * A line of a tab, as `orders/tab` and `orders/guest` have it. In the basket it has no `name` and
 * `price` yet: they are those of the menu.
 * @typedef {object} Line
 * @property {string} dish
 * @property {number} quantity
 * @property {LineStatus} status
 * @property {string} at when it came into its state
 * @property {string} [notes]
 * @property {string} [person]
 * @property {string} [name]
 * @property {number} [price]
 * @property {number} [vat]
 * @property {number} [round]
 * @property {string} [station]
 * @property {string} [reason] why it was cancelled
 * @property {boolean} [paid]
 */

/**
 * What is foreseen of a line: whether something was asked for that the hub has not confirmed,
 * whether that is its placing, and whether the hub does not know the line yet.
 * @typedef {{isPending?: boolean, isPlacing?: boolean, isNew?: boolean}} Foreseen
 */

/** @typedef {Line & Foreseen & {key: string}} KeyedLine a line with its id */

/**
 * The lines that were placed together. `at` is when the last of them came into its state. While it
 * `isPlacing` nobody else knows of it.
 * @typedef {object} Round
 * @property {number} round
 * @property {LineStatus} status
 * @property {string} at
 * @property {boolean} isPlacing
 * @property {KeyedLine[]} lines
 */

/** @typedef {"orders.cook" | "orders.done" | "orders.serve" | "orders.recall"} KitchenStep */

/** The states of what is being worked on, in their order. */
const workStatuses = /** @type {LineStatus[]} */ (["placed", "cooking", "done", "served"]);

/**
 * From which states an action takes a line. The hub passes over lines in others.
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
 * Whether an action is legal for a line in its state.
 * @param {string} action
 * @param {Line} line
 */
export function isTaken(action, { status, paid }) {
    const isLegal = (takenFrom[action] ?? []).includes(status);
    // What was paid by its line can neither be taken away nor paid again.
    const needsUnpaid = ["orders.pay", "orders.cancel_lines", "orders.split"].includes(action);
    return isLegal && !(needsUnpaid && paid);
}

/**
 * Whether a guest may cancel a line: only as long as nobody has begun to cook it.
 * @param {Line} line
 */
export function isCancellableByGuest(line) {
    return line.status === "placed" && isTaken("orders.cancel_lines", line);
}

/**
 * The state of a line after an action; as it was where the action does not take it.
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
 * The next step of the kitchen with some lines: all that are placed are cooked, then all that are
 * cooked are done.
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
 * Lines with their ids, in the order in which they were added.
 * @param {Record<string, Line>} lines
 * @returns {KeyedLine[]}
 */
export function inAddedOrder(lines) {
    return Object.keys(lines)
        .sort(compareKeys)
        .map((key) => ({ ...lines[key], key }));
}

/**
 * Compares ids by their age, the older first. An id is a number in base 36, such as `i_8x`, and for
 * all but the first of several that came together their place behind it: `i_8x-1`.
 * @param {string} one
 * @param {string} other
 */
export function compareKeys(one, other) {
    const [first, place = ""] = one.split("-");
    const [otherFirst, otherPlace = ""] = other.split("-");
    return compareNumbers(first, otherFirst) || compareNumbers(place, otherPlace);
}

/**
 * Of numbers without leading zeros the longer one is the greater.
 * @param {string} one
 * @param {string} other
 */
function compareNumbers(one, other) {
    return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
}

/**
 * The lines in the basket, in the order in which they were added.
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
 * The state of several lines together: that of the one which is furthest behind.
 * @param {Line[]} lines
 * @returns {LineStatus}
 */
export function statusOf(lines) {
    const least = workStatuses.find((each) => lines.some(({ status }) => status === each));
    return least ?? "cancelled";
}

/**
 * How many dishes there are in some lines.
 * @param {Line[]} lines
 */
export function dishCount(lines) {
    return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/**
 * Whether two lines in a basket are one for the hub.
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
 * What people call a tab: its table, or its kind and number.
 * @param {{kind: string, number?: number, table?: string, name?: string}} tab
 * @returns {string}
 */
export function tabName({ kind, number, table }) {
    if (kind === "table") {
        return table === undefined
            ? text("tabName.noTable", { number: number ?? "–" })
            : text("tabName.table", { table });
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

/** @typedef {import("./menu.js").MenuDocument} MenuDocument */

/**
 * The menu as it will be once the changes of stock that are under way have been done.
 * @param {MenuDocument | null} doc
 * @param {import("../../js/tablecast.js").Entry[]} entries
 * @returns {MenuDocument | null}
 */
export function withStock(doc, entries) {
    const changes = entries.filter(({ action }) => action === "orders.stock");
    if (!doc || changes.length === 0) {
        return doc;
    }
    const dishes = { ...doc.dishes };
    for (const { args } of changes) {
        const key = String(args.dish);
        if (dishes[key]) {
            const { left: _, ...dish } = dishes[key];
            dishes[key] = args.left === null ? dish : { ...dish, left: Number(args.left) };
        }
    }
    return { ...doc, dishes };
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
