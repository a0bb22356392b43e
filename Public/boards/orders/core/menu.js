// @ts-check
"use strict";

/** @typedef {import("../menutypes.js").Translation} Translation */
/** @typedef {import("../menutypes.js").Dish} Dish */
/** @typedef {import("../menutypes.js").MenuDocument} MenuDocument */
/** @typedef {import("../menutypes.js").ShownDish} ShownDish */
/** @typedef {import("../menutypes.js").ShownSection} ShownSection */

var tablecastOrders = self.tablecastOrders || {};
self.tablecastOrders = tablecastOrders;

/** The allergens that must be told, in the order in which they are told. */
tablecastOrders.allergens = [
    "gluten", "crustaceans", "eggs", "fish", "peanuts", "soybeans", "milk",
    "nuts", "celery", "mustard", "sesame", "sulphites", "lupin", "molluscs",
];

/**
 * The keys of rows in the order of their ranks, by code units.
 * @param {Record<string, {rank: string}>} rows
 * @returns {string[]}
 */
tablecastOrders.inOrder = function (rows) {
    const compare = (/** @type {string} */ one, /** @type {string} */ other) =>
        one < other ? -1 : one > other ? 1 : 0;
    return Object.keys(rows).sort(
        (one, other) => compare(rows[one].rank, rows[other].rank) || compare(one, other)
    );
};

/**
 * The name of a section or dish in a language, or the house's own.
 * @param {{name: string, texts?: Record<string, Translation>}} thing
 * @param {string} language
 * @returns {string}
 */
tablecastOrders.nameIn = function (thing, language) {
    const translation = thing.texts && thing.texts[language];
    return (translation && translation.name) || thing.name;
};

/**
 * The description of a dish in a language, or the house's own; empty if there is none.
 * @param {{description?: string, texts?: Record<string, Translation>}} dish
 * @param {string} language
 * @returns {string}
 */
tablecastOrders.descriptionIn = function (dish, language) {
    const translation = dish.texts && dish.texts[language];
    return (translation && translation.description) || dish.description || "";
};

/**
 * A dish as a page shows it.
 * @param {string} key
 * @param {Dish} dish
 * @param {string} language
 * @returns {ShownDish}
 */
tablecastOrders.shownDish = function (key, dish, language) {
    const named = dish.allergens;
    return {
        key,
        name: tablecastOrders.nameIn(dish, language),
        description: tablecastOrders.descriptionIn(dish, language),
        price: dish.price,
        allergens: named && tablecastOrders.allergens.filter((each) => named.indexOf(each) >= 0),
        isSoldOut: dish.left === 0,
        left: dish.left,
    };
};

/**
 * The menu as a page shows it: the sections that have dishes, in their order, each with its dishes.
 * @param {MenuDocument | null} doc
 * @param {string} language
 * @returns {ShownSection[]}
 */
tablecastOrders.shownMenu = function (doc, language) {
    const sections = (doc && doc.sections) || {};
    const dishes = (doc && doc.dishes) || {};
    /** @type {Record<string, ShownDish[]>} */
    const bySection = {};
    for (const key of tablecastOrders.inOrder(dishes)) {
        const { section } = dishes[key];
        bySection[section] = bySection[section] || [];
        bySection[section].push(tablecastOrders.shownDish(key, dishes[key], language));
    }
    return tablecastOrders
        .inOrder(sections)
        .filter((key) => bySection[key])
        .map((key) => ({
            key,
            name: tablecastOrders.nameIn(sections[key], language),
            dishes: bySection[key],
        }));
};

/**
 * The house's present name and time zone, which stand in a document that every screen may read.
 * @param {tablecast.Sync} sync
 * @returns {{name: string, timeZone: string} | undefined}
 */
tablecastOrders.venueOf = function (sync) {
    /** @type {any} */
    const doc = sync.doc("orders/display");
    return doc && doc.venue;
};
