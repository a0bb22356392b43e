// @ts-check
"use strict";

/**
 * Says whether what the page shows is live, on the page (`data-life` of the root: `live`, `waiting`
 * for a moment, `stale`, `refused`) and in words.
 */
tablecast.LifeSign = class LifeSign {
    /**
     * @param {HTMLElement} element
     * @param {(instant: number) => string} time
     * @param {() => void} render asks for another look
     */
    constructor(element, time, render) {
        this.element = element;
        this.time = time;
        this.render = render;
        this.sinceMs = tablecast.elapsedMs();
        this.hasLived = false;
        /**
         * A connection that is back within this time, in milliseconds, is no news; only the sign of
         * life has said so meanwhile.
         */
        this.graceMs = 2000;
    }

    /**
     * @param {"live" | "stale" | "refused"} life
     * @param {number} asOfMs
     * @param {number} [silentMs] how long nothing had been heard when the connection was given up
     * @returns {boolean} whether that is news for more than the sign
     */
    show(life, asOfMs, silentMs = 0) {
        const now = tablecast.elapsedMs();
        if (life === "live") {
            this.hasLived = true;
            this.sinceMs = 0;
        } else if (this.sinceMs === 0) {
            this.sinceMs = now - silentMs;
        }
        const isShort = life === "stale" && now - this.sinceMs < this.graceMs;
        if (isShort) {
            tablecast.runAfter(this.graceMs - (now - this.sinceMs) + 20, this.render);
        }
        document.documentElement.dataset.life = isShort ? "waiting" : life;
        const sentence = this.sentence(life, asOfMs, isShort);
        if (this.element.textContent !== sentence) {
            this.element.textContent = sentence;
        }
        return !isShort;
    }

    /**
     * @param {"live" | "stale" | "refused"} life
     * @param {number} asOfMs
     * @param {boolean} isShort
     */
    sentence(life, asOfMs, isShort) {
        if (life === "live") {
            return tablecast.text("live");
        }
        if (life === "refused") {
            return tablecast.text("refused", { time: this.time(asOfMs) });
        }
        return isShort && !this.hasLived
            ? tablecast.text("connecting")
            : tablecast.text("stale", { time: this.time(asOfMs) });
    }
};
