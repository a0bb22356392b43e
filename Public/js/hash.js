// @ts-check
import { canonical, isObject } from "./canonical.js";

/** @typedef {import("./canonical.js").JSONValue} JSONValue */

const table = new Uint32Array(256);
for (let index = 0; index < 256; index += 1) {
    let remainder = index;
    for (let bit = 0; bit < 8; bit += 1) {
        remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
    }
    table[index] = remainder;
}

const encoder = new TextEncoder();

/**
 * CRC-32 (IEEE) over the UTF-8 of a text, as an unsigned number.
 * @param {string} text
 */
export function crc32(text) {
    let remainder = 0xffffffff;
    for (const byte of encoder.encode(text)) {
        remainder = table[(remainder ^ byte) & 0xff] ^ (remainder >>> 8);
    }
    return (remainder ^ 0xffffffff) >>> 0;
}

/**
 * A member's name inside a JSON Pointer (RFC 6901, section 3).
 * @param {string} name
 */
function escaped(name) {
    return name.replace(/~/g, "~0").replace(/\//g, "~1");
}

/**
 * The hash of a document: the sum of the checksums of its rows, as eight hex digits. A row that is
 * the very same object as last time is not summed again, which is why a patch shares what it leaves
 * alone.
 */
export class DocumentHash {
    constructor() {
        /** @type {Map<string, {value: JSONValue, sum: number}>} */
        this.rows = new Map();
    }

    /**
     * @param {JSONValue} document
     * @returns {string}
     */
    of(document) {
        /** @type {Map<string, {value: JSONValue, sum: number}>} */
        const rows = new Map();
        let total = 0;
        const add = (/** @type {string} */ path, /** @type {JSONValue} */ value) => {
            const known = this.rows.get(path);
            const row =
                known && known.value === value
                    ? known
                    : { value, sum: crc32(path + " " + canonical(value)) };
            rows.set(path, row);
            total = (total + row.sum) >>> 0;
        };
        if (isObject(document)) {
            for (const member of Object.keys(document)) {
                const value = document[member];
                if (isObject(value)) {
                    for (const key of Object.keys(value)) {
                        add("/" + escaped(member) + "/" + escaped(key), value[key]);
                    }
                } else {
                    add("/" + escaped(member), value);
                }
            }
        }
        this.rows = rows;
        return total.toString(16).padStart(8, "0");
    }
}
