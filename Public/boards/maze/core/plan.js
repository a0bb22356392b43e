// @ts-check
"use strict";

/*
 * All pages of the maze share the files of this folder. Old televisions load them as scripts; new browsers
 * import /boards/maze/core.js, which has the same parts. So they are written in ECMAScript 2015 and share one
 * global object.
 */
var tablecastMaze = self.tablecastMaze || {};
self.tablecastMaze = tablecastMaze;

/**
 * A side of a room: its bit in the sets of sides, where it leads, and its letter in the text of a room.
 * @typedef {{name: "north" | "east" | "south" | "west", bit: number, opposite: number, dx: number, dy: number,
 * letter: string}} Side
 */

/**
 * A room of the plan. `open`, `locked` and `path` are sets of sides, as the sum of their bits. `path` has
 * the sides through which the way from the start to the exit leads.
 * @typedef {{x: number, y: number, text: string, open: number, locked: number, isDoor: boolean,
 * isExit: boolean, isStart: boolean, path: number}} Room
 */

/** @typedef {{x0: number, y0: number, x1: number, y1: number}} Bounds the places at both ends are within */

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
 * A place as a number. The explorer goes no farther than 2,000 from the start.
 * @param {number} x
 * @param {number} y
 */
tablecastMaze.placeNumber = function (x, y) {
    return (x + 4096) * 8192 + (y + 4096);
};

/** What is known of a maze: its rooms, read from a document and brought up to date from the next one. */
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
        /** Whether places that a room leads to, and that are not listed, are lost. */
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
     * @returns {Room[] | null} the rooms that have changed, or null when the whole plan is another one
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
        /** @type {Room[]} */
        const changed = [];
        const isBegun = this.byKey.size > 0;
        let count = 0;
        this.shown = rooms;
        for (const key in rooms) {
            count += 1;
            const known = this.byKey.get(key);
            if (!known) {
                changed.push(this.add(key, rooms[key]));
            } else if (known.text !== rooms[key]) {
                const path = known.path;
                const room = this.add(key, rooms[key]);
                room.path = path;
                changed.push(room);
            }
        }
        if (changed.length > 0) {
            this.distances = null;
        }
        if (count < this.byKey.size) {
            this.clear();
            this.updateRooms(rooms);
            return null;
        }
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
        const room = tablecastMaze.readRoom(text, x, y);
        this.byKey.set(key, room);
        this.byPlace.set(tablecastMaze.placeNumber(x, y), room);
        this.start = room.isStart ? room : this.start;
        this.exit = room.isExit ? room : this.exit;
        const bounds = this.bounds || { x0: x, y0: y, x1: x, y1: y };
        // The places that it leads to are drawn as well.
        bounds.x0 = Math.min(bounds.x0, room.open & 8 ? x - 1 : x);
        bounds.x1 = Math.max(bounds.x1, room.open & 2 ? x + 1 : x);
        bounds.y0 = Math.min(bounds.y0, room.open & 4 ? y - 1 : y);
        bounds.y1 = Math.max(bounds.y1, room.open & 1 ? y + 1 : y);
        this.bounds = bounds;
        return room;
    }

    /**
     * Whether a room leads to a place where none is listed: it is still to be found, or lost.
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
     * @returns {Room[]} the rooms whose part in it has changed
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
     * How many steps it is from a place to the exit, along sides that are open from where one comes;
     * `Infinity` where no way is known. Counted once for all rooms, and again after they have changed.
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
