// @ts-check

/**
 * Whether there is anything to be seen of a text: white space, and marks for joining and for the
 * direction of writing, are nothing.
 * @param {string} text
 */
export function isVisible(text) {
    return /[^\p{Cf}\p{White_Space}]/u.test(text);
}

/**
 * How many characters, as people count them (extended grapheme clusters).
 * @param {string} text
 */
export function charactersOf(text) {
    if (typeof Intl.Segmenter !== "function") {
        return Array.from(text).length;
    }
    return Array.from(new Intl.Segmenter().segment(text)).length;
}
