// @ts-check
import "./core/distances.js";

/** @typedef {{lat: number, lon: number}} Position */
/** @typedef {"km" | "mi"} Units */

export const { distanceText, metresBetween, metresOfMile, positionOf } = tablecastNearby;
export const { starsText, unitsFor, walkMinutes } = tablecastNearby;
