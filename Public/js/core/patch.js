// @ts-check
"use strict";

/** A patch that does not fit the document: the document has to be fetched afresh. */
tablecast.PatchError = class PatchError extends Error {};

/**
 * Applies a patch of `add`, `remove` and `replace` (RFC 6902) and returns the new document. The old
 * one is left as it was; what the patch does not touch is shared by both. What it does touch is copied
 * once, however many operations there are.
 * @param {JSONValue} document
 * @param {Operation[]} patch
 * @returns {JSONValue}
 */
tablecast.applyPatch = function (document, patch) {
    /** @type {Set<JSONValue>} */
    const copies = new Set();
    return patch.reduce(
        (patched, operation) => tablecast.patchOnce(patched, operation, copies),
        document
    );
};

/**
 * @param {JSONValue} document
 * @param {Operation} operation
 * @param {Set<JSONValue>} copies the parts of the document that nobody else has
 * @returns {JSONValue}
 */
tablecast.patchOnce = function (document, operation, copies) {
    if (["add", "remove", "replace"].indexOf(operation.op) < 0) {
        throw new tablecast.PatchError("unknown operation");
    }
    if (operation.path === "") {
        if (operation.op === "remove" || operation.value === undefined) {
            throw new tablecast.PatchError("a document can't be removed");
        }
        return operation.value;
    }
    if (!operation.path.startsWith("/")) {
        throw new tablecast.PatchError("not a JSON Pointer");
    }
    // `~1` before `~0`, or `~01` would come out as `/` (RFC 6901, section 4).
    const names = operation.path
        .slice(1)
        .split("/")
        .map((name) => name.replace(/~1/g, "/").replace(/~0/g, "~"));
    return tablecast.patchPlace(document, names, 0, operation, copies);
};

/**
 * @param {JSONValue} value
 * @param {string[]} names
 * @param {number} depth
 * @param {Operation} operation
 * @param {Set<JSONValue>} copies
 * @returns {JSONValue}
 */
tablecast.patchPlace = function (value, names, depth, operation, copies) {
    const name = names[depth];
    const isLast = depth === names.length - 1;
    if (Array.isArray(value)) {
        return tablecast.patchArray(value, names, depth, operation, copies);
    }
    if (!tablecast.isObject(value) || name === "__proto__") {
        throw new tablecast.PatchError("no such place");
    }
    const isThere = Object.prototype.hasOwnProperty.call(value, name);
    if (!isThere && !(isLast && operation.op === "add")) {
        throw new tablecast.PatchError("no such member");
    }
    const copy = copies.has(value) ? value : Object.assign({}, value);
    copies.add(copy);
    if (!isLast) {
        copy[name] = tablecast.patchPlace(value[name], names, depth + 1, operation, copies);
    } else if (operation.op === "remove") {
        delete copy[name];
    } else {
        copy[name] = tablecast.givenValue(operation);
    }
    return copy;
};

/**
 * @param {JSONValue[]} value
 * @param {string[]} names
 * @param {number} depth
 * @param {Operation} operation
 * @param {Set<JSONValue>} copies
 * @returns {JSONValue}
 */
tablecast.patchArray = function (value, names, depth, operation, copies) {
    const name = names[depth];
    const isLast = depth === names.length - 1;
    const isAdding = isLast && operation.op === "add";
    const index = name === "-" && isAdding ? value.length : Number(name);
    const isIndex = name === "-" ? isAdding : /^(0|[1-9][0-9]*)$/.test(name);
    if (!isIndex || index > value.length || (index === value.length && !isAdding)) {
        throw new tablecast.PatchError("no such index");
    }
    const copy = copies.has(value) ? value : value.slice();
    copies.add(copy);
    if (!isLast) {
        copy[index] = tablecast.patchPlace(value[index], names, depth + 1, operation, copies);
    } else if (isAdding) {
        copy.splice(index, 0, tablecast.givenValue(operation));
    } else if (operation.op === "remove") {
        copy.splice(index, 1);
    } else {
        copy[index] = tablecast.givenValue(operation);
    }
    return copy;
};

/**
 * @param {Operation} operation
 * @returns {JSONValue}
 */
tablecast.givenValue = function (operation) {
    if (operation.value === undefined) {
        throw new tablecast.PatchError("no value");
    }
    return operation.value;
};
