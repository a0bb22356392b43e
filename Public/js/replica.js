// @ts-check
import { DocumentHash } from "./hash.js";
import { applyPatch } from "./patch.js";

/** @typedef {import("./canonical.js").JSONObject} JSONObject */
/** @typedef {import("./page.js").Snapshot} Snapshot */
/** @typedef {"ignored" | "changed" | "live" | "gap" | "drift"} Outcome */

/**
 * One view as this page has it: its document, which revision that is, and whether it is current.
 */
export class Replica {
    /**
     * @param {string} view
     * @param {Snapshot} [snapshot] what the server wrote into the page
     */
    constructor(view, snapshot) {
        this.view = view;
        /** @type {JSONObject | null} */
        this.doc = snapshot?.doc ?? null;
        this.epoch = snapshot?.epoch ?? "";
        this.rev = snapshot?.rev ?? 0;
        /**
         * The venue's revision up to which nothing is missing here, whether or not it touched this
         * view.
         */
        this.completeRev = this.rev;
        this.isLive = false;
        /**
         * Subscriptions that have not been answered yet: what comes before the last answer is not
         * for us.
         */
        this.unanswered = 0;
        this.hash = new DocumentHash();
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
        const since = { epoch: this.epoch, rev: this.rev };
        return { type: "subscribe", view: this.view, ...(this.isSound ? { since } : {}) };
    }

    /** The connection is gone, and with it every answer that was still to come. */
    lose() {
        this.isLive = false;
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
                return this.take(message.doc, message);
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
            const doc = applyPatch(this.doc, message.patch);
            return this.take(/** @type {JSONObject} */ (doc), { ...message, epoch: this.epoch });
        } catch {
            this.isSound = false;
            return "drift";
        }
    }

    /**
     * Takes over a document if it is what the server says it is.
     * @param {JSONObject} doc
     * @param {{epoch: string, rev: number, hash: string}} message
     * @returns {Outcome}
     */
    take(doc, { epoch, rev, hash }) {
        this.isSound = this.hash.of(doc) === hash;
        if (!this.isSound) {
            this.isLive = false;
            return "drift";
        }
        this.doc = doc;
        this.epoch = epoch;
        this.rev = rev;
        this.completeRev = rev;
        return "changed";
    }
}
