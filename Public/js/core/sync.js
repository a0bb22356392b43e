// @ts-check
"use strict";

/**
 * The page's end of the sync protocol: the views that it subscribes to, whether they are current,
 * and the changes that it asks for.
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
        /** When what is shown was last known to be current, by the server's clock. */
        this.asOfMs = Date.parse(now);
        /**
         * The journal's newest revision that we have heard of, and its epoch. Views of boards that
         * live in memory have an epoch and revisions of their own.
         */
        this.venueRev = state ? state.rev : 0;
        /** The revision of the last pong: the live views of the journal have all that came before. */
        this.pongRev = 0;
        this.epoch = state ? state.epoch : "";
        this.drifts = 0;
        /**
         * The changes that were sent and not answered when a connection was lost.
         * @type {Set<string>}
         */
        this.leftOpen = new Set();
        /** How long nothing had been heard when the connection was given up. */
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

    /** The revision of each view, for those who look at the page: boards' own have their epoch before them. */
    get revisions() {
        const shown = [...this.replicas.values()].filter(({ doc }) => doc);
        return shown.map((replica) => {
            const { view, epoch, rev, completeRev, isLive } = replica;
            const isKept = this.isKept(replica);
            const atLeast = Math.max(rev, completeRev, isKept && isLive ? this.pongRev : 0);
            return `${view}=${isKept ? "" : `${epoch}:`}${atLeast}`;
        }).join(" ");
    }

    /** Connects, also after a sign-in that was refused. */
    start() {
        this.life = "stale";
        this.connection.start();
    }

    /** Closes the connection and makes no other; `start` goes on from what is here. */
    stop() {
        this.connection.stop();
        this.lost();
    }

    /**
     * Watches one more view.
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
     * Watches a view no longer, and forgets its document.
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
     * The document of a view, or null before the first one has come.
     * @template {string} View
     * @param {View} view
     * @returns {import("../tablecast.js").DocumentOf<View> | null}
     */
    doc(view) {
        const replica = this.replicas.get(view);
        return /** @type {any} */ (replica ? replica.doc : null);
    }

    /**
     * The epoch of a view's document. Boards that live in memory have another one after each start
     * of the hub.
     * @param {string} view
     */
    epochOf(view) {
        const replica = this.replicas.get(view);
        return replica ? replica.epoch : "";
    }

    /**
     * Asks for a change, now or as soon as there is a connection.
     * @template {string} Action
     * @param {Action} action
     * @param {import("../tablecast.js").ArgumentsOf<Action>} args
     * @param {JSONObject} [note] what the page wants back with the answer
     */
    mutate(action, args, note = {}) {
        const at = new Date(this.clock.now()).toISOString();
        const entry = this.outbox.add(action, args, note, at);
        this.post(entry);
        this.events.changed();
        return entry;
    }

    /**
     * Takes back a change that has not been sent.
     * @param {Entry} entry
     * @returns {boolean} false when it may have reached the server
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
        this.silentMs = silentMs;
        this.pongRev = 0;
        for (const replica of this.replicas.values()) {
            replica.lose();
        }
        for (const { id, ack, isSent } of this.outbox.entries) {
            if (isSent && !ack) {
                this.leftOpen.add(id);
            }
            if (ack && ack.isInMemory) {
                // After a restart the hub counts anew. Once the views are live again they show what
                // is left of the change, whatever their revisions.
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
            // Revisions of another epoch can't be compared: no view will ever reach those of the
            // old acks.
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
        this.pongRev = message.rev;
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
     * A new document may already show changes whose answers were lost with an earlier connection.
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
     * Our document is not the server's. It is fetched again: at once the first time, then less and
     * less often, so that a fault on either side does not keep both busy.
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
            // A change that left this view as it was is followed by no diff: a pong settles it.
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
     * Forgets the changes that the views already show: an `ack` comes before the diff that carries
     * its event.
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
     * The changes that a view does not show yet, for a page that foresees what they do: those that
     * are under way, and those that were done after the document that is here.
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
     * The views of the board that an action belongs to.
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
        // A view that was added meanwhile, and has not come yet, shows nothing that could be old.
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
