// @ts-check
import { elapsedMs, make, renderList, runAfter, setText, words } from "../../js/ui/page.js";
import "./core/run.js";
import "./core/picture.js";

export const { clockText, Picture, Player, Words } = tablecastMaze;
const { colorsFor, initialOf, Ranking, sides } = tablecastMaze;

/** @typedef {ReturnType<typeof tablecastMaze.ranked>[number]} Ranked */
/** @typedef {ReturnType<typeof colorsFor>} Colors */

const discPx = 11;

/** The list of walkers, ordered by place, then by distance left. */
export class Names {
    /**
     * @param {Record<string, string>} texts
     * @param {() => void} render requests a drawing of the page
     */
    constructor(texts, render) {
        this.texts = texts;
        this.ranking = new Ranking(render);
        this.element = make("ol", { className: "maze-names", tabIndex: 0, "aria-label": texts.names });
        /** @type {Map<string, Name>} */
        this.rows = new Map();
    }

    /**
     * @param {any} doc
     * @param {InstanceType<typeof tablecastMaze.Plan>} plan
     * @param {string} own the id of this page's walker
     */
    show(doc, plan, own) {
        const order = this.ranking.next(doc, plan, own);
        if (!order) {
            return;
        }
        const colors = colorsFor(document.documentElement);
        this.element.hidden = order.length === 0;
        this.element.classList.toggle("has-places", order.some(({ place }) => place !== undefined));
        renderList(this.element, this.rows, order, () => new Name(), (row, walker) =>
            row.show(walker, colors, walker.id === own ? this.texts.you : ""));
    }
}

class Name {
    constructor() {
        this.rank = make("span", { className: "maze-rank figures" });
        this.disc = make("span", { className: "maze-disc", "aria-hidden": "true" });
        this.name = words("", "maze-name");
        this.you = make("span", { className: "quiet" });
        this.took = make("span", { className: "figures" });
        const who = make("span", { className: "maze-who grow one-line" }, this.name, this.you);
        this.element = make("li", { className: "maze-row" }, this.rank, this.disc, who, this.took);
        this.looks = "";
    }

    /**
     * @param {Ranked} walker
     * @param {Colors} colors
     * @param {string} you the words that mark this page's walker
     */
    show({ label, colour, place, ms }, colors, you) {
        setText(this.rank, place === undefined ? "" : String(place));
        setText(this.name, label);
        setText(this.you, you && ` ${you}`);
        setText(this.took, ms === undefined ? "" : clockText(ms));
        this.element.classList.toggle("is-own", you !== "");
        this.element.classList.toggle("is-first", place === 1);
        const looks = `${label} ${colour} ${colors.ground}`;
        if (looks !== this.looks) {
            this.looks = looks;
            const radius = Math.round(discPx * (window.devicePixelRatio || 1));
            const disc = tablecastMaze.drawDisc(initialOf(label), colour, radius, false, colors);
            this.disc.replaceChildren(disc);
        }
    }
}

/** @typedef {"explore" | "cancel" | "retry" | "race" | "stop" | "replay"} Deed */

/** @typedef {"north" | "east" | "south" | "west"} Side */
/** @typedef {{x: number, y: number}} Place */

export const sideNames = sides.map(({ name }) => name);

const sidesByName = /** @type {Record<Side, typeof sides[number]>} */ (
    Object.fromEntries(sides.map((side) => [side.name, side]))
);

/** @type {Record<string, Deed[]>} */
const legal = {
    none: ["explore"],
    exploring: ["cancel"],
    ready: ["explore", "race", "replay", "retry"],
    racing: ["stop"],
    finished: ["explore", "race", "replay", "retry"],
    cancelled: ["explore", "replay"],
    failed: ["explore"],
};

/**
 * The actions that a run allows in its state.
 * @param {any} run the document's, if there is one
 * @returns {Set<Deed>}
 */
export function legalDeeds(run) {
    const deeds = legal[run?.state ?? "none"] ?? [];
    return new Set(deeds.filter((deed) => deed !== "retry" || run.lost > 0));
}

/**
 * Whether walkers may join the run.
 * @param {any} run
 */
export function takesWalkers(run) {
    return run !== undefined && run.state !== "cancelled" && run.state !== "failed";
}

/**
 * Whether steps are possible now.
 * @param {any} run
 * @param {number} nowMs by the hub's clock
 */
export function isUnderWay(run, nowMs) {
    return run?.state === "racing" && nowMs >= Date.parse(run.raceAt);
}

/**
 * The place to which a step leads; undefined if the side is closed or has no room behind it.
 * @param {Record<string, string>} rooms as in the document
 * @param {Place} place
 * @param {Side} side
 * @returns {Place | undefined}
 */
function neighbour(rooms, { x, y }, side) {
    const { letter, dx, dy } = sidesByName[side];
    const next = { x: x + dx, y: y + dy };
    const isOpen = rooms[`${x},${y}`]?.toLowerCase().includes(letter);
    return isOpen && `${next.x},${next.y}` in rooms ? next : undefined;
}

/**
 * Whether a place is the exit.
 * @param {Record<string, string>} rooms
 * @param {Place} place
 */
function isExit(rooms, { x, y }) {
    return rooms[`${x},${y}`]?.includes("X") === true;
}

/** @typedef {import("../../js/tablecast.js").Entry} Entry */

/**
 * - `none`: no walker of this page is in the maze;
 * - `joining`: the hub has yet to show the walker;
 * - `walking`: the walker is in the maze;
 * - `gone`: the walker was in the maze, and left without a request of this page.
 * @typedef {"none" | "joining" | "walking" | "gone"} Standing
 */

/** The hub takes at most 15 steps a second; this leaves room for bursts. */
const stepMsLeast = 80;
/** The number of steps that may wait. Further steps are dropped. */
const waitingMax = 3;

/**
 * The walker of this page: its id, which survives a reload, and its place. Its steps are predicted, so
 * that they show at once; the hub's answers correct them.
 */
export class Walking {
    /**
     * @param {object} page
     * @param {import("../../js/tablecast.js").Sync} page.sync
     * @param {string} page.view with the walkers
     * @param {import("../../js/tablecast.js").StoredValue} page.kept stores the walker
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
         * The steps still to be sent.
         * @type {Side[]}
         */
        this.waiting = [];
        /** @type {any} */
        this.seen = null;
        /** @type {any} */
        this.foreseen = null;
    }

    /** @returns {any} the hub's own document, as loaded here */
    get doc() {
        return this.sync.doc(this.view);
    }

    /** The id of the walker; empty while it is not in the maze. */
    get id() {
        const id = this.mine?.walker ?? "";
        return this.doc?.walkers[id] && this.isOfNow ? id : "";
    }

    /** Whether the walker was made since the hub's last start. */
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

    /** Checks whether the walker is still in the maze. Called with each drawing of the page. */
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
     * Takes the answers to actions of this walker.
     * @param {Entry} entry
     * @param {any} message its ack or reject
     * @returns {boolean} whether the answer is fully handled
     */
    answered({ action, args }, message) {
        const isDone = message.type === "ack";
        if (action === "maze.join" && isDone) {
            this.remember({ walker: message.result.walker, epoch: this.sync.epochOf(this.view) });
        }
        if (action === "maze.step" && !isDone && args.walker === this.id) {
            // The waiting steps assumed another place.
            this.waiting = [];
        }
        return isDone || action === "maze.step" || action === "maze.leave";
    }

    /**
     * The walker's place after all its steps; undefined while it is not in the maze.
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

    /** Whether steps are possible now, and the walker is not at the exit yet. */
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
     * Takes a step, if it is possible.
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
     * The document with the walker in its predicted place. It is a new object only if something has
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
