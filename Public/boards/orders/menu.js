// @ts-check
import { writeAmountsBy } from "../../js/ui/page.js";
import "./core/menu.js";

export const { allergens, descriptionIn, inOrder, nameIn, shownDish, shownMenu } = tablecastOrders;

/** @typedef {import("./menutypes.js").Translation} Translation */
/** @typedef {import("./menutypes.js").Section} Section */
/** @typedef {import("./menutypes.js").Dish} Dish */
/** @typedef {import("./menutypes.js").MenuDocument} MenuDocument */
/** @typedef {import("./menutypes.js").ShownDish} ShownDish */
/** @typedef {import("./menutypes.js").ShownSection} ShownSection */

/**
 * A text folded for searching: without marks such as accents, and in one case. So `noquis` finds
 * `Ñoquis`, and `strasse` finds `Straße`.
 * @param {string} text
 */
export function fold(text) {
    const plain = text.normalize("NFD").replace(/\p{M}/gu, "");
    // Upper case first, which unites letters that are distinct in lower case, such as ß and ss. Only the
    // dotless i must stay distinct.
    return plain
        .split("ı")
        .map((part) => part.toUpperCase().toLowerCase().replaceAll("ς", "σ"))
        .join("ı");
}

/**
 * Makes a function that returns whether any of some texts contains the search. An empty search
 * matches everything.
 * @param {string} query
 * @returns {(...texts: (string | undefined)[]) => boolean}
 */
export function finder(query) {
    const wanted = fold(query.trim());
    return (...texts) => wanted === "" || texts.some((text) => text && fold(text).includes(wanted));
}

/**
 * The keys of the dishes whose name or description contains a text, in the menu's order. The house's own
 * language matches too, even if the page shows another.
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
 * Groups dishes by avoided allergens. Dishes whose allergens are not stated are never safe.
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

/** @typedef {(amount: number) => string} MoneyWriter */

/** Amounts are integers in the currency's smallest unit. They are never divided into fractions. */
export const { digitsOf, exponentOf, moneyWriter } = tablecastOrders;

writeAmountsBy(({ amount, currency }) => {
    return moneyWriter(currency, document.documentElement.lang)(amount);
});

/** With more digits, not every integer can be represented. */
const digitsMax = 15;

/**
 * Formats an amount for programs: `9.90`, in files.
 * @param {number} amount
 * @param {string} currency
 */
export function plainAmount(amount, currency) {
    const { whole, fraction } = digitsOf(amount, exponentOf(currency));
    return (amount < 0 ? "-" : "") + (fraction === "" ? whole : `${whole}.${fraction}`);
}

/**
 * Formats an amount as typed into a field, with only the language's decimal mark: `9,90`.
 * @param {number} amount
 * @param {string} currency
 * @param {string} language
 */
export function typedAmount(amount, currency, language) {
    return plainAmount(amount, currency).replace(".", marksOf(language).decimal);
}

/**
 * Parses a typed amount, with or without the currency, with a comma or a point. If a mark could
 * group thousands or begin the decimals, the language decides: `1.500` is 1500.00 in Spanish.
 * Nothing is rounded.
 * @param {string} typed
 * @param {string} currency
 * @param {string} language
 * @returns {number | null} `null` unless it is certainly an amount of this currency
 */
export function parseAmount(typed, currency, language) {
    const exponent = exponentOf(currency);
    const text = westernDigits(bare(typed, currency, language));
    if (!/^\d[\d.,]*$|^[.,]\d+$/.test(text)) {
        return null;
    }
    const decimalAt = decimalIndex(text, exponent, language);
    const whole = decimalAt < 0 ? text : text.slice(0, decimalAt);
    const fraction = decimalAt < 0 ? "" : text.slice(decimalAt + 1);
    const isGood = /^\d*$|^\d{1,3}(,\d{3})+$|^\d{1,3}(\.\d{3})+$/.test(whole);
    const decimals = fraction.replace(/0+$/, "");
    if (!isGood || !/^\d*$/.test(fraction) || decimals.length > exponent) {
        return null;
    }
    const digits = whole.replace(/[.,]/g, "") + decimals.padEnd(exponent, "0");
    const significant = digits.replace(/^0+/, "");
    return significant.length > digitsMax ? null : Number(significant || "0");
}

/**
 * The index where the decimals begin, or -1 if there are none.
 * @param {string} text of digits, commas and points
 * @param {number} exponent
 * @param {string} language
 */
function decimalIndex(text, exponent, language) {
    const last = Math.max(text.lastIndexOf(","), text.lastIndexOf("."));
    if (last < 0) {
        return -1;
    }
    const mark = text[last];
    const count = text.split(mark).length - 1;
    const hasBoth = text.includes(",") && text.includes(".");
    if (count > 1) {
        return -1;
    }
    if (hasBoth) {
        return last;
    }
    const canGroup = /^[1-9]\d{0,2}.\d{3}$/.test(text);
    // Three digits after the mark are thousands, unless it is this language's decimal mark.
    const isGroup = canGroup && (mark === marksOf(language).group || exponent === 0);
    return isGroup ? -1 : last;
}

/**
 * The typed text without the currency and spaces, which group thousands in some languages, as
 * apostrophes do.
 * @param {string} typed
 * @param {string} currency
 * @param {string} language
 */
function bare(typed, currency, language) {
    const symbol = moneyWriter(currency, language)(0).replace(/[\d.,\s]/g, "");
    const text = typed.normalize("NFKC").trim().replace(/\s+(?=\d{3}(?!\d))/g, "");
    return [currency, symbol.normalize("NFKC"), currency.toLowerCase()]
        .filter(Boolean)
        .reduce((rest, each) => withoutEnd(rest, each), text)
        .replace(/(\d)['’](?=\d{3})/g, "$1");
}

/**
 * Removes a text from the start or the end of another.
 * @param {string} text
 * @param {string} end
 */
function withoutEnd(text, end) {
    if (text.startsWith(end)) {
        return text.slice(end.length).trim();
    }
    return text.endsWith(end) ? text.slice(0, -end.length).trim() : text;
}

/** @param {string} text */
function westernDigits(text) {
    return text
        .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
        .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
        .replace("\u066b", ".");
}

/**
 * A language's marks for decimals and thousands.
 * @param {string} language
 * @returns {{decimal: string, group: string}}
 */
function marksOf(language) {
    const parts = new Intl.NumberFormat(language).formatToParts(1234567.5);
    const find = (/** @type {string} */ type) => parts.find((part) => part.type === type)?.value;
    return { decimal: find("decimal") ?? ".", group: find("group") ?? "" };
}

/**
 * Splits an amount into equal parts. The remainder goes to the first ones, one unit each.
 * @param {number} amount
 * @param {number} count at least 1
 * @returns {number[]}
 */
export function splitEqually(amount, count) {
    const rest = amount % count;
    const part = (amount - rest) / count;
    return Array.from({ length: count }, (_, index) => part + (index < rest ? 1 : 0));
}

/**
 * The equal parts of an amount, the larger first. If a payer takes the first, the others don't change.
 * @param {number} amount
 * @param {number} count
 * @returns {{amount: number, count: number}[]}
 */
export function partsOf(amount, count) {
    /** @type {Map<number, number>} */
    const counts = new Map();
    for (const part of splitEqually(amount, count)) {
        counts.set(part, (counts.get(part) ?? 0) + 1);
    }
    return [...counts].map(([part, times]) => ({ amount: part, count: times }));
}

/**
 * The tax that an amount contains, rounded half up.
 * @param {number} gross
 * @param {number} rate in hundredths of a percent: 1000 is 10 %
 */
export function vatWithin(gross, rate) {
    const divisor = 10_000 + rate;
    const rest = (gross * rate) % divisor;
    const whole = (gross * rate - rest) / divisor;
    return 2 * rest >= divisor ? whole + 1 : whole;
}

/**
 * Formats a rate of tax for a language: `10 %`, `5.5%`.
 * @param {number} rate in hundredths of a percent
 * @param {string} language
 */
export function rateText(rate, language) {
    const format = new Intl.NumberFormat(language, { style: "percent" });
    const { whole, fraction } = digitsOf(rate, 2);
    const decimals = fraction.replace(/0+$/, "");
    const mark = decimals === "" ? "" : marksOf(language).decimal;
    return format.format(0).replace(/0/, `${whole}${mark}${decimals}`);
}
