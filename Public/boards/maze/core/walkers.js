// @ts-check
"use strict";

/**
 * A walker's figure on its way: where it comes from and goes to, in rooms, and beside the middle of its
 * place, in discs.
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

/** The walkers, each moving to where the document has it. */
tablecastMaze.Figures = class Figures {
    constructor() {
        /** @type {Map<string, Figure>} */
        this.byID = new Map();
        /** @type {any} */
        this.shown = null;
        /** How long a step takes on the screen: less in a replay that is faster. */
        this.stepMs = 100;
    }

    /**
     * Takes over the walkers of a document.
     * @param {any} doc
     * @param {number} nowMs
     * @param {boolean} isStill whether figures are where they are going at once
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
     * Where a figure is now.
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
 * The order of ids such as `w_2` and `w_10`.
 * @param {string} one
 * @param {string} other
 */
tablecastMaze.compareIDs = function (one, other) {
    return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
};
