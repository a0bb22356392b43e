// @ts-check
import { pageLanguage } from "./page.js";

/**
 * A page's words, in the language that the server chose for it: the sentences of `texts/` as it
 * wrote them into the page, with places such as `{name}` in them.
 */

/** @type {Record<string, string>} */
const sentences = JSON.parse(document.getElementById("texts")?.textContent ?? "{}");
const cardinals = new Intl.PluralRules(pageLanguage());
const ordinals = new Intl.PluralRules(pageLanguage(), { type: "ordinal" });

/** @typedef {Record<string, string | number>} Places */

/**
 * The sentence of a key, with its places filled.
 * @param {string} key
 * @param {Places} [places]
 */
export function text(key, places = {}) {
    const sentence = sentences[key];
    if (sentence === undefined) {
        throw new Error(`The page has no words for ${key}`);
    }
    return sentence.replace(/\{(\w+)\}/g, (_, name) => String(places[name]));
}

/**
 * The sentence about so many, which its place `{count}` names: that of `<key>.one` or
 * `<key>.other` or whatever kinds of number the language has.
 * @param {string} key
 * @param {number} count
 */
export function counted(key, count) {
    return text(keyOf(key, cardinals.select(count)), { count });
}

/**
 * The same for the first, second, third and so on.
 * @param {string} key
 * @param {number} count
 */
export function ordinal(key, count) {
    return text(keyOf(key, ordinals.select(count)), { count });
}

/**
 * @param {string} key
 * @param {Intl.LDMLPluralRule} category
 */
function keyOf(key, category) {
    return `${key}.${category}` in sentences ? `${key}.${category}` : `${key}.other`;
}
