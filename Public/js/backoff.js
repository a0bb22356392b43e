// @ts-check

const firstMs = 500;
const maxMs = 15_000;

/**
 * How long to wait before another attempt: anything between nothing and twice as much each time,
 * from half a second up to 15 s ("full jitter"), so that a room of screens does not come back in
 * one moment.
 * @param {number} attempt 0 for the first
 * @param {() => number} [random]
 */
export function backoffMs(attempt, random = Math.random) {
    return Math.min(maxMs, firstMs * 2 ** Math.min(attempt, 10)) * random();
}
