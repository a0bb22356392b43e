// @ts-check
import { request, wallMs } from "../../js/now.js";

/** @typedef {import("./types.js").Place} Place */
/** @typedef {"gone" | "later" | "place"} Missing */

/** So many are asked for at once. */
const refsMax = 50;
/** After this time it is asked again what could not be told. */
const againMs = 30_000;
/** The hub forgets what a source tells well before a day is over, and a page an hour after it was told. */
export const keptMs = 3600 * 1000;

/**
 * Places of which documents have the ref alone, as their source tells them now. They live in the
 * page's memory only.
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
     * The place with a ref; `null` if its source does not know it, `undefined` while that is not known.
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
     * Why a place has no name: it is gone, its source does not answer, or was not asked yet.
     * @param {string} ref
     * @returns {Missing}
     */
    missing(ref) {
        const told = this.told.get(ref);
        return !told ? "place" : told.place === null ? "gone" : "later";
    }

    /**
     * A favourite or an option with what its source tells of it.
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
            // It is asked again later.
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
 * Whether only the ref of a place may be written down, and what the source says of it lives in memory
 * alone.
 * @param {string | undefined} ref
 */
export function isFleeting(ref = "") {
    return ref.startsWith("yelp:");
}
