// @ts-check
"use strict";

/**
 * @typedef {object} ConnectionEvents
 * @property {() => void} opened the connection stands; nothing has been heard yet
 * @property {(message: any) => void} heard a message came
 * @property {(silentMs: number) => void} lost the connection is gone, or has been silent for so
 * long; another is being made
 * @property {() => void} refused the sign-in is not good (any more); nothing is tried again
 */

/** How long a connection waits for what, in milliseconds. */
tablecast.patience = {
    beatMs: 500,
    /** Without a message for this long, a `ping` asks whether anybody is there. */
    pingAfterMs: 2000,
    /** The same where nobody sees the page. */
    hiddenPingAfterMs: 10000,
    openWithinMs: 10000,
    /** A hub that works answers a `ping` or a change within this time. */
    answerWithinMs: 2000,
    /** A timer that fires later than this was held up, and incoming messages were too. */
    heldUpMs: 250,
};

/**
 * Where a view can be read by a request of its own.
 * @param {string} venue
 * @param {string} view
 * @param {string} [role] of the browser's sign-ins the one to use
 */
tablecast.viewAddress = function (venue, view, role) {
    const address = new URL(`/v1/${venue}/views/${view}`, location.href);
    if (role !== undefined) {
        address.searchParams.set("as", role);
    }
    return address.href;
};

/**
 * Keeps one WebSocket open, and opens another when it is lost, until the sign-in is no longer good.
 * It pings a quiet connection, and gives it up when it stays silent for the server's `heartbeatMs` or
 * does not answer an `ask`. So a visible page notices a dead network within 5 s. Between attempts it
 * backs off.
 */
tablecast.Connection = class Connection {
    /**
     * @param {string} venue
     * @param {string | undefined} role of the browser's sign-ins the one to use
     * @param {ConnectionEvents} events
     * @param {string} [view] one that the page may read
     */
    constructor(venue, role, events, view) {
        const query = role === undefined ? "" : `?as=${role}`;
        const address = new URL(`/v1/${venue}/sync${query}`, location.href);
        address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
        this.address = address.href;
        /**
         * A request for which the same sign-in is needed: a failed handshake does not tell a page
         * its status.
         */
        this.probe = view === undefined ? "" : tablecast.viewAddress(venue, view, role);
        this.events = events;
        /** @type {WebSocket | null} */
        this.socket = null;
        this.isOpen = false;
        this.heartbeatMs = 15000;
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
        this.heart = 0;
        /** @type {[EventTarget, string, () => void][]} */
        this.listeners = [
            // A page that comes back to the front, or a network that comes back, should not wait
            // for a timer.
            [document, "visibilitychange", () => this.wake()],
            [window, "online", () => this.wake()],
            // A hub on this machine is still there.
            [window, "offline", () => this.ask()],
        ];
    }

    start() {
        this.stop();
        this.connect();
        this.heart = tablecast.runEvery(tablecast.patience.beatMs, () => this.beat());
        for (const [target, type, listener] of this.listeners) {
            target.addEventListener(type, listener);
        }
    }

    stop() {
        tablecast.stopTimer(this.heart);
        for (const [target, type, listener] of this.listeners) {
            target.removeEventListener(type, listener);
        }
        tablecast.stopTimer(this.timer);
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
        tablecast.stopTimer(this.timer);
        this.timer = 0;
        const socket = new WebSocket(this.address, "tablecast.v1");
        this.socket = socket;
        this.heardAtMs = tablecast.wallMs();
        // A handler of a socket that has been given up must not touch its successor.
        const ifCurrent = (/** @type {(event: any) => void} */ handle) => {
            return (/** @type {any} */ event) => this.socket === socket && handle(event);
        };
        socket.onopen = ifCurrent(() => {
            this.isOpen = true;
            this.heardAtMs = tablecast.wallMs();
            this.pingedAtMs = 0;
            this.events.opened();
        });
        socket.onmessage = ifCurrent((event) => this.receive(event.data));
        socket.onclose = ifCurrent((event) => this.closed(event.code));
    }

    /** @param {unknown} data */
    receive(data) {
        const pingedAtMs = this.pingedAtMs;
        this.heardAtMs = tablecast.wallMs();
        this.pingedAtMs = 0;
        this.stopAsking();
        if (typeof data !== "string") {
            return;
        }
        const message = JSON.parse(data);
        if (message.type === "welcome") {
            this.attempt = 0;
            this.heartbeatMs = message.heartbeatMs || this.heartbeatMs;
        } else if (message.type === "pong") {
            this.roundTripMs = pingedAtMs ? Math.max(0, this.heardAtMs - pingedAtMs) : 0;
        } else if (message.type === "bye") {
            this.byeMs = message.reconnectInMs || 0;
        }
        this.events.heard(message);
    }

    /** @param {number} code */
    closed(code) {
        const wasOpen = this.isOpen;
        this.drop();
        if (code === 4401 || code === 4403) {
            this.events.refused();
            return;
        }
        this.events.lost(0);
        if (!wasOpen) {
            this.askWhetherSignedIn();
        }
        this.later();
    }

    /** Gives up the present socket; its later messages are ignored. */
    drop() {
        const socket = this.socket;
        this.socket = null;
        this.isOpen = false;
        this.stopAsking();
        if (socket) {
            socket.close();
        }
    }

    /** @param {number} silentMs */
    giveUp(silentMs) {
        this.drop();
        this.events.lost(silentMs);
        this.later();
    }

    later() {
        const delayMs = this.byeMs >= 0 ? this.byeMs : tablecast.backoffMs(this.attempt);
        this.byeMs = -1;
        this.attempt += 1;
        tablecast.stopTimer(this.timer);
        this.timer = tablecast.runAfter(delayMs, () => this.connect());
    }

    askWhetherSignedIn() {
        if (this.probe === "") {
            return;
        }
        // Once another attempt has begun, its own outcome counts.
        const judge = (/** @type {Response} */ answer) => {
            if (!this.socket && (answer.status === 401 || answer.status === 403)) {
                tablecast.stopTimer(this.timer);
                this.events.refused();
            }
        };
        // Chromium 53 leaves the cookies out unless it is asked for them. When the server can't be
        // reached at all, the next attempt is on its way.
        tablecast.request(this.probe, { cache: "no-store", credentials: "same-origin" }).then(judge, () => {});
    }

    beat() {
        if (!this.socket) {
            return;
        }
        const silentMs = tablecast.wallMs() - this.heardAtMs;
        if (silentMs < 0) {
            // The device's clock was set back.
            this.heardAtMs = tablecast.wallMs();
        } else if (silentMs >= (this.isOpen ? this.heartbeatMs : tablecast.patience.openWithinMs)) {
            this.giveUp(silentMs);
        } else if (!document.hidden && silentMs >= tablecast.patience.pingAfterMs) {
            this.ask();
        } else if (silentMs >= tablecast.patience.hiddenPingAfterMs && !this.pingedAtMs) {
            this.ping();
        }
    }

    ping() {
        this.pingCount += 1;
        if (this.send({ type: "ping", n: this.pingCount })) {
            this.pingedAtMs = tablecast.wallMs();
        }
    }

    /** Pings, and gives the connection up when nothing is heard within `answerWithinMs`. */
    ask() {
        if (this.askTimer || !this.isOpen) {
            return;
        }
        const { answerWithinMs, heldUpMs } = tablecast.patience;
        this.ping();
        const askedAtMs = tablecast.elapsedMs();
        this.askTimer = tablecast.runAfter(answerWithinMs, () => {
            this.askTimer = 0;
            if (tablecast.elapsedMs() - askedAtMs > answerWithinMs + heldUpMs) {
                this.ask();
            } else {
                this.giveUp(Math.max(0, tablecast.wallMs() - this.heardAtMs));
            }
        });
    }

    stopAsking() {
        tablecast.stopTimer(this.askTimer);
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
};
