// @ts-check

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
    const { texts: said = {}, rank: _, isPending: __, isNew: ___, ...values } = thing;
    for (const language of languages) {
        values[`texts.${language}.name`] = said[language]?.name;
        values[`texts.${language}.description`] = said[language]?.description;
    }
    return values;
}

/**
 * The arguments of the change: the changed fields, and the texts as a whole.
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
 * The texts of an item by language, merged with what was typed.
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
