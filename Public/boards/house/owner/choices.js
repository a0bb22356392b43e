// @ts-check
import { make } from "../../../js/dom.js";

/**
 * Fills a place with choices of which one is taken, each with a quiet sentence about it.
 * @param {HTMLElement} place
 * @param {string} name of the group
 * @param {Record<string, string>} titles by the choices' values
 * @param {Record<string, string>} abouts
 */
export function fillChoices(place, name, titles, abouts) {
    for (const [value, title] of Object.entries(titles)) {
        const input = make("input", { type: "radio", name, value });
        const about = make("span", { className: "quiet" }, abouts[value]);
        place.append(
            make("label", { className: "choice" }, input, make("b", {}, title), about),
        );
    }
}

/**
 * The value that is chosen.
 * @param {HTMLElement} place
 */
export function chosen(place) {
    return place.querySelector("input:checked")?.getAttribute("value") ?? "";
}

/**
 * @param {HTMLElement} place
 * @param {string} value
 */
export function choose(place, value) {
    for (const input of place.querySelectorAll("input")) {
        input.checked = input.value === value;
    }
}

/**
 * Brings the cursor to the value that is chosen.
 * @param {HTMLElement} place
 */
export function focusChosen(place) {
    /** @type {HTMLElement | null} */ (place.querySelector("input:checked"))?.focus();
}
