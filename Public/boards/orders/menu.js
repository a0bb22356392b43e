// @ts-check
import "./core/menu.js";

export const { allergens, descriptionIn, inOrder, nameIn, shownDish, shownMenu } = tablecastOrders;

/** @typedef {import("./menutypes.js").Translation} Translation */
/** @typedef {import("./menutypes.js").Section} Section */
/** @typedef {import("./menutypes.js").Dish} Dish */
/** @typedef {import("./menutypes.js").MenuDocument} MenuDocument */
/** @typedef {import("./menutypes.js").ShownDish} ShownDish */
/** @typedef {import("./menutypes.js").ShownSection} ShownSection */

/**
 * A text as it is searched: without marks such as accents, and in one case. So `Ñoquis` is found by
 * `noquis`, and `Straße` by `strasse`.
 * @param {string} text
 */
export function fold(text) {
    const plain = text.normalize("NFD").replace(/\p{M}/gu, "");
    // By way of upper case, for that brings together letters which lower case keeps apart: ß and
    // ss. Only the i without a dot is a letter of its own in both.
    return plain
        .split("ı")
        .map((part) => part.toUpperCase().toLowerCase().replaceAll("ς", "σ"))
        .join("ı");
}

/**
 * Makes a function that tells whether any of some texts contains what is searched for. An empty
 * search finds everything.
 * @param {string} query
 * @returns {(...texts: (string | undefined)[]) => boolean}
 */
export function finder(query) {
    const wanted = fold(query.trim());
    return (...texts) => wanted === "" || texts.some((text) => text && fold(text).includes(wanted));
}

/**
 * The keys of the dishes whose name or description contains a text, in the order of the menu. The
 * house's own words count too where the page shows others.
 * @param {MenuDocument | null} doc
 * @param {string} query
 * @param {string} [language]
 * @returns {Set<string>}
 */
export function search(doc, query, language = "") {
    const dishes = doc?.dishes ?? {};
    const isFound = finder(query);
    const found = inOrder(dishes).filter((key) => {
        const dish = dishes[key];
        const shown = [nameIn(dish, language), descriptionIn(dish, language)];
        return isFound(dish.name, dish.description, ...shown);
    });
    return new Set(found);
}

/**
 * Parts dishes by the allergens that somebody avoids. Nobody can vouch for a dish whose allergens
 * are not stated.
 * @template {{allergens?: string[]}} Dish
 * @param {Dish[]} dishes
 * @param {string[]} avoided
 * @returns {{free: Dish[], unstated: Dish[], others: Dish[]}}
 */
export function partedBy(dishes, avoided) {
    if (avoided.length === 0) {
        return { free: dishes, unstated: [], others: [] };
    }
    const isOther = (/** @type {Dish} */ { allergens = [] }) =>
        avoided.some((each) => allergens.includes(each));
    const rest = dishes.filter((dish) => !isOther(dish));
    return {
        free: rest.filter(({ allergens }) => allergens !== undefined),
        unstated: rest.filter(({ allergens }) => allergens === undefined),
        others: dishes.filter(isOther),
    };
}
