// @ts-check
import { canonical } from "./tablecast.js";

/** @typedef {import("./tablecast.js").JSONValue} JSONValue */

/**
 * Whether two values are the same JSON; nothing is the same as `null`.
 * @param {JSONValue | undefined} one
 * @param {JSONValue | undefined} other
 */
export function isSame(one, other) {
    return canonical(one ?? null) === canonical(other ?? null);
}
