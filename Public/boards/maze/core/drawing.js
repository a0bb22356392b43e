// @ts-check
"use strict";

/**
 * A part of the picture that is drawn at once: a square of rooms and what stands in them. `left` and `top`
 * are the edges of the canvas in rooms to the east and to the south of the corner at 0,0.
 * @typedef {object} Sheet
 * @property {CanvasRenderingContext2D} context
 * @property {number} left
 * @property {number} top
 * @property {number} scale
 * @property {number} ratio the pixels of the device in one of the page
 * @property {MazeColors} colors
 */

/** How far a corner may be from where a ruler had put it, in rooms; and from which size on, in pixels. */
tablecastMaze.handMax = 0.035;
tablecastMaze.handFrom = 22;

/**
 * A number between -1 and 1 that belongs to a corner.
 * @param {number} x
 * @param {number} y
 * @param {number} axis
 */
tablecastMaze.handOf = function (x, y, axis) {
    let bits = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(axis + 1, 974634767);
    bits = Math.imul(bits ^ (bits >>> 13), 1274126177);
    return ((bits ^ (bits >>> 16)) & 0xffff) / 32768 - 1;
};

/** Draws places of a plan on a sheet, and nothing else that is on it. */
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
     * Draws all that stands within the bounds anew.
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
        // What stands beside the bounds reaches into them.
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
     * Places that are still to be found are dotted in the middle, lost ones hatched.
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
     * Where both rooms of a side say that it is closed, and towards places without a room, the wall stands
     * between them. Where they disagree it stands within the room that says so, thin, with a point that
     * shows which way is open.
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
        if (room.isExit) {
            this.drawExit(room);
        } else if (room.isStart) {
            this.drawStart(room);
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

    /** @param {Room} room */
    drawStart(room) {
        const { x, y } = this.middle(room);
        tablecastMaze.drawStartRing(this.sheet.context, x, y, this.sheet.scale * 0.6, this.sheet.colors);
    }

    /**
     * The house's card with its cut corner, and an arrow that leads out.
     * @param {Room} room
     */
    drawExit(room) {
        const { x, y } = this.middle(room);
        tablecastMaze.drawExitCard(this.sheet.context, x, y, this.sheet.scale * 0.72, this.sheet.colors);
    }
};

/**
 * @typedef {object} Tile
 * @property {number} column
 * @property {number} row
 * @property {HTMLCanvasElement | null} canvas null while there is nothing to see in it
 * @property {boolean} isDrawn
 * @property {Room[]} changed what has to be drawn again
 * @property {number} usedAt the number of the frame in which it was seen last
 */

/**
 * The maze at one scale, drawn in tiles that are kept.
 * @typedef {{scale: number, span: number, tiles: Map<string, Tile>}} Layer
 */

/**
 * How a frame is drawn.
 * @typedef {object} Frame
 * @property {View} view
 * @property {Size} size
 * @property {boolean} isMoved whether the view is another one than in the frame before
 * @property {boolean} isResting whether it has been the same for a while
 * @property {boolean} isMovable whether it may be moved to what is out of sight
 */

/**
 * How long one frame may draw tiles, in milliseconds; the rest waits for the next one. Nobody moves a
 * picture that always shows the whole maze, so rooms are seen sooner there.
 */
tablecastMaze.drawingMsMax = 6;
tablecastMaze.wholeDrawingMsMax = 14;
/** How many pixels are kept in tiles that are out of sight. */
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
         * What is shown where the layer is not drawn yet.
         * @type {Layer | null}
         */
        this.older = null;
        this.frameNumber = 0;
        /** Whether the screen is another one than it was put together for. */
        this.isStale = true;
    }

    /** Everything is to be drawn again. */
    clear() {
        this.layer = null;
        this.older = null;
        this.isStale = true;
    }

    /**
     * These rooms are to be drawn again, and what touches them, which may be in other tiles.
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
     * Draws a frame, and tells whether another one is needed.
     * @param {Frame} frame
     */
    draw(frame) {
        const { view, isMoved, isMovable } = frame;
        const layer = this.layerFor(frame);
        const { drawingMsMax, wholeDrawingMsMax } = tablecastMaze;
        const untilMs = tablecast.elapsedMs() + (isMovable ? drawingMsMax : wholeDrawingMsMax);
        const seen = this.seen(layer, frame, 0);
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
        const isAhead = isWhole && isMovable && this.drawAhead(layer, frame, untilMs);
        return isAhead || !isWhole || layer.scale !== tablecastMaze.tiledScale(view.scale);
    }

    /**
     * The layer to draw a view from: that which there is while the view moves to another scale, unless it
     * is far from it, and one of just this scale once it rests.
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
     * The tiles of a layer that are in a view, those in the middle first.
     * @param {Layer} layer
     * @param {Frame} frame
     * @param {number} around how many tiles beyond the edges
     * @returns {Tile[]}
     */
    seen({ span, tiles }, { view, size }, around) {
        const { bounds } = this.plan;
        if (!bounds) {
            return [];
        }
        const across = size.width / 2 / view.scale + around * span + 0.5;
        const down = size.height / 2 / view.scale + around * span + 0.5;
        const number = (/** @type {number} */ value) => Math.floor(value / span);
        // Walls at the edge of the maze reach beyond it.
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
     * Draws a tile, or of one that is drawn what has changed.
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
     * Draws a tile that may be seen next, and tells whether there are more.
     * @param {Layer} layer
     * @param {Frame} frame
     * @param {number} untilMs
     */
    drawAhead(layer, frame, untilMs) {
        this.forget(layer, frame);
        if (tablecast.elapsedMs() > untilMs) {
            return true;
        }
        const next = this.seen(layer, frame, 1).filter(({ isDrawn }) => !isDrawn)[0];
        if (next) {
            next.usedAt = this.frameNumber;
            this.drawTile(layer, next);
        }
        return next !== undefined;
    }

    /**
     * Forgets the tiles that have not been seen for longest when there are too many.
     * @param {Layer} layer
     * @param {Frame} frame
     */
    forget({ scale, span, tiles }, { size }) {
        const pixels = tablecastMaze.keptPixelsMax + size.width * size.height * 3;
        const most = Math.ceil(pixels / Math.pow(scale * span, 2));
        if (tiles.size <= most) {
            return;
        }
        Array.from(tiles)
            .sort(([, one], [, other]) => one.usedAt - other.usedAt)
            .slice(0, tiles.size - most)
            .forEach(([key]) => tiles.delete(key));
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
