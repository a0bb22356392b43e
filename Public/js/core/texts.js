// @ts-check
"use strict";

/** @typedef {Record<string, string | number>} Places */

/**
 * A page's words by their keys, in the language that the hub chose for it. There are places such as
 * `{name}` in them.
 * @returns {Record<string, string>}
 */
tablecast.sentences = function () {
    return tablecast.page ? tablecast.page.texts : {};
};

/**
 * The sentence of a key, with its places filled.
 * @param {string} key
 * @param {Places} [places]
 * @returns {string}
 */
tablecast.text = function (key, places = {}) {
    const sentence = tablecast.sentences()[key];
    if (sentence === undefined) {
        throw new Error(`The page has no words for ${key}`);
    }
    return sentence.replace(/\{(\w+)\}/g, (_, name) => String(places[name]));
};

/**
 * The sentences of a family of keys, by what follows `<family>.` in them.
 * @param {string} family
 * @param {string[]} [names] those that there are, where their order matters
 * @returns {Record<string, string>}
 */
tablecast.familyOf = function (family, names) {
    const start = `${family}.`;
    const keys = names
        ? names.map((name) => start + name)
        : Object.keys(tablecast.sentences()).filter((key) => key.startsWith(start));
    /** @type {Record<string, string>} */
    const found = {};
    for (const key of keys) {
        found[key.slice(start.length)] = tablecast.sentences()[key];
    }
    return found;
};
