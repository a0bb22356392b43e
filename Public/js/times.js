// @ts-check
import "./core/canonical.js";
import "./core/times.js";

/** @typedef {(instant: string | number) => string} TimeWriter */

export const { dayWriter, minutesSince, secondsWriter, timeWriter } = tablecast;
