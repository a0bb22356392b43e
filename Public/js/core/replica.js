// @ts-check
"use strict";

/** @typedef {"ignored" | "changed" | "live" | "gap" | "drift"} Outcome */

/**
 * One view as this page has it: its document, which revision that is, and whether it is current.
 */
tablecast.Replica = class Replica {
    /**
     * @param {string} view
     * @param {Snapshot} [snapshot] what the server wrote into the page
     */
    constructor(view, snapshot) {
        this.view = view;
        /** @type {JSONObject | null} */
        this.doc = snapshot ? snapshot.doc : null;
        this.epoch = snapshot ? snapshot.epoch : "";
        this.rev = snapshot ? snapshot.rev : 0;
        /**
         * The revision up to which nothing is missing here, whether or not it touched this view:
         * the journal's, or that of a board that lives in memory. Negative until the view has been
         * live on this connection.
         */
        this.completeRev = -1;
        this.isLive = false;
        /**
         * Subscriptions that have not been answered yet: what comes before the last answer is not
         * for us.
         */
        this.unanswered = 0;
        this.hash = new tablecast.DocumentHash();
        /**
         * Whether the document is known to be the server's, so that a subscription can go on from
         * it.
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

    /** The connection is gone, and with it every answer that was still to come. */
    lose() {
        this.isLive = false;
        this.completeRev = -1;
        this.unanswered = 0;
    }

    /**
     * @param {any} message one of this view
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
     * Takes over a document if its hash is the one that the server sent.
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
