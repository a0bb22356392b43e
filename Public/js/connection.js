// @ts-check
import { backoffMs } from "./backoff.js";

/**
 * @typedef {object} ConnectionEvents
 * @property {() => void} opened the connection stands; nothing has been heard yet
 * @property {(message: any) => void} heard a message came
 * @property {(silentMs: number) => void} lost the connection is gone, or has been silent for so
 * long; another is being made
 * @property {() => void} refused the sign-in is not good (any more); nothing is tried again
 */

/** Without a message for this long, a `ping` asks whether anybody is there. */
const pingAfterMs = 10_000;
/** The same where people act on what they see. */
const watchfulPingAfterMs = 2000;
const openWithinMs = 10_000;
/** A hub that is asked whether it is there answers within this time. */
const answerWithinMs = 2000;
/** A timer that is later than this was held up, and so were the messages that came meanwhile. */
const heldUpMs = 250;
const refusingCodes = [4401, 4403];

/**
 * One WebSocket after the other, for ever: pings when it is quiet, gives up one that stays silent
 * for the server's `heartbeatMs` or leaves an `ask` without an answer, backs off between attempts,
 * and stops only when the sign-in is not good any more.
 */
export class Connection {
    /**
     * @param {string} venue
     * @param {string | undefined} role of the browser's sign-ins the one to use
     * @param {boolean} isWatchful whether a dead network is noticed within 5 s instead of 15
     * @param {ConnectionEvents} events
     */
    constructor(venue, role, isWatchful, events) {
        const query = role === undefined ? "" : `?as=${role}`;
        const address = new URL(`/v1/${venue}/sync${query}`, location.href);
        address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
        this.address = address.href;
        /**
         * A request that the same sign-in answers: a failed handshake does not tell a page its
         * status.
         */
        this.probe = `/v1/${venue}/views/notice/display${query}`;
        this.isWatchful = isWatchful;
        this.events = events;
        /** @type {WebSocket | null} */
        this.socket = null;
        this.isOpen = false;
        this.heartbeatMs = 15_000;
        this.heardAtMs = 0;
        this.pingedAtMs = 0;
        this.pingCount = 0;
        /** How long the last `pong` took to come. */
        this.roundTripMs = 0;
        this.attempt = 0;
        this.byeMs = -1;
        this.timer = 0;
        /** Runs while an `ask` waits for its answer. */
        this.askTimer = 0;
        /** Lets go of the page's events. */
        this.listening = new AbortController();
    }

    start() {
        this.stop();
        this.connect();
        this.listening = new AbortController();
        const { signal } = this.listening;
        const heart = window.setInterval(() => this.beat(), this.isWatchful ? 500 : 1000);
        signal.addEventListener("abort", () => window.clearInterval(heart));
        // A page that comes back to the front, or a network that comes back, should not wait for a
        // timer.
        document.addEventListener("visibilitychange", () => this.wake(), { signal });
        window.addEventListener("online", () => this.wake(), { signal });
        // A hub on this machine is still there.
        window.addEventListener("offline", () => this.ask(), { signal });
    }

    stop() {
        this.listening.abort();
        window.clearTimeout(this.timer);
        this.timer = 0;
        this.drop();
    }

    /**
     * @param {object} message
     * @returns {boolean} whether it was handed to an open connection
     */
    send(message) {
        if (!this.socket || !this.isOpen) {
            return false;
        }
        this.socket.send(JSON.stringify(message));
        return true;
    }

    connect() {
        window.clearTimeout(this.timer);
        this.timer = 0;
        const socket = new WebSocket(this.address, "tablecast.v1");
        this.socket = socket;
        this.heardAtMs = Date.now();
        // A handler of a socket that has been given up must not touch its successor.
        const ifCurrent = (/** @type {(event: any) => void} */ handle) => {
            return (/** @type {any} */ event) => this.socket === socket && handle(event);
        };
        socket.onopen = ifCurrent(() => {
            this.isOpen = true;
            this.heardAtMs = Date.now();
            this.pingedAtMs = 0;
            this.events.opened();
        });
        socket.onmessage = ifCurrent((event) => this.receive(event.data));
        socket.onclose = ifCurrent((event) => this.closed(event.code));
    }

    /** @param {unknown} data */
    receive(data) {
        const pingedAtMs = this.pingedAtMs;
        this.heardAtMs = Date.now();
        this.pingedAtMs = 0;
        this.stopAsking();
        if (typeof data !== "string") {
            return;
        }
        const message = JSON.parse(data);
        if (message.type === "welcome") {
            this.attempt = 0;
            this.heartbeatMs = message.heartbeatMs ?? this.heartbeatMs;
        } else if (message.type === "pong") {
            this.roundTripMs = pingedAtMs ? Math.max(0, this.heardAtMs - pingedAtMs) : 0;
        } else if (message.type === "bye") {
            this.byeMs = message.reconnectInMs ?? 0;
        }
        this.events.heard(message);
    }

    /** @param {number} code */
    closed(code) {
        const wasOpen = this.isOpen;
        this.drop();
        if (refusingCodes.includes(code)) {
            this.events.refused();
            return;
        }
        this.events.lost(0);
        if (!wasOpen) {
            this.askWhetherSignedIn();
        }
        this.later();
    }

    /** Gives up the socket that is there; what it still says is not heard. */
    drop() {
        const socket = this.socket;
        this.socket = null;
        this.isOpen = false;
        this.stopAsking();
        socket?.close();
    }

    /** @param {number} silentMs */
    giveUp(silentMs) {
        this.drop();
        this.events.lost(silentMs);
        this.later();
    }

    later() {
        const delayMs = this.byeMs >= 0 ? this.byeMs : backoffMs(this.attempt);
        this.byeMs = -1;
        this.attempt += 1;
        window.clearTimeout(this.timer);
        this.timer = window.setTimeout(() => this.connect(), delayMs);
    }

    async askWhetherSignedIn() {
        try {
            const answer = await fetch(this.probe, { cache: "no-store" });
            if (answer.status === 401 || answer.status === 403) {
                window.clearTimeout(this.timer);
                this.drop();
                this.events.refused();
            }
        } catch {
            // The server can't be reached at all: the next attempt is on its way.
        }
    }

    beat() {
        if (!this.socket) {
            return;
        }
        const silentMs = Date.now() - this.heardAtMs;
        if (silentMs < 0) {
            // The device's clock was set back.
            this.heardAtMs = Date.now();
        } else if (silentMs >= (this.isOpen ? this.heartbeatMs : openWithinMs)) {
            this.giveUp(silentMs);
        } else if (this.isWatchful && silentMs >= watchfulPingAfterMs) {
            this.ask();
        } else if (silentMs >= pingAfterMs && !this.pingedAtMs) {
            this.ping();
        }
    }

    ping() {
        this.pingCount += 1;
        if (this.send({ type: "ping", n: this.pingCount })) {
            this.pingedAtMs = Date.now();
        }
    }

    /** Pings, and gives the connection up when nothing is heard within `answerWithinMs`. */
    ask() {
        if (this.askTimer || !this.isOpen) {
            return;
        }
        this.ping();
        const askedAtMs = performance.now();
        this.askTimer = window.setTimeout(() => {
            this.askTimer = 0;
            if (performance.now() - askedAtMs > answerWithinMs + heldUpMs) {
                this.ask();
            } else {
                this.giveUp(Math.max(0, Date.now() - this.heardAtMs));
            }
        }, answerWithinMs);
    }

    stopAsking() {
        window.clearTimeout(this.askTimer);
        this.askTimer = 0;
    }

    wake() {
        const isVisible = document.visibilityState === "visible";
        if (this.timer && !this.socket && isVisible) {
            this.connect();
        } else if (this.isOpen) {
            this.beat();
            if (isVisible) {
                this.ask();
            } else {
                this.ping();
            }
        }
    }
}
