// @ts-check
import { elapsedMs, runAfter, stopTimer } from "../now.js";

/** The page's one live region: a sentence at most every few seconds, and always the newest. */
export class Announcer {
    /**
     * @param {HTMLElement} region empty at load, `role="status"`
     * @param {number} [intervalMs]
     */
    constructor(region, intervalMs = 4000) {
        this.region = region;
        this.intervalMs = intervalMs;
        this.saidAtMs = -Infinity;
        this.waiting = "";
        this.warning = "";
        this.timer = 0;
        /** The sentence about the lost connection; empty while there is one. */
        this.lost = "";
    }

    /**
     * Says once that the connection is lost, and takes it back as soon as it is there again.
     * @param {boolean} isLost
     * @param {string} sentence
     */
    sayLost(isLost, sentence) {
        if (isLost && this.lost === "") {
            this.lost = sentence;
            this.say(sentence);
        } else if (!isLost && this.lost !== "") {
            this.takeBack(this.lost);
            this.lost = "";
        }
    }

    /**
     * Removes a sentence that is no longer true, said or not.
     * @param {string} sentence
     */
    takeBack(sentence) {
        if (this.waiting === sentence) {
            this.waiting = "";
        }
        if (this.warning === sentence) {
            this.warning = "";
        }
        if (this.region.textContent?.includes(sentence)) {
            this.region.textContent = "";
        }
    }

    /**
     * Says a sentence, unless a newer one comes before its turn.
     * @param {string} sentence
     * @param {number} [intervalMs] since what was said last
     */
    say(sentence, intervalMs) {
        this.waiting = sentence;
        this.later(intervalMs);
    }

    /**
     * Says that something went wrong, whatever else comes before its turn.
     * @param {string} sentence
     * @param {number} [intervalMs] since what was said last
     */
    warn(sentence, intervalMs) {
        this.warning = sentence;
        this.later(intervalMs);
    }

    /** Whether a sentence waits for its turn. */
    get isWaiting() {
        return this.waiting !== "";
    }

    later(intervalMs = this.intervalMs) {
        const inMs = this.saidAtMs + intervalMs - elapsedMs();
        if (inMs <= 0) {
            this.speak();
        } else if (!this.timer || intervalMs < this.intervalMs) {
            stopTimer(this.timer);
            this.timer = runAfter(inMs, () => this.speak());
        }
    }

    speak() {
        stopTimer(this.timer);
        this.timer = 0;
        this.saidAtMs = elapsedMs();
        this.region.textContent = [this.warning, this.waiting].filter(Boolean).join(" ");
        this.warning = "";
        this.waiting = "";
    }
}
