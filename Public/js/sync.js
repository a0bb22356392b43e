// @ts-check
import { backoffMs } from "./backoff.js";
import { ServerClock } from "./clock.js";
import { Connection } from "./connection.js";
import { Outbox } from "./outbox.js";
import { PaintedReports } from "./painted.js";
import { Replica } from "./replica.js";

/** @typedef {import("./canonical.js").JSONObject} JSONObject */
/** @typedef {import("./outbox.js").Entry} Entry */
/** @typedef {import("./page.js").PageState} PageState */

/** A change that is not answered within this time makes the page ask whether the hub is there. */
const answerWithinMs = 2000;

/**
 * - `live`: every view is current;
 * - `stale`: none may be taken for current, a connection is being made;
 * - `refused`: the sign-in is not good any more.
 * @typedef {"live" | "stale" | "refused"} Life
 */

/**
 * What a page gives and wants; `tablecast.d.ts` says more.
 * @typedef {object} SyncOptions
 * @property {string} [venue] `main` when there is neither this nor a `state`
 * @property {string} [role] of the browser's sign-ins the one to use; the strongest by default
 * @property {string[]} views those that it begins with
 * @property {PageState} [state] what the server wrote into the page
 * @property {string} [page] the page's version; that which the server wrote into it by default
 * @property {boolean} [isWatchful] whether a dead network is noticed within 5 s instead of 15: for
 * pages on which people act
 * @property {() => void} changed something that the page shows may have changed
 * @property {(entry: Entry, message: any) => void} [answered] a change got its `ack` or `reject`
 * @property {(id: string, again: () => void, leave: () => void) => void} [locked] a change waits
 * for the PIN: one of both is to be called, once it has been entered or not
 * @property {() => void} [renewed] the journal is another one than before
 * @property {(message: any) => void} [failed] an `error` came that is about no change
 */

/**
 * The page's end of the sync protocol: the views that it subscribes to, whether they are current,
 * and the changes that it asks for.
 */
export class Sync {
    /** @param {SyncOptions} options */
    constructor({ venue, role, views, state, page, isWatchful = false, ...events }) {
        const slug = state?.venue ?? venue ?? "main";
        this.events = events;
        this.clock = new ServerClock();
        this.clock.hear(state?.now ?? "");
        this.replicas = new Map(
            views.map((view) => {
                const snapshot = state?.snapshots.find((each) => each.view === view);
                return [view, new Replica(view, snapshot)];
            }),
        );
        this.outbox = new Outbox(`tablecast.${slug}.${role ?? "any"}`);
        /** @type {Life} */
        this.life = "stale";
        /** When what is shown was last known to be current, by the server's clock. */
        this.asOfMs = Date.parse(state?.now ?? "");
        /** The venue's newest revision that we have heard of. */
        this.venueRev = state?.rev ?? 0;
        this.epoch = state?.epoch ?? "";
        this.drifts = 0;
        /** How long nothing had been heard when the connection was given up. */
        this.silentMs = 0;
        this.connection = new Connection(slug, role, isWatchful, {
            opened: () => this.opened(),
            heard: (message) => this.heard(message),
            lost: (silentMs) => this.lost(silentMs),
            refused: () => this.refused(),
        });
        const version = page ?? document.documentElement.dataset.page;
        this.reports = new PaintedReports((message) => this.connection.send(message), version);
    }

    /**
     * The page has drawn the document of a view as it is now: the server is told when it has been
     * painted.
     * @param {string} view
     */
    painted(view) {
        const replica = this.replicas.get(view);
        if (replica?.isLive && replica.doc) {
            this.reports.drawn(view, replica.rev, replica.doc);
        }
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
        const replica = new Replica(view);
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
     * The document of a view, or null before the first one has come.
     * @param {string} view
     */
    doc(view) {
        return this.replicas.get(view)?.doc ?? null;
    }

    /**
     * Asks for a change, now or as soon as there is a connection.
     * @param {string} action
     * @param {JSONObject} args
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
            window.setTimeout(() => {
                const unanswered = this.outbox.find(id);
                if (unanswered && !unanswered.ack) {
                    this.connection.ask();
                }
            }, answerWithinMs);
        }
    }

    opened() {
        this.reports.begin();
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
        this.reports.end();
        for (const replica of this.replicas.values()) {
            replica.lose();
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
                    this.rejected({ ...message, type: "reject" });
                } else {
                    this.events.failed?.(message);
                }
                break;
        }
        this.settle();
        this.judge();
        this.events.changed();
    }

    /** @param {any} message */
    welcomed(message) {
        this.clock.hear(message.now);
        this.venueRev = message.rev;
        this.reports.spreadMs = message.paintedSpreadMs ?? 0;
        if (this.epoch !== message.epoch) {
            // Revisions of another epoch can't be compared: no view will ever reach those of the
            // old acks.
            this.epoch = message.epoch;
            for (const entry of this.outbox.entries.filter((each) => each.ack)) {
                this.outbox.remove(entry.id);
            }
            this.events.renewed?.();
        }
    }

    /** @param {any} message */
    ponged(message) {
        this.clock.hear(message.now, this.connection.roundTripMs);
        this.venueRev = Math.max(this.venueRev, message.rev);
        for (const replica of this.replicas.values()) {
            if (replica.isLive) {
                // Every diff up to the pong's revision was sent before it.
                replica.completeRev = Math.max(replica.completeRev, message.rev);
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
            this.venueRev = Math.max(this.venueRev, message.rev);
        } else if (outcome === "changed") {
            this.venueRev = Math.max(this.venueRev, message.rev);
        } else if (outcome === "gap") {
            this.connection.send(replica.subscription());
        } else if (outcome === "drift") {
            this.drifted(replica, message.rev);
        }
    }

    /**
     * Our document is not the server's: it is fetched afresh, at once the first time and then ever
     * less often, lest a fault in either of us should keep both busy.
     * @param {Replica} replica
     * @param {number} rev
     */
    drifted(replica, rev) {
        this.connection.send({ type: "ping", n: 0, drift: { view: replica.view, rev } });
        const socket = this.connection.socket;
        const delayMs = this.drifts === 0 ? 0 : backoffMs(this.drifts);
        this.drifts += 1;
        replica.isLive = false;
        window.setTimeout(() => {
            const isWatched = this.replicas.get(replica.view) === replica;
            if (isWatched && this.connection.socket === socket) {
                this.connection.send(replica.subscription());
            }
        }, delayMs);
    }

    /** @param {any} message */
    acknowledged(message) {
        const entry = this.outbox.find(message.id);
        if (entry && !entry.ack) {
            entry.ack = { rev: message.rev, result: message.result };
            this.outbox.keep();
            this.events.answered?.(entry, message);
            // A change that left this view as it was is followed by no diff: a pong settles it.
            window.setTimeout(() => this.outbox.find(entry.id) && this.connection.ping(), 1000);
        }
    }

    /** @param {any} message */
    rejected(message) {
        const entry = this.outbox.find(message.id);
        if (!entry || entry.ack) {
            return;
        }
        if (message.code === "rate_limited") {
            window.setTimeout(() => this.post(entry), message.retryInMs ?? 1000);
            return;
        }
        const leave = () => {
            this.outbox.remove(entry.id);
            this.events.answered?.(entry, message);
        };
        if (message.needs === "pin" && this.events.locked) {
            this.events.locked(entry.id, () => this.post(entry), leave);
        } else {
            leave();
        }
    }

    /**
     * Forgets the changes that the views already show: an `ack` may come before the diff that
     * carries its event.
     */
    settle() {
        for (const entry of [...this.outbox.entries]) {
            if (entry.ack && entry.ack.rev <= this.shownRev(entry)) {
                this.outbox.remove(entry.id);
            }
        }
    }

    /**
     * The revision up to which this page certainly shows what a change did.
     * @param {Entry} entry
     */
    shownRev(entry) {
        const board = entry.action.slice(0, entry.action.indexOf(".") + 1).replace(".", "/");
        const revs = [...this.replicas.values()]
            .filter((replica) => replica.view.startsWith(board))
            .map((replica) => replica.completeRev);
        return revs.length > 0 ? Math.min(...revs) : Infinity;
    }

    judge() {
        if (this.life === "refused") {
            return;
        }
        const isLive =
            this.connection.isOpen && [...this.replicas.values()].every((each) => each.isLive);
        this.life = isLive ? "live" : "stale";
        if (isLive) {
            this.asOfMs = this.clock.now();
        }
    }
}
