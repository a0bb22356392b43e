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
        this.timer = 0;
    }

    /** @param {string} sentence */
    say(sentence) {
        this.waiting = sentence;
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
        this.region.textContent = this.waiting;
    }
}
