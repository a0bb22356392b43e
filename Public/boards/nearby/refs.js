// @ts-check
import "../../js/ui/page.js";
import "./core/places.js";

/** @typedef {{lat: number, lon: number}} Position */
/** @typedef {"km" | "mi"} Units */

export const { distanceText, keptMs, metresBetween, metresOfMile, positionOf, Refs } = tablecastNearby;
export const { starsText, unitsFor, walkMinutes } = tablecastNearby;

/** @typedef {"gone" | "later" | "place"} Missing */

/**
 * Whether only the ref of a place may be stored, and the source's data stays in memory.
 * @param {string | undefined} ref
 */
export function isFleeting(ref = "") {
    return ref.startsWith("yelp:");
}

/** @typedef {import("../../js/tablecast.js").Entry} Entry */
/** @typedef {import("./types.js").HostDocument} HostDocument */
/** @typedef {import("./types.js").Round} Round */

/**
 * The favourites and rounds with the pending changes that show at once: hearts, check marks and votes, new rows, and
 * those that are removed.
 * @param {HostDocument | null} doc
 * @param {Entry[]} entries
 * @returns {HostDocument}
 */
export function predict(doc, entries) {
    const { favourites = {}, rounds = {} } = doc ?? {};
    return entries.reduce(withChange, { favourites, rounds });
}

/**
 * The predicted round, for its guests.
 * @param {Round} round
 * @param {string} key of the round
 * @param {Entry[]} entries
 * @returns {Round}
 */
export function predictRound(round, key, entries) {
    return predict({ favourites: {}, rounds: { [key]: round } }, entries).rounds[key];
}

/**
 * @param {HostDocument} doc
 * @param {Entry} entry
 * @returns {HostDocument}
 */
function withChange({ favourites, rounds }, { id, action, args, at, note, ack }) {
    const result = ack?.result ?? {};
    const isNew = !ack;
    // The place, as far as the page that made the change knew it.
    const place = /** @type {any} */ (note.place);
    /** @type {any} */
    let row;
    switch (action) {
        case "nearby.add":
            row = { ...place, ...args, visits: {}, addedAt: at, isNew };
            return { favourites: { [String(result.favourite ?? id)]: row, ...favourites }, rounds };
        case "nearby.remove":
            return { favourites: without(favourites, args.favourite), rounds };
        case "nearby.unvisit":
            return { rounds, favourites: mapValues(favourites, (each) => ({
                ...each, visits: without(each.visits, args.visit),
            })) };
        case "nearby.open":
            row = { ...args, state: "open", openedAt: at, options: {}, friends: {}, isNew };
            return { favourites, rounds: { [String(result.round ?? id)]: row, ...rounds } };
        case "nearby.choose":
            row = { [String(result.option ?? id)]: { ...place, ...args, votes: 0, at, isNew } };
            return { favourites, rounds: mapValues(rounds, (each, key) =>
                key === args.round ? { ...each, options: { ...row, ...each.options } } : each) };
        case "nearby.drop":
            return { favourites, rounds: mapValues(rounds, (each) => ({
                ...each, options: without(each.options, args.option),
            })) };
        case "nearby.join":
            row = { [String(result.friend ?? id)]: { name: String(args.name), votes: [] } };
            return { favourites, rounds: mapValues(rounds, (each, key) =>
                key === args.round ? { ...each, friends: { ...row, ...each.friends } } : each) };
        case "nearby.answer":
            return { favourites, rounds: mapValues(rounds, (each) => withAnswer(each, args)) };
        case "nearby.dismiss":
            return { favourites, rounds: mapValues(rounds, (each) => ({
                ...each, friends: without(each.friends, args.friend),
            })) };
        default:
            return { favourites, rounds };
    }
}

/**
 * @param {Round} round
 * @param {import("../../js/tablecast.js").JSONObject} args
 * @returns {Round}
 */
function withAnswer(round, { friend, key: _, ...answer }) {
    const known = round.friends[String(friend)];
    return known ? { ...round, friends: { ...round.friends, [String(friend)]: { ...known, ...answer } } } : round;
}

/**
 * The option that decides a round by default: the one with the most votes, then with the most votes of friends
 * who come, then the one added first. None without any vote.
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

/**
 * @template Value
 * @param {Record<string, Value>} members
 * @param {unknown} name
 * @returns {Record<string, Value>}
 */
function without(members, name) {
    const { [String(name)]: _, ...others } = members;
    return others;
}

/**
 * @template Value
 * @param {Record<string, Value>} members
 * @param {(value: Value, key: string) => Value} change
 * @returns {Record<string, Value>}
 */
function mapValues(members, change) {
    return Object.fromEntries(Object.entries(members).map(([key, each]) => [key, change(each, key)]));
}
