// @ts-check
"use strict";

/*
 * No other file reads a clock, sets a timer or makes a request: a test can serve another file in place of
 * this one, and a page knows when it is at rest.
 */

/**
 * Says on the root of the page, to whoever looks from outside, `data-rest` while all is painted and
 * nothing is about to change by itself; and `data-rev`, which revision is painted of each view.
 */
tablecast.rest = {
    /** @type {HTMLElement | null} */
    root: null,
    isAsked: false,
    /**
     * What is under way: requests, changes that no view shows yet, frames (by their numbers below zero),
     * and timers that were set for less than half a second.
     * @type {Set<unknown>}
     */
    busy: new Set(),
    /** @type {{revisions: string}[]} */
    sources: [],

    /** @param {unknown} key */
    begin(key) {
        this.busy.add(key);
        if (this.root) {
            this.root.removeAttribute("data-rest");
        }
    },

    /**
     * @param {unknown} key
     * @param {() => void} [work] what it was for
     */
    end(key, work) {
        const wasBusy = this.busy.delete(key);
        try {
            if (work) {
                work();
            }
        } finally {
            if (wasBusy && this.busy.size === 0) {
                this.look();
            }
        }
    },

    /** Looks once the next frame is painted. */
    look() {
        const root = this.root;
        if (this.isAsked || !root) {
            return;
        }
        this.isAsked = true;
        requestAnimationFrame(() => {
            this.isAsked = false;
            const drawn = this.sources.map((each) => each.revisions).join(" ");
            setTimeout(() => {
                if (drawn !== root.getAttribute("data-rev")) {
                    root.setAttribute("data-rev", drawn);
                }
                if (this.busy.size === 0 && !this.isAsked) {
                    root.setAttribute("data-rest", "");
                }
            }, 0);
        });
    },

    /** @param {HTMLElement} root */
    watch(root) {
        this.root = root;
        this.look();
    }
};

// Not where the core is tested without a browser.
if (typeof window === "object") {
    window.addEventListener("load", () => tablecast.rest.watch(document.documentElement));
}

/**
 * The page is not at rest before this is done or has failed.
 * @template Value
 * @param {Promise<Value>} work
 */
tablecast.busyUntil = function (work) {
    const done = () => tablecast.rest.end(work);
    tablecast.rest.begin(work);
    work.then(done, done);
    return work;
};

/**
 * Makes a request, as `fetch` does.
 * @param {RequestInfo | URL} address
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
tablecast.request = function (address, options) {
    const asked = fetch(address, options).then((/** @type {any} */ answer) => {
        // A stream has no end, and is read otherwise.
        ["arrayBuffer", "blob", "json", "text"].forEach((name) => {
            const read = answer[name];
            answer[name] = () => tablecast.busyUntil(read.call(answer));
        });
        return answer;
    });
    return tablecast.busyUntil(asked);
};

/**
 * The device's date and time, in milliseconds since 1970. It may be wrong, and may be set at any time.
 */
tablecast.wallMs = function () {
    return Date.now();
};

/** Milliseconds since the page was opened, by a clock that never goes back. */
tablecast.elapsedMs = function () {
    return performance.now();
};

/**
 * Runs something once.
 * @param {number} ms
 * @param {() => void} work
 * @returns {number} a timer, to be stopped
 */
tablecast.runAfter = function (ms, work) {
    if (!(ms < 500)) {
        return setTimeout(work, ms);
    }
    const timer = setTimeout(() => tablecast.rest.end(timer, work), ms);
    tablecast.rest.begin(timer);
    return timer;
};

/**
 * Runs something again and again.
 * @param {number} ms
 * @param {() => void} work
 * @returns {number} a timer, to be stopped
 */
tablecast.runEvery = function (ms, work) {
    return setInterval(work, ms);
};

/**
 * Does nothing if the timer has already run or is undefined.
 * @param {number | undefined} timer
 */
tablecast.stopTimer = function (timer) {
    clearTimeout(timer);
    tablecast.rest.end(timer);
};

/**
 * Runs something just before the next frame is painted.
 * @param {(nowMs: number) => void} work takes the time of the frame, by the clock of `elapsedMs`
 * @returns {number} a frame, to be stopped
 */
tablecast.runInFrame = function (work) {
    const frame = requestAnimationFrame((nowMs) => {
        tablecast.rest.end(-frame, () => work(nowMs));
    });
    tablecast.rest.begin(-frame);
    return frame;
};

/** @param {number} frame */
tablecast.stopFrame = function (frame) {
    cancelAnimationFrame(frame);
    tablecast.rest.end(-frame);
};
