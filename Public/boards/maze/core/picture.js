// @ts-check
"use strict";

/*
 * The picture of the maze, the same on televisions, on the host's page and on phones. It takes an element
 * of a size set by the page, and each new document:
 *
 *     const picture = new tablecastMaze.Picture(element, { mode: "fit" });
 *     picture.show(sync.doc("maze/display"));
 *
 * - It puts its canvases into the element, which must be positioned. They are hidden from screen readers:
 *   the page describes them in words (`tablecastMaze.Words`).
 * - `show(doc)` takes a document of `maze/display` or one of that form, such as that of a replay, or one
 *   in which the page has moved its own walker ahead of the hub's answer. Documents are compared by
 *   `===`, as Sync gives them, and drawn with the next frame, only where they differ. A page that is
 *   drawing in a frame already calls `draw(tablecast.elapsedMs())` after it.
 * - Modes: `fit` shows the whole maze and eases while it grows. `follow` keeps the walker `picture.own`
 *   in the middle, and is like `fit` while there is none. `pan` is like `fit` until somebody moves the
 *   picture. `picture.mode` and `picture.own` may be set at any time.
 * - `zoomBy(factor, x, y)` enlarges around a point of the element, its middle if there is none; in `fit`
 *   it does nothing. `moveBy(dx, dy)` moves the picture in `pan`, in pixels of the page. `showAll()` shows
 *   the whole again. `picture.isWhole` tells whether it does. `pad.js` turns fingers, the wheel and keys
 *   into these.
 * - `picture.plan` has the rooms that are drawn: `plan.at(x, y)`, `plan.distance(x, y)` to the exit.
 * - Colours are dark or light like the page's tokens. It redraws when the window's size, the pixel
 *   density or the scheme change; call `resize()` when the element's size changes otherwise.
 * - With reduced motion nothing is eased. `remove()` ends it.
 */

/** The rest before a picture is drawn at its new scale; resting fingers pause for a frame, too. */
tablecastMaze.restMs = 100;
/** The limits of zooming, in pixels of the page for a room. */
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
         * The view to which somebody has moved the picture.
         * @type {View | null}
         */
        this.held = null;
        /** The size of a room while a walker is followed, in pixels of the page. */
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

    /** Requests one drawing in the next frame, however often it is called. */
    render() {
        if (this.frame === 0) {
            this.frame = tablecast.runInFrame((nowMs) => {
                this.frame = 0;
                this.draw(nowMs);
            });
        }
    }

    /**
     * Takes over the size of the element, the pixel density, the colours and the preference for reduced
     * motion.
     */
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
            // Setting a canvas's size clears it.
            Object.assign(part.context.canvas, { width, height });
            part.isStale = true;
        });
    }

    /** @param {number} nowMs */
    draw(nowMs) {
        if (!this.isMeasured) {
            this.measure();
        }
        if (this.size.width === 0 || this.size.height === 0) {
            // The picture is out of sight; it is measured again with the next document.
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
            // One more drawing follows once they have arrived.
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
     * The view's target.
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
                // The edges of tiles must be whole pixels.
                const { x, y, scale } = this.held;
                this.held = { x, y, scale: tablecastMaze.tiledScale(scale) };
            }
            return this.held;
        }
        return tablecastMaze.fitView(this.plan.bounds, this.size, this.scaleMax());
    }

    /** The limit of the size of rooms in a small maze. */
    scaleMax() {
        return Math.max(40 * this.ratio, Math.min(this.size.width, this.size.height) / 7);
    }

    /**
     * Moves the view on its way, and returns whether it has moved.
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

    // MARK: Requests of the page

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
 * The walkers in their listed order: by place, then by the distance left.
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
     * The order to show now, or null to keep the last one. If it is too early for a change, another drawing is
     * requested.
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

/** The sentences of a page: the family `maze` of a page's texts, or the texts of a panel. */
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
        // French uses the singular for zero.
        const isOne = count === 1 || (count === 0 && document.documentElement.lang === "fr");
        return isOne ? "one" : "other";
    }

    /** @param {number} count */
    rooms(count) {
        const { texts } = this;
        return this.fill(texts[`rooms.${this.form(count)}`], { count });
    }

    /**
     * How many rooms are lost; empty if none are.
     * @param {any} doc
     */
    lost(doc) {
        const { texts } = this;
        const count = (doc && doc.run && doc.run.lost) || 0;
        return count > 0 ? this.fill(texts[`lost.${this.form(count)}`], { count }) : "";
    }

    /**
     * The seconds until a race begins; 0 if there is none or it has begun.
     * @param {any} doc
     * @param {number} nowMs by the hub's clock
     */
    secondsToRace(doc, nowMs) {
        const { state, raceAt } = (doc && doc.run) || {};
        return state === "racing" ? Math.max(0, Math.ceil((Date.parse(raceAt) - nowMs) / 1000)) : 0;
    }

    /**
     * The time that a run has taken: of its race, or else of its exploration. Empty once the race is over, or
     * somebody has won: the winner's time is shown with the name.
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
     * The milliseconds until the clock's next second; undefined while it stands still.
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
     * The first walker at the exit, even if it has left since.
     * @param {any} doc
     * @returns {{label: string, ms: number} | undefined}
     */
    winner(doc) {
        return doc && doc.run && doc.run.winner;
    }

    /**
     * A label as part of a sentence: numbers are called numbers.
     * @param {string} label
     */
    name(label) {
        return /^[\d ]+$/.test(label) ? this.fill(this.texts.number, { label }) : label;
    }

    /**
     * The state of the run, in words.
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
     * A sentence about some sides, in the singular or the plural; empty for none.
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
     * The walker's place and the open ways, in words.
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
     * The problems that an exploration found, and what to do, the worst first.
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
                // An id in a right-to-left script must not reorder the sentence.
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

/** Plays a record: gives the document at any time of it, nearly as `maze/display` had it then. */
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
     * @param {any} doc the document that the hub shows now, with the walkers' colours and the path
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
        /** The replay whose record was requested. */
        this.asked = "";
        /** @type {tablecastMaze.Playback | null} */
        this.playback = null;
        /** Whether the document last given by `shown` is of a replay before its end. */
        this.isPlaying = false;
        this.isAsked = false;
        /** The timer that runs while the end is shown. */
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
        const role = this.role ? `?as=${encodeURIComponent(this.role)}` : "";
        // Old browsers send cookies only on request.
        tablecast.request(`/v1/${this.venue}/maze/runs/${run}${role}`, { credentials: "same-origin" })
            .then((answer) => (answer.ok ? answer.json() : null))
            .then((record) => {
                if (record && name === this.asked) {
                    this.playback = new tablecastMaze.Playback(record);
                    this.changed();
                }
            }, () => {});
    }
};

/**
 * The maze for a screen without a run, as a document of `maze/display`: `12x7-cfc0641d`, with its way to the exit.
 * Each row has the texts of its rooms from the west; the northernmost row is first.
 */
tablecastMaze.sampleDocument = function () {
    const path = "wwwwsesseneeswseswwnwwnnwwnnwwwwwssseesssww";
    /** @type {Record<string, string>} */
    const rooms = {};
    [
        "es,esw,ew,ew,ew,sw,s,Es,ewD,eW,ew,w@",
        "ns,ns,es,sw,es,nsw,ne,new,sw,e,ew,sw",
        "ns,n,ns,ns,ns,nE,ewD,sW,ns,es,ew,nsw",
        "ne,ew,nsw,ns,ne,ew,sw,ns,ne,nw,es,nw",
        "es,ew,nsw,ns,es,ew,nw,ne,esw,sw,ne,sw",
        "ne,sw,ns,ns,ns,es,w,es,nw,ne,ew,nsw",
        "eX,new,nw,ne,new,nw,e,nw,e,ew,ew,nw"
    ].forEach((row, south) => row.split(",").forEach((text, x) => (rooms[`${x - 11},${-south}`] = text)));
    return { run: { id: "", state: "finished", path }, rooms, walkers: {} };
};

/**
 * A part of the picture that is drawn at once: a square of rooms and their contents. `left` and `top` are the
 * edges of the canvas in rooms to the east and to the south of the corner at 0,0.
 * @typedef {object} Sheet
 * @property {CanvasRenderingContext2D} context
 * @property {number} left
 * @property {number} top
 * @property {number} scale
 * @property {number} ratio device pixels for each pixel of the page
 * @property {MazeColors} colors
 */

/** How far a corner may be off its exact place, in rooms; and the room size in pixels from which on. */
tablecastMaze.handMax = 0.035;
tablecastMaze.handFrom = 22;

/**
 * A fixed number between -1 and 1 for a corner.
 * @param {number} x
 * @param {number} y
 * @param {number} axis
 */
tablecastMaze.handOf = function (x, y, axis) {
    let bits = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(axis + 1, 974634767);
    bits = Math.imul(bits ^ (bits >>> 13), 1274126177);
    return ((bits ^ (bits >>> 16)) & 0xffff) / 32768 - 1;
};

/** Draws places of a plan on a sheet, and leaves the rest of it alone. */
tablecastMaze.Drawing = class Drawing {
    /**
     * @param {Sheet} sheet
     * @param {tablecastMaze.Plan} plan
     */
    constructor(sheet, plan) {
        this.sheet = sheet;
        this.plan = plan;
        this.isByHand = sheet.scale >= tablecastMaze.handFrom * sheet.ratio;
        const part = this.isByHand ? 0.11 : 0.13;
        this.wallWidth = Math.max(sheet.ratio, Math.round(sheet.scale * part));
        // A line of an odd width is sharp in the middle of a pixel.
        this.shift = !this.isByHand && this.wallWidth % 2 === 1 ? 0.5 : 0;
    }

    /**
     * A corner of rooms on the sheet: `x` of those to its east, `row` of those to its south.
     * @param {number} x
     * @param {number} row
     */
    corner(x, row) {
        const { left, top, scale } = this.sheet;
        const { handMax, handOf } = tablecastMaze;
        const [across, down] = this.isByHand
            ? [handOf(x, row, 0) * handMax, handOf(x, row, 1) * handMax]
            : [0, 0];
        return {
            x: Math.round((x - left) * scale) + across * scale + this.shift,
            y: Math.round((row - top) * scale) + down * scale + this.shift
        };
    }

    /**
     * The corners of a place, from the upper left clockwise.
     * @param {number} x
     * @param {number} y
     */
    corners(x, y) {
        return [this.corner(x, -y), this.corner(x + 1, -y), this.corner(x + 1, 1 - y), this.corner(x, 1 - y)];
    }

    /**
     * Draws everything within the bounds anew.
     * @param {Bounds} bounds
     */
    draw({ x0, y0, x1, y1 }) {
        const { context, left, top, scale } = this.sheet;
        const [west, north] = [Math.round((x0 - left) * scale), Math.round((-y1 - top) * scale)];
        const [east, south] = [Math.round((x1 + 1 - left) * scale), Math.round((1 - y0 - top) * scale)];
        /** @type {Room[]} */
        const rooms = [];
        /** @type {{x: number, y: number}[]} */
        const gaps = [];
        // What is beside the bounds overlaps them.
        for (let y = y0 - 1; y <= y1 + 1; y += 1) {
            for (let x = x0 - 1; x <= x1 + 1; x += 1) {
                const room = this.plan.at(x, y);
                if (room) {
                    rooms.push(room);
                } else if (this.plan.isGap(x, y)) {
                    gaps.push({ x, y });
                }
            }
        }
        context.save();
        context.beginPath();
        context.rect(west, north, east - west, south - north);
        context.clip();
        context.clearRect(west, north, east - west, south - north);
        context.lineCap = "round";
        context.lineJoin = "round";
        this.drawGaps(gaps);
        this.drawFloors(rooms);
        this.drawPath(rooms);
        this.drawWalls(rooms);
        rooms.forEach((room) => this.drawThings(room));
        context.restore();
        return rooms.length + gaps.length > 0;
    }

    /** @param {{x: number, y: number}[]} corners */
    outline(corners) {
        const { context } = this.sheet;
        corners.forEach(({ x, y }, index) => (index === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
        context.closePath();
    }

    /**
     * Places still to be found are dotted in the middle, lost ones hatched.
     * @param {{x: number, y: number}[]} gaps
     */
    drawGaps(gaps) {
        const { context, colors, scale, ratio } = this.sheet;
        if (gaps.length === 0) {
            return;
        }
        context.beginPath();
        if (!this.plan.isExplored) {
            context.fillStyle = colors.wall;
            gaps.forEach(({ x, y }) => {
                const [one, , other] = this.corners(x, y);
                const radius = Math.max(ratio * 0.75, scale * 0.09);
                const [across, down] = [(one.x + other.x) / 2, (one.y + other.y) / 2];
                context.moveTo(across + radius, down);
                context.arc(across, down, radius, 0, 2 * Math.PI);
            });
            context.fill();
            return;
        }
        context.strokeStyle = colors.lost;
        context.lineWidth = Math.max(ratio, scale * 0.06);
        gaps.forEach(({ x, y }) => {
            const [one, , other] = this.corners(x, y);
            const [width, height] = [other.x - one.x, other.y - one.y];
            const count = scale < 12 * ratio ? 2 : 4;
            // Each line leads from the left or lower edge to the upper or right one.
            for (let index = 1; index < 2 * count; index += 1) {
                const [from, to] = [Math.min(1, index / count), Math.max(0, index / count - 1)];
                context.moveTo(one.x + width * to, one.y + height * from);
                context.lineTo(one.x + width * from, one.y + height * to);
            }
        });
        context.stroke();
    }

    /** @param {Room[]} rooms */
    drawFloors(rooms) {
        const { context, colors } = this.sheet;
        context.fillStyle = colors.floor;
        context.beginPath();
        rooms.forEach(({ x, y }) => this.outline(this.corners(x, y)));
        context.fill();
        context.fillStyle = colors.doorFloor;
        context.beginPath();
        rooms.forEach(({ x, y, isDoor }) => isDoor && this.outline(this.corners(x, y)));
        context.fill();
    }

    /**
     * The ends of a side, and its middle.
     * @param {Room} room
     * @param {Side} side
     */
    sideOf({ x, y }, { bit }) {
        const corners = this.corners(x, y);
        const first = bit === 1 ? 0 : bit === 2 ? 1 : bit === 4 ? 2 : 3;
        const [from, to] = [corners[first], corners[(first + 1) % 4]];
        return { from, to, middle: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 } };
    }

    /** @param {{x: number, y: number}} place */
    middle({ x, y }) {
        const corners = this.corners(x, y);
        return {
            x: (corners[0].x + corners[1].x + corners[2].x + corners[3].x) / 4,
            y: (corners[0].y + corners[1].y + corners[2].y + corners[3].y) / 4
        };
    }

    /**
     * The way from the start to the exit bends within each room, from the middle of one side to the middle
     * of another.
     * @param {Room[]} rooms
     */
    drawPath(rooms) {
        const { context, colors, scale, ratio } = this.sheet;
        const walked = rooms.filter(({ path }) => path !== 0);
        if (walked.length === 0) {
            return;
        }
        context.strokeStyle = colors.exit;
        context.lineWidth = Math.max(2 * ratio, scale * 0.12);
        context.beginPath();
        walked.forEach((room) => {
            const ends = tablecastMaze.sides
                .filter(({ bit }) => room.path & bit)
                .map((side) => this.sideOf(room, side).middle);
            const middle = this.middle(room);
            context.moveTo(ends[0].x, ends[0].y);
            if (ends.length === 2) {
                context.quadraticCurveTo(middle.x, middle.y, ends[1].x, ends[1].y);
            } else {
                context.lineTo(middle.x, middle.y);
            }
        });
        context.stroke();
    }

    /**
     * Where both rooms of a side say that it is closed, and towards places without a room, the wall is between
     * them. Where they disagree it is within the room that says so, thin, with a point that shows the open
     * direction.
     * @param {Room[]} rooms
     */
    drawWalls(rooms) {
        const { context, colors, scale } = this.sheet;
        context.strokeStyle = colors.wall;
        context.lineWidth = this.wallWidth;
        context.beginPath();
        /** @type {{room: Room, side: Side}[]} */
        const oneSided = [];
        rooms.forEach((room) => {
            tablecastMaze.sides.forEach((side) => {
                if (room.open & side.bit) {
                    return;
                }
                const other = this.plan.at(room.x + side.dx, room.y + side.dy);
                if (other && other.open & side.opposite) {
                    oneSided.push({ room, side });
                } else if (!other || side.bit <= 2) {
                    const { from, to } = this.sideOf(room, side);
                    context.moveTo(from.x, from.y);
                    context.lineTo(to.x, to.y);
                }
            });
        });
        context.stroke();
        context.lineWidth = Math.max(this.sheet.ratio, this.wallWidth / 2);
        context.fillStyle = colors.wall;
        oneSided.forEach(({ room, side }) => {
            const { from, to, middle } = this.sideOf(room, side);
            const inset = scale * 0.14;
            // The screen's y runs downwards.
            const [across, down] = [-side.dx * inset, side.dy * inset];
            context.beginPath();
            context.moveTo(from.x + across, from.y + down);
            context.lineTo(to.x + across, to.y + down);
            context.stroke();
            context.beginPath();
            this.outline([
                { x: middle.x + 2.4 * across, y: middle.y + 2.4 * down },
                { x: middle.x + across - down, y: middle.y + down + across },
                { x: middle.x + across + down, y: middle.y + down - across }
            ]);
            context.fill();
        });
    }

    /** @param {Room} room */
    drawThings(room) {
        tablecastMaze.sides.forEach((side) => {
            if (room.locked & side.bit) {
                this.drawLock(room, side);
            }
        });
        const { context, colors, scale } = this.sheet;
        const { x, y } = this.middle(room);
        if (room.isExit) {
            // The house's card with its cut corner, and an arrow that leads out.
            tablecastMaze.drawExitCard(context, x, y, scale * 0.72, colors);
        } else if (room.isStart) {
            tablecastMaze.drawStartRing(context, x, y, scale * 0.6, colors);
        } else if (room.isDoor) {
            this.drawDoor(room);
        }
    }

    /**
     * A bar across the opening, with a round lock in its middle.
     * @param {Room} room
     * @param {Side} side
     */
    drawLock(room, side) {
        const { context, colors, scale, ratio } = this.sheet;
        const { from, to, middle } = this.sideOf(room, side);
        context.strokeStyle = colors.door;
        context.lineWidth = Math.max(ratio, this.wallWidth * 0.7);
        context.beginPath();
        context.moveTo(from.x + (to.x - from.x) * 0.1, from.y + (to.y - from.y) * 0.1);
        context.lineTo(from.x + (to.x - from.x) * 0.9, from.y + (to.y - from.y) * 0.9);
        context.stroke();
        if (scale >= 10 * ratio) {
            context.fillStyle = colors.door;
            context.beginPath();
            context.arc(middle.x, middle.y, Math.max(this.wallWidth, scale * 0.12), 0, 2 * Math.PI);
            context.fill();
        }
    }

    /**
     * An arched door with a knob.
     * @param {Room} room
     */
    drawDoor(room) {
        const { context, colors, scale, ratio } = this.sheet;
        const { x, y } = this.middle(room);
        const [half, foot] = [scale * 0.17, y + scale * 0.25];
        context.lineWidth = Math.max(ratio, scale * 0.06);
        context.strokeStyle = colors.door;
        context.fillStyle = colors.door;
        context.beginPath();
        context.moveTo(x - half, foot);
        context.lineTo(x - half, y - scale * 0.06);
        context.arc(x, y - scale * 0.06, half, Math.PI, 0);
        context.lineTo(x + half, foot);
        context.closePath();
        if (scale < 16 * ratio) {
            context.fill();
            return;
        }
        context.stroke();
        context.beginPath();
        context.arc(x + half * 0.4, y + scale * 0.07, Math.max(ratio, scale * 0.035), 0, 2 * Math.PI);
        context.fill();
    }
};

/**
 * @typedef {object} Tile
 * @property {number} column
 * @property {number} row
 * @property {HTMLCanvasElement | null} canvas null while it is empty
 * @property {boolean} isDrawn
 * @property {Room[]} changed the rooms to draw again
 * @property {number} usedAt the number of the last frame that showed it
 */

/**
 * The maze at one scale, drawn in cached tiles.
 * @typedef {{scale: number, span: number, tiles: Map<string, Tile>}} Layer
 */

/**
 * How a frame is drawn.
 * @typedef {object} Frame
 * @property {View} view
 * @property {Size} size
 * @property {boolean} isMoved whether the view differs from that of the frame before
 * @property {boolean} isResting whether it has been the same for a while
 * @property {boolean} isMovable whether it may be moved to parts out of sight
 */

/**
 * How long one frame may draw tiles, in milliseconds; the rest waits for the next frame. Nobody moves a
 * picture that always shows the whole maze, so it may take longer to show rooms sooner.
 */
tablecastMaze.drawingMsMax = 6;
tablecastMaze.wholeDrawingMsMax = 14;
/** How many pixels are kept in tiles. */
tablecastMaze.keptPixelsMax = 12000000;

/** Draws the rooms in tiles, each once, and puts them together on the screen. */
tablecastMaze.Tiles = class Tiles {
    /**
     * @param {CanvasRenderingContext2D} context
     * @param {tablecastMaze.Plan} plan
     */
    constructor(context, plan) {
        this.context = context;
        this.plan = plan;
        this.ratio = 1;
        this.colors = tablecastMaze.darkColors;
        /** @type {Layer | null} */
        this.layer = null;
        /**
         * The layer shown where the present one is not drawn yet.
         * @type {Layer | null}
         */
        this.older = null;
        this.frameNumber = 0;
        /** Whether the tiles must be put together again. */
        this.isStale = true;
    }

    /** Discards everything drawn. */
    clear() {
        this.layer = null;
        this.older = null;
        this.isStale = true;
    }

    /**
     * Marks rooms to be drawn again, with their neighbours, which may be in other tiles.
     * @param {Room[]} rooms
     */
    change(rooms) {
        const { layer } = this;
        if (!layer) {
            return;
        }
        const { span, tiles } = layer;
        const number = (/** @type {number} */ value) => Math.floor(value / span);
        rooms.forEach((room) => {
            for (let column = number(room.x - 1); column <= number(room.x + 1); column += 1) {
                for (let row = number(-room.y - 1); row <= number(-room.y + 1); row += 1) {
                    const tile = tiles.get(`${column},${row}`);
                    if (tile) {
                        tile.changed.push(room);
                    }
                }
            }
        });
    }

    /**
     * Draws a frame, and returns whether another one is needed.
     * @param {Frame} frame
     */
    draw(frame) {
        const { view, isMoved, isMovable } = frame;
        const layer = this.layerFor(frame);
        const { drawingMsMax, wholeDrawingMsMax } = tablecastMaze;
        const untilMs = tablecast.elapsedMs() + (isMovable ? drawingMsMax : wholeDrawingMsMax);
        const seen = this.seen(layer, frame);
        let isStale = this.isStale || isMoved;
        let isWhole = true;
        this.frameNumber += 1;
        seen.forEach((tile) => {
            tile.usedAt = this.frameNumber;
            if (tile.isDrawn && tile.changed.length === 0) {
                return;
            }
            if (tablecast.elapsedMs() < untilMs) {
                this.drawTile(layer, tile);
                isStale = true;
            } else {
                isWhole = false;
            }
        });
        if (isWhole && this.older) {
            this.older = null;
            isStale = true;
        }
        if (isStale) {
            this.compose(layer, frame, seen);
        }
        this.isStale = false;
        this.forget(layer);
        return !isWhole || layer.scale !== tablecastMaze.tiledScale(view.scale);
    }

    /**
     * The layer to draw a view from: an existing one while the scale is changing, unless its scale is too
     * different, and one of exactly this scale once the view rests.
     * @param {Frame} frame
     * @returns {Layer}
     */
    layerFor({ view, isResting }) {
        const { layer } = this;
        const factor = layer ? view.scale / layer.scale : 0;
        const scale = tablecastMaze.tiledScale(view.scale);
        if (layer && (layer.scale === scale || (!isResting && factor > 0.6 && factor < 1.7))) {
            return layer;
        }
        this.older = layer || this.older;
        this.layer = { scale, span: tablecastMaze.tileSpan(scale), tiles: new Map() };
        return this.layer;
    }

    /**
     * The tiles of a layer that are in a view, from the middle outwards.
     * @param {Layer} layer
     * @param {Frame} frame
     * @returns {Tile[]}
     */
    seen({ span, tiles }, { view, size }) {
        const { bounds } = this.plan;
        if (!bounds) {
            return [];
        }
        const across = size.width / 2 / view.scale + 0.5;
        const down = size.height / 2 / view.scale + 0.5;
        const number = (/** @type {number} */ value) => Math.floor(value / span);
        // Walls at the edge of the maze extend beyond it.
        const columns = [
            number(Math.max(bounds.x0 - 1, view.x - across)),
            number(Math.min(bounds.x1 + 1, view.x + across))
        ];
        const rows = [
            number(Math.max(-bounds.y1 - 1, -view.y - down)),
            number(Math.min(-bounds.y0 + 1, -view.y + down))
        ];
        /** @type {{tile: Tile, distance: number}[]} */
        const seen = [];
        for (let column = columns[0]; column <= columns[1]; column += 1) {
            for (let row = rows[0]; row <= rows[1]; row += 1) {
                const key = `${column},${row}`;
                const tile = tiles.get(key) || {
                    column, row, canvas: null, isDrawn: false, changed: [], usedAt: 0
                };
                tiles.set(key, tile);
                const distance = Math.abs((column + 0.5) * span - view.x - 0.5) +
                    Math.abs((row + 0.5) * span + view.y - 0.5);
                seen.push({ tile, distance });
            }
        }
        return seen.sort((one, other) => one.distance - other.distance).map(({ tile }) => tile);
    }

    /**
     * Draws a tile, or the changed parts of a drawn one.
     * @param {Layer} layer
     * @param {Tile} tile
     */
    drawTile({ scale, span }, tile) {
        const { column, row, changed } = tile;
        const bounds = {
            x0: column * span, x1: (column + 1) * span - 1, y0: 1 - (row + 1) * span, y1: -row * span
        };
        const isNew = !tile.canvas;
        const canvas = tile.canvas || document.createElement("canvas");
        if (isNew) {
            canvas.width = canvas.height = Math.round(span * scale);
        }
        const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
        const { ratio, colors } = this;
        const sheet = { context, left: column * span, top: row * span, scale, ratio, colors };
        const drawing = new tablecastMaze.Drawing(sheet, this.plan);
        tile.changed = [];
        tile.isDrawn = true;
        if (isNew || changed.length * 12 > span * span) {
            tile.canvas = drawing.draw(bounds) ? canvas : null;
            return;
        }
        changed.forEach(({ x, y }) => {
            drawing.draw({
                x0: Math.max(bounds.x0, x - 1), x1: Math.min(bounds.x1, x + 1),
                y0: Math.max(bounds.y0, y - 1), y1: Math.min(bounds.y1, y + 1)
            });
        });
    }

    /**
     * Discards the tiles out of sight when there are too many.
     * @param {Layer} layer
     */
    forget({ scale, span, tiles }) {
        if (tiles.size * Math.pow(scale * span, 2) > tablecastMaze.keptPixelsMax) {
            tiles.forEach((tile, key) => tile.usedAt < this.frameNumber && tiles.delete(key));
        }
    }

    /**
     * Puts the tiles together on the screen.
     * @param {Layer} layer
     * @param {Frame} frame
     * @param {Tile[]} seen
     */
    compose(layer, frame, seen) {
        const { older } = this;
        this.context.clearRect(0, 0, frame.size.width, frame.size.height);
        if (older) {
            older.tiles.forEach((tile) => this.place(older, frame, tile, false));
        }
        seen.forEach((tile) => tile.isDrawn && this.place(layer, frame, tile, older !== null));
    }

    /**
     * @param {Layer} layer
     * @param {Frame} frame
     * @param {Tile} tile
     * @param {boolean} isOver whether something may be below it
     */
    place({ span }, { view, size }, { column, row, canvas }, isOver) {
        const origin = tablecastMaze.originOf(view, size);
        const side = span * view.scale;
        const left = origin.x + Math.round(column * side);
        const top = origin.y + Math.round(row * side);
        const right = origin.x + Math.round((column + 1) * side);
        const bottom = origin.y + Math.round((row + 1) * side);
        if (left >= size.width || top >= size.height || right <= 0 || bottom <= 0) {
            return;
        }
        if (isOver) {
            this.context.clearRect(left, top, right - left, bottom - top);
        }
        if (canvas) {
            this.context.drawImage(canvas, left, top, right - left, bottom - top);
        }
    }
};
