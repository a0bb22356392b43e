// @ts-check
import "./page.js";

export const { text, familyOf } = tablecast;

/**
 * The sentence for a count, in the plural form that the language needs: `<key>.one`, `<key>.other` and
 * so on. Its place `{count}` is filled.
 * @param {string} key
 * @param {number} count
 * @param {Places} [places] the others
 * @param {Intl.PluralRulesOptions} [options]
 */
export function counted(key, count, places = {}, options = {}) {
    const rules = new Intl.PluralRules(document.documentElement.lang, options);
    const name = `${key}.${rules.select(count)}`;
    const known = name in tablecast.sentences() ? name : `${key}.other`;
    return text(known, { count, ...places });
}

/**
 * The same for ordinal numbers: first, second, third.
 * @param {string} key
 * @param {number} count
 */
export function ordinal(key, count) {
    return counted(key, count, {}, { type: "ordinal" });
}

/**
 * A family of sentences about somebody: each is a function of the name, by what follows `<family>.`
 * in its key.
 * @param {string} family
 * @returns {Record<string, (name: string) => string>}
 */
export function familyAbout(family) {
    const keys = Object.keys(familyOf(family));
    return Object.fromEntries(
        keys.map((key) => [key, (/** @type {string} */ name) => text(`${family}.${key}`, { name })]),
    );
}

/**
 * What a role is called: one of every house, or one that a board adds.
 * @param {string} role
 */
export function roleTitle(role) {
    return `role.${role}` in tablecast.sentences() ? text(`role.${role}`) : role;
}

/**
 * What a page is called, where it has a name.
 * @param {string} address without the first slash
 */
export function pageTitle(address) {
    return `pageNames.${address}` in tablecast.sentences() ? text(`pageNames.${address}`) : undefined;
}

/**
 * An amount in a sentence of the hub's.
 * @typedef {{amount: number, currency: string, text: string}} Amount
 */

/**
 * What the hub says when it refuses something, or of one field: an English sentence, its code, and
 * what stands in its places, which are texts, numbers, lists of texts, amounts and phrases of this
 * form.
 * @typedef {{message?: string, reason?: string, params?: Record<string, any>, field?: string}} Refusal
 */

/** @type {(amount: Amount) => string} */
let writeAmount = ({ text: english }) => english;

/**
 * Has amounts in refusals written by a page that writes amounts itself.
 * @param {(amount: Amount) => string} write
 */
export function writeAmountsBy(write) {
    writeAmount = write;
}

/** @type {(time: string) => string} */
let writeTime = (time) => time;

/**
 * Has times of the day in refusals written by a page that writes times itself.
 * @param {(time: string) => string} write
 */
export function writeTimesBy(write) {
    writeTime = write;
}

/**
 * Why something is refused, as the page's texts have it: `problems.<board>.<field>.<reason>`,
 * `problems.<board>.<field>` for whatever is wrong there, or `problems.<reason>`; in English where
 * they have nothing of it.
 * @param {Refusal} refusal
 * @param {string} board whose action was asked for
 * @returns {string}
 */
export function reasonOf({ message = "", reason = "", params = {}, field = "" }, board) {
    const sentences = tablecast.sentences();
    const key = [`${board}.${field}.${reason}`, `${board}.${field}`, reason]
        .flatMap((each) => formsOf(`problems.${each}`, params))
        .find((each) => each in sentences);
    if (!key) {
        return message;
    }
    const label = sentences[`fields.${board}.${field}`] ?? spelled(field);
    const places = Object.entries(params).map(
        ([name, value]) => [name, name === "time" ? writeTime(value) : placeText(value, board)],
    );
    return text(key, { label, ...Object.fromEntries(places) });
}

/**
 * The keys under which a sentence may stand: if it counts something, that of the plural form first.
 * @param {string} key
 * @param {Record<string, any>} params
 */
function formsOf(key, { count }) {
    if (typeof count !== "number") {
        return [key];
    }
    const rules = new Intl.PluralRules(document.documentElement.lang);
    return [`${key}.${rules.select(count)}`, `${key}.other`, key];
}

/**
 * The name of an argument in words, as a sentence begins with it: "Guest orders" for `guestOrders`.
 * @param {string} field
 */
function spelled(field) {
    const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * @param {any} value
 * @param {string} board
 * @returns {string}
 */
function placeText(value, board) {
    if (Array.isArray(value)) {
        return value.join(", ");
    }
    if (value?.currency) {
        return writeAmount(value);
    }
    return value?.reason ? reasonOf(value, board) : String(value);
}

/**
 * The answer to a change, with the sentences of a refusal in the page's language.
 * @param {any} answer an ack or a reject
 * @param {string} action
 * @returns {any}
 */
export function inWords(answer, action) {
    const board = action.split(".")[0];
    const said = (/** @type {Refusal} */ each) => ({ ...each, message: reasonOf(each, board) });
    return { ...said(answer), problems: answer.problems?.map(said) };
}

/**
 * All the sentences of a refusal, in the page's language; of an ack there are none.
 * @param {any} answer an ack or a reject
 * @param {string} action
 * @returns {string}
 */
export function reasonsOf(answer, action) {
    const { message, problems = [] } = inWords(answer, action);
    const sentences = problems.map((/** @type {Refusal} */ each) => each.message);
    return sentences.join(" ") || message || "";
}
