// @ts-check

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
export const workStatuses = /** @type {LineStatus[]} */ (["placed", "cooking", "done", "served"]);

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
