// @ts-check

/**
 * A sentence with its places filled, for what gets its words from a folder of its own.
 * @param {string} sentence
 * @param {Record<string, string | number>} places
 */
export function fill(sentence, places) {
    return sentence.replace(/\{(\w+)\}/g, (_, name) => String(places[name]));
}

/** Whether the page has said that the hub can't be reached: nobody waits for an answer then. */
export function isOffline() {
    return document.documentElement.dataset.life === "stale";
}

/**
 * Which plural form a count needs in the page's language: `one`, `other` and so on.
 * @param {number} count
 */
export function plural(count) {
    return new Intl.PluralRules(document.documentElement.lang).select(count);
}
