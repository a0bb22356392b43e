// @ts-check

/**
 * Whether there is anything to be seen of a text: white space, and marks for joining and for the
 * direction of writing, are nothing.
 * @param {string} text
 */
export function isVisible(text) {
    return /[^\p{Cf}\p{White_Space}]/u.test(text);
}
