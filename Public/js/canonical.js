// @ts-check

/** @typedef {null | boolean | number | string | JSONArray | JSONObject} JSONValue */
/** @typedef {JSONValue[]} JSONArray */
/** @typedef {{[name: string]: JSONValue}} JSONObject */

/**
 * Whether a value is a JSON object: neither `null` nor an array nor a scalar.
 * @param {unknown} value
 * @returns {value is JSONObject}
 */
export function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The canonical form of a JSON value (RFC 8785): members in the order of their UTF-16 code units,
 * no space, numbers and strings as ECMAScript writes them (sections 3.2.2 and 3.2.3).
 * @param {JSONValue} value
 * @returns {string}
 */
export function canonical(value) {
    if (Array.isArray(value)) {
        return "[" + value.map(canonical).join(",") + "]";
    }
    if (isObject(value)) {
        // The default order of sort() is that of UTF-16 code units.
        const members = Object.keys(value)
            .sort()
            .map((name) => JSON.stringify(name) + ":" + canonical(value[name]));
        return "{" + members.join(",") + "}";
    }
    return JSON.stringify(value);
}
