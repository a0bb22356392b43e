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
     * @returns {string[]} the completed lines
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

/** Assembles lines into the events of an event stream (WHATWG HTML, section 9.2.6). */
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
     * @returns {{name: string, data: string}[]} the completed events
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

/** The longest wait for the beginning of an answer. */
const openWithinMs = 10_000;

/**
 * Requests a stream of events. It is read by `fetch`, because an `EventSource` gives up at the first error response.
 * @param {string} address
 * @param {AbortController} abort ends it
 * @param {Record<string, string>} [headers]
 */
export function openStream(address, abort, headers = {}) {
    const timer = runAfter(openWithinMs, () => abort.abort());
    return request(address, {
        headers: { Accept: "text/event-stream", ...headers }, cache: "no-store", signal: abort.signal,
    }).finally(() => stopTimer(timer));
}

/**
 * Reads a stream of events until it ends.
 * @param {ReadableStream<Uint8Array>} stream
 * @param {(events: {name: string, data: any}[], lastID: string) => void} came called for each part
 */
export async function readStream(stream, came) {
    const parts = stream.getReader();
    const reader = new EventStreamReader();
    for (;;) {
        const { done, value } = await parts.read();
        if (done) {
            return;
        }
        const events = reader.read(value).map(({ name, data }) => ({ name, data: JSON.parse(data) }));
        came(events, reader.lastID);
    }
}

// MARK: The list of screens

/** @typedef {"silent" | "ok" | "away"} State */

/**
 * A view watched by a screen, and the number of its unsent revisions.
 * @typedef {object} ViewRow
 * @property {string} view
 * @property {number} [behindRevs]
 */

/**
 * The known state of a connection.
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
 * @property {Connection} [last] the last state of a connection that ended without a goodbye
 * @property {string} [createdAt]
 * @property {string} [seenAt] the time of its last visit
 * @property {true} [lockedOut] whether it entered too many wrong PINs
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
 * @property {string} [address] of its present or last connection
 * @property {string} [endedAt]
 * @property {true} [dismissed]
 */

/**
 * @typedef {object} Summary
 * @property {number} guests
 * @property {string} now
 * @property {{name: string, timeZone: string}} [house] as set by the owner
 * @property {Record<string, number>} counts
 * @property {boolean} [hasPIN]
 * @property {boolean} [hasWebhook]
 * @property {string} [webhookRefusal] the reason why the hub does not post alarms to it
 * @property {string[]} [setAside] views and connectors of boards that crashed the hub twice
 * @property {number} [clockJumpSeconds] how far the machine's clock is ahead of the hub's
 */

/**
 * @typedef {object} FeedHandlers
 * @property {() => void} changed
 * @property {(alarm: Alarm) => void} alarmed called when an alarm begins or ends after the page was
 * opened
 * @property {() => void} refused
 */

/** The longest silence; the server sends something at least every 15 s. */
const silentMsMax = 25_000;
const endedCountMax = 20;

/** The list of the screens, as the server pushes it; the last state stays after a loss. */
export class ScreensFeed {
    /**
     * @param {string} venue
     * @param {string} role
     * @param {FeedHandlers} handlers
     * @param {string} [own] the device of this page, which can't be away
     */
    constructor(venue, role, handlers, own = "") {
        this.own = own;
        this.venue = venue;
        this.query = `?as=${role}`;
        this.handlers = handlers;
        this.known = new ScreensList();
        /** A new list that is not completely received. */
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
                // The connection failed or broke; another attempt follows.
            }
            this.isComplete = false;
            this.handlers.changed();
            if (!this.isRefused) {
                await this.backoff.pause();
            }
        }
        this.handlers.refused();
    }

    /** Gives up a connection that has become silent. */
    beat() {
        if (this.isComplete && elapsedMs() - this.heardAtMs >= silentMsMax) {
            this.abort.abort();
        }
    }

    async readOne() {
        this.abort = new AbortController();
        const answer = await openStream(`/v1/${this.venue}/devices${this.query}`, this.abort);
        this.isRefused = answer.status === 401 || answer.status === 403;
        if (!answer.ok || !answer.body) {
            return;
        }
        await readStream(answer.body, (events) => {
            this.heardAtMs = elapsedMs();
            events.forEach(({ name, data }) => this.take(name, data));
            this.handlers.changed();
        });
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
     * @returns {Promise<boolean>} whether the server accepted it
     */
    dismiss(device) {
        return this.post(`devices/${encodeURIComponent(device)}/dismiss${this.query}`);
    }

    /**
     * Retries a task that was set aside.
     * @param {string} name
     * @returns {Promise<boolean>} whether the server accepted it
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

/** The combined data from the server. */
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
