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
    const { crcTable } = tablecast;
    let remainder = 0xffffffff;
    let index = 0;
    // Most texts have ASCII only, and need no encoder.
    for (let code = 0; index < text.length && (code = text.charCodeAt(index)) < 128; index += 1) {
        remainder = crcTable[(remainder ^ code) & 0xff] ^ (remainder >>> 8);
    }
    if (index < text.length) {
        for (const byte of new TextEncoder().encode(text.slice(index))) {
            remainder = crcTable[(remainder ^ byte) & 0xff] ^ (remainder >>> 8);
        }
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
 * A part of a document and its checksum; of a member with rows, also those of its rows by their keys.
 * @typedef {{value: JSONValue, sum: number, rows: Map<string, Summed> | null}} Summed
 */

/**
 * The hash of a document: the sum of the checksums of its rows, as eight hex digits. It finds
 * mistakes and does not protect against an adversary. What is the very same object as last time is
 * not summed again, which is why a patch shares what it leaves alone.
 */
tablecast.DocumentHash = class DocumentHash {
    constructor() {
        /** @type {Map<string, Summed>} */
        this.members = new Map();
    }

    /**
     * @param {JSONValue} document
     * @returns {string}
     */
    of(document) {
        /** @type {Map<string, Summed>} */
        const members = new Map();
        let total = 0;
        if (tablecast.isObject(document)) {
            for (const name of Object.keys(document)) {
                const member = this.memberOf(name, document[name]);
                members.set(name, member);
                total = (total + member.sum) >>> 0;
            }
        }
        this.members = members;
        return ("0000000" + total.toString(16)).slice(-8);
    }

    /**
     * @param {string} name
     * @param {JSONValue} value
     * @returns {Summed}
     */
    memberOf(name, value) {
        const known = this.members.get(name);
        if (known && known.value === value) {
            return known;
        }
        const path = "/" + tablecast.escaped(name);
        if (!tablecast.isObject(value)) {
            return { value, sum: tablecast.rowSum(path, value), rows: null };
        }
        const knownRows = (known && known.rows) || new Map();
        /** @type {Map<string, Summed>} */
        const rows = new Map();
        let sum = 0;
        for (const key of Object.keys(value)) {
            let row = knownRows.get(key);
            if (!row || row.value !== value[key]) {
                const rowPath = path + "/" + tablecast.escaped(key);
                row = { value: value[key], sum: tablecast.rowSum(rowPath, value[key]), rows: null };
            }
            rows.set(key, row);
            sum = (sum + row.sum) >>> 0;
        }
        return { value, sum, rows };
    }
};

/**
 * @param {string} path
 * @param {JSONValue} value
 */
tablecast.rowSum = function (path, value) {
    return tablecast.crc32(path + " " + tablecast.canonical(value));
};
