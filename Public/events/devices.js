// @ts-check
import { request } from "../js/now.js";

/** @typedef {import("./stream.js").JournalEvent} JournalEvent */

/** The names of the venue's devices: read again when an unknown one does something. */
export class Devices {
    /**
     * @param {string} path
     * @param {import("./words.js").Names} names
     * @param {() => number} newest the newest revision that the page has heard of
     * @param {() => void} changed
     */
    constructor(path, names, newest, changed) {
        this.path = path;
        this.names = names;
        this.newest = newest;
        this.changed = changed;
        /** @type {Set<string>} those that were there, or were asked for, named or not */
        this.known = new Set();
        this.isReading = false;
    }

    /** @param {JournalEvent[]} events */
    came(events) {
        const actors = events.map(({ actor }) => actor.split(":")[1] ?? "");
        const strangers = actors.filter((device) => device && !this.known.has(device));
        if (this.known.size > 0 && strangers.length > 0) {
            strangers.forEach((device) => this.known.add(device));
            void this.read();
        }
    }

    async read() {
        if (this.isReading) {
            return;
        }
        this.isReading = true;
        const rev = this.newest();
        try {
            const answer = await request(this.path, {
                headers: { Accept: "application/json" },
                cache: "no-store",
            });
            const told = answer.ok ? await answer.json() : { devices: [] };
            for (const { device, name } of told.devices) {
                this.known.add(device);
                if (name) {
                    this.names.know(device, name, rev);
                }
            }
            this.changed();
        } catch {
            // They are read again with the next connection, and have their ids until then.
        } finally {
            this.isReading = false;
        }
    }
}
