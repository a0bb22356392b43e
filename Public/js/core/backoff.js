// @ts-check
"use strict";

/**
 * How long to wait before another attempt: anything between nothing and twice as much each time,
 * from half a second up to 15 s ("full jitter"), so that a room of screens does not come back in
 * one moment. Who looks at the page sees that the hub is back within 2 s.
 * @param {number} attempt 0 for the first
 * @param {number} [mostMs]
 * @param {() => number} [random]
 */
tablecast.backoffMs = function (attempt, mostMs = document.hidden ? 15000 : 2000, random = Math.random) {
    return Math.min(mostMs, 500 * Math.pow(2, Math.min(attempt, 10))) * random();
};

/**
 * The pauses between one attempt and the next, for ever. A page that comes back to the front, or a
 * network that comes back, does not wait for a timer.
 */
tablecast.Backoff = class Backoff {
    constructor() {
        this.attempt = 0;
        /** Ends the pause, if there is one. */
        this.wake = () => {};
        document.addEventListener("visibilitychange", () => {
            if (document.visibilityState === "visible") {
                this.wake();
            }
        });
        window.addEventListener("online", () => this.wake());
    }

    /** An attempt has gone well: the next pause is as short as the first. */
    reset() {
        this.attempt = 0;
    }

    /**
     * @param {number} [leastMs] as long as the other side has asked for
     * @returns {Promise<void>}
     */
    pause(leastMs = 0) {
        const forMs = leastMs + tablecast.backoffMs(this.attempt);
        this.attempt += 1;
        return new Promise((resolve) => {
            const end = () => {
                tablecast.stopTimer(timer);
                this.wake = () => {};
                resolve(undefined);
            };
            const timer = tablecast.runAfter(forMs, end);
            this.wake = end;
        });
    }
};
