// @ts-check
import "../../js/ui/page.js";
import "./core/places.js";

/** @typedef {{lat: number, lon: number}} Position */
/** @typedef {"km" | "mi"} Units */

export const { distanceText, keptMs, metresBetween, metresOfMile, positionOf, Refs } = tablecastNearby;
export const { starsText, unitsFor, walkMinutes } = tablecastNearby;

/** @typedef {"gone" | "later" | "place"} Missing */

/**
 * Whether only the ref of a place may be stored, while the source's data stays in memory.
 * @param {string | undefined} ref
 */
export function isFleeting(ref = "") {
    return ref.startsWith("yelp:");
}

/** @typedef {import("./types.js").Round} Round */

/**
 * The option that decides a round by default: the one with the most votes, then with the most votes of friends
 * who come, then the one added first. There is none before the first vote.
 * @param {Round} round
 * @returns {string | undefined}
 */
export function leading(round) {
    return inOrder(round).find((key) => votersOf(round, key).length > 0);
}

/**
 * The options, ordered by votes.
 * @param {Round} round
 * @returns {string[]}
 */
export function inOrder(round) {
    const { options } = round;
    const count = (/** @type {string} */ key) => votersOf(round, key).length;
    const sure = (/** @type {string} */ key) => votersOf(round, key).filter(({ coming }) => coming === "yes").length;
    return Object.keys(options).sort((one, other) =>
        count(other) - count(one) ||
        sure(other) - sure(one) ||
        byText(options[one].at, options[other].at) ||
        byText(one, other));
}

/**
 * The options in the order in which they were added, so that none moves under a voting finger.
 * @param {Round} round
 * @returns {string[]}
 */
export function asChosen({ options }) {
    return Object.keys(options).sort(
        (one, other) => byText(options[one].at, options[other].at) || byText(one, other),
    );
}

/**
 * The rounds: open ones first, then by age, the newest first.
 * @param {Record<string, Round>} rounds
 * @returns {string[]}
 */
export function roundsInOrder(rounds) {
    const isClosed = (/** @type {string} */ key) => (rounds[key].state === "closed" ? 1 : 0);
    return Object.keys(rounds).sort((one, other) =>
        isClosed(one) - isClosed(other) || byText(rounds[other].openedAt, rounds[one].openedAt));
}

/**
 * The keys of the friends by whether they come; those without an answer last.
 * @param {Round} round
 * @returns {Record<"yes" | "maybe" | "no" | "open", string[]>}
 */
export function comingOf({ friends }) {
    const keys = (/** @type {string | undefined} */ coming) =>
        Object.keys(friends).filter((key) => friends[key].coming === coming);
    return { yes: keys("yes"), maybe: keys("maybe"), no: keys("no"), open: keys(undefined) };
}

/**
 * The friends who voted for an option.
 * @param {Round} round
 * @param {string} key
 */
export function votersOf({ friends }, key) {
    return Object.values(friends).filter(({ votes }) => votes.includes(key));
}

/**
 * @param {string} one
 * @param {string} other
 */
export function byText(one, other) {
    return one < other ? -1 : one > other ? 1 : 0;
}
