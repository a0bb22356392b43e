// @ts-check
import { setText } from "../../../js/dom.js";
import { elapsedMs } from "../../../js/now.js";
import { texts } from "./texts.js";

/** How long rounds that come together make one sound. */
const apartMs = 1500;

/**
 * The knock for a new round. A browser lets a page sound only once somebody has tapped on it, so
 * the switch stays off until then, whatever was chosen before.
 */
export class Knock {
    /**
     * @param {HTMLButtonElement} button
     * @param {boolean} isWanted whether it was on the last time
     * @param {(hasSound: boolean) => void} changed
     */
    constructor(button, isWanted, changed) {
        this.button = button;
        /** @type {AudioContext | null} */
        this.context = null;
        this.knockedAtMs = -Infinity;
        button.addEventListener("click", () => {
            changed(this.context === null);
            if (this.context) {
                this.end();
            } else {
                this.begin();
                this.knock();
            }
        });
        const begin = (/** @type {Event} */ event) => {
            const isOnButton = event.target instanceof Node && button.contains(event.target);
            if (isWanted && !this.context && !isOnButton) {
                this.begin();
            }
            isWanted = false;
        };
        for (const name of ["pointerup", "keydown"]) {
            document.addEventListener(name, begin, { once: true });
        }
        this.show();
    }

    begin() {
        this.context = new AudioContext();
        void this.context.resume();
        this.show();
    }

    end() {
        void this.context?.close();
        this.context = null;
        this.show();
    }

    show() {
        this.button.ariaPressed = String(this.context !== null);
        setText(this.button, this.context ? texts.soundOn : texts.soundOff);
    }

    /** One soft knock, twice, as on wood. */
    knock() {
        const { context } = this;
        const now = elapsedMs();
        if (!context || now - this.knockedAtMs < apartMs) {
            return;
        }
        this.knockedAtMs = now;
        for (const delay of [0, 0.16]) {
            const start = context.currentTime + 0.02 + delay;
            const tone = new OscillatorNode(context, { type: "triangle", frequency: 330 });
            const volume = new GainNode(context, { gain: 0 });
            tone.frequency.exponentialRampToValueAtTime(165, start + 0.1);
            volume.gain.setValueAtTime(0, start);
            volume.gain.linearRampToValueAtTime(0.6, start + 0.005);
            volume.gain.exponentialRampToValueAtTime(0.001, start + 0.18);
            tone.connect(volume).connect(context.destination);
            tone.start(start);
            tone.stop(start + 0.2);
        }
    }
}
