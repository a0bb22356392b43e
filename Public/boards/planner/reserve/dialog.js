// @ts-check
import { closeByTap, dialogHead } from "../../../js/ui/dialogs.js";
import { make, makeButton, renderList, setText, takeBackProblem } from "../../../js/ui/page.js";
import { checkName, checkNotes, checkPhone, checkTags } from "../../waitlist/host/checks.js";
import { fill } from "../core/dates.js";

/**
 * @template T
 * @typedef {{value: T, text: string, about?: string, isQuiet?: boolean}} Choice
 */

/**
 * A row of buttons for a choice. A button stays the same element while its choice is offered, so that it
 * stays under a finger.
 * @template {string | number} T
 */
class Choices {
    /**
     * @param {string} label
     * @param {(value: T) => void} chosen
     * @param {string} className
     */
    constructor(label, chosen, className) {
        this.chosen = chosen;
        /** @type {Map<string, {element: HTMLButtonElement, words: HTMLElement, about: HTMLElement}>} */
        this.buttons = new Map();
        this.element = make("div", {
            className: `buttons ${className}`, role: "group", "aria-label": label,
        });
    }

    /**
     * @param {Choice<T>[]} choices
     * @param {T | undefined} value the chosen one
     */
    draw(choices, value) {
        const keyed = choices.map((choice) => ({ ...choice, key: String(choice.value) }));
        renderList(this.element, this.buttons, keyed, (_, choice) => this.newButton(choice.value), (view, choice) => {
            setText(view.words, choice.text);
            setText(view.about, choice.about ?? "");
            view.element.ariaPressed = String(choice.value === value);
            view.element.classList.toggle("is-quiet", choice.isQuiet === true);
        });
    }

    /** @param {T} value */
    newButton(value) {
        const words = make("span");
        const about = make("span", { className: "small light block" });
        const element = makeButton("", () => this.chosen(value), { className: "chip figures" });
        element.append(words, about);
        return { element, words, about };
    }
}

/** @typedef {import("./wanted.js").Wanted} Wanted */
/** @typedef {import("../../../js/ui/page.js").Problem} Problem */

/**
 * The values of the form, and their problems.
 * @param {Record<string, import("../../../js/ui/page.js").Input>} inputs
 * @param {{size: number | undefined, start: string, minutes: string}} chosen
 * @param {Record<string, string>} texts
 * @returns {{wanted: Wanted, problems: Problem[]}}
 */
export function readFields(inputs, { size, start, minutes }, texts) {
    const checks = {
        name: checkName(inputs.name.value), phone: checkPhone(inputs.phone.value),
        notes: checkNotes(inputs.notes.value), tags: checkTags(inputs.tags.value),
    };
    const problems = Object.entries(checks).flatMap(([field, { problem }]) =>
        problem === undefined ? [] : [{ field, message: problem }],
    );
    if (size === undefined) {
        problems.push({ field: "size", message: texts.sizeMissing });
    }
    if (start === "") {
        problems.push({ field: "start", message: texts.timeMissing });
    }
    const wanted = {
        name: checks.name.value, size, start,
        minutes: minutes === "" ? null : Number(minutes),
        phone: checks.phone.value, notes: checks.notes.value, tags: checks.tags.value,
        table: inputs.table.value.trim() || null,
    };
    return { wanted, problems };
}

export const tapSizes = [1, 2, 3, 4, 5, 6, 7, 8];
const lengths = [30, 45, 60, 75, 90, 105, 120, 135, 150, 180, 210, 240, 300, 360, 420, 480];

/** The elements of the reservation's dialog. */
export class ReserveDialog {
    /**
     * @param {Record<string, string>} texts
     * @param {(choice: {day?: string, hour?: string, start?: string, size?: number}) => void} choose
     */
    constructor(texts, choose) {
        this.texts = texts;
        /** @type {Record<string, import("../../../js/ui/page.js").Input>} */
        this.inputs = {};
        /** @type {Record<string, HTMLElement>} */
        this.places = {};
        const choices = (
            /** @type {string} */ label, /** @type {string} */ className,
            /** @type {(value: string) => void} */ chosen,
        ) => new Choices(label, chosen, className);
        this.days = choices(texts.day, "is-days", (day) => choose({ day }));
        this.hourChoices = choices(texts.hour, "is-hours", (hour) => choose({ hour }));
        this.quarters = choices(texts.time, "is-quarters", (start) => choose({ start }));
        this.sizes = new Choices(
            texts.size, (/** @type {number} */ size) => choose({ size }), "is-sizes",
        );
        this.otherDay = make("input", { type: "date" });
        this.otherTime = make("input", { type: "time", step: "300" });
        this.otherSize = make("input", {
            inputMode: "numeric", autocomplete: "off", "aria-label": texts.otherSize,
            placeholder: texts.moreThanEight,
        });
        this.minutes = make("select", { id: "reserve-minutes" });
        this.summary = make("p", { className: "grow quiet", role: "status" });
        this.why = make("p", { className: "grow" });
        this.anyway = make("button", { type: "button", className: "wrong" });
        this.ask = make("div", { className: "beside note is-attention", role: "alert" }, this.why, this.anyway);
        this.send = make("button", { className: "action" });
        this.more = make(
            "details", { className: "field" }, make("summary", {}, texts.more), this.moreFields(),
        );
        this.form = make(
            "form", { noValidate: true, autocomplete: "off" },
            this.field("name", make("input", { dir: "auto", autocapitalize: "words" })),
            this.group("size", this.sizes.element, this.otherSize),
            this.group("day", this.days.element, labelled(texts.otherDay, this.otherDay)),
            this.group(
                "start", this.hourChoices.element, this.quarters.element,
                labelled(texts.otherTime, this.otherTime),
            ),
            this.more,
            make("div", { className: "dialog-foot is-kept" }, this.ask, this.summary, this.send),
        );
        const head = dialogHead("reserve", "");
        this.title = /** @type {HTMLElement} */ (head.firstElementChild);
        this.dialog = make(
            "dialog", { id: "reserve-dialog", className: "reserve is-wide", "aria-labelledby": "reserve-title" }, head,
            this.form,
        );
        closeByTap(this.dialog);
        document.body.append(this.dialog);
    }

    moreFields() {
        const length = make(
            "div", { className: "field" },
            make("label", { htmlFor: "reserve-minutes" }, this.texts.minutes), this.minutes,
        );
        return make(
            "div", { className: "pair" },
            this.field("phone", make("input", { inputMode: "tel", dir: "auto" })),
            this.field("table", make("input", { dir: "auto" })),
            this.field("notes", make("textarea", { rows: 2, dir: "auto" })),
            this.field("tags", make("input", { dir: "auto" })),
            length,
        );
    }

    /**
     * @param {string} name
     * @param {HTMLInputElement | HTMLTextAreaElement} input
     */
    field(name, input) {
        const id = `reserve-${name}`;
        input.id = id;
        input.setAttribute("aria-describedby", `${id}-problem`);
        const problem = make("p", { className: "problem", id: `${id}-problem` });
        this.inputs[name] = input;
        this.places[name] = problem;
        input.addEventListener("input", () => takeBackProblem(input, problem));
        const label = make("label", { htmlFor: id }, this.texts[name]);
        return make("div", { className: "field" }, label, input, problem);
    }

    /**
     * @param {"size" | "day" | "start"} name
     * @param {...HTMLElement} parts
     */
    group(name, ...parts) {
        const problem = make("p", { className: "problem" });
        this.places[name] = problem;
        const legend = make("legend", { className: "label" }, this.texts[name]);
        const row = make("div", { className: "beside" }, ...parts);
        return make("fieldset", { className: `field is-${name}` }, legend, row, problem);
    }

    /** @param {import("./wanted.js").Wanted} given */
    fill(given) {
        this.inputs.name.value = given.name ?? "";
        this.inputs.phone.value = given.phone ?? "";
        this.inputs.notes.value = given.notes ?? "";
        this.inputs.tags.value = (given.tags ?? []).join(", ");
        this.inputs.table.value = given.table ?? "";
        this.otherSize.value = given.size && !tapSizes.includes(given.size) ? String(given.size) : "";
        const own = given.minutes ?? 0;
        const offered = [...new Set([...lengths, ...(own ? [own] : [])])].sort((a, b) => a - b);
        this.minutes.replaceChildren(
            make("option", { value: "" }),
            ...offered.map((minutes) => make("option", { value: String(minutes) })),
        );
        this.minutes.value = own ? String(own) : "";
    }

    /** @param {number} [usual] the usual stay of a party of the chosen size */
    drawLengths(usual) {
        for (const option of this.minutes.options) {
            const own = fill(this.texts.minutesLong, { minutes: option.value });
            const others = usual === undefined
                ? this.texts.usual
                : fill(this.texts.usualMinutes, { minutes: usual });
            setText(option, option.value === "" ? others : own);
        }
    }
}

/**
 * @param {string} text
 * @param {HTMLInputElement} input
 */
function labelled(text, input) {
    return make("label", { className: "beside" }, make("span", {}, text), input);
}
