// @ts-check

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
    }

    /**
     * Says a sentence, unless a newer one comes before its turn.
     * @param {string} sentence
     */
    say(sentence) {
        this.waiting = sentence;
        this.later();
    }

    /**
     * Says that something went wrong, whatever else comes before its turn.
     * @param {string} sentence
     */
    warn(sentence) {
        this.warning = sentence;
        this.later();
    }

    /** Whether a sentence waits for its turn. */
    get isWaiting() {
        return this.waiting !== "";
    }

    later() {
        const inMs = this.saidAtMs + this.intervalMs - performance.now();
        if (inMs <= 0) {
            this.speak();
        } else if (!this.timer) {
            this.timer = window.setTimeout(() => this.speak(), inMs);
        }
    }

    speak() {
        window.clearTimeout(this.timer);
        this.timer = 0;
        this.saidAtMs = performance.now();
        this.region.textContent = [this.warning, this.waiting].filter(Boolean).join(" ");
        this.warning = "";
        this.waiting = "";
    }
}
