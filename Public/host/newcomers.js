// @ts-check

/** @typedef {import("../js/tablecast.js").JSONObject} JSONObject */
/** @typedef {import("../js/tablecast.js").Entry} Entry */

/**
 * The parties that a document has, by their ids: what a change that adds one is to remember.
 * @param {JSONObject | null} doc of the view `waitlist/host`
 */
export function knownParties(doc) {
    return [doc?.parties, doc?.gone].flatMap((rows) => Object.keys(rows ?? {}));
}

/**
 * A party was found to be that of one change, so it is not that of another.
 * @param {Entry[]} entries
 * @param {string} party
 */
export function remember(entries, party) {
    for (const { note } of entries) {
        if (Array.isArray(note.known)) {
            note.known.push(party);
        }
    }
}

/**
 * Which party each addition has become, by the additions' ids. The server says so in its answer;
 * but a diff may come before that, and then the party is known by its name, its size, and by not
 * having been there before. Without this it would stand in the list twice for a moment.
 * @param {JSONObject | null} doc
 * @param {Entry[]} entries
 * @returns {Map<string, string>}
 */
export function newcomers(doc, entries) {
    const parties = /** @type {Record<string, any>} */ (doc?.parties ?? {});
    const additions = entries.filter((entry) => entry.action === "waitlist.add");
    /** @type {Map<string, string>} */
    const found = new Map();
    for (const { id, ack } of additions) {
        if (typeof ack?.result?.party === "string") {
            found.set(id, ack.result.party);
        }
    }
    const taken = new Set(found.values());
    for (const { id, args, note, ack } of additions) {
        const known = note.known;
        if (ack || !Array.isArray(known)) {
            continue;
        }
        const key = Object.keys(parties).find(
            (each) =>
                parties[each].name === args.name &&
                parties[each].size === args.size &&
                !taken.has(each) &&
                !known.includes(each),
        );
        if (key !== undefined) {
            found.set(id, key);
            taken.add(key);
        }
    }
    return found;
}
