// @ts-check
import { setText } from "../js/dom.js";

/**
 * Says what is wrong at each field, takes it back where nothing is wrong any more, and brings the
 * cursor to the first.
 * @param {{field: string, message: string}[]} problems
 * @param {Record<string, HTMLInputElement | HTMLTextAreaElement>} inputs
 * @param {Record<string, HTMLElement>} places
 * @returns {{field: string, message: string}[]} those for which there is no field
 */
export function showProblems(problems, inputs, places) {
    for (const [field, input] of Object.entries(inputs)) {
        const problem = problems.find((each) => each.field === field);
        setText(places[field], problem?.message ?? "");
        if (problem) {
            input.setAttribute("aria-invalid", "true");
        } else {
            input.removeAttribute("aria-invalid");
        }
    }
    const first = problems.find((each) => each.field in inputs);
    if (first) {
        inputs[first.field].focus();
    }
    return problems.filter((each) => !(each.field in inputs));
}
