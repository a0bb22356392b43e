// @ts-check
import { isObject } from "./canonical.js";

/** @typedef {import("./canonical.js").JSONValue} JSONValue */
/** @typedef {{op: string, path: string, value?: JSONValue}} Operation */

/** A patch that does not fit the document: the document has to be fetched afresh. */
export class PatchError extends Error {}

/**
 * Applies a patch of `add`, `remove` and `replace` (RFC 6902) and returns the new document. The old
 * one is left as it was; what the patch does not touch is shared by both.
 * @param {JSONValue} document
 * @param {Operation[]} patch
 * @returns {JSONValue}
 */
export function applyPatch(document, patch) {
    return patch.reduce(applyOperation, document);
}

/**
 * @param {JSONValue} document
 * @param {Operation} operation
 * @returns {JSONValue}
 */
function applyOperation(document, operation) {
    if (!["add", "remove", "replace"].includes(operation.op)) {
        throw new PatchError("unknown operation");
    }
    if (operation.path === "") {
        if (operation.op === "remove" || operation.value === undefined) {
            throw new PatchError("a document can't be removed");
        }
        return operation.value;
    }
    if (!operation.path.startsWith("/")) {
        throw new PatchError("not a JSON Pointer");
    }
    // `~1` before `~0`, or `~01` would come out as `/` (RFC 6901, section 4).
    const names = operation.path
        .slice(1)
        .split("/")
        .map((name) => name.replace(/~1/g, "/").replace(/~0/g, "~"));
    return changed(document, names, 0, operation);
}

/**
 * @param {JSONValue} value
 * @param {string[]} names
 * @param {number} depth
 * @param {Operation} operation
 * @returns {JSONValue}
 */
function changed(value, names, depth, operation) {
    const name = names[depth];
    const isLast = depth === names.length - 1;
    if (Array.isArray(value)) {
        return changedArray(value, name, isLast, names, depth, operation);
    }
    if (!isObject(value) || name === "__proto__") {
        throw new PatchError("no such place");
    }
    const isThere = Object.prototype.hasOwnProperty.call(value, name);
    if (!isThere && !(isLast && operation.op === "add")) {
        throw new PatchError("no such member");
    }
    const copy = { ...value };
    if (!isLast) {
        copy[name] = changed(value[name], names, depth + 1, operation);
    } else if (operation.op === "remove") {
        delete copy[name];
    } else {
        copy[name] = given(operation);
    }
    return copy;
}

/**
 * @param {JSONValue[]} value
 * @param {string} name
 * @param {boolean} isLast
 * @param {string[]} names
 * @param {number} depth
 * @param {Operation} operation
 * @returns {JSONValue}
 */
function changedArray(value, name, isLast, names, depth, operation) {
    const isAdding = isLast && operation.op === "add";
    const index = name === "-" && isAdding ? value.length : Number(name);
    const isIndex = name === "-" ? isAdding : /^(0|[1-9][0-9]*)$/.test(name);
    if (!isIndex || index > value.length || (index === value.length && !isAdding)) {
        throw new PatchError("no such index");
    }
    const copy = value.slice();
    if (!isLast) {
        copy[index] = changed(value[index], names, depth + 1, operation);
    } else if (isAdding) {
        copy.splice(index, 0, given(operation));
    } else if (operation.op === "remove") {
        copy.splice(index, 1);
    } else {
        copy[index] = given(operation);
    }
    return copy;
}

/**
 * @param {Operation} operation
 * @returns {JSONValue}
 */
function given(operation) {
    if (operation.value === undefined) {
        throw new PatchError("no value");
    }
    return operation.value;
}
