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
 * A place as a number. The explorer stays within 2,000 of the start.
 * @param {number} x
 * @param {number} y
 */
tablecastMaze.placeNumber = function (x, y) {
    return (x + 4096) * 8192 + (y + 4096);
};

/** A maze as far as it is known: its rooms, read from a document and updated from later ones. */
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

/*
 * The geometry of the picture. The screen's y runs downwards and the maze's upwards, so that north is at the top.
 * Lengths are in device pixels.
 */

/**
 * The visible part of the maze: the place in the middle, and the size of a room in pixels. The middle of the room at
 * 2,1 is 2,1.
 * @typedef {{x: number, y: number, scale: number}} View
 */

/** @typedef {{width: number, height: number}} Size */

/** The limits of a tile's side, in pixels and in rooms; they keep its drawing short. */
tablecastMaze.tilePixelsMax = 512;
tablecastMaze.tileSpanMax = 16;

/**
 * The number of rooms on a tile's side.
 * @param {number} scale
 */
tablecastMaze.tileSpan = function (scale) {
    let span = 4;
    const { tilePixelsMax, tileSpanMax } = tablecastMaze;
    while (span < tileSpanMax && span * 2 * scale <= tilePixelsMax) {
        span *= 2;
    }
    return span;
};

/**
 * The nearest lower scale at which the edges of tiles are whole pixels, so that they meet without a seam.
 * @param {number} scale
 */
tablecastMaze.tiledScale = function (scale) {
    const span = tablecastMaze.tileSpan(scale);
    return Math.max(1, Math.floor(scale * span + 1e-6)) / span;
};

/**
 * The view that fits all places within the bounds.
 * @param {Bounds | null} bounds
 * @param {Size} size
 * @param {number} scaleMax the largest room
 * @returns {View}
 */
tablecastMaze.fitView = function (bounds, size, scaleMax) {
    const { x0, y0, x1, y1 } = bounds || { x0: 0, y0: 0, x1: 0, y1: 0 };
    const [columns, rows] = [x1 - x0 + 1, y1 - y0 + 1];
    // Walls at the edge extend beyond it.
    const exact = Math.min(size.width / (columns + 0.3), size.height / (rows + 0.3), scaleMax);
    // With a whole number of pixels, all rooms have the same size. Used if it makes the maze little smaller.
    const whole = Math.floor(exact);
    const scale = whole >= exact * 0.94 ? whole : tablecastMaze.tiledScale(exact);
    return { x: (x0 + x1) / 2, y: (y0 + y1) / 2, scale };
};

/**
 * The position of the upper left corner of the room at 0,0 on the screen, in whole pixels, so that a resting picture
 * is sharp.
 * @param {View} view
 * @param {Size} size
 */
tablecastMaze.originOf = function (view, size) {
    return {
        x: Math.round(size.width / 2 - (view.x + 0.5) * view.scale),
        y: Math.round(size.height / 2 + (view.y - 0.5) * view.scale)
    };
};

/**
 * A view on its way to another one, after some time. It covers an equal share of the rest in equal times, so the
 * target may move meanwhile.
 * @param {View} from
 * @param {View} to
 * @param {number} ms since `from`
 * @returns {View} `to` itself once the difference is invisible
 */
tablecastMaze.easedView = function (from, to, ms) {
    const part = 1 - Math.exp(-ms / 90);
    const scale = from.scale * Math.pow(to.scale / from.scale, part);
    const x = from.x + (to.x - from.x) * part;
    const y = from.y + (to.y - from.y) * part;
    const pixels = Math.max(Math.abs(to.x - x), Math.abs(to.y - y)) * to.scale;
    const isThere = pixels < 0.5 && Math.abs(scale / to.scale - 1) < 0.002;
    return isThere ? to : { x, y, scale };
};

/**
 * A view that is moved so that some of the maze stays in sight.
 * @param {View} view
 * @param {Bounds | null} bounds
 * @returns {View}
 */
tablecastMaze.keptInSight = function (view, bounds) {
    if (!bounds) {
        return view;
    }
    const within = (/** @type {number} */ value, /** @type {number} */ least, /** @type {number} */ most) =>
        Math.min(Math.max(value, least), most);
    return {
        x: within(view.x, bounds.x0, bounds.x1),
        y: within(view.y, bounds.y0, bounds.y1),
        scale: view.scale
    };
};

/**
 * Returns a view zoomed around one point of the screen, which stays in place.
 * @param {View} view
 * @param {number} factor
 * @param {number} left of the point, from the middle of the screen to the right
 * @param {number} down of the point, from the middle of the screen downwards
 * @returns {View}
 */
tablecastMaze.zoomedView = function (view, factor, left, down) {
    const scale = view.scale * factor;
    return {
        x: view.x + left / view.scale - left / scale,
        y: view.y - down / view.scale + down / scale,
        scale
    };
};

/**
 * The positions of the walkers on one place, in distances of about a disc from its middle: one in the middle, the
 * others around it like the seeds of a sunflower.
 * @param {number} index
 * @param {number} count
 * @returns {{x: number, y: number}}
 */
tablecastMaze.fanned = function (index, count) {
    if (count === 1) {
        return { x: 0, y: 0 };
    }
    // Two, three or four form a ring, with none in the middle. The more walkers, the closer they are, so that all
    // stay in their room.
    const isRing = count <= 4;
    const turn = isRing ? Math.PI * (0.5 + (2 * index - 1) / count) : index * 2.39996;
    const radius = isRing ? 0.5 / Math.sin(Math.PI / count)
        : Math.min(0.62, 0.75 / Math.sqrt(count)) * Math.sqrt(index + 0.2);
    return { x: radius * Math.cos(turn), y: radius * Math.sin(turn) };
};

/* The colours of a picture, and the shapes in and above its rooms: start, exit and walkers. */

/**
 * The colours of a picture: the look's dark ones for televisions and at night, else the light ones.
 * @typedef {object} MazeColors
 * @property {string} ground
 * @property {string} floor
 * @property {string} wall
 * @property {string} text
 * @property {string} exit
 * @property {string} onExit
 * @property {string} door
 * @property {string} doorFloor
 * @property {string} lost
 * @property {string[]} walkers
 * @property {string} onWalker
 */

/** @type {MazeColors} */
tablecastMaze.darkColors = {
    ground: "#16130F",
    floor: "#26211A",
    wall: "#B9AF9F",
    text: "#F6F1E7",
    exit: "#7EE2A8",
    onExit: "#16130F",
    door: "#FFC857",
    doorFloor: "#3A2E14",
    lost: "#FF8A7A",
    walkers: [
        "#8FB8FF", "#FFD86B", "#FF8A7A", "#F6F1E7", "#C7A6FF", "#6FD6D0", "#FFB077", "#F2A9CF"
    ],
    onWalker: "#16130F"
};

/** @type {MazeColors} */
tablecastMaze.lightColors = {
    ground: "#FBF8F3",
    floor: "#FFFFFF",
    wall: "#5F574C",
    text: "#1D1A16",
    exit: "#0B6B3A",
    onExit: "#FFFFFF",
    door: "#8A4B00",
    doorFloor: "#FBEFD9",
    lost: "#B3261E",
    walkers: [
        "#1F4E8C", "#806200", "#B3261E", "#1D1A16", "#6A3C9E", "#0B6468", "#A8480A", "#9B2467"
    ],
    onWalker: "#FFFFFF"
};

/**
 * The colours for an element: dark on a dark page, and on pages without tokens, which are those of televisions.
 * @param {Element} element
 * @returns {MazeColors}
 */
tablecastMaze.colorsFor = function (element) {
    const ground = window.getComputedStyle(element).getPropertyValue("--ground").trim();
    const isLight = /^#[8-9a-f]/i.test(ground);
    return isLight ? tablecastMaze.lightColors : tablecastMaze.darkColors;
};

/** The rings around walkers' discs, which tell similar colours apart. */
tablecastMaze.rings = ["none", "solid", "dashed", "double"];

/**
 * A walker's mark: the number of its colour and its ring. No two of the first 32 colours share both.
 * @param {number} colour as in the document
 * @returns {{color: number, ring: string}}
 */
tablecastMaze.walkerMark = function (colour) {
    const number = Math.max(0, Math.floor(colour) || 0);
    const { rings } = tablecastMaze;
    return { color: number % 8, ring: rings[(number + Math.floor(number / 8)) % rings.length] };
};

/**
 * The letter on a walker's disc, or the number that distinguishes walkers of the same name.
 * @param {string} label
 */
tablecastMaze.initialOf = function (label) {
    const number = /\s(\d{1,2})$/.exec(label);
    return number ? number[1] : (Array.from(label.trim())[0] || "?").toUpperCase();
};

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x of its middle
 * @param {number} y
 * @param {number} size
 * @param {MazeColors} colors
 */
tablecastMaze.drawStartRing = function (context, x, y, size, colors) {
    // A dot in it would make it look like a target.
    context.strokeStyle = colors.text;
    context.lineWidth = Math.max(1, size * 0.16);
    context.beginPath();
    context.arc(x, y, size * 0.4, 0, 2 * Math.PI);
    context.stroke();
};

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x of its middle
 * @param {number} y
 * @param {number} size
 * @param {MazeColors} colors
 */
tablecastMaze.drawExitCard = function (context, x, y, size, colors) {
    const half = size / 2;
    context.fillStyle = colors.exit;
    context.beginPath();
    context.moveTo(x - half, y - half);
    context.lineTo(x + half - size * 0.3, y - half);
    context.lineTo(x + half, y - half + size * 0.3);
    context.lineTo(x + half, y + half);
    context.lineTo(x - half, y + half);
    context.closePath();
    context.fill();
    context.strokeStyle = colors.onExit;
    context.lineWidth = Math.max(1, size * 0.11);
    context.lineCap = "round";
    context.lineJoin = "round";
    context.beginPath();
    context.moveTo(x - half * 0.5, y + half * 0.12);
    context.lineTo(x + half * 0.45, y + half * 0.12);
    context.moveTo(x + half * 0.08, y - half * 0.3);
    context.lineTo(x + half * 0.5, y + half * 0.12);
    context.lineTo(x + half * 0.08, y + half * 0.54);
    context.stroke();
};

/**
 * @param {string} initial
 * @param {number} colour
 * @param {number} radius
 * @param {boolean} isOwn
 * @param {MazeColors} colors
 * @returns {HTMLCanvasElement}
 */
tablecastMaze.drawDisc = function (initial, colour, radius, isOwn, colors) {
    const { color, ring } = tablecastMaze.walkerMark(colour);
    const line = Math.max(1, radius * 0.16);
    const half = Math.ceil(radius * (isOwn ? 1.42 : 1.2));
    const disc = document.createElement("canvas");
    disc.width = 2 * half;
    disc.height = 2 * half;
    const context = /** @type {CanvasRenderingContext2D} */ (disc.getContext("2d"));
    const circle = (/** @type {number} */ size) => {
        context.beginPath();
        context.arc(half, half, size, 0, 2 * Math.PI);
    };
    if (isOwn) {
        circle(radius * 1.38);
        context.fillStyle = colors.text;
        context.fill();
    }
    // A ring of the ground's colour separates it from walls and other discs.
    circle(radius * (isOwn ? 1.2 : 1.15));
    context.fillStyle = colors.ground;
    context.fill();
    circle(radius);
    context.fillStyle = colors.walkers[color];
    context.fill();
    if (ring !== "none") {
        context.strokeStyle = colors.onWalker;
        context.lineWidth = line * (ring === "double" ? 0.6 : 0.8);
        circle(radius * 0.84);
        if (ring === "dashed") {
            context.setLineDash([radius * 0.44, radius * 0.44]);
        }
        context.stroke();
        if (ring === "double") {
            circle(radius * 0.66);
            context.stroke();
        }
    }
    context.fillStyle = colors.onWalker;
    context.font = `700 ${Math.round(radius * (ring === "double" ? 0.9 : 1.05))}px sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(initial, half, half + radius * 0.06);
    return disc;
};

/**
 * A walker's figure in motion: its origin and target, in rooms, and its offset from the middle of its place, in
 * discs.
 * @typedef {object} Figure
 * @property {string} id
 * @property {string} label
 * @property {number} colour
 * @property {number} x of its place
 * @property {number} y
 * @property {number[]} from
 * @property {number[]} to
 * @property {number} sinceMs
 * @property {boolean} isShared whether others are at the same place
 */

/** The walkers, each moving to its place in the document. */
tablecastMaze.Figures = class Figures {
    constructor() {
        /** @type {Map<string, Figure>} */
        this.byID = new Map();
        /** @type {any} */
        this.shown = null;
        /** The duration of a step on the screen, shorter in a faster replay. */
        this.stepMs = 100;
    }

    /**
     * Takes over the walkers of a document.
     * @param {any} doc
     * @param {number} nowMs
     * @param {boolean} isStill whether figures jump to their places
     * @returns {boolean} whether anything has changed
     */
    update(doc, nowMs, isStill) {
        const walkers = (doc && doc.walkers) || {};
        this.stepMs = 100 / ((doc && doc.replay && doc.replay.speed) || 1);
        if (walkers === this.shown) {
            return false;
        }
        this.shown = walkers;
        /** @type {Map<number, string[]>} */
        const places = new Map();
        Object.keys(walkers).sort(tablecastMaze.compareIDs).forEach((id) => {
            const { x, y } = walkers[id];
            const place = tablecastMaze.placeNumber(x, y);
            const there = places.get(place);
            if (there) {
                there.push(id);
            } else {
                places.set(place, [id]);
            }
        });
        this.byID.forEach((_, id) => {
            if (!walkers[id]) {
                this.byID.delete(id);
            }
        });
        places.forEach((ids) => ids.forEach((id, index) => {
            const { label, colour, x, y } = walkers[id];
            const beside = tablecastMaze.fanned(index, ids.length);
            const isShared = ids.length > 1;
            this.move({ id, label, colour, x, y, isShared }, [x, y, beside.x, beside.y], nowMs, isStill);
        }));
        return true;
    }

    /**
     * @param {{id: string, label: string, colour: number, x: number, y: number, isShared: boolean}} walker
     * @param {number[]} to
     * @param {number} nowMs
     * @param {boolean} isStill
     */
    move(walker, to, nowMs, isStill) {
        const known = this.byID.get(walker.id);
        if (!known) {
            const from = to;
            this.byID.set(walker.id, Object.assign({ from, to, sinceMs: nowMs }, walker));
            return;
        }
        const isFar = Math.abs(known.x - walker.x) + Math.abs(known.y - walker.y) > 2;
        if (known.to.some((value, index) => value !== to[index])) {
            known.from = isStill || isFar ? to : this.positionOf(known, nowMs);
            known.to = to;
            known.sinceMs = nowMs;
        }
        Object.assign(known, walker);
    }

    /**
     * The present position of a figure.
     * @param {Figure} figure
     * @param {number} nowMs
     * @returns {number[]}
     */
    positionOf({ from, to, sinceMs }, nowMs) {
        const part = Math.min(1, Math.max(0, (nowMs - sinceMs) / this.stepMs));
        return part === 1 || from === to ? to : to.map((value, index) => from[index] + (value - from[index]) * part);
    }

    /**
     * Whether any figure is on its way.
     * @param {number} nowMs
     */
    isMoving(nowMs) {
        let isMoving = false;
        this.byID.forEach(({ from, to, sinceMs }) => {
            isMoving = isMoving || (from !== to && nowMs - sinceMs < this.stepMs);
        });
        return isMoving;
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

/** Draws the walkers above the rooms, and start and exit if their rooms are too small to be visible from afar. */
tablecastMaze.Crowd = class Crowd {
    /**
     * @param {CanvasRenderingContext2D} context
     * @param {tablecastMaze.Plan} plan
     * @param {tablecastMaze.Figures} figures
     */
    constructor(context, plan, figures) {
        this.context = context;
        this.plan = plan;
        this.figures = figures;
        this.ratio = 1;
        this.colors = tablecastMaze.darkColors;
        /** The id of this page's walker, which is emphasized. */
        this.own = "";
        /** @type {Map<string, HTMLCanvasElement>} */
        this.discs = new Map();
        this.isStale = true;
    }

    /** Marks everything to be drawn again, on an emptied canvas. */
    clear() {
        this.discs.clear();
        this.isStale = true;
    }

    /**
     * @param {View} view
     * @param {Size} size
     * @param {boolean} isWhole whether the whole maze is in sight
     * @param {number} nowMs
     */
    draw(view, size, isWhole, nowMs) {
        const { context, plan } = this;
        const origin = tablecastMaze.originOf(view, size);
        const alone = this.radius(view, size);
        // Side by side they fit into a room.
        const shared = Math.round(alone * 0.64);
        context.clearRect(0, 0, size.width, size.height);
        const middle = (/** @type {number} */ x, /** @type {number} */ y) => ({
            x: origin.x + (x + 0.5) * view.scale, y: origin.y + (0.5 - y) * view.scale
        });
        const pin = Math.max(20 * this.ratio, Math.min(size.width, size.height) * 0.03);
        [plan.start, plan.exit].forEach((room) => {
            if (room && view.scale < 1.2 * pin) {
                const { x, y } = middle(room.x, room.y);
                this.drawPin(room, x, y, Math.max(view.scale * 0.9, pin));
            }
        });
        /** @type {Figure[]} */
        const figures = [];
        this.figures.byID.forEach((figure) => figure.id !== this.own && figures.push(figure));
        const own = this.figures.byID.get(this.own);
        figures.concat(own || []).forEach((figure) => {
            const [x, y, besideX, besideY] = this.figures.positionOf(figure, nowMs);
            const place = middle(x, y);
            const radius = figure.isShared && shared >= 7 * this.ratio ? shared : alone;
            const disc = this.discOf(figure, radius);
            // While the whole maze is in sight, no disc crosses the edge of the canvas.
            const along = (/** @type {number} */ middle, /** @type {number} */ length) => {
                const start = Math.round(middle - disc.width / 2);
                return isWhole ? Math.max(0, Math.min(start, length - disc.width)) : start;
            };
            context.drawImage(disc, along(place.x + besideX * radius * 2, size.width),
                along(place.y + besideY * radius * 2, size.height));
        });
        this.isStale = false;
    }

    /**
     * The radius of a disc: in proportion to the room, unless that is too small to be visible from afar.
     * @param {View} view
     * @param {Size} size
     */
    radius({ scale }, { width, height }) {
        const least = Math.max(9 * this.ratio, Math.min(width, height) * 0.016);
        return Math.round(Math.max(least, Math.min(scale * 0.34, 30 * this.ratio)));
    }

    /**
     * Draws the symbol of a start or an exit, larger than the room.
     * @param {Room} room
     * @param {number} x
     * @param {number} y
     * @param {number} side
     */
    drawPin(room, x, y, side) {
        const { context, colors } = this;
        const half = side * 0.62;
        context.fillStyle = colors.ground;
        if (room.isExit) {
            context.fillRect(x - half, y - half, 2 * half, 2 * half);
            tablecastMaze.drawExitCard(context, x, y, side, colors);
        } else {
            context.beginPath();
            context.arc(x, y, half, 0, 2 * Math.PI);
            context.fill();
            tablecastMaze.drawStartRing(context, x, y, side * 0.9, colors);
        }
    }

    /**
     * A walker's disc, drawn once.
     * @param {Figure} figure
     * @param {number} radius
     * @returns {HTMLCanvasElement}
     */
    discOf({ id, label, colour }, radius) {
        const isOwn = id === this.own;
        const initial = tablecastMaze.initialOf(label);
        const key = `${initial} ${colour} ${radius} ${isOwn}`;
        let disc = this.discs.get(key);
        if (!disc) {
            if (this.discs.size > 500) {
                // The discs of other sizes are no longer needed.
                this.discs.clear();
            }
            disc = tablecastMaze.drawDisc(initial, colour, radius, isOwn, this.colors);
            this.discs.set(key, disc);
        }
        return disc;
    }
};
