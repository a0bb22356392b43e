// @ts-check
"use strict";

/*
 * The picture of the maze, the same on televisions, on the host's page and on phones. It takes an element
 * of a size set by the page, and each new document:
 *
 *     const picture = new tablecastMaze.Picture(element);
 *     picture.show(sync.doc("maze/display"), { mode: "fit" });
 *
 * - It puts its canvases into the element, which must be positioned. They are hidden from screen readers:
 *   the page describes them in words (`tablecastMaze.Words`).
 * - `show(doc)` takes a document of `maze/display` or one of that form, such as that of a replay, or one
 *   in which the page has moved its own walker ahead of the hub's answer. Documents are compared by
 *   `===`, as Sync gives them, and drawn with the next frame, only where they differ. A page that is
 *   drawing in a frame already calls `draw(tablecast.elapsedMs())` after it.
 * - Modes: `fit` shows the whole maze and eases while it grows. `follow` keeps the walker `own` in the
 *   middle, and is like `fit` while there is none. `pan` is like `fit` until somebody moves the picture.
 * - `zoomBy(factor, x, y)` enlarges around a point of the element, its middle if there is none; in `fit`
 *   it does nothing. `moveBy(dx, dy)` moves the picture in `pan`, in pixels of the page. `showAll()` shows
 *   the whole again. `picture.isWhole` tells whether it does. `pad.js` turns fingers, the wheel and keys
 *   into these.
 * - `picture.plan` has the rooms that are drawn: `plan.at(x, y)`, `plan.distance(x, y)` to the exit.
 * - Colours are dark or light like the page's tokens. It redraws when the window's size, the pixel
 *   density or the scheme change; call `resize()` when the element's size changes otherwise.
 * - With reduced motion nothing is eased.
 */

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
    // A whole number of pixels makes all rooms equally large. It is used unless the maze would be much smaller.
    const whole = Math.floor(exact);
    return { x: (x0 + x1) / 2, y: (y0 + y1) / 2, scale: whole >= exact * 0.94 ? whole : exact };
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
 * Returns a view that eases towards another one. It covers an equal share of the remaining way in equal times, so
 * the target may move.
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
 * Returns a view moved so that some of the maze stays in sight.
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
    // Two, three or four walkers form a ring without a middle. The more there are, the closer they are, so that all
    // stay in their room.
    const isRing = count <= 4;
    const turn = isRing ? Math.PI * (0.5 + (2 * index - 1) / count) : index * 2.39996;
    const radius = isRing ? 0.5 / Math.sin(Math.PI / count)
        : Math.min(0.62, 0.75 / Math.sqrt(count)) * Math.sqrt(index + 0.2);
    return { x: radius * Math.cos(turn), y: radius * Math.sin(turn) };
};

/** The limits of zooming, in pixels of the page for a room. */
tablecastMaze.scaleLeast = 4;
tablecastMaze.scaleMost = 96;

tablecastMaze.Picture = class Picture {
    /** @param {HTMLElement} element */
    constructor(element) {
        this.element = element;
        /** @type {"fit" | "follow" | "pan"} */
        this.mode = "fit";
        /** The id of the page's walker. */
        this.own = "";
        this.plan = new tablecastMaze.Plan();
        this.figures = new tablecastMaze.Figures();
        this.rooms = new tablecastMaze.Rooms(this.addCanvas(), this.plan);
        this.crowd = new tablecastMaze.Crowd(this.addCanvas(), this.plan, this.figures);
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

    get isWhole() {
        return this.mode === "fit" || (this.mode === "pan" ? !this.held : !this.followed());
    }

    /**
     * @param {any} doc
     * @param {{mode?: "fit" | "follow" | "pan", own?: string}} [how] by default unchanged
     */
    show(doc, how = {}) {
        const { mode = this.mode, own = this.own } = how;
        this.held = mode === this.mode ? this.held : null;
        this.crowd.isStale = this.crowd.isStale || own !== this.own;
        Object.assign(this, { doc, mode, own });
        this.crowd.own = own;
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
            // In a resized window, the picture does not ease.
            this.view = null;
        }
        [this.rooms, this.crowd].forEach((part) => {
            Object.assign(part, { ratio, colors });
            // Setting a canvas's size clears it.
            Object.assign(part.context.canvas, { width, height });
            part.clear();
        });
    }

    /** @param {number} nowMs */
    draw(nowMs) {
        if (!this.isMeasured) {
            this.measure();
        }
        if (this.size.width === 0 || this.size.height === 0) {
            // The picture is hidden. It is measured again with the next document.
            this.isMeasured = false;
            return;
        }
        const passedMs = Math.max(0, Math.min(100, nowMs - this.frameAtMs));
        this.frameAtMs = nowMs;
        this.takeChanges();
        const isNews = this.figures.update(this.doc, nowMs, this.isStill);
        const target = this.targetView(nowMs);
        const isMoved = this.moveView(target, passedMs);
        const view = /** @type {View} */ (this.view);
        const isUnfinished = this.rooms.draw(view, target, this.mode !== "fit");
        const isWalking = this.figures.isMoving(nowMs);
        if (isNews || isMoved || isWalking || this.crowd.isStale) {
            this.crowd.draw(view, this.size, this.isWhole, nowMs);
            // One more drawing follows once the walkers have arrived.
            this.crowd.isStale = isWalking;
        }
        if (isMoved || isUnfinished || isWalking) {
            this.render();
        }
    }

    takeChanges() {
        const changed = this.plan.update(this.doc);
        if (changed === null) {
            this.rooms.clear();
            this.view = null;
            this.held = null;
        } else {
            changed.forEach(({ x, y }) => this.rooms.mark({ x0: x - 1, x1: x + 1, y0: y - 1, y1: y + 1 }));
        }
        this.crowd.isStale = this.crowd.isStale || changed === null || changed.length > 0;
    }

    followed() {
        return this.mode === "follow" ? this.figures.byID.get(this.own) : undefined;
    }

    /**
     * The view towards which the picture eases.
     * @param {number} nowMs
     * @returns {View}
     */
    targetView(nowMs) {
        const followed = this.followed();
        if (followed) {
            const [x, y] = this.figures.positionOf(followed, nowMs);
            return { x, y, scale: this.followScale * this.ratio };
        }
        return this.held || tablecastMaze.fitView(this.plan.bounds, this.size, this.scaleMax());
    }

    /** The limit of the size of rooms in a small maze. */
    scaleMax() {
        return Math.max(40 * this.ratio, Math.min(this.size.width, this.size.height) / 7);
    }

    /**
     * Moves the view on its way, and returns whether it has moved.
     * @param {View} target
     * @param {number} passedMs
     */
    moveView(target, passedMs) {
        const { view } = this;
        if (view && view.x === target.x && view.y === target.y && view.scale === target.scale) {
            return false;
        }
        // A followed figure moves smoothly itself, so the picture moves with it without easing.
        const isNear = view !== null && this.followed() !== undefined &&
            Math.abs(view.scale / target.scale - 1) < 0.002 &&
            Math.abs(view.x - target.x) + Math.abs(view.y - target.y) < 1.5;
        const isAtOnce = !view || this.isStill || this.held || isNear;
        this.view = isAtOnce ? target : tablecastMaze.easedView(view, target, passedMs);
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
        } else if (this.mode === "pan" && this.view) {
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
        if (this.mode === "pan" && this.view) {
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
 * A canvas with rooms. `origin` is the upper left corner of the room at 0,0 on it.
 * @typedef {object} Sheet
 * @property {CanvasRenderingContext2D} context
 * @property {{x: number, y: number}} origin
 * @property {number} scale
 * @property {number} ratio device pixels for each pixel of the page
 * @property {MazeColors} colors
 */

/** Draws places of a plan on a sheet, and leaves the rest untouched. */
tablecastMaze.Drawing = class Drawing {
    /**
     * @param {Sheet} sheet
     * @param {tablecastMaze.Plan} plan
     */
    constructor(sheet, plan) {
        this.sheet = sheet;
        this.plan = plan;
        this.wallWidth = Math.max(sheet.ratio, Math.round(sheet.scale * 0.12));
        // A line of an odd width is sharp in the middle of a pixel.
        this.shift = this.wallWidth % 2 === 1 ? 0.5 : 0;
    }

    /**
     * A point on the sheet: `x` rooms to the east and `row` rooms to the south of the origin.
     * @param {number} x
     * @param {number} row
     */
    point(x, row) {
        const { origin, scale } = this.sheet;
        return { x: origin.x + Math.round(x * scale), y: origin.y + Math.round(row * scale) };
    }

    /**
     * Redraws everything within the bounds.
     * @param {Bounds} bounds
     */
    draw({ x0, y0, x1, y1 }) {
        const { context } = this.sheet;
        const [from, to] = [this.point(x0, -y1), this.point(x1 + 1, 1 - y0)];
        /** @type {Room[]} */
        const rooms = [];
        /** @type {{x: number, y: number}[]} */
        const gaps = [];
        // Walls and things beside the bounds extend into them.
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
        context.rect(from.x, from.y, to.x - from.x, to.y - from.y);
        context.clip();
        context.clearRect(from.x, from.y, to.x - from.x, to.y - from.y);
        context.lineCap = "round";
        context.lineJoin = "round";
        this.drawGaps(gaps);
        this.drawFloors(rooms);
        this.drawPath(rooms);
        this.drawWalls(rooms);
        rooms.forEach((room) => this.drawThings(room));
        context.restore();
    }

    /**
     * Draws a dot in the middle of places that are still to be found, and hatches lost ones.
     * @param {{x: number, y: number}[]} gaps
     */
    drawGaps(gaps) {
        const { context, colors, scale, ratio } = this.sheet;
        context.beginPath();
        if (!this.plan.isExplored) {
            context.fillStyle = colors.wall;
            const radius = Math.max(ratio * 0.75, scale * 0.09);
            gaps.forEach((gap) => {
                const { x, y } = this.middle(gap);
                context.moveTo(x + radius, y);
                context.arc(x, y, radius, 0, 2 * Math.PI);
            });
            context.fill();
            return;
        }
        context.strokeStyle = colors.lost;
        context.lineWidth = Math.max(ratio, scale * 0.06);
        const count = scale < 12 * ratio ? 2 : 4;
        gaps.forEach(({ x, y }) => {
            const corner = this.point(x, -y);
            // Each line goes from the left or lower edge to the upper or right one.
            for (let index = 1; index < 2 * count; index += 1) {
                const [from, to] = [Math.min(1, index / count), Math.max(0, index / count - 1)];
                context.moveTo(corner.x + scale * to, corner.y + scale * from);
                context.lineTo(corner.x + scale * from, corner.y + scale * to);
            }
        });
        context.stroke();
    }

    /** @param {Room[]} rooms */
    drawFloors(rooms) {
        const { context, colors } = this.sheet;
        rooms.forEach(({ x, y, isDoor }) => {
            const [from, to] = [this.point(x, -y), this.point(x + 1, 1 - y)];
            context.fillStyle = isDoor ? colors.doorFloor : colors.floor;
            context.fillRect(from.x, from.y, to.x - from.x, to.y - from.y);
        });
    }

    /**
     * Returns the ends and the middle of a side.
     * @param {Room} room
     * @param {Side} side
     */
    sideOf({ x, y }, { dx, dy }) {
        const [west, north] = [x + (dx === 1 ? 1 : 0), -y + (dy === -1 ? 1 : 0)];
        const [from, to] = [this.point(west, north), this.point(west + Math.abs(dy), north + Math.abs(dx))];
        return { from, to, middle: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 } };
    }

    /** @param {{x: number, y: number}} place */
    middle({ x, y }) {
        return this.point(x + 0.5, 0.5 - y);
    }

    /**
     * Draws the way from the start to the exit.
     * @param {Room[]} rooms
     */
    drawPath(rooms) {
        const { context, colors, scale, ratio } = this.sheet;
        context.strokeStyle = colors.exit;
        context.lineWidth = Math.max(2 * ratio, scale * 0.12);
        context.beginPath();
        rooms.forEach((room) => {
            const middle = this.middle(room);
            tablecastMaze.sides.filter(({ bit }) => room.path & bit).forEach((side) => {
                const end = this.sideOf(room, side).middle;
                context.moveTo(middle.x, middle.y);
                context.lineTo(end.x, end.y);
            });
        });
        context.stroke();
    }

    /**
     * Draws the walls. A side that is closed from both rooms, or has no room behind it, has its wall between both
     * places. A side that is closed from one room only has a thin wall within that room, with a point in the open
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
                    context.moveTo(from.x + this.shift, from.y + this.shift);
                    context.lineTo(to.x + this.shift, to.y + this.shift);
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
            context.moveTo(middle.x + 2.4 * across, middle.y + 2.4 * down);
            context.lineTo(middle.x + across - down, middle.y + down + across);
            context.lineTo(middle.x + across + down, middle.y + down - across);
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
     * Draws a bar across the opening, with a round lock in its middle.
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
     * Draws an arched door with a knob.
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
 * The time for which a frame may draw rooms, in milliseconds; the rest waits for the next frame. A picture that
 * always shows the whole maze can't be moved, so its frames may take longer, to show rooms sooner.
 */
tablecastMaze.drawingMsMax = 6;
tablecastMaze.wholeDrawingMsMax = 14;
/** The rooms that are drawn at once, as a square of this side. */
tablecastMaze.blockSide = 16;

/**
 * Draws the rooms, on a hidden canvas that moves and scales with the view. Only rooms that came into sight or have
 * changed are drawn again.
 */
tablecastMaze.Rooms = class Rooms {
    /**
     * @param {CanvasRenderingContext2D} context
     * @param {tablecastMaze.Plan} plan
     */
    constructor(context, plan) {
        this.context = context;
        this.plan = plan;
        this.ratio = 1;
        this.colors = tablecastMaze.darkColors;
        this.kept = this.newCanvas();
        this.spare = this.newCanvas();
        /**
         * The view of the hidden canvas.
         * @type {View | null}
         */
        this.view = null;
        /**
         * The places to draw again, by the key of their block.
         * @type {Map<string, Bounds>}
         */
        this.marked = new Map();
        /**
         * The view that the screen shows.
         * @type {View | null}
         */
        this.shown = null;
        this.isStale = true;
    }

    newCanvas() {
        return /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
    }

    /** Discards everything drawn. */
    clear() {
        this.view = null;
        this.isStale = true;
    }

    /** @param {Bounds} bounds of places to draw again */
    mark({ x0, y0, x1, y1 }) {
        const { marked } = this;
        const { blockSide } = tablecastMaze;
        for (let x = Math.floor(x0 / blockSide) * blockSide; x <= x1; x += blockSide) {
            for (let y = Math.floor(y0 / blockSide) * blockSide; y <= y1; y += blockSide) {
                const key = `${x},${y}`;
                const known = marked.get(key) || { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
                marked.set(key, {
                    x0: Math.min(known.x0, Math.max(x0, x)), x1: Math.max(known.x1, Math.min(x1, x + blockSide - 1)),
                    y0: Math.min(known.y0, Math.max(y0, y)), y1: Math.max(known.y1, Math.min(y1, y + blockSide - 1))
                });
            }
        }
    }

    /**
     * Draws a frame, and returns whether another one is needed.
     * @param {View} view
     * @param {View} target the view's target, for which the hidden canvas is drawn
     * @param {boolean} isMovable whether somebody may move the picture
     */
    draw(view, target, isMovable) {
        const { drawingMsMax, wholeDrawingMsMax } = tablecastMaze;
        const untilMs = tablecast.elapsedMs() + (isMovable ? drawingMsMax : wholeDrawingMsMax);
        const before = this.view;
        const isComingCloser = view.scale < target.scale;
        if (!before || (!isComingCloser && (before.scale === target.scale || this.marked.size === 0))) {
            this.moveTo(target);
        }
        const kept = /** @type {View} */ (this.view);
        const { width, height } = this.context.canvas;
        const sheet = {
            context: this.kept, origin: tablecastMaze.originOf(kept, { width, height }), scale: kept.scale,
            ratio: this.ratio, colors: this.colors
        };
        const drawing = new tablecastMaze.Drawing(sheet, this.plan);
        const seen = this.seen(kept);
        this.marked.forEach(({ x0, y0, x1, y1 }, key) => {
            if (tablecast.elapsedMs() < untilMs) {
                this.marked.delete(key);
                const isSeen = x0 <= seen.x1 && x1 >= seen.x0 && y0 <= seen.y1 && y1 >= seen.y0;
                if (isSeen) {
                    drawing.draw({ x0, y0, x1, y1 });
                    this.isStale = true;
                }
            }
        });
        if (this.isStale || view !== this.shown) {
            this.shown = view;
            this.isStale = false;
            this.context.clearRect(0, 0, width, height);
            this.copy(this.context, view);
        }
        return this.marked.size > 0 || kept.scale !== target.scale;
    }

    /**
     * The places in a view, with the walls around the maze.
     * @param {View} view
     * @returns {Bounds}
     */
    seen({ x, y, scale }) {
        const { width, height } = this.context.canvas;
        const bounds = this.plan.bounds || { x0: 0, y0: 0, x1: 0, y1: 0 };
        const [across, down] = [width / 2 / scale - 0.5, height / 2 / scale - 0.5];
        return {
            x0: Math.max(bounds.x0 - 1, Math.floor(x - across)), x1: Math.min(bounds.x1 + 1, Math.ceil(x + across)),
            y0: Math.max(bounds.y0 - 1, Math.floor(y - down)), y1: Math.min(bounds.y1 + 1, Math.ceil(y + down))
        };
    }

    /**
     * Copies the hidden canvas to its place in a view.
     * @param {CanvasRenderingContext2D} context
     * @param {View} view
     */
    copy(context, view) {
        const kept = /** @type {View} */ (this.view);
        const { canvas } = this.kept;
        const [from, to] = [kept, view].map((each) => tablecastMaze.originOf(each, canvas));
        const factor = view.scale / kept.scale;
        context.drawImage(canvas, Math.round(to.x - from.x * factor), Math.round(to.y - from.y * factor),
            canvas.width * factor, canvas.height * factor);
    }

    /**
     * Moves the hidden canvas to another view, and marks the rooms that came into sight. At another scale all are
     * marked, and the scaled old ones are shown until they are drawn.
     * @param {View} view
     */
    moveTo(view) {
        const { view: before, kept, spare } = this;
        const { width, height } = this.context.canvas;
        if (before && before.x === view.x && before.y === view.y && before.scale === view.scale) {
            return;
        }
        Object.assign(spare.canvas, { width, height });
        if (before) {
            this.copy(spare, view);
        }
        Object.assign(this, { kept: spare, spare: kept, view, isStale: true });
        const seen = this.seen(view);
        if (!before || before.scale !== view.scale) {
            this.marked.clear();
            this.mark(seen);
            return;
        }
        // Places at the edge were only partly visible.
        const known = this.seen(before);
        if (view.x !== before.x) {
            this.mark(Object.assign({}, seen, view.x < before.x ? { x1: known.x0 + 1 } : { x0: known.x1 - 1 }));
        }
        if (view.y !== before.y) {
            this.mark(Object.assign({}, seen, view.y < before.y ? { y1: known.y0 + 1 } : { y0: known.y1 - 1 }));
        }
    }
};

/* The colours of a picture, and the shapes in and above its rooms: start, exit and walkers. */

/**
 * The colours of a picture: dark ones for televisions and at night, light ones otherwise.
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
    // No dot inside: the ring would look like a target.
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

/** Draws the walkers, and the start and the exit if their rooms are too small to be visible from afar. */
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

    /** Requests that everything is drawn again. */
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
        // The radius at which several walkers fit into a room.
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
     * Returns the picture of a walker's disc, which is drawn once.
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
