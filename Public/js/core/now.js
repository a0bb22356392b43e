// @ts-check
"use strict";

/*
 * No other file reads a clock or sets a timer. So a test can serve another file in place of this one, and
 * move the time of a page as it likes.
 */

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
    return setTimeout(work, ms);
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
};

/**
 * Runs something just before the next frame is painted.
 * @param {(nowMs: number) => void} work takes the time of the frame, by the clock of `elapsedMs`
 * @returns {number} a frame, to be stopped
 */
tablecast.runInFrame = function (work) {
    return requestAnimationFrame(work);
};

/** @param {number} frame */
tablecast.stopFrame = function (frame) {
    cancelAnimationFrame(frame);
};
