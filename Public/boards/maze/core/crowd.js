// @ts-check
"use strict";

/**
 * Draws the walkers above the rooms, and start and exit where their rooms are too small to be seen from
 * afar. Only what it has drawn is cleared for the next frame.
 */
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
        /** The id of the walker that stands out, because it is one's own. */
        this.own = "";
        /** @type {Map<string, HTMLCanvasElement>} */
        this.discs = new Map();
        /** @type {{x: number, y: number, size: number}[]} */
        this.drawn = [];
        this.isStale = true;
    }

    /** Everything is to be drawn again, on a canvas that was emptied. */
    clear() {
        this.discs.clear();
        this.drawn = [];
        this.isStale = true;
    }

    /**
     * @param {View} view
     * @param {Size} size
     * @param {boolean} isWhole whether all of the maze is in sight
     * @param {number} nowMs
     */
    draw(view, size, isWhole, nowMs) {
        const { context, plan } = this;
        const origin = tablecastMaze.originOf(view, size);
        const alone = this.radius(view, size);
        // Side by side they fit into a room.
        const shared = Math.round(alone * 0.64);
        this.drawn.forEach((each) => context.clearRect(each.x, each.y, each.size, each.size));
        this.drawn = [];
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
            const left = Math.round(place.x + besideX * radius * 2 - disc.width / 2);
            const top = Math.round(place.y + besideY * radius * 2 - disc.width / 2);
            this.drawDisc(disc, left, top, size, isWhole);
        });
        this.isStale = false;
    }

    /**
     * The radius of a disc: that of a room's part, unless it could not be seen from afar.
     * @param {View} view
     * @param {Size} size
     */
    radius({ scale }, { width, height }) {
        const least = Math.max(9 * this.ratio, Math.min(width, height) * 0.016);
        return Math.round(Math.max(least, Math.min(scale * 0.34, 30 * this.ratio)));
    }

    /**
     * Draws a disc if it is in sight. While the whole maze is in sight, a disc that would reach beyond the
     * edge of the canvas is moved inside.
     * @param {HTMLCanvasElement} disc
     * @param {number} left
     * @param {number} top
     * @param {Size} size
     * @param {boolean} isWhole
     */
    drawDisc(disc, left, top, size, isWhole) {
        const side = disc.width;
        const within = (/** @type {number} */ value, /** @type {number} */ most) =>
            Math.max(0, Math.min(value, most - side));
        const x = isWhole ? within(left, size.width) : left;
        const y = isWhole ? within(top, size.height) : top;
        if (x < size.width && y < size.height && x + side > 0 && y + side > 0) {
            this.context.drawImage(disc, x, y);
            this.drawn.push({ x, y, size: side });
        }
    }

    /**
     * Draws what a room is for, larger than the room.
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
        const [left, top] = [Math.floor(x - half) - 1, Math.floor(y - half) - 1];
        this.drawn.push({ x: left, y: top, size: Math.ceil(2 * half) + 3 });
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
                // Those of other sizes.
                this.discs.clear();
            }
            disc = tablecastMaze.drawDisc(initial, colour, radius, isOwn, this.colors);
            this.discs.set(key, disc);
        }
        return disc;
    }
};
