// @ts-check
import { runAfter, stopTimer } from "../../js/now.js";

/** @typedef {import("./run.js").Side} Side */

/** After the first step, a moment passes before others follow, so that a tap is one step. */
const firstMs = 220;
const repeatMs = 1000 / 8;

/**
 * The sides on which a key, a button or a finger is held. Steps repeat while it is; of several, the
 * newest that leads anywhere counts, so that one can press the next before the corner.
 */
export class HeldSides {
    /** @param {(side: Side) => boolean} step takes a step, and tells whether it leads anywhere */
    constructor(step) {
        this.step = step;
        /**
         * The newest first.
         * @type {Side[]}
         */
        this.sides = [];
        this.timer = 0;
    }

    /**
     * @param {Side} side
     * @returns {boolean} false when it has just been pressed and leads nowhere
     */
    press(side) {
        if (this.sides.includes(side)) {
            return true;
        }
        this.sides.unshift(side);
        this.later(this.sides.length === 1 ? firstMs : repeatMs);
        return this.step(side);
    }

    /** @param {Side} side */
    release(side) {
        this.sides = this.sides.filter((each) => each !== side);
        if (this.sides.length === 0) {
            this.releaseAll();
        }
    }

    releaseAll() {
        this.sides = [];
        stopTimer(this.timer);
    }

    /** @param {number} ms */
    later(ms) {
        stopTimer(this.timer);
        this.timer = runAfter(ms, () => this.repeat());
    }

    repeat() {
        this.later(repeatMs);
        this.sides.find((side) => this.step(side));
    }
}
