// @ts-check
"use strict";

/** The server's clock as seen from here: a tablet's or television's own clock is often wrong. */
tablecast.ServerClock = class ServerClock {
    constructor() {
        this.offsetMs = 0;
    }

    /**
     * Takes over what the server says the time is.
     * @param {string} instant RFC 3339
     * @param {number} [roundTripMs] how long the answer took: half of it is how old the instant is
     */
    hear(instant, roundTripMs = 0) {
        const serverMs = Date.parse(instant);
        if (Number.isFinite(serverMs)) {
            this.offsetMs = serverMs + roundTripMs / 2 - tablecast.wallMs();
        }
    }

    /** Now, in milliseconds since 1970. */
    now() {
        return tablecast.wallMs() + this.offsetMs;
    }
};
