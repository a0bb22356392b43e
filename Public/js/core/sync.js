// @ts-check
"use strict";

/** The terms of a CRC-32 (IEEE), by the value of a byte. */
tablecast.crcTable = new Uint32Array(256).map((_, index) => {
    let remainder = index;
    for (let bit = 0; bit < 8; bit += 1) {
        remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
    }
    return remainder;
});

/**
 * The CRC-32 (IEEE) of a text's UTF-8, as an unsigned number.
 * @param {string} text
 */
tablecast.crc32 = function (text) {
    const { crcTable } = tablecast;
    let remainder = 0xffffffff;
    let index = 0;
    // Most texts are ASCII, and need no encoder.
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
 * A part of a document and its checksum; for a member with rows, also those of its rows by key.
 * @typedef {{value: JSONValue, sum: number, rows: Map<string, Summed> | null}} Summed
 */

/**
 * The hash of a document: the sum of the checksums of its rows, as eight hex digits. It detects mistakes and
 * does not protect against an adversary. An object identical to last time's is not summed again, which is why
 * a patch shares unchanged parts.
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

/** A patch that does not fit the document, which must be fetched again. */
tablecast.PatchError = class PatchError extends Error {};

/**
 * Applies a patch of `add`, `remove` and `replace` (RFC 6902) and returns the new document. The old one is
 * unchanged, and both share the untouched parts. A touched part is copied once, however many operations there
 * are.
 * @param {JSONValue} document
 * @param {Operation[]} patch
 * @returns {JSONValue}
 */
tablecast.applyPatch = function (document, patch) {
    /** @type {Set<JSONValue>} */
    const copies = new Set();
    return patch.reduce(
        (patched, operation) => tablecast.patchOnce(patched, operation, copies),
        document
    );
};

/**
 * @param {JSONValue} document
 * @param {Operation} operation
 * @param {Set<JSONValue>} copies the parts of the document that were copied already
 * @returns {JSONValue}
 */
tablecast.patchOnce = function (document, operation, copies) {
    if (["add", "remove", "replace"].indexOf(operation.op) < 0) {
        throw new tablecast.PatchError("unknown operation");
    }
    if (operation.path === "") {
        if (operation.op === "remove" || operation.value === undefined) {
            throw new tablecast.PatchError("a document can't be removed");
        }
        return operation.value;
    }
    if (!operation.path.startsWith("/")) {
        throw new tablecast.PatchError("not a JSON Pointer");
    }
    // `~1` before `~0`, or `~01` would come out as `/` (RFC 6901, section 4).
    const names = operation.path
        .slice(1)
        .split("/")
        .map((name) => name.replace(/~1/g, "/").replace(/~0/g, "~"));
    return tablecast.patchPlace(document, names, 0, operation, copies);
};

/**
 * @param {JSONValue} value
 * @param {string[]} names
 * @param {number} depth
 * @param {Operation} operation
 * @param {Set<JSONValue>} copies
 * @returns {JSONValue}
 */
tablecast.patchPlace = function (value, names, depth, operation, copies) {
    const name = names[depth];
    const isLast = depth === names.length - 1;
    if (Array.isArray(value)) {
        return tablecast.patchArray(value, names, depth, operation, copies);
    }
    if (!tablecast.isObject(value) || name === "__proto__") {
        throw new tablecast.PatchError("no such place");
    }
    const isThere = Object.prototype.hasOwnProperty.call(value, name);
    if (!isThere && !(isLast && operation.op === "add")) {
        throw new tablecast.PatchError("no such member");
    }
    const copy = copies.has(value) ? value : Object.assign({}, value);
    copies.add(copy);
    if (!isLast) {
        copy[name] = tablecast.patchPlace(value[name], names, depth + 1, operation, copies);
    } else if (operation.op === "remove") {
        delete copy[name];
    } else {
        copy[name] = tablecast.givenValue(operation);
    }
    return copy;
};

/**
 * @param {JSONValue[]} value
 * @param {string[]} names
 * @param {number} depth
 * @param {Operation} operation
 * @param {Set<JSONValue>} copies
 * @returns {JSONValue}
 */
tablecast.patchArray = function (value, names, depth, operation, copies) {
    const name = names[depth];
    const isLast = depth === names.length - 1;
    const isAdding = isLast && operation.op === "add";
    const index = name === "-" && isAdding ? value.length : Number(name);
    const isIndex = name === "-" ? isAdding : /^(0|[1-9][0-9]*)$/.test(name);
    if (!isIndex || index > value.length || (index === value.length && !isAdding)) {
        throw new tablecast.PatchError("no such index");
    }
    const copy = copies.has(value) ? value : value.slice();
    copies.add(copy);
    if (!isLast) {
        copy[index] = tablecast.patchPlace(value[index], names, depth + 1, operation, copies);
    } else if (isAdding) {
        copy.splice(index, 0, tablecast.givenValue(operation));
    } else if (operation.op === "remove") {
        copy.splice(index, 1);
    } else {
        copy[index] = tablecast.givenValue(operation);
    }
    return copy;
};

/**
 * @param {Operation} operation
 * @returns {JSONValue}
 */
tablecast.givenValue = function (operation) {
    if (operation.value === undefined) {
        throw new tablecast.PatchError("no value");
    }
    return operation.value;
};

/** The server's clock as estimated here: a tablet's or television's own clock is often wrong. */
tablecast.ServerClock = class ServerClock {
    constructor() {
        this.offsetMs = 0;
    }

    /**
     * Takes over the server's time.
     * @param {string} instant RFC 3339
     * @param {number} [roundTripMs] the duration of the request; the instant is half of it old
     */
    hear(instant, roundTripMs = 0) {
        const serverMs = Date.parse(instant);
        if (Number.isFinite(serverMs)) {
            this.offsetMs = serverMs + roundTripMs / 2 - tablecast.wallMs();
        }
    }

    /** Now, in milliseconds since 1970. */
    now() {
        return tablecast.wallMs() + this.offsetMs;
    }
};

/** @typedef {"ignored" | "changed" | "live" | "gap" | "drift"} Outcome */

/** A view as this page has it: its document, its revision, and whether it is current. */
tablecast.Replica = class Replica {
    /**
     * @param {string} view
     * @param {Snapshot} [snapshot] the page's first data
     */
    constructor(view, snapshot) {
        this.view = view;
        /** @type {JSONObject | null} */
        this.doc = snapshot ? snapshot.doc : null;
        this.epoch = snapshot ? snapshot.epoch : "";
        this.rev = snapshot ? snapshot.rev : 0;
        /**
         * The revision up to which the document is complete, even if it did not touch this view: the
         * journal's, or that of a board in memory. Negative until the view has been live on this connection.
         */
        this.completeRev = -1;
        this.isLive = false;
        /** The number of unanswered subscriptions: messages before the last answer are ignored. */
        this.unanswered = 0;
        this.hash = new tablecast.DocumentHash();
        /**
         * Whether the document is known to equal the server's, so that a subscription can resume from it.
         */
        this.isSound = snapshot !== undefined && this.hash.of(snapshot.doc) === snapshot.hash;
    }

    /**
     * The message that (re)subscribes.
     * @returns {object}
     */
    subscription() {
        this.isLive = false;
        this.unanswered += 1;
        const since = this.isSound ? { epoch: this.epoch, rev: this.rev } : undefined;
        return { type: "subscribe", view: this.view, since };
    }

    /** Resets the state of a lost connection, with its pending answers. */
    lose() {
        this.isLive = false;
        this.completeRev = -1;
        this.unanswered = 0;
    }

    /**
     * @param {any} message for this view
     * @returns {Outcome}
     */
    receive(message) {
        if (message.type === "subscribed") {
            this.unanswered = Math.max(0, this.unanswered - 1);
            return "ignored";
        }
        if (this.unanswered > 0) {
            return "ignored";
        }
        switch (message.type) {
            case "snapshot":
                return this.take(message.doc, message, message.epoch);
            case "diff":
                return this.receiveDiff(message);
            case "live":
                this.isLive = this.isSound;
                this.completeRev = message.rev;
                return "live";
            default:
                return "ignored";
        }
    }

    /**
     * @param {any} message
     * @returns {Outcome}
     */
    receiveDiff(message) {
        if (!this.isSound || !this.doc || message.from !== this.rev) {
            return "gap";
        }
        try {
            const doc = tablecast.applyPatch(this.doc, message.patch);
            return this.take(/** @type {JSONObject} */ (doc), message, this.epoch);
        } catch (error) {
            this.isSound = false;
            return "drift";
        }
    }

    /**
     * Takes over a document if its hash is the server's.
     * @param {JSONObject} doc
     * @param {{rev: number, hash: string}} message
     * @param {string} epoch
     * @returns {Outcome}
     */
    take(doc, { rev, hash }, epoch) {
        this.isSound = this.hash.of(doc) === hash;
        if (!this.isSound) {
            this.isLive = false;
            return "drift";
        }
        this.doc = doc;
        this.epoch = epoch;
        this.rev = rev;
        if (this.isLive) {
            this.completeRev = rev;
        }
        return "changed";
    }
};

/**
 * @typedef {object} ConnectionEvents
 * @property {() => void} opened called when the connection is open, before the first message
 * @property {(message: any) => void} heard takes a message
 * @property {(silentMs: number) => void} lost called when the connection is gone, or has been silent for that
 * long; another is being made
 * @property {() => void} refused called when the sign-in is invalid; no more attempts are made
 */

/** The waits of a connection, in milliseconds. */
tablecast.patience = {
    beatMs: 500,
    /** After this silence, a `ping` asks whether the hub is reachable. */
    pingAfterMs: 2000,
    /** The same for a hidden page. */
    hiddenPingAfterMs: 10000,
    openWithinMs: 10000,
    /** A working hub answers a `ping` or a change within this time. */
    answerWithinMs: 2000,
    /** A timer later than this was held up, and incoming messages probably too. */
    heldUpMs: 250,
};

/**
 * Keeps one WebSocket open, and opens another when it is lost, until the sign-in becomes invalid. It pings a
 * quiet connection, and gives it up after a silence of the server's `heartbeatMs` or an unanswered `ask`. So a
 * visible page notices a dead network within 5 s. Between attempts it backs off.
 */
tablecast.Connection = class Connection {
    /**
     * @param {string} venue
     * @param {string | undefined} role selects one of the browser's sign-ins
     * @param {ConnectionEvents} events
     * @param {string} [view] a view that the page may read, for `probe`
     */
    constructor(venue, role, events, view) {
        const query = role === undefined ? "" : `?as=${role}`;
        const address = new URL(`/v1/${venue}/sync${query}`, location.href);
        address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
        this.address = address.href;
        /**
         * The address of a request with the same sign-in, because a failed handshake does not tell a page its
         * status.
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
        /** The round trip of the last `pong`. */
        this.roundTripMs = 0;
        this.attempt = 0;
        this.byeMs = -1;
        this.timer = 0;
        /** The timer of a pending `ask`. */
        this.askTimer = 0;
        this.heart = 0;
        /** @type {[EventTarget, string, () => void][]} */
        this.listeners = [
            // When a page comes to the front, or the network returns, the attempt is made at once.
            [document, "visibilitychange", () => this.wake()],
            [window, "online", () => this.wake()],
            // A hub on this machine is still reachable.
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
        // A handler of an abandoned socket must not touch its successor.
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

    /** Abandons the present socket; its later messages are ignored. */
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
        // Once another attempt has begun, only its own result counts.
        const judge = (/** @type {Response} */ answer) => {
            if (!this.socket && (answer.status === 401 || answer.status === 403)) {
                tablecast.stopTimer(this.timer);
                this.events.refused();
            }
        };
        // Chromium 53 sends no cookies unless asked to. If the server is unreachable, the next attempt follows
        // anyway.
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

    /** Pings, and gives up the connection if nothing arrives within `answerWithinMs`. */
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

/**
 * The unanswered changes, in order. They survive a reload of the page, and are sent again after a reconnect:
 * their ids make sure that each is done once.
 */
tablecast.Outbox = class Outbox {
    /** @param {string} name the key in the tab's storage */
    constructor(name) {
        this.place = new tablecast.StoredValue(name);
        const kept = this.place.read();
        /** @type {Entry[]} */
        this.entries = Array.isArray(kept) ? kept : [];
        for (const entry of this.entries) {
            // The page's first documents may already contain changes that the page before it had sent.
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

    /** The number of unanswered changes. */
    get waitingCount() {
        return this.entries.filter((entry) => !entry.ack).length;
    }
};

/**
 * The page's side of the sync protocol: its subscriptions, whether they are current, and its changes.
 */
tablecast.Sync = class Sync {
    /** @param {SyncOptions} options */
    constructor(options) {
        const { role, state } = options;
        const slug = (state && state.venue) || options.venue || "main";
        const now = state ? state.now : "";
        this.events = options;
        this.clock = new tablecast.ServerClock();
        this.clock.hear(now);
        /** @type {Map<string, tablecast.Replica>} */
        this.replicas = new Map();
        for (const view of options.views) {
            const snapshot = state && state.snapshots.find((each) => each.view === view);
            this.replicas.set(view, new tablecast.Replica(view, snapshot));
        }
        this.outbox = new tablecast.Outbox(`tablecast.${slug}.${role || "any"}`);
        /** @type {Life} */
        this.life = "stale";
        /** When the page's data was last known to be current, by the server's clock. */
        this.asOfMs = Date.parse(now);
        /**
         * The newest known revision of the journal, and its epoch. Views of boards in memory have their own
         * epoch and revisions.
         */
        this.venueRev = state ? state.rev : 0;
        this.epoch = state ? state.epoch : "";
        this.drifts = 0;
        /**
         * The ids of the changes that were unanswered when a connection was lost.
         * @type {Set<string>}
         */
        this.leftOpen = new Set();
        /** The silence before the connection was given up. */
        this.silentMs = 0;
        const events = {
            opened: () => this.opened(),
            heard: (/** @type {any} */ message) => this.heard(message),
            lost: (/** @type {number} */ silentMs) => this.lost(silentMs),
            refused: () => this.refused(),
        };
        this.connection = new tablecast.Connection(slug, role, events, options.views[0]);
        tablecast.rest.sources.push(this);
    }

    /** The revision of each view, for observers of the page: those of boards in memory with their epoch. */
    get revisions() {
        const shown = [...this.replicas.values()].filter(({ doc }) => doc);
        return shown.map((replica) => {
            const { view, epoch, rev, completeRev } = replica;
            return `${view}=${this.isKept(replica) ? "" : `${epoch}:`}${Math.max(rev, completeRev)}`;
        }).join(" ");
    }

    /** Connects, even after a refused sign-in. */
    start() {
        this.life = "stale";
        this.connection.start();
    }

    /** Closes the connection for good; `start` resumes from the present state. */
    stop() {
        this.connection.stop();
        this.lost();
    }

    /**
     * Watches another view.
     * @param {string} view
     */
    subscribe(view) {
        if (this.replicas.has(view)) {
            return;
        }
        const replica = new tablecast.Replica(view);
        this.replicas.set(view, replica);
        if (this.connection.isOpen) {
            this.connection.send(replica.subscription());
        }
        this.judge();
        this.events.changed();
    }

    /**
     * Stops watching a view, and forgets its document.
     * @param {string} view
     */
    unsubscribe(view) {
        if (this.replicas.delete(view)) {
            this.connection.send({ type: "unsubscribe", view });
            this.judge();
            this.events.changed();
        }
    }

    /**
     * Whether a view is watched.
     * @param {string} view
     */
    isWatching(view) {
        return this.replicas.has(view);
    }

    /**
     * The document of a view, or null before the first one.
     * @template {string} View
     * @param {View} view
     * @returns {import("../tablecast.js").DocumentOf<View> | null}
     */
    doc(view) {
        const replica = this.replicas.get(view);
        return /** @type {any} */ (replica ? replica.doc : null);
    }

    /**
     * The epoch of a view's document. Boards in memory get another one with each start of the hub.
     * @param {string} view
     */
    epochOf(view) {
        const replica = this.replicas.get(view);
        return replica ? replica.epoch : "";
    }

    /**
     * Makes a change, now or as soon as there is a connection.
     * @template {string} Action
     * @param {Action} action
     * @param {import("../tablecast.js").ArgumentsOf<Action>} args
     * @param {JSONObject} [note] returned to the page with the answer
     */
    mutate(action, args, note = {}) {
        const at = new Date(this.clock.now()).toISOString();
        const entry = this.outbox.add(action, args, note, at);
        this.post(entry);
        this.events.changed();
        return entry;
    }

    /**
     * Removes a change that has not been sent.
     * @param {Entry} entry
     * @returns {boolean} false if it may have reached the server
     */
    withdraw(entry) {
        if (entry.isSent || !this.outbox.find(entry.id)) {
            return false;
        }
        this.outbox.remove(entry.id);
        this.events.changed();
        return true;
    }

    /** @param {Entry} entry */
    post({ id, action, args }) {
        const entry = this.outbox.find(id);
        if (entry && this.connection.send({ type: "mutate", id, action, args })) {
            entry.isSent = true;
            this.outbox.keep();
            tablecast.runAfter(tablecast.patience.answerWithinMs, () => {
                const unanswered = this.outbox.find(id);
                if (unanswered && !unanswered.ack) {
                    this.connection.ask();
                }
            });
        }
    }

    opened() {
        for (const replica of this.replicas.values()) {
            this.connection.send(replica.subscription());
        }
        for (const entry of this.outbox.entries) {
            if (!entry.ack) {
                this.post(entry);
            }
        }
    }

    lost(silentMs = 0) {
        this.silentMs = silentMs || this.silentMs;
        for (const replica of this.replicas.values()) {
            replica.lose();
        }
        for (const { id, ack, isSent } of this.outbox.entries) {
            if (isSent && !ack) {
                this.leftOpen.add(id);
            }
            if (ack && ack.isInMemory) {
                // The hub may have restarted and count from the beginning again. The change is then settled as
                // soon as its views are live.
                ack.rev = 0;
            }
        }
        this.judge();
        this.events.changed();
    }

    refused() {
        this.lost();
        this.life = "refused";
        this.events.changed();
    }

    /** @param {any} message */
    heard(message) {
        switch (message.type) {
            case "welcome":
                this.welcomed(message);
                break;
            case "pong":
                this.ponged(message);
                break;
            case "subscribed":
            case "snapshot":
            case "diff":
            case "live":
                this.heardOfView(message);
                break;
            case "ack":
                this.acknowledged(message);
                break;
            case "reject":
                this.rejected(message);
                break;
            case "error":
                if (message.id !== undefined) {
                    this.rejected(Object.assign({}, message, { type: "reject" }));
                } else if (this.events.failed) {
                    this.events.failed(message);
                }
                break;
        }
        this.settle();
        this.judge();
        this.events.changed();
        tablecast.rest.look();
    }

    /** @param {any} message */
    welcomed(message) {
        this.clock.hear(message.now);
        this.venueRev = message.rev;
        if (this.epoch !== message.epoch) {
            // Revisions of different epochs can't be compared: no view will ever reach those of old acks.
            this.epoch = message.epoch;
            for (const entry of this.outbox.entries.filter((each) => each.ack)) {
                this.outbox.remove(entry.id);
            }
            if (this.events.renewed) {
                this.events.renewed();
            }
        }
    }

    /** @param {any} message */
    ponged(message) {
        this.clock.hear(message.now, this.connection.roundTripMs);
        this.venueRev = Math.max(this.venueRev, message.rev);
        for (const replica of this.replicas.values()) {
            if (replica.isLive && this.isKept(replica)) {
                // Every diff up to the venue's revision was sent before the pong.
                replica.completeRev = Math.max(replica.completeRev, message.rev);
            }
        }
        for (const { id, action, ack } of [...this.outbox.entries]) {
            const isAskedLater = ack && message.n > ack.pingCount;
            if (isAskedLater && this.replicasOf(action).every((each) => each.isLive)) {
                // Every diff that shows the change was sent before the pong.
                this.outbox.remove(id);
            }
        }
    }

    /** @param {any} message */
    heardOfView(message) {
        const replica = this.replicas.get(message.view);
        if (!replica) {
            return;
        }
        const outcome = replica.receive(message);
        if (outcome === "live") {
            this.drifts = 0;
        }
        if (outcome === "changed") {
            this.doubt(replica);
        }
        if (outcome === "live" || outcome === "changed") {
            if (this.isKept(replica)) {
                this.venueRev = Math.max(this.venueRev, message.rev);
            }
        } else if (outcome === "gap") {
            this.connection.send(replica.subscription());
        } else if (outcome === "drift") {
            this.drifted(replica, message.rev);
        }
    }

    /**
     * Marks the changes that a new document may already contain, because their answers were lost with an
     * earlier connection.
     * @param {tablecast.Replica} replica
     */
    doubt(replica) {
        for (const entry of this.outbox.entries) {
            if (this.leftOpen.has(entry.id) && this.replicasOf(entry.action).indexOf(replica) >= 0) {
                entry.isInDoubt = true;
            }
        }
    }

    /**
     * The document differs from the server's. It is fetched again: at once the first time, then less and less
     * often, so that a fault on either side does not keep both busy.
     * @param {tablecast.Replica} replica
     * @param {number} rev
     */
    drifted(replica, rev) {
        this.connection.send({ type: "ping", n: 0, drift: { view: replica.view, rev } });
        const socket = this.connection.socket;
        const delayMs = this.drifts === 0 ? 0 : tablecast.backoffMs(this.drifts, 15000);
        this.drifts += 1;
        replica.isLive = false;
        tablecast.runAfter(delayMs, () => {
            const isWatched = this.replicas.get(replica.view) === replica;
            if (isWatched && this.connection.socket === socket) {
                this.connection.send(replica.subscription());
            }
        });
    }

    /** @param {any} message */
    acknowledged(message) {
        const entry = this.outbox.find(message.id);
        if (entry && !entry.ack) {
            this.leftOpen.delete(entry.id);
            entry.ack = {
                rev: message.rev,
                result: message.result,
                isInMemory: message.durable === "memory",
                pingCount: this.connection.pingCount,
            };
            this.outbox.keep();
            this.answered(entry, message);
            // If a change does not affect this view, no diff follows; then a pong settles it.
            tablecast.runAfter(1000, () => this.outbox.find(entry.id) && this.connection.ping());
        }
    }

    /** @param {any} message */
    rejected(message) {
        const entry = this.outbox.find(message.id);
        if (!entry || entry.ack) {
            return;
        }
        if (message.code === "rate_limited") {
            tablecast.runAfter(message.retryInMs || 1000, () => this.post(entry));
            return;
        }
        const leave = () => {
            this.leftOpen.delete(entry.id);
            this.outbox.remove(entry.id);
            this.answered(entry, message);
        };
        if (message.needs === "pin" && this.events.locked) {
            this.events.locked(entry.id, () => this.post(entry), leave);
        } else {
            leave();
        }
    }

    /**
     * @param {Entry} entry
     * @param {any} message its `ack` or `reject`
     */
    answered(entry, message) {
        if (this.events.answered) {
            this.events.answered(entry, message);
        }
    }

    /**
     * Removes the changes that the views already show: an `ack` comes before the diff with its event.
     */
    settle() {
        for (const { id, action, ack } of [...this.outbox.entries]) {
            const isShown = (/** @type {tablecast.Replica} */ replica) =>
                ack && ack.isInMemory !== this.isKept(replica) && ack.rev <= replica.completeRev;
            if (ack && this.replicasOf(action).every(isShown)) {
                this.outbox.remove(id);
            }
        }
    }

    /**
     * The changes that a view does not show yet, for prediction: pending ones, and those done after the
     * present document.
     * @param {string} view
     * @returns {Entry[]}
     */
    unseen(view) {
        const replica = this.replicas.get(view);
        return this.outbox.entries.filter(({ ack }) => {
            if (!ack || !replica || ack.isInMemory === this.isKept(replica)) {
                return true;
            }
            return ack.rev > Math.max(replica.rev, replica.completeRev);
        });
    }

    /**
     * The views of an action's board.
     * @param {string} action
     */
    replicasOf(action) {
        const board = action.slice(0, action.indexOf(".") + 1).replace(".", "/");
        return [...this.replicas.values()].filter(({ view }) => view.startsWith(board));
    }

    /**
     * Whether the revisions of a view are the journal's.
     * @param {tablecast.Replica} replica
     */
    isKept(replica) {
        return replica.epoch === this.epoch;
    }

    judge() {
        if (this.life === "refused") {
            return;
        }
        // A newly added view without a document shows nothing that could be old.
        const wasLive = this.life === "live";
        const isLive =
            this.connection.isOpen &&
            [...this.replicas.values()].every((each) => each.isLive || (wasLive && !each.doc));
        this.life = isLive ? "live" : "stale";
        if (isLive) {
            this.asOfMs = this.clock.now();
            this.silentMs = 0;
        }
    }
};
