// @ts-check
"use strict";

/*
 * All pages of the maze share the files of this folder. Old televisions load them as scripts, and new
 * browsers import them. So they are written in ECMAScript 2015 and share one global object.
 */
var tablecastMaze = self.tablecastMaze || {};
self.tablecastMaze = tablecastMaze;

/**
 * A side of a room: its bit in sets of sides, its direction, and its letter in the text of a room.
 * @typedef {{name: "north" | "east" | "south" | "west", bit: number, opposite: number, dx: number, dy: number,
 * letter: string}} Side
 */

/**
 * A room of the plan. `open`, `locked` and `path` are sets of sides, as the sum of their bits. `path` has the sides
 * on the way from the start to the exit.
 * @typedef {{x: number, y: number, text: string, open: number, locked: number, isDoor: boolean,
 * isExit: boolean, isStart: boolean, path: number}} Room
 */

/** @typedef {{x0: number, y0: number, x1: number, y1: number}} Bounds inclusive at both ends */

/**
 * The sides of a room, in the order of its text.
 * @type {Side[]}
 */
tablecastMaze.sides = [
    { name: "north", bit: 1, opposite: 4, dx: 0, dy: 1, letter: "n" },
    { name: "east", bit: 2, opposite: 8, dx: 1, dy: 0, letter: "e" },
    { name: "south", bit: 4, opposite: 1, dx: 0, dy: -1, letter: "s" },
    { name: "west", bit: 8, opposite: 2, dx: -1, dy: 0, letter: "w" }
];

/**
 * Reads the text of a room: `neD`, `Sw`, `es@`.
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @returns {Room}
 */
tablecastMaze.readRoom = function (text, x, y) {
    const room = {
        x, y, text, open: 0, locked: 0, isDoor: false, isExit: false, isStart: false, path: 0
    };
    for (let index = 0; index < text.length; index += 1) {
        const letter = text.charAt(index);
        const side = "nesw".indexOf(letter);
        const lock = "NESW".indexOf(letter);
        if (side >= 0) {
            room.open |= 1 << side;
        } else if (lock >= 0) {
            room.open |= 1 << lock;
            room.locked |= 1 << lock;
        } else if (letter === "D") {
            room.isDoor = true;
        } else if (letter === "X") {
            room.isExit = true;
        } else if (letter === "@") {
            room.isStart = true;
        }
    }
    return room;
};

/**
 * A place as a number. The explorer stays within 2,000 of the start.
 * @param {number} x
 * @param {number} y
 */
tablecastMaze.placeNumber = function (x, y) {
    return (x + 4096) * 8192 + (y + 4096);
};

/** The known part of a maze: its rooms, read from a document and updated from later ones. */
tablecastMaze.Plan = class Plan {
    constructor() {
        /** @type {Record<string, string>} */
        this.shown = {};
        /** @type {Map<string, Room>} */
        this.byKey = new Map();
        /** @type {Map<number, Room>} */
        this.byPlace = new Map();
        /** @type {Bounds | null} */
        this.bounds = null;
        /** @type {Room | null} */
        this.start = null;
        /** @type {Room | null} */
        this.exit = null;
        this.path = "";
        /** Whether unlisted places next to open sides are lost. */
        this.isExplored = false;
        /** @type {Map<number, number> | null} */
        this.distances = null;
    }

    get size() {
        return this.byKey.size;
    }

    /**
     * @param {number} x
     * @param {number} y
     * @returns {Room | undefined}
     */
    at(x, y) {
        return this.byPlace.get(tablecastMaze.placeNumber(x, y));
    }

    /**
     * Takes over the rooms and the path of a document.
     * @param {any} doc
     * @returns {Room[] | null} the changed rooms, or null if the whole plan is new
     */
    update(doc) {
        const rooms = (doc && doc.rooms) || {};
        const run = (doc && doc.run) || {};
        const isExplored = ["ready", "racing", "finished"].indexOf(run.state) >= 0;
        let changed = rooms === this.shown ? [] : this.updateRooms(rooms);
        if (isExplored !== this.isExplored) {
            this.isExplored = isExplored;
            changed = changed && changed.concat(this.roomsBesideGaps());
        }
        const path = run.path || "";
        if (path !== this.path || (path !== "" && changed === null)) {
            const drawn = this.setPath(path);
            changed = changed && changed.concat(drawn);
        }
        return changed;
    }

    /**
     * @param {Record<string, string>} rooms
     * @returns {Room[] | null}
     */
    updateRooms(rooms) {
        const isBegun = this.byKey.size > 0;
        const keys = Object.keys(rooms);
        this.shown = rooms;
        const changed = keys.filter((key) => {
            const known = this.byKey.get(key);
            return !known || known.text !== rooms[key];
        }).map((key) => this.add(key, rooms[key]));
        if (keys.length < this.byKey.size) {
            this.clear();
            return this.updateRooms(rooms);
        }
        this.distances = changed.length > 0 ? null : this.distances;
        return isBegun ? changed : null;
    }

    clear() {
        this.byKey.clear();
        this.byPlace.clear();
        this.bounds = null;
        this.start = null;
        this.exit = null;
        this.path = "";
        this.distances = null;
    }

    /**
     * @param {string} key
     * @param {string} text
     */
    add(key, text) {
        const comma = key.indexOf(",");
        const x = Number(key.slice(0, comma));
        const y = Number(key.slice(comma + 1));
        const known = this.byKey.get(key);
        const room = tablecastMaze.readRoom(text, x, y);
        room.path = known ? known.path : 0;
        this.byKey.set(key, room);
        this.byPlace.set(tablecastMaze.placeNumber(x, y), room);
        this.start = room.isStart ? room : this.start;
        this.exit = room.isExit ? room : this.exit;
        const bounds = this.bounds || { x0: x, y0: y, x1: x, y1: y };
        // The neighbouring places are drawn as well.
        bounds.x0 = Math.min(bounds.x0, room.open & 8 ? x - 1 : x);
        bounds.x1 = Math.max(bounds.x1, room.open & 2 ? x + 1 : x);
        bounds.y0 = Math.min(bounds.y0, room.open & 4 ? y - 1 : y);
        bounds.y1 = Math.max(bounds.y1, room.open & 1 ? y + 1 : y);
        this.bounds = bounds;
        return room;
    }

    /**
     * Whether a place has no room although a neighbour leads to it: it is still to be found, or lost.
     * @param {number} x
     * @param {number} y
     */
    isGap(x, y) {
        return !this.at(x, y) && tablecastMaze.sides.some((side) => {
            const room = this.at(x + side.dx, y + side.dy);
            return room !== undefined && (room.open & side.opposite) !== 0;
        });
    }

    roomsBesideGaps() {
        /** @type {Room[]} */
        const found = [];
        this.byKey.forEach((room) => {
            const leads = tablecastMaze.sides.some((side) =>
                (room.open & side.bit) !== 0 && !this.at(room.x + side.dx, room.y + side.dy));
            if (leads) {
                found.push(room);
            }
        });
        return found;
    }

    /**
     * @param {string} path the letters of the steps from the start to the exit
     * @returns {Room[]} the rooms whose part of the path has changed
     */
    setPath(path) {
        /** @type {Set<Room>} */
        const changed = new Set();
        this.byKey.forEach((room) => {
            if (room.path !== 0) {
                room.path = 0;
                changed.add(room);
            }
        });
        this.path = path;
        let room = this.start || undefined;
        for (let index = 0; room && index < path.length; index += 1) {
            const side = tablecastMaze.sides["nesw".indexOf(path.charAt(index))];
            const next = side && this.at(room.x + side.dx, room.y + side.dy);
            if (!next) {
                break;
            }
            room.path |= side.bit;
            next.path |= side.opposite;
            changed.add(room).add(next);
            room = next;
        }
        return Array.from(changed);
    }

    /**
     * The number of steps from a place to the exit, along sides that are open from the near side; `Infinity` if no
     * way is known. Computed once for all rooms, and again after a change.
     * @param {number} x
     * @param {number} y
     * @returns {number}
     */
    distance(x, y) {
        if (!this.distances) {
            this.distances = this.countDistances();
        }
        const steps = this.distances.get(tablecastMaze.placeNumber(x, y));
        return steps === undefined ? Infinity : steps;
    }

    countDistances() {
        /** @type {Map<number, number>} */
        const distances = new Map();
        const { placeNumber, sides } = tablecastMaze;
        const queue = this.exit ? [this.exit] : [];
        queue.forEach((exit) => distances.set(placeNumber(exit.x, exit.y), 0));
        for (let index = 0; index < queue.length; index += 1) {
            const { x, y } = queue[index];
            const steps = /** @type {number} */ (distances.get(placeNumber(x, y))) + 1;
            for (let number = 0; number < sides.length; number += 1) {
                const side = sides[number];
                const place = placeNumber(x + side.dx, y + side.dy);
                const room = this.byPlace.get(place);
                if (room && (room.open & side.opposite) !== 0 && !distances.has(place)) {
                    distances.set(place, steps);
                    queue.push(room);
                }
            }
        }
        return distances;
    }
};

/**
 * Orders ids such as `w_2` and `w_10`.
 * @param {string} one
 * @param {string} other
 */
tablecastMaze.compareIDs = function (one, other) {
    return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
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

/** The order of the walkers, which changes at most twice a second, so that the names can be read. */
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
     * Returns the order to show now, or null to keep the last one. Requests another drawing if it is too early for
     * a change.
     * @param {any} doc
     * @param {tablecastMaze.Plan} plan
     * @param {string} [own] the id of the own walker
     */
    next({ walkers, rooms }, plan, own) {
        const { shown } = this;
        if (shown && shown.walkers === walkers && shown.rooms === rooms && shown.own === own) {
            return null;
        }
        // Arrivals and departures are shown at once, for example when a replay's race begins.
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
     * The number of lost rooms, in words; empty if there are none.
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
     * The elapsed time of a run's race, or else of its exploration. Empty once the race is over or won, because the
     * winner's time is shown with the name.
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
     * The milliseconds until the clock's next second; undefined while the clock does not run.
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
     * A label as part of a sentence. A numeric label is introduced as a number.
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
     * The last three seconds, counted down: `3`, `3 … 2`, `3 … 2 … 1`.
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
     * Describes the walker's place and the open ways.
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
     * The problems that an exploration found, with advice, the worst first.
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
 * The record of a run, as returned by `GET /v1/<venue>/maze/runs/<run>`: the rooms in the order of their discovery,
 * with milliseconds since the start, and the steps of the last race, with milliseconds since its beginning.
 * @typedef {object} RunRecord
 * @property {string} run
 * @property {[number, string, string][]} rooms
 * @property {[number, string, number, number][]} steps
 * @property {Record<string, string>} labels
 */

/** The pause between the exploration and the race of a replay. */
tablecastMaze.replayPauseMs = 1000;
/** The time for which the end of a replay is shown. */
tablecastMaze.replayEndMs = 8000;

/** Plays a record: returns a document like that of `maze/display` at any time of the run. */
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
            // Copied, because the picture compares documents by identity.
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
 * Plays the replay named by the hub's document. It requests the record when a replay begins. All screens are in
 * step, because time is counted by the hub's clock, from the beginning in the document.
 *
 *     const player = new tablecastMaze.Player({ venue, role, now: () => sync.clock.now(), changed: render });
 *     const shown = player.shown(sync.doc("maze/display"));
 *
 * `shown` returns the document to draw: that of the replay, or the hub's own before its record is loaded and after
 * its end has been shown for a while. `changed` is called when there is more to draw.
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
        /** The timer of the replay's end. */
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
 * The sample maze for a screen without a run, as a document of `maze/display`: `12x7-cfc0641d`, with its path to
 * the exit. Each row has the texts of its rooms from the west; the northernmost row is first.
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
