// @ts-check
"use strict";

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
