// @ts-check
import { make, words } from "../js/dom.js";
import { texts } from "./texts.js";

/** @param {{id: string, role: string, name?: string}} device */
export function deviceWords({ id, role, name }) {
    return name ? make("span", {}, words(name), ` (${role} ${id})`) : `${role} ${id}`;
}

/** @param {{durableMs: number, handedOverMs: number} | undefined} timing */
export function timingParts(timing) {
    return [
        heading(texts.timingTitle),
        timing
            ? facts([
                  [texts.durable, texts.milliseconds(timing.durableMs)],
                  [texts.handedOver, texts.milliseconds(timing.handedOverMs)],
              ])
            : make("p", { className: "quiet" }, texts.noTiming),
    ];
}

/** @param {string} text */
export function heading(text) {
    return make("h3", {}, text);
}

/** @param {string} text */
export function quiet(text) {
    return make("span", { className: "quiet" }, text);
}

/**
 * The id of the mutation, as a row of a table. There is none where a guest joined by the link: that id
 * is kept secret.
 * @param {string | undefined} id
 * @returns {[string, string][]}
 */
export function mutationFact(id) {
    return id === undefined ? [] : [[texts.mutation, id]];
}

/** @param {[string, Node | string][]} pairs */
export function facts(pairs) {
    return make(
        "dl",
        {},
        ...pairs.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]),
    );
}
