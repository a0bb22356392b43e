// @ts-check
import { runInFrame } from "./now.js";

/**
 * The element with an id, of the class that the caller expects.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function byId(id, type) {
    const element = document.getElementById(id);
    if (!(element instanceof type)) {
        throw new Error(`The page has no ${type.name} #${id}`);
    }
    return element;
}

/**
 * Makes an element. Members of `properties` that the element has as properties are set as such, the
 * rest as attributes; `undefined` and `false` are left out. Text children are text, never markup.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
        if (value === undefined || value === false) {
            continue;
        }
        if (name in element && name !== "list") {
            // @ts-expect-error The name was just found on the element.
            element[name] = value;
        } else {
            element.setAttribute(name, value === true ? "" : String(value));
        }
    }
    element.append(...children);
    return element;
}

/**
 * Makes a button that does something when it is pressed.
 * @param {string} text
 * @param {() => void} press
 * @param {Record<string, unknown>} [properties]
 */
export function makeButton(text, press, properties = {}) {
    const button = make("button", { type: "button", ...properties }, text);
    button.addEventListener("click", press);
    return button;
}

/**
 * Somebody's name or words, isolated so that their direction does not turn the text around them.
 * @param {string} text
 * @param {string} [className]
 */
export function words(text, className) {
    return make("bdi", { dir: "auto", className: className ?? "", textContent: text });
}

/**
 * A sentence about somebody, with the name isolated in it.
 * @param {(name: string) => string} sentence
 * @param {string} name
 * @returns {Node[]}
 */
export function sentenceAbout(sentence, name) {
    const mark = "\u0000";
    const [before, after] = sentence(mark).split(mark);
    const nodes = [document.createTextNode(before)];
    return after === undefined ? nodes : [...nodes, words(name), document.createTextNode(after)];
}

/**
 * Sets an element's text only when it differs, so that selections and screen readers are left in
 * peace.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
    if (element.textContent !== text) {
        element.textContent = text;
    }
}

/**
 * Makes a function that asks for one call of `render` in the next frame, however often it is
 * called.
 * @param {() => void} render
 */
export function oncePerFrame(render) {
    let isAsked = false;
    return () => {
        if (!isAsked) {
            isAsked = true;
            runInFrame(() => {
                isAsked = false;
                render();
            });
        }
    };
}
