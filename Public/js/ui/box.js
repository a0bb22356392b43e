// @ts-check

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

/**
 * The square around a point, such as the place of a finger.
 * @param {number} x
 * @param {number} y
 * @param {number} farPx
 * @returns {Box}
 */
export function boxAround(x, y, farPx) {
    return { left: x - farPx, top: y - farPx, right: x + farPx, bottom: y + farPx };
}

/**
 * How much two boxes have in common, in square pixels.
 * @param {Box} one
 * @param {Box} other
 */
export function overlap(one, other) {
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return Math.max(0, width) * Math.max(0, height);
}
