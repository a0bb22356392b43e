// @ts-check
import { newIdentifier } from "./identifier.js";

/** @typedef {import("./canonical.js").JSONObject} JSONObject */

/**
 * A change that this page has asked for.
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} action
 * @property {JSONObject} args
 * @property {string} at when it was asked for
 * @property {JSONObject} note what the page wants to remember about it
 * @property {boolean} isSent whether it may have reached the server
 * @property {{rev: number, result?: JSONObject}} [ack]
 */

/**
 * The changes that have not been answered yet, in their order. They are kept over a reload of the
 * page, and sent again after a reconnect: their ids make sure that each is done once.
 */
export class Outbox {
    /**
     * @param {string} name of the place in the tab's storage
     */
    constructor(name) {
        this.name = name;
        /** @type {Entry[]} */
        this.entries = this.restored();
    }

    /** @returns {Entry[]} */
    restored() {
        try {
            const entries = JSON.parse(sessionStorage.getItem(this.name) ?? "[]");
            return Array.isArray(entries) ? entries : [];
        } catch {
            return [];
        }
    }

    keep() {
        try {
            const unanswered = this.entries.filter((entry) => !entry.ack);
            sessionStorage.setItem(this.name, JSON.stringify(unanswered));
        } catch {
            // Storage is full or forbidden: then they only live as long as the page.
        }
    }

    /**
     * @param {string} action
     * @param {JSONObject} args
     * @param {JSONObject} note
     * @param {string} at
     * @returns {Entry}
     */
    add(action, args, note, at) {
        const entry = { id: newIdentifier(), action, args, note, at, isSent: false };
        this.entries.push(entry);
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
        this.keep();
    }

    /** How many have not been answered. */
    get waitingCount() {
        return this.entries.filter((entry) => !entry.ack).length;
    }
}
