// @ts-check
import { request, wallMs } from "../../js/ui/page.js";
import "./core/distances.js";

/** @typedef {{lat: number, lon: number}} Position */
/** @typedef {"km" | "mi"} Units */

export const { distanceText, metresBetween, metresOfMile, positionOf } = tablecastNearby;
export const { starsText, unitsFor, walkMinutes } = tablecastNearby;

/** @typedef {import("./types.js").Place} Place */
/** @typedef {"gone" | "later" | "place"} Missing */

/** The most refs in one request. */
const refsMax = 50;
/** The pause before failed refs are requested again. */
const againMs = 30_000;
/** The hub discards a source's data well before a day has passed, and a page after an hour. */
export const keptMs = 3600 * 1000;

/**
 * The places of which documents have only the ref, with their source's present data. It is kept only in the
 * page's memory.
 */
export class Refs {
    /**
     * @param {object} page
     * @param {string} page.address of the route
     * @param {string} page.as
     * @param {() => void} page.changed
     * @param {typeof fetch} [page.load]
     */
    constructor({ address, as, changed, load = request }) {
        this.address = address;
        this.as = as;
        this.changed = changed;
        this.load = load;
        /** @type {Map<string, {place: Place | null | undefined, askMs: number, untilMs: number}>} */
        this.told = new Map();
        /** @type {Set<string>} */
        this.wanted = new Set();
        this.isAsking = false;
    }

    /**
     * The place with a ref; `null` if its source does not know it, `undefined` until that is known.
     * @param {string} ref
     * @returns {Place | null | undefined}
     */
    get(ref) {
        const told = this.told.get(ref);
        if (!told || told.askMs < wallMs()) {
            this.wanted.add(ref);
            void Promise.resolve().then(() => this.ask());
        }
        return told && told.untilMs > wallMs() ? told.place : undefined;
    }

    /**
     * The reason why a place has no name: it is gone, its source does not answer, or was not asked yet.
     * @param {string} ref
     * @returns {Missing}
     */
    missing(ref) {
        const told = this.told.get(ref);
        return !told ? "place" : told.place === null ? "gone" : "later";
    }

    /**
     * A favourite or an option with its source's data.
     * @template {{ref?: string, name?: string}} Thing
     * @param {Thing} thing
     * @returns {Thing & Partial<Place> & {missing?: Missing}}
     */
    resolved(thing) {
        if (thing.name !== undefined || thing.ref === undefined) {
            return thing;
        }
        const place = this.get(thing.ref);
        return { ...place, ...thing, name: place?.name, missing: place ? undefined : this.missing(thing.ref) };
    }

    async ask() {
        if (this.isAsking || this.wanted.size === 0) {
            return;
        }
        this.isAsking = true;
        const refs = [...this.wanted].slice(0, refsMax);
        refs.forEach((ref) => this.wanted.delete(ref));
        /** @type {Place[]} */
        let places = [];
        let isWhole = false;
        try {
            const query = new URLSearchParams({ refs: refs.join(","), as: this.as });
            const answer = await this.load(`${this.address}?${query}`, { cache: "no-store" });
            if (answer.ok) {
                const said = await answer.json();
                ({ places } = said);
                isWhole = !said.partial;
            }
        } catch {
            // They are requested again later.
        }
        for (const ref of refs) {
            const place = places.find((each) => each.ref === ref);
            const nowMs = wallMs();
            const untilMs = nowMs + keptMs;
            this.told.set(ref, place ? { place, askMs: untilMs - againMs, untilMs }
                : isWhole ? { place: null, askMs: nowMs + againMs, untilMs }
                : { place: undefined, untilMs: 0, ...this.told.get(ref), askMs: nowMs + againMs });
        }
        this.isAsking = false;
        this.changed();
        void this.ask();
    }
}

/**
 * Whether only the ref of a place may be stored, and the source's data stays in memory.
 * @param {string | undefined} ref
 */
export function isFleeting(ref = "") {
    return ref.startsWith("yelp:");
}

/** @typedef {import("../../js/tablecast.js").Entry} Entry */
/** @typedef {import("./types.js").Favourite} Favourite */
/** @typedef {import("./types.js").Friend} Friend */
/** @typedef {import("./types.js").HostDocument} HostDocument */
/** @typedef {import("./types.js").Round} Round */
/** @typedef {import("./types.js").RoundOption} RoundOption */

/**
 * The predicted favourites and rounds, after all pending changes. They let a heart fill under the finger. The
 * result of an undo is not predicted.
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
    return predict({ favourites: {}, rounds: { [key]: round } }, entries).rounds[key] ?? round;
}

/**
 * @param {HostDocument} doc
 * @param {Entry} entry
 * @returns {HostDocument}
 */
function withChange(doc, { id, action, args, at, note, ack }) {
    const result = ack?.result ?? {};
    const key = String(args.favourite ?? "");
    const round = String(args.round ?? "");
    switch (action) {
        case "nearby.add": {
            const { stop, rating, notes, tags, address, phone, url, lat, lon, name, ref } = args;
            const own = { ref, name, stop, rating, notes, tags, address, phone, url, lat, lon };
            const row = { ...ofNote(note), ...present(own), visits: {}, addedAt: at, isNew: !ack };
            return withFavourite(doc, String(result.favourite ?? id), (known) =>
                known ?? /** @type {any} */ (row));
        }
        case "nearby.edit": {
            const { favourite, ...changes } = args;
            return withFavourite(doc, key, (known) => known && edited(known, changes));
        }
        case "nearby.remove":
            return withFavourite(doc, key, () => undefined);
        case "nearby.visit": {
            const visit = present({ on: args.on, notes: args.notes || undefined });
            const visits = { [String(result.visit ?? id)]: visit };
            return withFavourite(doc, key, (known) => known && {
                ...known, visits: { .../** @type {any} */ (visits), ...known.visits },
            });
        }
        case "nearby.unvisit":
            return { ...doc, favourites: mapValues(doc.favourites, (each) => ({
                ...each, visits: without(each.visits ?? {}, String(args.visit)),
            })) };
        case "nearby.open": {
            const { title, when, until } = args;
            const row = {
                ...present({ title, when, until }), state: "open", openedAt: at, options: {}, friends: {},
                isNew: !ack,
            };
            return withRound(doc, String(result.round ?? id), (known) =>
                known ?? /** @type {any} */ (row));
        }
        case "nearby.choose":
            return withRound(doc, round, (known) => known && withOption(
                known, String(result.option ?? id),
                { ...ofNote(note), ...present({ ref: args.ref, favourite: args.favourite }), at, isNew: !ack },
            ));
        case "nearby.drop":
            return { ...doc, rounds: mapValues(doc.rounds, (each) =>
                withoutOption(each, String(args.option))) };
        case "nearby.close":
            return withRound(doc, round, (known) => known && {
                ...known, state: /** @type {const} */ ("closed"), decided: decidedBy(known, args.option),
            });
        case "nearby.reopen":
            return withRound(doc, round, (known) => known && {
                ...known, state: /** @type {const} */ ("open"), decided: undefined,
            });
        case "nearby.join":
            return withRound(doc, round, (known) => known && {
                ...known,
                friends: { [String(result.friend ?? id)]: { name: String(args.name), votes: [] },
                    ...known.friends },
            });
        case "nearby.answer":
            return { ...doc, rounds: mapValues(doc.rounds, (each) => withAnswer(each, args)) };
        case "nearby.dismiss":
            return { ...doc, rounds: mapValues(doc.rounds, (each) =>
                counted({ ...each, friends: without(each.friends, String(args.friend)) })) };
        default:
            return doc;
    }
}

/**
 * @param {HostDocument} doc
 * @param {string} key
 * @param {(known: Favourite | undefined) => Favourite | undefined} change returns `undefined` to remove it
 * @returns {HostDocument}
 */
function withFavourite(doc, key, change) {
    const { [key]: known, ...others } = doc.favourites;
    const row = change(known);
    return { ...doc, favourites: row ? { ...doc.favourites, [key]: row } : others };
}

/**
 * @param {HostDocument} doc
 * @param {string} key
 * @param {(known: Round | undefined) => Round | undefined} change
 * @returns {HostDocument}
 */
function withRound(doc, key, change) {
    const row = change(doc.rounds[key]);
    return row ? { ...doc, rounds: { ...doc.rounds, [key]: row } } : doc;
}

/**
 * @param {Favourite} favourite
 * @param {import("../../js/tablecast.js").JSONObject} changes
 * @returns {Favourite}
 */
function edited(favourite, changes) {
    const rows = Object.entries({ ...favourite, ...changes }).filter(
        ([, value]) => value !== null && value !== "",
    );
    return { .../** @type {any} */ (Object.fromEntries(rows)), isPending: true };
}

/**
 * @param {Round} round
 * @param {string} key
 * @param {Partial<RoundOption> & {at: string}} option
 * @returns {Round}
 */
function withOption(round, key, option) {
    return { ...round, options: { [key]: { votes: 0, ...option }, ...round.options } };
}

/**
 * Removes an option, and the votes for it.
 * @param {Round} round
 * @param {string} key
 * @returns {Round}
 */
function withoutOption(round, key) {
    if (!(key in round.options)) {
        return round;
    }
    const friends = mapValues(round.friends, (friend) => ({
        ...friend, votes: friend.votes.filter((vote) => vote !== key),
    }));
    return counted({ ...round, options: without(round.options, key), friends });
}

/**
 * @param {Round} round
 * @param {import("../../js/tablecast.js").JSONObject} args
 * @returns {Round}
 */
function withAnswer(round, { friend, coming, votes }) {
    const key = String(friend);
    const known = round.friends[key];
    if (!known) {
        return round;
    }
    const next = { ...known };
    if (coming !== undefined) {
        next.coming = /** @type {any} */ (coming ?? undefined);
    }
    if (Array.isArray(votes)) {
        next.votes = votes.map(String).filter((vote) => vote in round.options);
    }
    return counted({ ...round, friends: { ...round.friends, [key]: next } });
}

/**
 * The same round with its friends' votes counted.
 * @param {Round} round
 * @returns {Round}
 */
function counted(round) {
    const votes = Object.values(round.friends).flatMap((friend) => friend.votes);
    return { ...round, options: mapValues(round.options, (option, key) => ({
        ...option, votes: votes.filter((vote) => vote === key).length,
    })) };
}

/**
 * @param {Round} round
 * @param {unknown} option
 */
function decidedBy(round, option) {
    return typeof option === "string" ? option : leading(round);
}

/**
 * The option that decides a round by default: the one with the most votes, then with the most votes of friends
 * who come, then the one added first. None without any vote.
 * @param {Round} round
 * @returns {string | undefined}
 */
export function leading(round) {
    return inOrder(round).find((key) => round.options[key].votes > 0);
}

/**
 * The options, ordered by votes.
 * @param {Round} round
 * @returns {string[]}
 */
export function inOrder(round) {
    const { options, friends } = round;
    const sure = Object.values(friends).filter(({ coming }) => coming === "yes");
    const ofSure = (/** @type {string} */ key) =>
        sure.filter(({ votes }) => votes.includes(key)).length;
    return Object.keys(options).sort((one, other) =>
        options[other].votes - options[one].votes ||
        ofSure(other) - ofSure(one) ||
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
 * The names of the friends who voted for an option.
 * @param {Round} round
 * @param {string} key
 */
export function votersOf({ friends }, key) {
    return Object.values(friends).filter(({ votes }) => votes.includes(key)).map(({ name }) => name);
}

/**
 * @param {string} one
 * @param {string} other
 */
export function byText(one, other) {
    return one < other ? -1 : one > other ? 1 : 0;
}

/**
 * The place, as far as the page that made the change knew it.
 * @param {import("../../js/tablecast.js").JSONObject} note
 */
function ofNote(note) {
    return /** @type {Partial<Favourite>} */ (note.place ?? {});
}

/** @param {Record<string, unknown>} members */
function present(members) {
    return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/**
 * @template Value
 * @param {Record<string, Value>} members
 * @param {string} name
 * @returns {Record<string, Value>}
 */
function without(members, name) {
    const { [name]: _, ...others } = members;
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
