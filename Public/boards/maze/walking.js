// @ts-check
import { elapsedMs, runAfter } from "../../js/now.js";
import { isExit, isUnderWay, neighbour } from "./run.js";

/** @typedef {import("../../js/tablecast.js").Entry} Entry */
/** @typedef {import("./run.js").Place} Place */
/** @typedef {import("./run.js").Side} Side */

/**
 * - `none`: no walker of this page is in the maze;
 * - `joining`: one is about to be;
 * - `walking`: it is there;
 * - `gone`: it was, and left without being asked to.
 * @typedef {"none" | "joining" | "walking" | "gone"} Standing
 */

/** The hub takes at most 15 steps a second; this leaves room for those that come in a bunch. */
const stepMsLeast = 80;
/** How many steps wait for their time. Whoever asks for more of them asks too fast. */
const waitingMax = 3;

/**
 * The walker of this page: which one it is, over a reload too, and where it stands. Its steps are
 * foreseen, so that they are seen at once; what the hub answers corrects them.
 */
export class Walking {
    /**
     * @param {object} page
     * @param {import("../../js/tablecast.js").Sync} page.sync
     * @param {string} page.view with the walkers
     * @param {import("../../js/tablecast.js").StoredValue} page.kept where the walker is remembered
     * @param {() => number} [page.now]
     */
    constructor({ sync, view, kept, now = elapsedMs }) {
        this.sync = sync;
        this.view = view;
        this.kept = kept;
        this.now = now;
        /** @type {{walker: string, epoch: string} | null} */
        this.mine = kept.read();
        this.hasGone = false;
        this.steppedAtMs = -Infinity;
        /**
         * The steps that are still to be sent.
         * @type {Side[]}
         */
        this.waiting = [];
        /** @type {any} */
        this.seen = null;
        /** @type {any} */
        this.foreseen = null;
    }

    /** @returns {any} the hub's own document, as it is here */
    get doc() {
        return this.sync.doc(this.view);
    }

    /** The id of the walker; empty while it is not in the maze. */
    get id() {
        const id = this.mine?.walker ?? "";
        return this.doc?.walkers[id] && this.isOfNow ? id : "";
    }

    /** Whether the walker was made since the hub started. */
    get isOfNow() {
        // An answer may come before the first document.
        return this.mine !== null && ["", this.sync.epochOf(this.view)].includes(this.mine.epoch);
    }

    /** @returns {Standing} */
    get standing() {
        if (this.id !== "") {
            return "walking";
        }
        const isJoining = this.sync.unseen(this.view).some(({ action }) => action === "maze.join");
        return isJoining ? "joining" : this.hasGone ? "gone" : "none";
    }

    /** Finds out whether the walker is still there. Called whenever the page is drawn. */
    look() {
        if (this.mine && this.sync.life === "live" && this.doc && this.standing === "none") {
            this.hasGone = this.isOfNow;
            this.remember(null);
        } else if (this.mine?.epoch === "" && this.id !== "") {
            this.remember({ walker: this.id, epoch: this.sync.epochOf(this.view) });
        }
        if (this.id === "") {
            this.waiting = [];
        }
    }

    /** @param {{walker: string, epoch: string} | null} mine */
    remember(mine) {
        this.mine = mine;
        this.kept.write(mine);
    }

    join() {
        if (this.standing === "none" || this.standing === "gone") {
            this.hasGone = false;
            this.sync.mutate("maze.join", {});
        }
    }

    leave() {
        const { id } = this;
        if (id !== "") {
            this.remember(null);
            this.sync.mutate("maze.leave", { walker: id });
        }
    }

    /**
     * Takes the answers to what was asked for here.
     * @param {Entry} entry
     * @param {any} message its ack or reject
     * @returns {boolean} whether there is nothing more to say of it
     */
    answered({ action, args }, message) {
        const isDone = message.type === "ack";
        if (action === "maze.join" && isDone) {
            this.remember({ walker: message.result.walker, epoch: this.sync.epochOf(this.view) });
        }
        if (action === "maze.step" && !isDone && args.walker === this.id) {
            // What was to follow began somewhere else.
            this.waiting = [];
        }
        return isDone || action === "maze.step" || action === "maze.leave";
    }

    /**
     * Where the walker stands once all its steps are done; undefined while it is not in the maze.
     * @returns {Place | undefined}
     */
    get place() {
        const { doc, id } = this;
        const walker = doc?.walkers[id];
        if (!walker) {
            return undefined;
        }
        /** @type {Place} */
        let place = walker;
        for (const { action, args, ack, isInDoubt } of this.sync.unseen(this.view)) {
            if (action !== "maze.step" || args.walker !== id) {
                continue;
            }
            const known = /** @type {Place | undefined} */ (/** @type {unknown} */ (ack?.result));
            const side = /** @type {Side} */ (args.to);
            place = known ?? (isInDoubt ? place : neighbour(doc.rooms, place, side) ?? place);
        }
        return this.waiting.reduce((from, side) => neighbour(doc.rooms, from, side) ?? from, place);
    }

    /** Whether steps are taken now, and the walker is not at the exit yet. */
    get mayStep() {
        const { doc, id, place, sync } = this;
        return place !== undefined && sync.life === "live" &&
            isUnderWay(doc.run, sync.clock.now()) &&
            doc.walkers[id].place === undefined && !isExit(doc.rooms, place);
    }

    /**
     * Whether a side of the walker's room is open.
     * @param {Side} side
     */
    isOpen(side) {
        const { place } = this;
        return place !== undefined && neighbour(this.doc.rooms, place, side) !== undefined;
    }

    /**
     * Takes a step, if there is one to take.
     * @param {Side} side
     * @returns {boolean} whether it leads anywhere
     */
    step(side) {
        if (!this.mayStep || !this.isOpen(side)) {
            return false;
        }
        if (this.waiting.length < waitingMax) {
            this.waiting.push(side);
            if (this.waiting.length === 1) {
                this.sendInTime();
            }
        }
        return true;
    }

    sendInTime() {
        const inMs = this.steppedAtMs + stepMsLeast - this.now();
        if (inMs <= 0) {
            this.send();
        } else {
            runAfter(inMs, () => this.send());
        }
    }

    send() {
        const { id } = this;
        const to = this.waiting.shift();
        if (to === undefined || id === "" || this.sync.life !== "live") {
            this.waiting = [];
            return;
        }
        this.steppedAtMs = this.now();
        this.sync.mutate("maze.step", { walker: id, to });
        if (this.waiting.length > 0) {
            this.sendInTime();
        }
    }

    /**
     * The document with the walker where it will be. It is another one only when something of it has
     * changed.
     * @returns {any}
     */
    get ahead() {
        const { doc, id, place } = this;
        const walker = doc?.walkers[id];
        if (!walker || !place || (walker.x === place.x && walker.y === place.y)) {
            return doc;
        }
        const moved = this.foreseen?.walkers[id];
        if (doc !== this.seen || moved?.x !== place.x || moved?.y !== place.y) {
            this.seen = doc;
            const walkers = { ...doc.walkers, [id]: { ...walker, x: place.x, y: place.y } };
            this.foreseen = { ...doc, walkers };
        }
        return this.foreseen;
    }
}
