// @ts-check
"use strict";

/** For each value of a byte what it adds to a CRC-32 (IEEE). */
tablecast.crcTable = new Uint32Array(256).map((_, index) => {
    let remainder = index;
    for (let bit = 0; bit < 8; bit += 1) {
        remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
    }
    return remainder;
});

/**
 * CRC-32 (IEEE) over the UTF-8 of a text, as an unsigned number.
 * @param {string} text
 */
tablecast.crc32 = function (text) {
    let remainder = 0xffffffff;
    for (const byte of new TextEncoder().encode(text)) {
        remainder = tablecast.crcTable[(remainder ^ byte) & 0xff] ^ (remainder >>> 8);
    }
    return (remainder ^ 0xffffffff) >>> 0;
};

/**
 * A member's name inside a JSON Pointer (RFC 6901, section 3).
 * @param {string} name
 */
tablecast.escaped = function (name) {
    return name.replace(/~/g, "~0").replace(/\//g, "~1");
};

/**
 * The hash of a document: the sum of the checksums of its rows, as eight hex digits. It finds
 * mistakes and does not protect against an adversary. A row that is the very same object as last
 * time is not summed again, which is why a patch shares what it leaves alone.
 */
tablecast.DocumentHash = class DocumentHash {
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
                    : { value, sum: tablecast.crc32(path + " " + tablecast.canonical(value)) };
            rows.set(path, row);
            total = (total + row.sum) >>> 0;
        };
        if (tablecast.isObject(document)) {
            for (const member of Object.keys(document)) {
                const value = document[member];
                const path = "/" + tablecast.escaped(member);
                if (tablecast.isObject(value)) {
                    for (const key of Object.keys(value)) {
                        add(path + "/" + tablecast.escaped(key), value[key]);
                    }
                } else {
                    add(path, value);
                }
            }
        }
        this.rows = rows;
        return ("0000000" + total.toString(16)).slice(-8);
    }
};
