// @ts-check
/* Which numbers stand where. In ECMAScript 2015. */
"use strict";

/** @typedef {{number: number, status: "preparing" | "ready", at: string}} PickupTab */
/** @typedef {{key: string, number: number, at: string}} PickupNumber */

/**
 * The numbers of a state: those in preparation by how long they have been, and of those that are
 * ready the newest first.
 * @param {Record<string, PickupTab>} tabs
 * @param {"preparing" | "ready"} status
 * @returns {PickupNumber[]}
 */
tablecastOrders.numbersOf = function (tabs, status) {
    const sign = status === "ready" ? -1 : 1;
    return Object.keys(tabs)
        .filter((key) => tabs[key].status === status)
        .map((key) => ({ key, number: tabs[key].number, at: tabs[key].at }))
        .sort((one, other) => {
            const byTime = one.at < other.at ? -1 : one.at > other.at ? 1 : 0;
            return sign * byTime || one.number - other.number;
        });
};

/**
 * How many cells of a size have room in a place; at least one.
 * @param {{width: number, height: number}} place
 * @param {{width: number, height: number}} cell
 */
tablecastOrders.cellsIn = function (place, cell) {
    // What is lost by rounding half a pixel must not cost a whole row.
    const fits = (/** @type {number} */ room, /** @type {number} */ size) =>
        Math.max(1, Math.floor((room + 1) / Math.max(1, size)));
    return fits(place.width, cell.width) * fits(place.height, cell.height);
};

/**
 * The keys that are ready now and were not when this was asked last.
 * @param {string[]} keys
 * @param {string[] | null} before
 */
tablecastOrders.newAmong = function (keys, before) {
    return before === null ? [] : keys.filter((key) => before.indexOf(key) < 0);
};
