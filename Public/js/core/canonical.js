// @ts-check
"use strict";

/*
 * The files of this folder are the browser's side of the sync protocol, for every page. Old
 * televisions load them as scripts, in the order in which /js/tablecast.js names them; new browsers
 * import that module. So they are written in ECMAScript 2015, which the oldest browser of the
 * televisions, Chromium 53, knows, and share one global object.
 */
var tablecast = self.tablecast || {};
self.tablecast = tablecast;

/** @typedef {import("../tablecast.js").JSONValue} JSONValue */
/** @typedef {import("../tablecast.js").JSONObject} JSONObject */
/** @typedef {import("../tablecast.js").Operation} Operation */
/** @typedef {import("../tablecast.js").Snapshot} Snapshot */
/** @typedef {import("../tablecast.js").Entry} Entry */
/** @typedef {import("../tablecast.js").Life} Life */
/** @typedef {import("../tablecast.js").SyncOptions} SyncOptions */

/**
 * Whether a value is a JSON object: neither `null` nor an array nor a scalar.
 * @param {unknown} value
 * @returns {value is JSONObject}
 */
tablecast.isObject = function (value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
};

/**
 * The canonical form of a JSON value (RFC 8785): members in the order of their UTF-16 code units,
 * no space, numbers and strings as ECMAScript writes them (sections 3.2.2 and 3.2.3).
 * @param {JSONValue} value
 * @returns {string}
 */
tablecast.canonical = function (value) {
    if (Array.isArray(value)) {
        return "[" + value.map(tablecast.canonical).join(",") + "]";
    }
    if (tablecast.isObject(value)) {
        // The default order of sort() is that of UTF-16 code units.
        const members = Object.keys(value)
            .sort()
            .map((name) => JSON.stringify(name) + ":" + tablecast.canonical(value[name]));
        return "{" + members.join(",") + "}";
    }
    return JSON.stringify(value);
};
