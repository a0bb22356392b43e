// @ts-check
"use strict";

/*
 * The files of this folder are what the pages of orders for televisions share with the others. Old
 * televisions load them as scripts; new browsers import /boards/orders/money.js and menu.js, which
 * have the same parts and more. So they are written in ECMAScript 2015 and share one global object.
 */
var tablecastOrders = self.tablecastOrders || {};
self.tablecastOrders = tablecastOrders;

/**
 * Writes an amount with its currency, such as `9,90 €`.
 * @typedef {(amount: number) => string} MoneyWriter
 */

/**
 * The currencies whose smallest unit is not a hundredth, by how many decimals they have (ISO 4217).
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
 * How many decimals a currency has: 2 for EUR, 0 for JPY. It is what ISO 4217 says, and not what
 * `Intl` shows, which leaves out the decimals of some currencies.
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
 * Makes a function that writes amounts as people of a language do. The language says where the
 * currency stands and how digits are grouped; it is only asked about whole numbers. The decimals
 * are then put in as digits, so no amount is ever a fraction.
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
