// @ts-check

/**
 * How long after a touch nothing moves: the second tap of a double tap must meet what the first one
 * met.
 */
const settleMs = 450;
/** A touch whose end is never heard of does not hold the lists for longer than this. */
const holdMsMax = 5000;

/**
 * Says whether the lists have to stay as they stand, because a finger is on them or has just been.
 */
export class Hold {
    /**
     * @param {HTMLElement[]} areas
     * @param {() => void} released
     */
    constructor(areas, released) {
        this.released = released;
        this.untilMs = 0;
        this.timer = 0;
        for (const area of areas) {
            area.addEventListener("pointerdown", () => this.hold(holdMsMax));
        }
        for (const name of ["pointerup", "pointercancel"]) {
            window.addEventListener(name, () => this.isActive && this.hold(settleMs));
        }
    }

    get isActive() {
        return performance.now() < this.untilMs;
    }

    /** @param {number} forMs */
    hold(forMs) {
        this.untilMs = performance.now() + forMs;
        window.clearTimeout(this.timer);
        this.timer = window.setTimeout(() => this.released(), forMs + 10);
    }
}
