// @ts-check
import { charactersOf } from "../../../js/ui/checks.js";
import { texts } from "./texts.js";

/** @typedef {import("../../../js/tablecast.js").JSONValue} JSONValue */

/**
 * JSON Schema, as far as settings have it.
 * @typedef {object} Schema
 * @property {string} [type]
 * @property {string[]} [enum]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [minLength]
 * @property {number} [x-charactersMax]
 * @property {string} [format]
 * @property {Schema} [items]
 * @property {number} [minItems]
 * @property {number} [maxItems]
 */

/**
 * A setting of a board, as the board declares it.
 * @typedef {object} SettingDescription
 * @property {string} name
 * @property {string} summary in English
 * @property {Schema} schema
 * @property {JSONValue} [defaultValue] until somebody sets another
 * @property {boolean} isSecret
 */

/**
 * Which field a schema wants.
 * @param {Schema} schema
 * @returns {"choice" | "choices" | "flag" | "integer" | "number" | "text" | "lines" | "json"}
 */
export function kindOf({ type, enum: choices, items }) {
    if (choices) {
        return "choice";
    }
    switch (type) {
        case "boolean":
            return "flag";
        case "integer":
        case "number":
            return type;
        case "string":
            return "text";
        case "array":
            return items?.enum ? "choices" : items?.type === "string" ? "lines" : "json";
        default:
            return "json";
    }
}

/**
 * A value as it is typed.
 * @param {JSONValue} value
 * @returns {string}
 */
export function written(value) {
    if (value === null || typeof value === "string") {
        return value ?? "";
    }
    const isLines = Array.isArray(value) && value.every((each) => typeof each === "string");
    return isLines ? value.join("\n") : JSON.stringify(value);
}

/**
 * What was typed, as the setting takes it, or what is wrong with it. Nothing typed is the
 * default value.
 * @param {Schema} schema
 * @param {string} typed
 * @param {JSONValue} [defaultValue]
 * @returns {{ value: JSONValue } | { problem: string }}
 */
export function checked(schema, typed, defaultValue = null) {
    const text = typed.trim().normalize("NFC");
    if (text === "") {
        return { value: defaultValue };
    }
    switch (kindOf(schema)) {
        case "integer":
        case "number":
            return checkedNumber(schema, text);
        case "lines":
            return checkedLines(schema, text);
        case "json":
            return checkedJSON(text);
        default: {
            const problem = problemOf(schema, text);
            return problem ? { problem } : { value: text };
        }
    }
}

/**
 * @param {Schema} schema
 * @param {string} text
 */
function checkedNumber(schema, text) {
    const { type, minimum = -Infinity, maximum = Infinity } = schema;
    const value = Number(text);
    if (type === "number" && !/^[+-]?\d+(\.\d+)?$/.test(text)) {
        return { problem: texts.anyNumberRequired };
    }
    if (type === "integer" && (!/^[+-]?\d+$/.test(text) || !Number.isSafeInteger(value))) {
        return { problem: texts.numberRequired };
    }
    if (value < minimum || value > maximum) {
        return { problem: texts.numberOutside(schema) };
    }
    return { value };
}

/**
 * @param {Schema} schema
 * @param {string} text one on each line
 */
function checkedLines({ items = {}, maxItems = Infinity }, text) {
    const value = text
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean);
    if (value.length > maxItems) {
        return { problem: texts.tooMany(maxItems) };
    }
    const problem = value.map((line) => problemOf(items, line)).find(Boolean);
    return problem ? { problem } : { value };
}

/** @param {string} text */
function checkedJSON(text) {
    try {
        return { value: /** @type {JSONValue} */ (JSON.parse(text)) };
    } catch {
        return { problem: texts.formProblem };
    }
}

/**
 * @param {Schema} schema of a text
 * @param {string} text
 */
function problemOf({ "x-charactersMax": charactersMax = Infinity }, text) {
    return charactersOf(text) > charactersMax ? texts.tooLong(charactersMax) : "";
}
