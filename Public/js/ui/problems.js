// @ts-check
import { setText } from "../dom.js";

/** @typedef {{field: string, message: string}} Problem */
/** @typedef {HTMLInputElement | HTMLTextAreaElement} Input */

/**
 * Says what is wrong at each field, takes it back where nothing is wrong any more, and brings the
 * first into view, and the cursor to it.
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
    const isBefore = (/** @type {Node} */ one, /** @type {Node} */ other) =>
        (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    const [first] = problems
        .map(({ field }) => field)
        .filter((field) => field in places)
        .sort((one, other) => (isBefore(places[one], places[other]) ? -1 : 1));
    if (first !== undefined) {
        inputs[first]?.focus();
        places[first].scrollIntoView({ block: "nearest" });
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
