// @ts-check
import { compareKeys, nextStep, statusAfter } from "../lines.js";

/**
 * A line as the kitchen sees it.
 * @typedef {object} Line
 * @property {string} dish
 * @property {string} name
 * @property {number} quantity
 * @property {import("../lines.js").LineStatus} status
 * @property {string} at
 * @property {string} [notes]
 * @property {string} [station]
 * @property {boolean} [isPending] whether it has a change that the hub has not confirmed
 */

/**
 * The lines placed together.
 * @typedef {object} Round
 * @property {string} tab
 * @property {number} number
 * @property {number} round
 * @property {string} kind
 * @property {string} [table]
 * @property {string} placedAt
 * @property {string} [doneAt]
 * @property {Record<string, Line>} lines
 */

/** @typedef {Round & {key: string}} Row */
/** @typedef {{rounds: Record<string, Round>, recent: Record<string, Round>}} KitchenDocument */
/** @typedef {{action: string, lines: string[]}} Step */

const minuteMs = 60_000;

/**
 * Whether the kitchen still works on a line.
 * @param {{status: string}} line
 */
export function isOpen({ status }) {
    return status === "placed" || status === "cooking";
}

/**
 * @param {Record<string, Line>} lines
 * @returns {[string, Line][]} in the order of adding
 */
export function linesInOrder(lines) {
    return Object.entries(lines).sort(([one], [other]) => compareKeys(one, other));
}

/**
 * Rounds by age, the oldest first.
 * @param {Record<string, Round>} rounds
 * @returns {Row[]}
 */
export function byAge(rounds) {
    return Object.entries(rounds)
        .map(([key, round]) => ({ ...round, key }))
        .sort((one, other) => compare(one.placedAt, other.placedAt) || one.round - other.round);
}

/**
 * Rounds by the time when they were done, the last first.
 * @param {Record<string, Round>} rounds
 * @returns {Row[]}
 */
export function byDone(rounds) {
    return Object.entries(rounds)
        .map(([key, round]) => ({ ...round, key }))
        .sort((one, other) => compare(other.doneAt, one.doneAt) || other.round - one.round);
}

/**
 * The urgency of a round, which is due after the house's target and late after twice the target.
 * @param {string} placedAt
 * @param {number} nowMs
 * @param {number} targetMinutes
 * @returns {"" | "due" | "late"}
 */
export function urgencyOf(placedAt, nowMs, targetMinutes) {
    const ageMs = nowMs - Date.parse(placedAt);
    if (!(ageMs >= targetMinutes * minuteMs)) {
        return "";
    }
    return ageMs >= 2 * targetMinutes * minuteMs ? "late" : "due";
}

/**
 * The next step of a round: to begin all placed lines, and then to complete all lines.
 * @param {{lines: Record<string, Line>}} round
 * @returns {Step | undefined}
 */
export function stepOf({ lines }) {
    const action = nextStep(Object.values(lines));
    if (!action) {
        return undefined;
    }
    const from = action === "orders.cook" ? "placed" : "cooking";
    return { action, lines: idsOf(lines, from) };
}

/**
 * @param {Record<string, Line>} lines
 * @param {string} status
 */
function idsOf(lines, status) {
    return linesInOrder(lines)
        .filter(([, line]) => line.status === status)
        .map(([id]) => id);
}

/** The effect of a tap on a line; a line done by mistake is cooked again. */
const lineSteps = /** @type {Record<string, string>} */ ({
    placed: "orders.cook",
    cooking: "orders.done",
    done: "orders.recall",
});

/**
 * @param {Line} line
 * @returns {string | undefined}
 */
export function stepOfLine({ status }) {
    return lineSteps[status];
}

/**
 * The lines that a recall of a round takes back: the done lines, or else the served ones.
 * @param {{lines: Record<string, Line>}} round
 * @returns {Step | undefined}
 */
export function recallOf({ lines }) {
    for (const status of ["done", "served"]) {
        const found = idsOf(lines, status);
        if (found.length > 0) {
            return { action: "orders.recall", lines: found };
        }
    }
    return undefined;
}

/**
 * The number of each dish to cook over all rounds, the most first.
 * @param {Iterable<{lines: Record<string, Line>}>} rounds
 * @returns {{dish: string, name: string, count: number, cooking: number}[]}
 */
export function allDay(rounds) {
    /** @type {Map<string, {dish: string, name: string, count: number, cooking: number}>} */
    const counts = new Map();
    for (const { lines } of rounds) {
        for (const line of Object.values(lines).filter(isOpen)) {
            const { dish, name, quantity, status } = line;
            const known = counts.get(dish) ?? { dish, name, count: 0, cooking: 0 };
            known.count += quantity;
            known.cooking += status === "cooking" ? quantity : 0;
            counts.set(dish, known);
        }
    }
    return [...counts.values()].sort(
        (one, other) => other.count - one.count || one.name.localeCompare(other.name),
    );
}

/**
 * The stations of the menu and of the open lines, and the chosen one.
 * @param {{sections?: Record<string, {station?: string}>, dishes?: Record<string, {station?: string}>} | null} menu
 * @param {Iterable<{lines: Record<string, Line>}>} rounds
 * @param {string} [chosen]
 * @returns {string[]}
 */
export function stationsOf(menu, rounds, chosen) {
    const found = new Set(chosen === undefined ? [] : [chosen]);
    const things = [...Object.values(menu?.sections ?? {}), ...Object.values(menu?.dishes ?? {})];
    for (const { lines } of rounds) {
        things.push(...Object.values(lines));
    }
    for (const { station } of things) {
        if (station !== undefined) {
            found.add(station);
        }
    }
    return [...found].sort((one, other) => one.localeCompare(other));
}

/**
 * @param {string} [one]
 * @param {string} [other]
 */
function compare(one = "", other = "") {
    return one === other ? 0 : one < other ? -1 : 1;
}

/**
 * One station's part of the whole kitchen, for use until the hub has sent its view.
 * @param {KitchenDocument | null} doc
 * @param {string} station
 * @returns {KitchenDocument | null}
 */
export function ofStation(doc, station) {
    if (!doc) {
        return null;
    }
    /** @type {KitchenDocument} */
    const part = { rounds: {}, recent: {} };
    for (const [key, round] of Object.entries({ ...doc.recent, ...doc.rounds })) {
        const lines = Object.entries(round.lines).filter(([, line]) => line.station === station);
        if (lines.length > 0) {
            const isInWork = lines.some(([, line]) => isOpen(line));
            part[isInWork ? "rounds" : "recent"][key] = {
                ...round,
                lines: Object.fromEntries(lines),
            };
        }
    }
    return part;
}

// MARK: Prediction

/** @typedef {import("../../../js/tablecast.js").Entry} Entry */

/** The kitchen's actions on lines. */
const steps = new Set(["orders.cook", "orders.done", "orders.recall"]);

/**
 * Predicts the kitchen after all pending changes, except for unpredictable ones, such as an undo. The document
 * itself is not changed.
 * @param {KitchenDocument | null} doc
 * @param {Entry[]} entries
 * @returns {KitchenDocument}
 */
export function predict(doc, entries) {
    /** @type {KitchenDocument} */
    const kitchen = { rounds: { ...doc?.rounds }, recent: { ...doc?.recent } };
    for (const entry of entries) {
        if (steps.has(entry.action)) {
            take(kitchen, new Set(/** @type {string[]} */ (entry.args.lines)), entry);
        }
    }
    return kitchen;
}

/**
 * @param {KitchenDocument} kitchen
 * @param {Set<string>} ids of the lines
 * @param {Entry} entry
 */
function take(kitchen, ids, { action, at, ack }) {
    for (const [key, round] of Object.entries({ ...kitchen.recent, ...kitchen.rounds })) {
        /** @type {Record<string, Line>} */
        const changed = {};
        for (const [id, line] of Object.entries(round.lines).filter(([each]) => ids.has(each))) {
            const status = statusAfter(action, line.status);
            if (status !== line.status) {
                changed[id] = { ...line, status, at, isPending: !ack };
            }
        }
        if (Object.keys(changed).length > 0) {
            put(kitchen, key, { ...round, lines: { ...round.lines, ...changed } }, at);
        }
    }
}

/**
 * Puts a round among those in work while a line is open, and otherwise among the recent ones.
 * @param {KitchenDocument} kitchen
 * @param {string} key
 * @param {Round} round
 * @param {string} at
 */
function put(kitchen, key, round, at) {
    const isInWork = Object.values(round.lines).some(isOpen);
    delete kitchen.rounds[key];
    delete kitchen.recent[key];
    if (isInWork) {
        const { doneAt: _, ...rest } = round;
        kitchen.rounds[key] = rest;
    } else {
        kitchen.recent[key] = { ...round, doneAt: round.doneAt ?? at };
    }
}

/** @typedef {import("../menu.js").MenuDocument} MenuDocument */

/**
 * Predicts the menu after all pending changes of stock.
 * @param {MenuDocument | null} doc
 * @param {Entry[]} entries
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
