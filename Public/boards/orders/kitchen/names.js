// @ts-check
import { minutesSince } from "../../../js/times.js";
import { texts } from "./texts.js";

/**
 * How long ago something was placed: `14 min`, `1 h 05`.
 * @param {string} instant
 * @param {number} nowMs
 */
export function ageOf(instant, nowMs) {
    const minutes = minutesSince(instant, nowMs);
    return minutes < 60
        ? texts.minutes(minutes)
        : texts.hours(Math.floor(minutes / 60), minutes % 60);
}
