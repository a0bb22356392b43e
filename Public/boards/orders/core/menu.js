// @ts-check
"use strict";

/*
 * All pages of orders share this file. Old televisions load it as a script; new browsers import
 * /boards/orders/menu.js, which has the same parts and more. So it is written in ECMAScript 2015 and
 * uses one global object.
 */
var tablecastOrders = self.tablecastOrders || {};
self.tablecastOrders = tablecastOrders;

/**
 * Writes an amount with its currency, such as `9,90 €`.
 * @typedef {(amount: number) => string} MoneyWriter
 */

/**
 * The currencies whose smallest unit is not a hundredth, with their number of decimals (ISO 4217).
 */
tablecastOrders.decimals = {
    0: [
        "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV",
        "XAF", "XOF", "XPF"
    ],
    3: ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"],
    4: ["CLF", "UYW"]
};

/**
 * The number of a currency's decimals: 2 for EUR, 0 for JPY. It follows ISO 4217, because `Intl`
 * leaves out the decimals of some currencies.
 * @param {string} currency
 * @returns {number}
 */
tablecastOrders.exponentOf = function (currency) {
    const isAmong = (/** @type {string[]} */ list) => list.indexOf(currency) >= 0;
    const { decimals } = tablecastOrders;
    return isAmong(decimals[0]) ? 0 : isAmong(decimals[3]) ? 3 : isAmong(decimals[4]) ? 4 : 2;
};

/**
 * The digits of an amount before and after its decimal mark, without a sign.
 * @param {number} amount in the currency's smallest unit
 * @param {number} exponent
 * @returns {{whole: string, fraction: string}}
 */
tablecastOrders.digitsOf = function (amount, exponent) {
    let digits = String(Math.abs(amount));
    while (digits.length <= exponent) {
        digits = `0${digits}`;
    }
    const end = digits.length - exponent;
    return { whole: digits.slice(0, end), fraction: digits.slice(end) };
};

/**
 * Makes a function that formats amounts for a language. `Intl` formats the whole number, with its
 * grouping and the currency; the decimals are then inserted as digits, so no amount is ever a
 * fraction.
 * @param {string} currency ISO 4217
 * @param {string} language
 * @returns {MoneyWriter}
 */
tablecastOrders.moneyWriter = function (currency, language) {
    const exponent = tablecastOrders.exponentOf(currency);
    const format = new Intl.NumberFormat(language, {
        style: "currency",
        currency,
        minimumFractionDigits: exponent,
        maximumFractionDigits: exponent,
    });
    const digit = new Intl.NumberFormat(language, { useGrouping: false });
    const digits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((each) => digit.format(each));
    const zeros = digits[0].repeat(exponent);
    return (amount) => {
        const { whole, fraction } = tablecastOrders.digitsOf(amount, exponent);
        const written = format.format(Number(whole));
        const start = written.lastIndexOf(zeros);
        const decimals = fraction.replace(/\d/g, (each) => digits[Number(each)]);
        const end = start + zeros.length;
        const sign = amount < 0 ? "\u2212" : "";
        return sign + written.slice(0, start) + decimals + written.slice(end);
    };
};

/** @typedef {import("../menutypes.js").Translation} Translation */
/** @typedef {import("../menutypes.js").Dish} Dish */
/** @typedef {import("../menutypes.js").MenuDocument} MenuDocument */
/** @typedef {import("../menutypes.js").ShownDish} ShownDish */
/** @typedef {import("../menutypes.js").ShownSection} ShownSection */

/** The allergens that must be stated, in their usual order. */
tablecastOrders.allergens = [
    "gluten", "crustaceans", "eggs", "fish", "peanuts", "soybeans", "milk",
    "nuts", "celery", "mustard", "sesame", "sulphites", "lupin", "molluscs",
];

/**
 * The keys of rows ordered by rank, in code units.
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
 * The name of a section or dish in a language, by default the house's own.
 * @param {{name: string, texts?: Record<string, Translation>}} thing
 * @param {string} language
 * @returns {string}
 */
tablecastOrders.nameIn = function (thing, language) {
    const translation = thing.texts && thing.texts[language];
    return (translation && translation.name) || thing.name;
};

/**
 * The description of a dish in a language, by default the house's own; empty if there is none.
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
 * The menu as a page shows it: the sections that have dishes, in order, each with its dishes.
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
