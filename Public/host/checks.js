// @ts-check
import { isVisible } from "../js/visible.js";
import { texts } from "./texts.js";

/**
 * What a field holds: the value to send, or the text of what is wrong with it.
 * @template T
 * @typedef {{value: T, problem?: undefined} | {value?: undefined, problem: string}} Checked
 */

const nameMax = 80;
const nameBytesMax = 400;
const sizeMax = 99;
const notesMax = 500;
const tagsMax = 8;
const tagMax = 24;
const noticeMax = 200;

/**
 * How many characters, as people count them (extended grapheme clusters).
 * @param {string} text
 */
function length(text) {
    if (typeof Intl.Segmenter === "function") {
        let count = 0;
        for (const _ of new Intl.Segmenter().segment(text)) {
            count += 1;
        }
        return count;
    }
    return Array.from(text).length;
}

/**
 * NFC without white space at the ends. White space is what Unicode says, which is not quite what
 * `trim()` says.
 * @param {string} text
 */
function trimmed(text) {
    return text.normalize("NFC").replace(/^\p{White_Space}+|\p{White_Space}+$/gu, "");
}

/**
 * The same on one line, with one space for every run of white space.
 * @param {string} text
 */
function folded(text) {
    return trimmed(text).replace(/\p{White_Space}+/gu, " ");
}

/** @param {string} text */
function hasControls(text) {
    return /\p{Cc}/u.test(text.replace(/\p{White_Space}/gu, ""));
}

/**
 * @param {string} text
 * @returns {Checked<string>}
 */
export function checkName(text) {
    const value = folded(text);
    if (!isVisible(value)) {
        return { problem: texts.nameRequired };
    }
    if (length(value) > nameMax || new TextEncoder().encode(value).length > nameBytesMax) {
        return { problem: texts.nameTooLong };
    }
    return hasControls(value) ? { problem: texts.nameControl } : { value };
}

/**
 * @param {string} text
 * @returns {Checked<number>}
 */
export function checkSize(text) {
    const typed = trimmed(text);
    if (typed === "") {
        return { problem: texts.sizeRequired };
    }
    const value = Number(typed);
    if (!/^[0-9]+(\.0+)?$/.test(typed) || value < 1) {
        return { problem: texts.sizePositive };
    }
    return value > sizeMax ? { problem: texts.sizeTooLarge } : { value };
}

/**
 * @param {string} text empty for none
 * @returns {Checked<string | null>}
 */
export function checkPhone(text) {
    const digits = text.replace(/[\p{White_Space}\p{P}\p{Cf}]/gu, "");
    if (digits === "") {
        return { value: null };
    }
    return /^\+[1-9][0-9]{6,14}$/.test(digits) ? { value: digits } : { problem: texts.phone };
}

/**
 * @param {string} text empty for none
 * @returns {Checked<string | null>}
 */
export function checkNotes(text) {
    const value = trimmed(text);
    if (length(value) > notesMax) {
        return { problem: texts.notesTooLong };
    }
    return hasControls(value) ? { problem: texts.notesControl } : { value: value || null };
}

/**
 * @param {string} text with commas between the tags
 * @returns {Checked<string[] | null>}
 */
export function checkTags(text) {
    const value = text
        .split(",")
        .map(folded)
        .filter((tag) => tag !== "");
    if (value.length > tagsMax || value.some((tag) => length(tag) > tagMax || hasControls(tag))) {
        return { problem: texts.tags };
    }
    return { value: value.length > 0 ? value : null };
}

/**
 * @param {string} text
 * @returns {Checked<string>}
 */
export function checkNotice(text) {
    const value = trimmed(text);
    if (value === "") {
        return { problem: texts.textRequired };
    }
    if (length(value) > noticeMax) {
        return { problem: texts.textTooLong };
    }
    return hasControls(value) ? { problem: texts.textControl } : { value };
}
