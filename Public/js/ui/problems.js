// @ts-check
import { setText } from "../dom.js";

/** @typedef {{field: string, message: string}} Problem */
/** @typedef {HTMLInputElement | HTMLTextAreaElement} Input */

/**
 * Says what is wrong at each field, takes it back where nothing is wrong any more, and brings the
 * cursor to the first.
 * @param {Problem[]} problems
 * @param {Record<string, Input>} inputs
 * @param {Record<string, HTMLElement>} places one for each input, and for what is none, such as a
 * choice
 * @returns {boolean} whether there are some, and each has its place
 */
export function showProblems(problems, inputs, places) {
    for (const [field, place] of Object.entries(places)) {
        const problem = problems.find((each) => each.field === field);
        if (problem) {
            setText(place, problem.message);
            inputs[field]?.setAttribute("aria-invalid", "true");
        } else {
            takeBackProblem(inputs[field], place);
        }
    }
    const first = problems.find((each) => each.field in inputs);
    if (first) {
        inputs[first.field].focus();
    }
    return problems.length > 0 && problems.every((each) => each.field in places);
}

/**
 * Removes the problem of a field that is being changed.
 * @param {Input | undefined} input
 * @param {HTMLElement} place
 */
export function takeBackProblem(input, place) {
    setText(place, "");
    input?.removeAttribute("aria-invalid");
}
