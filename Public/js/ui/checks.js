// @ts-check
import { charactersOf, reasonOf } from "./page.js";

/**
 * A field's value to send, or the sentence about its problem.
 * @template T
 * @typedef {{value: T, problem?: undefined} | {value?: undefined, problem: string}} Checked
 */

/**
 * The parts of an argument's schema that the checks use.
 * @typedef {object} Schema
 * @property {string | string[]} [type]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [maxItems]
 * @property {Schema} [items]
 * @property {number} [x-charactersMax]
 * @property {number} [x-bytesMax]
 * @property {boolean} [x-oneLine]
 */

/** @typedef {{value?: any, reason?: string, params?: Record<string, number>}} Judgement */

/** A character can have any number of marks, so the bytes are limited as well. */
const characterBytesMax = 40;

/**
 * Makes the check of a field with a text or a number. It predicts the hub's check of the argument,
 * which decides.
 * @param {string} action
 * @param {string} field
 * @param {Schema} schema of the argument, from its board's declaration
 * @returns {(typed: string) => Checked<any>}
 */
export function checkOf(action, field, schema) {
    const judge = schema.type === "integer" ? judgeNumber : judgeText;
    return (typed) => {
        const { value, reason, params } = judge(schema, typed);
        return reason === undefined ? { value } : wrong(action, field, reason, params);
    };
}

/**
 * The problem with the hub's sentence.
 * @param {string} action
 * @param {string} field
 * @param {string} reason
 * @param {Record<string, number>} [params]
 * @returns {{problem: string}}
 */
export function wrong(action, field, reason, params) {
    return { problem: reasonOf({ field, reason, params }, action.split(".")[0], true) };
}

/**
 * Separates the values of valid fields from the problems of the others.
 * @param {Record<string, Checked<any>>} fields
 */
export function sortOut(fields) {
    /** @type {Record<string, any>} */
    const values = {};
    /** @type {import("./page.js").Problem[]} */
    const problems = [];
    for (const [field, { value, problem }] of Object.entries(fields)) {
        if (problem === undefined) {
            values[field] = value;
        } else {
            problems.push({ field, message: problem });
        }
    }
    return { values, problems };
}

/**
 * @param {Schema} schema
 * @param {string} typed
 * @returns {Judgement}
 */
export function judgeText(schema, typed) {
    const value = schema["x-oneLine"] ? folded(typed) : trimmed(typed);
    const isRequired = !Array.isArray(schema.type);
    if (isRequired && !isVisible(value)) {
        return { reason: "required" };
    }
    const max = schema["x-charactersMax"] ?? Infinity;
    const bytesMax = schema["x-bytesMax"] ?? max * characterBytesMax;
    if (charactersOf(value) > max || new TextEncoder().encode(value).length > bytesMax) {
        return { reason: "too_long", params: { max } };
    }
    if (/\p{Cc}/u.test(value.replace(/\p{White_Space}/gu, ""))) {
        return { reason: "control_characters" };
    }
    return { value: value || null };
}

/**
 * @param {Schema} schema
 * @param {string} typed
 * @returns {Judgement}
 */
function judgeNumber({ minimum = 1, maximum = Infinity }, typed) {
    const text = trimmed(typed);
    const value = Number(text);
    if (text === "") {
        return { reason: "required" };
    }
    if (!/^[0-9]+(\.0+)?$/.test(text) || value < minimum) {
        return { reason: "not_positive" };
    }
    return value > maximum ? { reason: "too_large", params: { max: maximum } } : { value };
}

/**
 * Whether a text has visible characters: white space, joiners and direction marks don't count.
 * @param {string} text
 */
function isVisible(text) {
    return /[^\p{Cf}\p{White_Space}]/u.test(text);
}

/**
 * NFC without white space at the ends. White space is defined by Unicode, which is not quite what
 * `trim()` removes.
 * @param {string} text
 */
function trimmed(text) {
    return text.normalize("NFC").replace(/^\p{White_Space}+|\p{White_Space}+$/gu, "");
}

/**
 * The same on one line, with one space for each run of white space.
 * @param {string} text
 */
function folded(text) {
    return trimmed(text).replace(/\p{White_Space}+/gu, " ");
}
