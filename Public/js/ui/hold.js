// @ts-check
import { elapsedMs, runAfter, stopTimer } from "../now.js";

/** The click comes within this time of the finger's end. */
export const clickMs = 60;
/** A touch whose end is never reported does not hold the lists for longer than this. */
const holdMsMax = 5000;

/** Says whether the lists have to stay as they stand, because a finger is on them. */
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
            window.addEventListener(name, () => this.isActive && this.hold(clickMs));
        }
        // Before the click is taken, so that what it does is seen at once.
        window.addEventListener("click", () => this.isActive && this.hold(0), true);
    }

    get isActive() {
        return elapsedMs() < this.untilMs;
    }

    /** @param {number} forMs */
    hold(forMs) {
        this.untilMs = elapsedMs() + forMs;
        stopTimer(this.timer);
        this.timer = runAfter(forMs + 10, () => this.released());
    }
}
