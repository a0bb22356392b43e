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

/**
 * The changes that have not been answered yet, in their order. They are kept over a reload of the
 * page, and sent again after a reconnect: their ids make sure that each is done once.
 */
tablecast.Outbox = class Outbox {
    /**
     * @param {string} name of the place in the tab's storage
     */
    constructor(name) {
        this.place = new tablecast.StoredValue(name);
        const kept = this.place.read();
        /** @type {Entry[]} */
        this.entries = Array.isArray(kept) ? kept : [];
        for (const entry of this.entries) {
            // The page's first documents may already show what the page before it had sent.
            entry.isInDoubt = entry.isSent;
            tablecast.rest.begin(entry.id);
        }
    }

    keep() {
        this.place.write(this.entries.filter((entry) => !entry.ack));
    }

    /**
     * @param {string} action
     * @param {JSONObject} args
     * @param {JSONObject} note
     * @param {string} at
     * @returns {Entry}
     */
    add(action, args, note, at) {
        const entry = { id: tablecast.newIdentifier(), action, args, note, at, isSent: false };
        this.entries.push(entry);
        tablecast.rest.begin(entry.id);
        this.keep();
        return entry;
    }

    /** @param {string} id */
    find(id) {
        return this.entries.find((entry) => entry.id === id);
    }

    /** @param {string} id */
    remove(id) {
        this.entries = this.entries.filter((entry) => entry.id !== id);
        tablecast.rest.end(id);
        this.keep();
    }

    /** How many have not been answered. */
    get waitingCount() {
        return this.entries.filter((entry) => !entry.ack).length;
    }
};
