// @ts-check
/* The sound of a number that is ready: two notes, a falling third, like a small bell. A browser
   lets a page sound only once somebody has tapped on it, and on some televisions never. In ECMAScript
   2015. */
"use strict";

tablecastOrders.Chime = class Chime {
    /** @param {HTMLElement} button which turns the sound on, and is gone while it is */
    constructor(button) {
        this.button = button;
        this.Context = window.AudioContext || /** @type {any} */ (window).webkitAudioContext;
        /** @type {AudioContext | null} */
        this.context = null;
        button.hidden = !this.Context;
        button.addEventListener("click", () => {
            this.context = this.context || new this.Context();
            void this.context.resume();
            this.button.hidden = true;
            this.ring();
        });
    }

    ring() {
        const { context } = this;
        if (!context) {
            return;
        }
        this.note(context, 880, 0);
        this.note(context, 698.46, 0.3);
    }

    /**
     * @param {AudioContext} context
     * @param {number} hertz
     * @param {number} delay in seconds
     */
    note(context, hertz, delay) {
        const start = context.currentTime + 0.05 + delay;
        const volume = context.createGain();
        volume.gain.setValueAtTime(0.0001, start);
        volume.gain.exponentialRampToValueAtTime(0.5, start + 0.01);
        volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.6);
        volume.connect(context.destination);
        const tone = context.createOscillator();
        tone.type = "sine";
        tone.frequency.value = hertz;
        tone.connect(volume);
        tone.start(start);
        tone.stop(start + 0.62);
    }
};
