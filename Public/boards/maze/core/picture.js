// @ts-check
"use strict";

/*
 * The picture of the maze, the same on televisions, on the host's page and on phones. Give it an element
 * whose size is set by the page, and every document that comes:
 *
 *     const picture = new tablecastMaze.Picture(element, { mode: "fit" });
 *     picture.show(sync.doc("maze/display"));
 *
 * - It puts its canvases into the element, which has to be positioned. They are hidden from screen
 *   readers: the page says beside them in words what is to be seen (`words.js`).
 * - `show(doc)` takes a document of `maze/display` or one of that form, such as that of a replay, or one
 *   in which the page has moved its own walker ahead of the hub's answer. Documents are compared by
 *   `===`, as Sync gives them, and drawn with the next frame, only where they differ. A page that is
 *   drawing in a frame already calls `draw(tablecast.elapsedMs())` after it.
 * - Modes: `fit` shows the whole maze and eases while it grows. `follow` keeps the walker `picture.own`
 *   in the middle, and is like `fit` while there is none. `pan` is like `fit` until somebody moves the
 *   picture. `picture.mode` and `picture.own` may be set at any time.
 * - `zoomBy(factor, x, y)` enlarges around a point of the element, its middle if there is none; in `fit`
 *   it does nothing. `moveBy(dx, dy)` moves the picture in `pan`, in pixels of the page. `showAll()` shows
 *   the whole again. `picture.isWhole` tells whether it does. `gestures.js` turns fingers, the wheel and
 *   keys into these.
 * - `picture.plan` has the rooms that are drawn: `plan.at(x, y)`, `plan.distance(x, y)` to the exit.
 * - Colours are dark or light as the page's tokens are. It draws anew when the window's size, the pixel
 *   density or the scheme change; call `resize()` when the element's size changes otherwise.
 * - With reduced motion nothing is eased. `remove()` ends it.
 */

/** How long a picture rests before it is drawn at its new scale: fingers rest for a frame as well. */
tablecastMaze.restMs = 100;
/** The scales between which one can zoom, in pixels of the page. */
tablecastMaze.scaleLeast = 4;
tablecastMaze.scaleMost = 96;

tablecastMaze.Picture = class Picture {
    /**
     * @param {HTMLElement} element
     * @param {{mode?: "fit" | "follow" | "pan", own?: string}} [options]
     */
    constructor(element, options = {}) {
        this.element = element;
        /** @type {"fit" | "follow" | "pan"} */
        this.shownMode = options.mode || "fit";
        this.plan = new tablecastMaze.Plan();
        this.figures = new tablecastMaze.Figures();
        this.tiles = new tablecastMaze.Tiles(this.addCanvas(), this.plan);
        this.crowd = new tablecastMaze.Crowd(this.addCanvas(), this.plan, this.figures);
        this.crowd.own = options.own || "";
        /** @type {any} */
        this.doc = null;
        this.size = { width: 0, height: 0 };
        this.ratio = 1;
        /** @type {View | null} */
        this.view = null;
        /**
         * Where somebody has moved the picture.
         * @type {View | null}
         */
        this.held = null;
        /** How large a room is while a walker is followed, in pixels of the page. */
        this.followScale = 52;
        this.frame = 0;
        this.frameAtMs = 0;
        this.movedAtMs = -Infinity;
        this.isStill = false;
        this.isMeasured = false;
        this.queries = ["(prefers-reduced-motion: reduce)", "(prefers-color-scheme: dark)"].map(
            (query) => window.matchMedia(query)
        );
        this.resize = this.resize.bind(this);
        window.addEventListener("resize", this.resize);
        this.queries.forEach((query) => query.addListener(this.resize));
    }

    addCanvas() {
        const canvas = document.createElement("canvas");
        canvas.setAttribute("aria-hidden", "true");
        canvas.style.cssText = "position:absolute;left:0;top:0;width:100%;height:100%;pointer-events:none";
        this.element.appendChild(canvas);
        return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    }

    remove() {
        window.removeEventListener("resize", this.resize);
        this.queries.forEach((query) => query.removeListener(this.resize));
        tablecast.stopFrame(this.frame);
        [this.tiles, this.crowd].forEach(({ context }) => this.element.removeChild(context.canvas));
    }

    get mode() {
        return this.shownMode;
    }

    set mode(mode) {
        this.shownMode = mode;
        this.held = null;
        this.render();
    }

    get own() {
        return this.crowd.own;
    }

    set own(id) {
        this.crowd.own = id;
        this.crowd.isStale = true;
        this.render();
    }

    get isWhole() {
        return this.shownMode === "fit" || (this.shownMode === "pan" ? !this.held : !this.followed());
    }

    /** @param {any} doc */
    show(doc) {
        this.doc = doc;
        this.render();
    }

    resize() {
        this.isMeasured = false;
        this.render();
    }

    /** Asks for one drawing in the next frame, however often it is called. */
    render() {
        if (this.frame === 0) {
            this.frame = tablecast.runInFrame((nowMs) => {
                this.frame = 0;
                this.draw(nowMs);
            });
        }
    }

    /** Takes over the size of the element, the pixel density, the colours and the wish for little motion. */
    measure() {
        this.isMeasured = true;
        this.isStill = this.queries[0].matches;
        this.ratio = window.devicePixelRatio || 1;
        const { ratio } = this;
        const colors = tablecastMaze.colorsFor(this.element);
        const width = Math.round(this.element.clientWidth * ratio);
        const height = Math.round(this.element.clientHeight * ratio);
        if (width !== this.size.width || height !== this.size.height) {
            this.size = { width, height };
            // The picture does not ease into a window that was made larger.
            this.view = null;
        }
        [this.tiles, this.crowd].forEach((part) => {
            if (part.ratio !== ratio || part.colors !== colors) {
                Object.assign(part, { ratio, colors });
                part.clear();
            }
            // A canvas that is given its size is empty.
            Object.assign(part.context.canvas, { width, height });
            part.isStale = true;
        });
        this.crowd.drawn = [];
    }

    /** @param {number} nowMs */
    draw(nowMs) {
        if (!this.isMeasured) {
            this.measure();
        }
        if (this.size.width === 0 || this.size.height === 0) {
            // It is out of sight: looked at again with the next document.
            this.isMeasured = false;
            return;
        }
        const passedMs = Math.max(0, Math.min(100, nowMs - this.frameAtMs));
        this.frameAtMs = nowMs;
        this.takeChanges();
        const isNews = this.figures.update(this.doc, nowMs, this.isStill);
        const isResting = nowMs - this.movedAtMs >= tablecastMaze.restMs || this.isStill;
        const isMoved = this.moveView(passedMs, nowMs, isResting);
        this.movedAtMs = isMoved ? nowMs : this.movedAtMs;
        const { size, shownMode } = this;
        const view = /** @type {View} */ (this.view);
        const isWaiting = this.tiles.draw({
            view, size, isMoved, isResting: isResting && !isMoved, isMovable: shownMode !== "fit"
        });
        const isWalking = this.figures.isMoving(nowMs);
        if (isNews || isMoved || isWalking || this.crowd.isStale) {
            this.crowd.draw(view, size, this.isWhole, nowMs);
            // Once more when they have arrived.
            this.crowd.isStale = isWalking;
        }
        const isSharp = view.scale === tablecastMaze.tiledScale(view.scale);
        if (isMoved || isWaiting || isWalking || !isSharp) {
            this.render();
        }
    }

    takeChanges() {
        const changed = this.plan.update(this.doc);
        if (changed === null) {
            this.tiles.clear();
            this.view = null;
            this.held = null;
        } else {
            this.tiles.change(changed);
        }
        this.crowd.isStale = this.crowd.isStale || changed === null || changed.length > 0;
    }

    followed() {
        return this.shownMode === "follow" ? this.figures.byID.get(this.crowd.own) : undefined;
    }

    /**
     * Where the view is going.
     * @param {number} nowMs
     * @param {boolean} isResting
     * @returns {View}
     */
    targetView(nowMs, isResting) {
        const followed = this.followed();
        if (followed) {
            const [x, y] = this.figures.positionOf(followed, nowMs);
            const scale = tablecastMaze.tiledScale(this.followScale * this.ratio);
            return { x, y, scale };
        }
        if (this.held && this.shownMode === "pan") {
            if (isResting) {
                // The edges of tiles are to be whole pixels.
                const { x, y, scale } = this.held;
                this.held = { x, y, scale: tablecastMaze.tiledScale(scale) };
            }
            return this.held;
        }
        return tablecastMaze.fitView(this.plan.bounds, this.size, this.scaleMax());
    }

    /** Few rooms are not drawn larger than this. */
    scaleMax() {
        return Math.max(40 * this.ratio, Math.min(this.size.width, this.size.height) / 7);
    }

    /**
     * Moves the view on its way, and tells whether it has moved.
     * @param {number} passedMs
     * @param {number} nowMs
     * @param {boolean} isResting
     */
    moveView(passedMs, nowMs, isResting) {
        const { view } = this;
        const target = this.targetView(nowMs, isResting);
        if (view && view.x === target.x && view.y === target.y && view.scale === target.scale) {
            return false;
        }
        const isHeld = this.held !== null && this.shownMode === "pan";
        const isAtOnce = !view || this.isStill || isHeld;
        if (view && this.followed() && Math.abs(view.scale / target.scale - 1) < 0.002) {
            // The figure itself moves smoothly, and the picture with it.
            const isNear = Math.abs(view.x - target.x) + Math.abs(view.y - target.y) < 1.5;
            this.view = isNear ? target : tablecastMaze.easedView(view, target, passedMs);
        } else {
            this.view = isAtOnce || !view ? target : tablecastMaze.easedView(view, target, passedMs);
        }
        return true;
    }

    // What the page asks for.

    /**
     * @param {number} factor
     * @param {number} [x]
     * @param {number} [y]
     */
    zoomBy(factor, x, y) {
        const { scaleLeast, scaleMost } = tablecastMaze;
        if (this.followed()) {
            const scale = this.followScale * factor;
            this.followScale = Math.min(scaleMost, Math.max(16, scale));
        } else if (this.shownMode === "pan" && this.view) {
            const { ratio, size } = this;
            const view = this.held || this.view;
            const scale = Math.min(scaleMost * ratio, Math.max(scaleLeast * ratio, view.scale * factor));
            const left = x === undefined ? 0 : x * ratio - size.width / 2;
            const down = y === undefined ? 0 : y * ratio - size.height / 2;
            this.hold(tablecastMaze.zoomedView(view, scale / view.scale, left, down));
        }
        this.render();
    }

    /**
     * @param {number} dx
     * @param {number} dy
     */
    moveBy(dx, dy) {
        if (this.shownMode === "pan" && this.view) {
            const { x, y, scale } = this.held || this.view;
            this.hold({ x: x - dx * this.ratio / scale, y: y + dy * this.ratio / scale, scale });
        }
        this.render();
    }

    /** @param {View} view */
    hold(view) {
        this.held = tablecastMaze.keptInSight(view, this.plan.bounds);
    }

    showAll() {
        this.held = null;
        this.render();
    }
};

/*
 * What the pages of the maze say. The sentences are the page's own, in its catalogues: a page has them as
 * a family, `new tablecastMaze.Words(familyOf("maze"))`, and a panel as its texts. In English:
 *
 *     "rooms.one": "1 room", "rooms.other": "{count} rooms",
 *     "exploring": "Exploring, {rooms}", "ready": "Explored, {rooms}",
 *     "lost.one": "1 room lost", "lost.other": "{count} rooms lost",
 *     "raceIn": "The race begins in {time}", "racing": "The race is on", "wins": "{name} wins in {time}",
 *     "number": "Number {label}", "nobody": "Nobody reached the exit", "cancelled": "Stopped, {rooms}",
 *     "failed": "The maze couldn't be explored", "replay": "Replay"
 *
 * Pages on which somebody walks have also:
 *
 *     "way.north": "north", "way.east": "east", "way.south": "south", "way.west": "west",
 *     "list": "{list}, {next}", "listEnd": "{list} and {last}", "steps": "{count} {way}",
 *     "place.start": "At the start.", "place.exit": "At the exit.", "place.away": "{ways} of the start.",
 *     "open.one": "{ways} is open.", "open.other": "{ways} are open.",
 *     "door.one": "A door is {ways}.", "door.other": "Doors are {ways}.", "exit": "The exit is {ways}."
 *
 * And those that say what an exploration found wrong, and what to do, have `problem.<code>.one` and
 * `problem.<code>.other` with the places `{count}` and `{first}`, for each code.
 */

/**
 * A time as minutes and seconds: `00:48`, `125:07`.
 * @param {number} ms
 */
tablecastMaze.clockText = function (ms) {
    const seconds = Math.max(0, Math.floor(ms / 1000)) || 0;
    const digits = (/** @type {number} */ number) => (number < 10 ? `0${number}` : String(number));
    return `${digits(Math.floor(seconds / 60))}:${digits(seconds % 60)}`;
};

/**
 * The walkers in the order in which they are listed: by their places, then by how far they have to go.
 * @param {Record<string, any>} walkers
 * @param {tablecastMaze.Plan} plan
 * @returns {{id: string, label: string, colour: number, place: number | undefined, ms: number | undefined}[]}
 */
tablecastMaze.ranked = function (walkers, plan) {
    return Object.keys(walkers)
        .map((id) => {
            const { label, colour, place, ms, x, y } = walkers[id];
            const far = place === undefined ? plan.distance(x, y) : -1;
            return { id, label, colour, place, ms, far };
        })
        .sort((one, other) =>
            (one.place || Infinity) - (other.place || Infinity) || one.far - other.far ||
            tablecastMaze.compareIDs(one.id, other.id));
};

/** The walkers in order, which changes at most twice a second: names that jump can't be read. */
tablecastMaze.Ranking = class Ranking {
    /** @param {() => void} render asks for a drawing of the page */
    constructor(render) {
        this.render = render;
        this.pauseMs = 500;
        /** @type {any} */
        this.shown = null;
        this.shownAtMs = -Infinity;
        this.timer = 0;
    }

    /**
     * The order to show now, or null to keep the last one. If it is too early for a change, the page is
     * drawn again later.
     * @param {any} doc
     * @param {tablecastMaze.Plan} plan
     * @param {string} [own] the id of the own walker
     */
    next({ walkers, rooms }, plan, own) {
        const { shown } = this;
        if (shown && shown.walkers === walkers && shown.rooms === rooms && shown.own === own) {
            return null;
        }
        // Arrivals and departures show at once, such as at the beginning of a replay's race.
        const count = Object.keys(walkers || {}).length;
        const isOther = shown && shown.count !== count;
        const nowMs = tablecast.elapsedMs();
        if (nowMs - this.shownAtMs < this.pauseMs && !isOther) {
            this.timer = this.timer || tablecast.runAfter(this.pauseMs, () => {
                this.timer = 0;
                this.render();
            });
            return null;
        }
        this.shown = { walkers, rooms, own, count };
        this.shownAtMs = nowMs;
        return tablecastMaze.ranked(walkers || {}, plan);
    }
};

tablecastMaze.Words = class Words {
    /** @param {Record<string, string>} texts */
    constructor(texts) {
        this.texts = texts;
    }

    /**
     * @param {string} sentence
     * @param {Record<string, string | number>} places
     */
    fill(sentence, places) {
        const { lang } = document.documentElement;
        return (sentence || "").replace(/\{(\w+)\}/g, (_, name) => {
            const value = places[name];
            return typeof value === "number" ? value.toLocaleString(lang) : String(value);
        });
    }

    /**
     * @param {number} count
     * @returns {"one" | "other"}
     */
    form(count) {
        // French has no plural for none.
        const isOne = count === 1 || (count === 0 && document.documentElement.lang === "fr");
        return isOne ? "one" : "other";
    }

    /** @param {number} count */
    rooms(count) {
        const { texts } = this;
        return this.fill(texts[`rooms.${this.form(count)}`], { count });
    }

    /**
     * How many rooms are lost; nothing when none is.
     * @param {any} doc
     */
    lost(doc) {
        const { texts } = this;
        const count = (doc && doc.run && doc.run.lost) || 0;
        return count > 0 ? this.fill(texts[`lost.${this.form(count)}`], { count }) : "";
    }

    /**
     * How many seconds there are until a race begins; 0 when there is none or it has begun.
     * @param {any} doc
     * @param {number} nowMs by the hub's clock
     */
    secondsToRace(doc, nowMs) {
        const { state, raceAt } = (doc && doc.run) || {};
        return state === "racing" ? Math.max(0, Math.ceil((Date.parse(raceAt) - nowMs) / 1000)) : 0;
    }

    /**
     * The time that a run has taken: of its race, or else of its exploration. Empty once the race is over, or
     * somebody has won: the winner's time is told with the name.
     * @param {any} doc
     * @param {number} nowMs by the hub's clock
     */
    clock(doc, nowMs) {
        const { state, startedAt, endedAt, raceAt, clockMs } = (doc && doc.run) || {};
        if (state === "finished" || state === "failed" || (state === "racing" && this.winner(doc))) {
            return "";
        }
        const ms =
            clockMs !== undefined ? clockMs
            : state === "racing" ? nowMs - Date.parse(raceAt)
            : (endedAt === undefined ? nowMs : Date.parse(endedAt)) - Date.parse(startedAt);
        return tablecastMaze.clockText(ms);
    }

    /**
     * In how many milliseconds the clock shows another second; undefined while it stands still.
     * @param {any} doc
     * @param {number} nowMs by the hub's clock
     */
    nextSecondMs(doc, nowMs) {
        const { state, startedAt, raceAt } = (doc && doc.run) || {};
        if (state !== "exploring" && state !== "racing") {
            return undefined;
        }
        const passedMs = nowMs - Date.parse(state === "racing" ? raceAt : startedAt);
        return 1005 - (((passedMs % 1000) + 1000) % 1000);
    }

    /**
     * Who was the first at the exit, also after having left.
     * @param {any} doc
     * @returns {{label: string, ms: number} | undefined}
     */
    winner(doc) {
        return doc && doc.run && doc.run.winner;
    }

    /**
     * A label in a sentence: those that are numbers are called so.
     * @param {string} label
     */
    name(label) {
        return /^[\d ]+$/.test(label) ? this.fill(this.texts.number, { label }) : label;
    }

    /**
     * What is going on.
     * @param {any} doc
     * @param {number} nowMs by the hub's clock
     */
    state(doc, nowMs) {
        const { texts } = this;
        const run = (doc && doc.run) || {};
        const rooms = this.rooms(run.found || 0);
        const winner = this.winner(doc);
        const wins = winner &&
            this.fill(texts.wins, { name: this.name(winner.label), time: tablecastMaze.clockText(winner.ms) });
        switch (run.state) {
            case "exploring":
                return this.fill(texts.exploring, { rooms });
            case "ready":
                return this.fill(texts.ready, { rooms });
            case "racing":
                return this.countdown(this.secondsToRace(doc, nowMs)) || wins || texts.racing;
            case "finished":
                return wins || texts.nobody;
            case "cancelled":
                return this.fill(texts.cancelled, { rooms });
            case "failed":
                return texts.failed;
            default:
                return "";
        }
    }

    /**
     * The last three seconds are counted aloud: `3`, `3 … 2`, `3 … 2 … 1`.
     * @param {number} seconds
     */
    countdown(seconds) {
        const { texts } = this;
        const counted = [3, 2, 1].filter((each) => each >= seconds);
        return seconds === 0 ? ""
            : seconds > 3 ? this.fill(texts.raceIn, { time: tablecastMaze.clockText(seconds * 1000) })
            : counted.join(" … ");
    }

    /** @param {string[]} parts */
    list(parts) {
        const { texts } = this;
        return parts.reduce((list, next, index) =>
            (index < parts.length - 1
                ? this.fill(texts.list, { list, next })
                : this.fill(texts.listEnd, { list, last: next })));
    }

    /**
     * A sentence about some sides, in the form for one or for several; nothing about none.
     * @param {"open" | "door" | "exit"} about
     * @param {Side[]} sides
     */
    about(about, sides) {
        const { texts } = this;
        if (sides.length === 0) {
            return "";
        }
        const ways = this.list(sides.map(({ name }) => texts[`way.${name}`]));
        const said = this.fill(
            about === "open" ? texts[`open.${this.form(sides.length)}`]
            : about === "door" ? texts[`door.${this.form(sides.length)}`]
            : texts.exit,
            { ways });
        return said.charAt(0).toUpperCase() + said.slice(1);
    }

    /**
     * Where one is, and which ways are open.
     * @param {tablecastMaze.Plan} plan
     * @param {number} x
     * @param {number} y
     */
    here(plan, x, y) {
        const { texts } = this;
        const room = plan.at(x, y);
        if (!room) {
            return "";
        }
        const { sides } = tablecastMaze;
        const open = sides.filter(({ bit }) => room.open & bit);
        const isThere = (/** @type {Side} */ { dx, dy }, /** @type {"isDoor" | "isExit"} */ is) => {
            const next = plan.at(x + dx, y + dy);
            return next !== undefined && next[is];
        };
        const away = [[y, 0, 2], [x, 1, 3]]
            .filter(([steps]) => steps !== 0)
            .map(([steps, forth, back]) => this.fill(texts.steps, {
                count: Math.abs(steps), way: texts[`way.${sides[steps > 0 ? forth : back].name}`]
            }));
        const place =
            room.isExit ? texts[`place.${"exit"}`]
            : away.length === 0 ? texts[`place.${"start"}`]
            : this.fill(texts[`place.${"away"}`], { ways: this.list(away) });
        return [
            place,
            this.about("open", open),
            this.about("door", open.filter((side) => isThere(side, "isDoor"))),
            this.about("exit", open.filter((side) => isThere(side, "isExit")))
        ].filter((sentence) => sentence !== "").join(" ");
    }

    /**
     * What an exploration found wrong, and what to do: the worst first.
     * @param {any} doc
     * @returns {string[]}
     */
    problems(doc) {
        const { texts } = this;
        const problems = (doc && doc.run && doc.run.problems) || {};
        const order = ["unreachable", "too_many", "bad_room", "unknown_room", "contradiction", "one_sided"];
        const worst = (/** @type {string} */ code) => (order.indexOf(code) + 1 || order.length + 1);
        return Object.keys(problems)
            .sort((one, other) => worst(one) - worst(other))
            .map((code) => {
                const { count, first = "" } = problems[code];
                const key = `${code}.${this.form(count)}`;
                // An id in another script must not turn the sentence round.
                const places = { count, first: `\u2068${first}\u2069` };
                return this.fill(texts[`problem.${key}`], places);
            });
    }
};

/**
 * The record of a run, as `GET /v1/<venue>/maze/runs/<run>` gives it: the rooms in the order in which they
 * were found, with milliseconds since the start, and the steps of the last race, since its beginning.
 * @typedef {object} RunRecord
 * @property {string} run
 * @property {[number, string, string][]} rooms
 * @property {[number, string, number, number][]} steps
 * @property {Record<string, string>} labels
 */

/** The pause between the exploration and the race of a replay. */
tablecastMaze.replayPauseMs = 1000;
/** How long the end of a replay stays. */
tablecastMaze.replayEndMs = 8000;

/** A record that is played: the document at any time of it, as `maze/display` had it then, or much so. */
tablecastMaze.Playback = class Playback {
    /** @param {RunRecord} record */
    constructor(record) {
        this.record = record;
        const [lastRoom, lastStep] = [record.rooms, record.steps].map((each) => each[each.length - 1]);
        this.exploringMs = lastRoom ? lastRoom[0] : 0;
        this.racingMs = lastStep ? lastStep[0] : 0;
        const exit = record.rooms.filter(([, , text]) => text.indexOf("X") >= 0)[0];
        this.exit = exit ? exit[1] : "";
        this.roomCount = 0;
        this.stepCount = 0;
        this.placeCount = 0;
        /** @type {{label: string, ms: number} | undefined} */
        this.winner = undefined;
        /** @type {Record<string, string>} */
        this.rooms = {};
        /** @type {Record<string, any>} */
        this.walkers = {};
    }

    /**
     * @param {{run: string, speed: number, at: string}} replay
     * @param {number} nowMs by the hub's clock
     * @param {any} doc what the hub shows now, which has the walkers' colours and the path
     */
    documentAt(replay, nowMs, doc) {
        const { speed } = replay;
        const { record, exploringMs, racingMs } = this;
        const { replayPauseMs, replayEndMs } = tablecastMaze;
        const sinceMs = Math.max(0, (nowMs - Date.parse(replay.at)) * speed);
        const raceMs = sinceMs - exploringMs - replayPauseMs * speed;
        const isRaced = record.steps.length > 0;
        const endMs = exploringMs + (isRaced ? replayPauseMs * speed + racingMs : 0);
        const isOver = sinceMs >= endMs;
        const isRacing = isRaced && raceMs > 0;
        this.playRooms(sinceMs);
        if (isRacing || this.stepCount > 0) {
            this.playSteps(raceMs, doc);
        }
        const current = (doc && doc.run) || {};
        const state = isRacing ? (isOver ? "finished" : "racing") : isOver ? "ready" : "exploring";
        const run = {
            id: record.run, state, found: this.roomCount, lost: 0,
            winner: this.winner,
            path: state === "finished" && current.id === record.run ? current.path : undefined,
            clockMs: isRacing ? Math.min(raceMs, racingMs) : Math.min(sinceMs, exploringMs),
            raceAt: replay.at
        };
        const isPast = sinceMs >= endMs + replayEndMs * speed;
        return { isOver, isPast, doc: { run, rooms: this.rooms, walkers: this.walkers, replay } };
    }

    /** @param {number} untilMs */
    playRooms(untilMs) {
        const { rooms } = this.record;
        const before = this.roomCount;
        while (this.roomCount < rooms.length && rooms[this.roomCount][0] <= untilMs) {
            this.roomCount += 1;
        }
        if (this.roomCount > before) {
            // Documents are not changed: the picture compares them.
            this.rooms = Object.assign({}, this.rooms);
            rooms.slice(before, this.roomCount).forEach(([, key, text]) => (this.rooms[key] = text));
        }
    }

    /**
     * @param {number} untilMs
     * @param {any} doc
     */
    playSteps(untilMs, doc) {
        const { steps, labels } = this.record;
        const now = (doc && doc.walkers) || {};
        if (Object.keys(this.walkers).length === 0) {
            this.walkers = {};
            Object.keys(labels).forEach((id) => {
                const colour = now[id] ? now[id].colour : Number(id.slice(2)) - 1;
                this.walkers[id] = { label: labels[id], colour, x: 0, y: 0, steps: 0 };
            });
        }
        if (this.stepCount < steps.length && steps[this.stepCount][0] <= untilMs) {
            this.walkers = Object.assign({}, this.walkers);
        }
        while (this.stepCount < steps.length && steps[this.stepCount][0] <= untilMs) {
            const [ms, id, x, y] = steps[this.stepCount];
            const walker = Object.assign({}, this.walkers[id], { x, y });
            walker.steps += 1;
            if (`${x},${y}` === this.exit && walker.place === undefined) {
                this.placeCount += 1;
                walker.place = this.placeCount;
                walker.ms = ms;
                this.winner = this.winner || { label: walker.label, ms };
            }
            this.walkers[id] = walker;
            this.stepCount += 1;
        }
    }
};

/**
 * Plays the replay that the hub's document names. It asks for the record when a replay begins; time is
 * counted from the beginning that the document names, by the hub's clock, so all screens are in step.
 *
 *     const player = new tablecastMaze.Player({ venue, role, now: () => sync.clock.now(), changed: render });
 *     const shown = player.shown(sync.doc("maze/display"));
 *
 * `shown` gives the document to draw: that of the replay, or the hub's own while there is none, its record
 * is not here, or its end has been shown for a while. `changed` is called when there is more to draw.
 */
tablecastMaze.Player = class Player {
    /**
     * @param {{venue: string, role?: string, now: () => number, changed: () => void}} options
     */
    constructor({ venue, role, now, changed }) {
        this.venue = venue;
        this.role = role;
        this.now = now;
        this.changed = changed;
        /** The replay whose record has been asked for. */
        this.asked = "";
        /** @type {tablecastMaze.Playback | null} */
        this.playback = null;
        /** Whether what `shown` has given is on its way, and not yet at the end of the record. */
        this.isPlaying = false;
        this.isAsked = false;
        /** Runs while the end is shown. */
        this.endTimer = 0;
    }

    /** @param {any} doc */
    shown(doc) {
        this.isPlaying = false;
        const replay = doc && doc.replay;
        if (!replay) {
            this.asked = "";
            this.playback = null;
            return doc;
        }
        const name = `${replay.run} ${replay.at}`;
        if (name !== this.asked) {
            this.asked = name;
            this.playback = null;
            tablecast.stopTimer(this.endTimer);
            this.endTimer = 0;
            this.ask(replay.run, name);
        }
        if (!this.playback) {
            return doc;
        }
        const played = this.playback.documentAt(replay, this.now(), doc);
        this.isPlaying = !played.isOver;
        if (played.isPast) {
            return Object.assign({}, doc, { replay: undefined });
        }
        if (played.isOver && this.endTimer === 0) {
            this.endTimer = tablecast.runAfter(tablecastMaze.replayEndMs, () => {
                this.endTimer = 0;
                this.changed();
            });
        } else if (!played.isOver && !this.isAsked) {
            this.isAsked = true;
            tablecast.runInFrame(() => {
                this.isAsked = false;
                this.changed();
            });
        }
        return played.doc;
    }

    /**
     * @param {string} run
     * @param {string} name
     */
    ask(run, name) {
        const request = new XMLHttpRequest();
        const role = this.role ? `?as=${encodeURIComponent(this.role)}` : "";
        request.open("GET", `/v1/${this.venue}/maze/runs/${run}${role}`);
        request.onload = () => {
            if (request.status === 200 && name === this.asked) {
                this.playback = new tablecastMaze.Playback(JSON.parse(request.responseText));
                this.changed();
            }
        };
        request.onloadend = () => tablecast.rest.end(request);
        tablecast.rest.begin(request);
        request.send();
    }
};

/**
 * The maze on a screen on which nothing is going on: `12x7-cfc0641d`, with its way to the exit. The texts
 * of its rooms, from the west; the northernmost row is first.
 */
tablecastMaze.sample = {
    rows: [
        "es,esw,ew,ew,ew,sw,s,Es,ewD,eW,ew,w@",
        "ns,ns,es,sw,es,nsw,ne,new,sw,e,ew,sw",
        "ns,n,ns,ns,ns,nE,ewD,sW,ns,es,ew,nsw",
        "ne,ew,nsw,ns,ne,ew,sw,ns,ne,nw,es,nw",
        "es,ew,nsw,ns,es,ew,nw,ne,esw,sw,ne,sw",
        "ne,sw,ns,ns,ns,es,w,es,nw,ne,ew,nsw",
        "eX,new,nw,ne,new,nw,e,nw,e,ew,ew,nw"
    ],
    path: "wwwwsesseneeswseswwnwwnnwwnnwwwwwssseesssww"
};

/** The sample as a document of `maze/display`. */
tablecastMaze.sampleDocument = function () {
    const { rows, path } = tablecastMaze.sample;
    /** @type {Record<string, string>} */
    const rooms = {};
    rows.forEach((row, south) => row.split(",").forEach((text, x) => (rooms[`${x - 11},${-south}`] = text)));
    return { run: { id: "", state: "finished", path }, rooms, walkers: {} };
};
