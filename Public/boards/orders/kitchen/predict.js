// @ts-check
import { statusAfter } from "../lines.js";
import { isOpen } from "./rounds.js";

/** @typedef {import("../../../js/tablecast.js").Entry} Entry */
/** @typedef {import("./rounds.js").KitchenDocument} KitchenDocument */
/** @typedef {import("./rounds.js").Line} Line */
/** @typedef {import("./rounds.js").Round} Round */

/** The kitchen's actions on lines. */
const steps = new Set(["orders.cook", "orders.done", "orders.recall"]);

/**
 * The predicted kitchen, after all pending changes. What can't be predicted, such as the result of
 * an undo, stays as it is. The document itself is not changed.
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
 * Keeps a round among those in work while a line is open, and among the recent ones after that.
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
