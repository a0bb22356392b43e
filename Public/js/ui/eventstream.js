// @ts-check
import { Backoff, elapsedMs, request, runAfter, runEvery, stopTimer } from "./page.js";

/**
 * Splits a byte stream into lines, wherever its chunks are cut: the line ends of an event stream
 * are LF, CR LF or CR.
 */
export class LineReader {
    constructor() {
        this.decoder = new TextDecoder();
        this.rest = "";
    }

    /**
     * @param {Uint8Array} chunk
     * @returns {string[]} the lines that are whole now
     */
    read(chunk) {
        this.rest += this.decoder.decode(chunk, { stream: true });
        // A CR at the very end may be the first half of a CR LF.
        const end = this.rest.endsWith("\r") ? this.rest.length - 1 : this.rest.length;
        const lines = this.rest.slice(0, end).split(/\r\n|\n|\r/);
        this.rest = (lines.pop() ?? "") + this.rest.slice(end);
        return lines;
    }
}

/**
 * Puts lines together to the events of an event stream (WHATWG HTML, section 9.2.6).
 */
export class EventStreamReader {
    constructor() {
        this.lines = new LineReader();
        this.name = "";
        /** @type {string[]} */
        this.data = [];
        this.lastID = "";
    }

    /**
     * @param {Uint8Array} chunk
     * @returns {{name: string, data: string}[]} the events that are whole now
     */
    read(chunk) {
        const events = [];
        for (const line of this.lines.read(chunk)) {
            if (line === "") {
                if (this.data.length > 0) {
                    const name = this.name || "message";
                    events.push({ name, data: this.data.join("\n") });
                }
                this.name = "";
                this.data = [];
                continue;
            }
            const colon = line.indexOf(":");
            const field = colon < 0 ? line : line.slice(0, colon);
            const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
            if (field === "event") {
                this.name = value;
            } else if (field === "data") {
                this.data.push(value);
            } else if (field === "id") {
                this.lastID = value;
            }
        }
        return events;
    }
}

// MARK: The screens, as the hub tells of them

/** @typedef {"silent" | "ok" | "away"} State */

/**
 * A view that a screen watches, and how many revisions of it are still to be sent.
 * @typedef {object} ViewRow
 * @property {string} view
 * @property {number} [behindRevs]
 */

/**
 * What is known of a connection.
 * @typedef {object} Connection
 * @property {string} [connectedAt]
 * @property {string} [heardAt]
 * @property {string} [address]
 * @property {true} [congested]
 * @property {ViewRow[]} [views]
 */

/**
 * @typedef {object} Device
 * @property {string} id
 * @property {string} device
 * @property {string} role
 * @property {State} state
 * @property {string} [name]
 * @property {string} [silentSince]
 * @property {Connection} [last] how its last connection was when that ended without a goodbye
 * @property {string} [createdAt]
 * @property {string} [seenAt] when it was here last
 * @property {true} [lockedOut] too many wrong PINs have come from it
 */

/**
 * A connection, or a device that has none.
 * @typedef {Device & Connection} DeviceRow
 */

/**
 * @typedef {object} Alarm
 * @property {string} device
 * @property {string} role
 * @property {string} since
 * @property {string} [name]
 * @property {string} [address] where it connects from, or did last
 * @property {string} [endedAt]
 * @property {true} [dismissed]
 */

/**
 * @typedef {object} Summary
 * @property {number} guests
 * @property {string} now
 * @property {{name: string, timeZone: string}} [house] as the owner has set it
 * @property {Record<string, number>} counts
 * @property {boolean} [hasPIN]
 * @property {boolean} [hasWebhook]
 * @property {string} [webhookRefusal] why the hub posts no alarms to it
 * @property {string[]} [setAside] what ended the hub twice: views, and connectors of boards
 * @property {number} [clockJumpSeconds] how far the machine's clock is ahead of the hub's
 */

/**
 * @typedef {object} FeedHandlers
 * @property {() => void} changed
 * @property {(alarm: Alarm) => void} alarmed one has begun, or ended, while one was looking
 * @property {() => void} refused
 */

/** The server says something every 15 s at the least. */
const silentMsMax = 25_000;
const openWithinMs = 10_000;
const endedCountMax = 20;

/** The list of the screens, as the server pushes it; what is here stays when it is lost. */
export class ScreensFeed {
    /**
     * @param {string} venue
     * @param {string} role
     * @param {FeedHandlers} handlers
     * @param {string} [own] the device of this page, which is not away while somebody looks at it
     */
    constructor(venue, role, handlers, own = "") {
        this.own = own;
        this.venue = venue;
        this.query = `?as=${role}`;
        this.handlers = handlers;
        this.known = new ScreensList();
        /** A new list that is being received, until it is complete. */
        this.next = new ScreensList();
        this.isComplete = false;
        this.isRefused = false;
        this.heardAtMs = -Infinity;
        this.backoff = new Backoff();
        this.abort = new AbortController();
    }

    /** @returns {"live" | "stale" | "refused"} */
    get life() {
        if (this.isRefused) {
            return "refused";
        }
        const isHeard = elapsedMs() - this.heardAtMs < silentMsMax;
        return this.isComplete && isHeard ? "live" : "stale";
    }

    async start() {
        runEvery(1000, () => this.beat());
        while (!this.isRefused) {
            try {
                await this.readOne();
            } catch {
                // The connection broke or could not be made: another one follows.
            }
            this.isComplete = false;
            this.handlers.changed();
            if (!this.isRefused) {
                await this.backoff.pause();
            }
        }
        this.handlers.refused();
    }

    /** Gives up a connection on which nothing is heard any more. */
    beat() {
        if (this.isComplete && elapsedMs() - this.heardAtMs >= silentMsMax) {
            this.abort.abort();
        }
    }

    async readOne() {
        this.abort = new AbortController();
        const timer = runAfter(openWithinMs, () => this.abort.abort());
        const answer = await request(`/v1/${this.venue}/devices${this.query}`, {
            headers: { Accept: "text/event-stream" },
            cache: "no-store",
            signal: this.abort.signal,
        }).finally(() => stopTimer(timer));
        this.isRefused = answer.status === 401 || answer.status === 403;
        if (!answer.ok || !answer.body) {
            return;
        }
        const body = answer.body.getReader();
        const reader = new EventStreamReader();
        for (;;) {
            const { done, value } = await body.read();
            if (done) {
                return;
            }
            this.heardAtMs = elapsedMs();
            for (const { name, data } of reader.read(value)) {
                this.take(name, JSON.parse(data));
            }
            this.handlers.changed();
        }
    }

    /**
     * @param {string} name
     * @param {any} data
     */
    take(name, data) {
        if (name === "device" && data.device === this.own && data.state === "away") {
            data.state = "ok";
        }
        if (name === "list") {
            this.next = new ScreensList();
            this.isComplete = false;
        } else if (name === "complete") {
            this.known = this.next;
            this.isComplete = true;
            this.backoff.reset();
        }
        this.next.take(name, data);
        if (name === "alarm" && this.isComplete) {
            this.handlers.alarmed(data);
        }
    }

    /**
     * Dismisses the alarm about a device.
     * @param {string} device
     * @returns {Promise<boolean>} whether the server took it
     */
    dismiss(device) {
        return this.post(`devices/${encodeURIComponent(device)}/dismiss${this.query}`);
    }

    /**
     * Has something done again that was set aside.
     * @param {string} name
     * @returns {Promise<boolean>} whether the server took it
     */
    tryAgain(name) {
        return this.post(`set-aside${this.query}&name=${encodeURIComponent(name)}`);
    }

    /** @param {string} path */
    async post(path) {
        try {
            const answer = await request(`/v1/${this.venue}/${path}`, { method: "POST" });
            return answer.ok || answer.status === 404;
        } catch {
            return false;
        }
    }
}

/** What the server has told, put together. */
class ScreensList {
    constructor() {
        /** @type {Map<string, DeviceRow>} */
        this.rows = new Map();
        /** @type {Map<string, Alarm>} by device */
        this.alarms = new Map();
        /** @type {Alarm[]} */
        this.ended = [];
        /** @type {Summary | null} */
        this.summary = null;
    }

    /**
     * @param {string} name
     * @param {any} data
     */
    take(name, data) {
        switch (name) {
            case "list":
            case "summary":
                this.summary = data;
                break;
            case "device":
                this.rows.set(data.id, data);
                break;
            case "gone":
                this.rows.delete(data.id);
                break;
            case "alarm":
                this.takeAlarm(data);
                break;
        }
    }

    /** @param {Alarm} alarm */
    takeAlarm(alarm) {
        if (alarm.endedAt === undefined) {
            this.alarms.set(alarm.device, alarm);
        } else {
            this.alarms.delete(alarm.device);
            this.ended = [alarm, ...this.ended].slice(0, endedCountMax);
        }
    }
}
