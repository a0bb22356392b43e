// @ts-check
import { make } from "../../../js/dom.js";

/**
 * Fills a fieldset with choices of which one is taken, each with a sentence about it.
 * @param {HTMLElement} place
 * @param {string} name of the group
 * @param {Record<string, string>} titles by the choices' values
 * @param {Record<string, string>} [abouts]
 */
export function choices(place, name, titles, abouts = {}) {
    const inputs = Object.keys(titles).map((value) => make("input", { type: "radio", name, value }));
    place.append(
        ...inputs.map((input) => {
            const about = make("span", { className: "quiet" }, abouts[input.value] ?? "");
            const title = make("span", {}, titles[input.value]);
            return make("label", { className: "choice" }, input, title, about);
        }),
    );
    return {
        read: () => inputs.find(({ checked }) => checked)?.value ?? "",
        write: (/** @type {string} */ value) => {
            inputs.forEach((input) => {
                input.checked = input.value === value;
            });
        },
    };
}
