// @ts-check
import { inOrder } from "../menu.js";

/** @typedef {import("../menu.js").Dish} Dish */
/** @typedef {import("../menu.js").Section} Section */
/** @typedef {import("../menu.js").MenuDocument} MenuDocument */
/** @typedef {{key: string, dish: Dish, isPending: boolean}} DishRow */
/** @typedef {{key: string, section: Section, isPending: boolean, dishes: DishRow[]}} SectionRow */

/**
 * The sections in order, each with its dishes. An item is pending while the menu does not show its change yet. The
 * section of a new dish is pending too.
 * @param {MenuDocument | null} doc
 * @param {import("../../../js/tablecast.js").Entry[]} entries the changes that it does not show yet
 * @returns {SectionRow[]}
 */
export function rowsOf(doc, entries) {
    const { sections = {}, dishes = {} } = doc ?? {};
    const changed = new Set(entries.map(({ args }) => args.dish ?? args.section));
    const dishRows = inOrder(dishes).map((key) => ({ key, dish: dishes[key], isPending: changed.has(key) }));
    return inOrder(sections).map((key) => ({
        key,
        section: sections[key],
        isPending: changed.has(key),
        dishes: dishRows.filter(({ dish }) => dish.section === key),
    }));
}

/**
 * The languages that the menu should have, besides the house's own.
 * @param {string[]} languages of the house, its own first
 * @param {MenuDocument | null} doc
 * @returns {string[]}
 */
export function translatedInto(languages, doc) {
    const things = [...Object.values(doc?.sections ?? {}), ...Object.values(doc?.dishes ?? {})];
    const found = things.flatMap(({ texts = {} }) => Object.keys(texts));
    return [...new Set([...languages.slice(1), ...found.sort()])];
}

/**
 * The languages in which an item has no name, or no description although the house's own language has one.
 * @param {{name: string, description?: string, texts?: Record<string, {name: string, description?: string}>}} thing
 * @param {string[]} languages
 * @returns {string[]}
 */
export function missingIn({ description, texts = {} }, languages) {
    return languages.filter((language) => {
        const translation = texts[language];
        return !translation?.name || (description !== undefined && !translation.description);
    });
}

/**
 * The action that moves an item one place up or down; `undefined` at the end.
 * @param {string[]} keys in order
 * @param {string} key
 * @param {-1 | 1} direction
 * @returns {{before: string} | {after: string} | undefined}
 */
export function besideOf(keys, key, direction) {
    const other = keys[keys.indexOf(key) + direction];
    if (other === undefined || !keys.includes(key)) {
        return undefined;
    }
    return direction < 0 ? { before: other } : { after: other };
}

// MARK: Values in a form

/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */
/** @typedef {import("../../../js/tablecast.js").JSONValue} JSONValue */
/**
 * The values in a form, by field; translations as `texts.<language>.<field>`.
 * @typedef {Record<string, JSONValue | undefined>} Values
 */

/**
 * The values of a section or dish, by the names of the form's fields.
 * @param {any} thing
 * @param {string[]} languages
 * @returns {Values}
 */
export function valuesOf(thing, languages) {
    const { texts: said = {}, rank: _, ...values } = thing;
    for (const language of languages) {
        values[`texts.${language}.name`] = said[language]?.name;
        values[`texts.${language}.description`] = said[language]?.description;
    }
    return values;
}

/**
 * The arguments of an edit: the fields that have changed. Texts are sent as a whole.
 * @param {any} thing the present item
 * @param {Values} values the changed ones
 * @returns {{args: JSONObject, left: number | null | undefined}}
 */
export function argumentsOf(thing, values) {
    /** @type {JSONObject} */
    const args = {};
    for (const [name, value] of Object.entries(values)) {
        if (!name.startsWith("texts.") && name !== "left" && value !== undefined) {
            args[name] = value;
        }
    }
    const said = textsWith(thing?.texts, values);
    if (said !== undefined) {
        args.texts = said;
    }
    return { args, left: /** @type {any} */ (values.left) };
}

/**
 * The texts of an item by language, merged with the typed ones.
 * @param {Record<string, {name: string, description?: string}> | undefined} known
 * @param {Values} values
 * @returns {Record<string, any> | null | undefined} `undefined` if nothing was typed
 */
function textsWith(known, values) {
    /** @type {Record<string, any>} */
    const all = Object.fromEntries(
        Object.entries(known ?? {}).map(([language, said]) => [language, { ...said }]),
    );
    const typed = Object.entries(values).filter(([name]) => name.startsWith("texts."));
    if (typed.length === 0) {
        return undefined;
    }
    for (const [name, value] of typed) {
        const [, language, field] = name.split(".");
        const said = { ...all[language] };
        if (value === null || value === undefined) {
            delete said[field];
        } else {
            said[field] = value;
        }
        all[language] = said;
        if (Object.keys(said).length === 0) {
            delete all[language];
        }
    }
    return Object.keys(all).length === 0 ? null : all;
}
