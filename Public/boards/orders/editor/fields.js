// @ts-check
import { make } from "../../../js/dom.js";
import { isSame } from "../../../js/same.js";
import { text } from "../../../js/texts.js";
import { takeBackProblem } from "../../../js/ui/problems.js";
import { allergens } from "../menu.js";
import { parseAmount, typedAmount } from "../money.js";
import { texts } from "./texts.js";

/** @typedef {import("../../../js/tablecast.js").JSONValue} JSONValue */

/**
 * A field of the form: its element, and how its value is read and written. `read` returns nothing
 * while something is wrong, which `problem` says.
 * @typedef {import("../../../js/ui/merge.js").MergedField & {
 *     element: HTMLElement, input: HTMLElement, place: HTMLElement, problem: () => string,
 * }} Field
 */

let count = 0;

/**
 * @param {string} label
 * @param {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} input
 * @param {object} value
 * @param {() => JSONValue | undefined} value.read
 * @param {(value: JSONValue) => void} value.write
 * @param {(value: JSONValue) => string} [value.named]
 * @param {() => string} [value.problem]
 * @param {string} [about] a sentence of help
 * @returns {Field}
 */
function field(label, input, { read, write, named = String, problem = () => "" }, about = "") {
    count += 1;
    input.id = `field-${count}`;
    const place = make("p", { className: "problem", id: `${input.id}-problem` });
    input.setAttribute("aria-describedby", `${input.id}-problem`);
    input.addEventListener("input", () => takeBackProblem(/** @type {any} */ (input), place));
    const help = about === "" ? [] : [make("p", { className: "about" }, about)];
    const element = make(
        "div",
        { className: "field" },
        make("label", { htmlFor: input.id }, label),
        input,
        ...help,
        place,
    );
    return {
        label, element, input, place, read, write, named, problem,
        isTouched: (seen) => {
            const typed = read();
            const isStillEmpty = seen === null && input.value.trim() === "";
            return typed === undefined ? !isStillEmpty : !isSame(typed, seen);
        },
        focus: () => input.focus(),
        settled: () => takeBackProblem(/** @type {any} */ (input), place),
    };
}

/**
 * @param {string} label
 * @param {{isLong?: boolean, isRequired?: boolean, language?: string, list?: string}} [options]
 */
export function textField(label, options = {}) {
    const { isLong = false, isRequired = false, language, list } = options;
    const input = isLong
        ? make("textarea", { rows: 3, dir: "auto", lang: language })
        : make("input", { dir: "auto", autocomplete: "off", lang: language });
    if (list !== undefined) {
        input.setAttribute("list", list);
    }
    const typed = () => input.value.trim();
    return field(label, input, {
        read: () => (typed() === "" ? (isRequired ? undefined : null) : typed()),
        write: (value) => {
            input.value = value === null ? "" : String(value);
        },
        named: (value) => (value === null ? "" : String(value)),
        problem: () => (isRequired && typed() === "" ? text("required", { label }) : ""),
    });
}

/**
 * A price, written as the language of the page does.
 * @param {string} label
 * @param {() => string} currency
 * @param {string} language
 */
export function priceField(label, currency, language) {
    const input = make(
        "input",
        { inputMode: "decimal", className: "figures", autocomplete: "off" },
    );
    const parsed = () => parseAmount(input.value, currency(), language);
    return field(label, input, {
        read: () => parsed() ?? undefined,
        write: (value) => {
            input.value = value === null ? "" : typedAmount(Number(value), currency(), language);
        },
        named: (value) => (value === null ? "" : typedAmount(Number(value), currency(), language)),
        problem: () => (parsed() === null ? text(
            "noPrice",
            { example: typedAmount(990, currency(), language) },
        ) : ""),
    });
}

/** A currency with two decimals, like the hundredths of a percent. */
const hundredths = "EUR";

/**
 * A rate of tax in percent; empty for the house's own.
 * @param {string} label
 * @param {string} language
 * @param {string} about
 */
export function rateField(label, language, about) {
    const input = make(
        "input",
        { inputMode: "decimal", className: "figures", autocomplete: "off" },
    );
    const written = (/** @type {JSONValue} */ value) =>
        value === null ? "" : typedAmount(Number(value), hundredths, language).replace(
            /[.,]?0+$/,
            (zeros) => (/[.,]/.test(zeros) ? "" : zeros),
        );
    const typed = () => input.value.replace("%", "").trim();
    const parsed = () => parseAmount(typed(), hundredths, language);
    return field(label, input, {
        read: () => (typed() === "" ? null : (parsed() ?? undefined)),
        write: (value) => {
            input.value = written(value);
        },
        named: written,
        problem: () => (typed() !== "" && parsed() === null ? text("noRate") : ""),
    }, about);
}

/**
 * A whole number, or nothing.
 * @param {string} label
 * @param {string} about
 */
export function countField(label, about) {
    const input = make(
        "input",
        { inputMode: "numeric", className: "figures", autocomplete: "off" },
    );
    const typed = () => input.value.trim();
    const isGood = () => /^\d{1,3}$/.test(typed());
    return field(label, input, {
        read: () => (typed() === "" ? null : isGood() ? Number(typed()) : undefined),
        write: (value) => {
            input.value = value === null ? "" : String(value);
        },
        named: (value) => (value === null ? "" : String(value)),
        problem: () => (typed() !== "" && !isGood() ? text("noCount") : ""),
    }, about);
}

/**
 * @param {string} label
 * @param {() => {key: string, name: string}[]} choices
 */
export function choiceField(label, choices) {
    const input = make("select", {});
    const fill = () =>
        input.replaceChildren(
            ...choices().map(({ key, name }) => make("option", { value: key }, name)),
        );
    return field(label, input, {
        read: () => input.value,
        write: (value) => {
            fill();
            input.value = String(value ?? "");
        },
        named: (value) => choices().find(({ key }) => key === value)?.name ?? "",
    });
}

/**
 * The allergens, and whether the house says anything about them.
 * @returns {Field}
 */
export function allergensField() {
    count += 1;
    const id = `field-${count}`;
    const stated = make("input", { type: "checkbox" });
    const ticks = new Map(allergens.map((each) => [each, make("input", { type: "checkbox" })]));
    const place = make("p", { className: "problem", id: `${id}-problem` });
    const choice = (/** @type {HTMLInputElement} */ input, /** @type {string} */ named) =>
        make("label", { className: "choice" }, input, named);
    const grid = make(
        "div",
        { className: "allergens" },
        ...[...ticks].map(([each, input]) => choice(input, texts.allergens[each])),
    );
    const element = make(
        "fieldset",
        { className: "field", id },
        make("legend", { className: "label" }, texts.fields.allergens),
        choice(stated, text("stated")),
        grid,
        place,
    );
    const show = () => {
        grid.hidden = !stated.checked;
    };
    stated.addEventListener("change", show);
    const read = () => {
        const chosen = allergens.filter((each) => ticks.get(each)?.checked);
        return stated.checked ? chosen : null;
    };
    return {
        label: texts.fields.allergens,
        element, input: stated, place, read,
        write: (value) => {
            const list = Array.isArray(value) ? value : [];
            stated.checked = Array.isArray(value);
            ticks.forEach((input, each) => {
                input.checked = list.includes(each);
            });
            show();
        },
        named: (value) =>
            Array.isArray(value)
                ? value.map((each) => texts.allergens[String(each)]).join(", ") || text(
                    "noAllergens",
                )
                : "",
        focus: () => stated.focus(),
        problem: () => "",
    };
}
