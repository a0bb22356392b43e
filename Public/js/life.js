// @ts-check
import { setText } from "./dom.js";

/**
 * A connection that is back within this time is no news; only the sign of life has said so
 * meanwhile.
 */
const graceMs = 2000;

/**
 * The texts of a sign of life.
 * @typedef {object} LifeTexts
 * @property {string} live
 * @property {string} connecting before the first time
 * @property {(time: string) => string} stale
 * @property {(time: string) => string} refused
 */

/**
 * What a page says that has no words of its own for it; one that has some puts them after these.
 * @type {LifeTexts}
 */
export const lifeTexts = {
    live: "Live",
    connecting: "Connecting…",
    stale: (time) => `As of ${time}, reconnecting`,
    refused: (time) => `As of ${time}, signed out`,
};

/**
 * Says whether what the page shows is live, on the page (`data-life` of the root: `live`, `waiting`
 * for a moment, `stale`, `refused`) and in words.
 */
export class LifeSign {
    /**
     * @param {HTMLElement} element
     * @param {LifeTexts} texts
     * @param {(instant: number) => string} time
     * @param {() => void} render asks for another look
     */
    constructor(element, texts, time, render) {
        this.element = element;
        this.texts = texts;
        this.time = time;
        this.render = render;
        this.sinceMs = performance.now();
        this.hasLived = false;
    }

    /**
     * @param {"live" | "stale" | "refused"} life
     * @param {number} asOfMs
     * @param {number} [silentMs] how long nothing had been heard when the connection was given up
     */
    show(life, asOfMs, silentMs = 0) {
        const now = performance.now();
        if (life === "live") {
            this.hasLived = true;
            this.sinceMs = 0;
        } else if (this.sinceMs === 0) {
            this.sinceMs = now - silentMs;
        }
        const isShort = life === "stale" && now - this.sinceMs < graceMs;
        if (isShort) {
            window.setTimeout(this.render, graceMs - (now - this.sinceMs) + 20);
        }
        document.documentElement.dataset.life = isShort ? "waiting" : life;
        setText(this.element, this.sentence(life, asOfMs, isShort));
    }

    /**
     * @param {"live" | "stale" | "refused"} life
     * @param {number} asOfMs
     * @param {boolean} isShort
     */
    sentence(life, asOfMs, isShort) {
        if (life === "live") {
            return this.texts.live;
        }
        if (life === "refused") {
            return this.texts.refused(this.time(asOfMs));
        }
        return isShort && !this.hasLived
            ? this.texts.connecting
            : this.texts.stale(this.time(asOfMs));
    }
}
