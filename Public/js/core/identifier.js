// @ts-check
"use strict";

/**
 * A random UUID (RFC 9562, section 5.4). `crypto.randomUUID` is only there on https and localhost,
 * and a tablet in a restaurant usually speaks plain http.
 */
tablecast.newIdentifier = function () {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = Array.from(bytes, (byte) => ("0" + byte.toString(16)).slice(-2)).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
};
