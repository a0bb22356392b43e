// @ts-check
import { make } from "../js/dom.js";
import { showProblems, takeBackProblem } from "../js/problems.js";
import { checkName, checkNotes, checkPhone, checkSize, checkTags } from "./checks.js";
import { texts } from "./texts.js";

/** @typedef {import("./predict.js").Row} Row */
/** @typedef {import("../js/tablecast.js").JSONObject} JSONObject */
/** @typedef {"name" | "size" | "phone" | "notes" | "tags"} FieldName */

/** @type {Record<FieldName, (text: string) => import("./checks.js").Checked<any>>} */
const checks = {
    name: checkName,
    size: checkSize,
    phone: checkPhone,
    notes: checkNotes,
    tags: checkTags,
};
const fieldNames = /** @type {FieldName[]} */ (Object.keys(checks));

let count = 0;

/**
 * The fields of a party that is being changed. What was not touched follows what others change;
 * where both changed the same, the host is asked.
 */
export class Fields {
    /**
     * @param {Row} row
     * @param {import("./row.js").RowActions} actions
     */
    constructor(row, { around, say }) {
        this.around = around;
        this.say = say;
        /**
         * What the person at this screen has seen in each field.
         * @type {Record<string, any>}
         */
        this.seen = {};
        /** @type {Record<string, HTMLInputElement | HTMLTextAreaElement>} */
        this.inputs = {};
        /** @type {Record<string, HTMLElement>} */
        this.problems = {};
        /**
         * Where it is asked whose value is to stand.
         * @type {Record<string, HTMLElement>}
         */
        this.choices = {};
        for (const name of fieldNames) {
            this.seen[name] = valueOf(row, name);
        }
        count += 1;
        const [name, size, ...others] = fieldNames.map((field) =>
            this.field(field, `details-${count}-${field}`),
        );
        const choices = Object.values(this.choices);
        this.elements = [name, size, ...choices.splice(0, 2)];
        others.forEach((element, index) => this.elements.push(element, choices[index]));
    }

    /**
     * @param {FieldName} name
     * @param {string} id
     */
    field(name, id) {
        const input = make(name === "notes" ? "textarea" : "input", {
            id,
            dir: "auto",
            value: textOf(this.seen[name]),
            autocomplete: "off",
            "aria-describedby": `${id}-problem`,
        });
        if (name === "size") {
            input.inputMode = "numeric";
        } else if (name === "phone") {
            input.inputMode = "tel";
        }
        this.inputs[name] = input;
        this.problems[name] = make("p", { className: "problem", id: `${id}-problem` });
        this.choices[name] = make("div", { className: "choice", hidden: true });
        const label = make("label", { htmlFor: id }, texts.fields[name]);
        const parts = [label, input, this.problems[name]];
        return make("div", { className: `field-${name}` }, ...parts);
    }

    /** @param {FieldName} name */
    isTouched(name) {
        return this.inputs[name].value !== textOf(this.seen[name]);
    }

    /** Whether something was typed that has not been saved. */
    get isChanged() {
        return fieldNames.some((name) => this.isTouched(name));
    }

    /** What was typed and not saved, one line for each field. */
    get typedText() {
        return fieldNames
            .filter((name) => this.isTouched(name))
            .map((name) => `${texts.fields[name]}: ${this.inputs[name].value}`)
            .join("\n");
    }

    /**
     * The party as it is now.
     * @param {Row} row
     */
    update(row) {
        for (const name of fieldNames) {
            const value = valueOf(row, name);
            const text = textOf(value);
            if (text === textOf(this.seen[name])) {
                if (!this.choices[name].hidden) {
                    this.closeChoice(name);
                }
            } else if (!this.isTouched(name) || text === this.checkedText(name)) {
                this.accept(name, value);
                this.inputs[name].value = text;
            } else {
                this.openChoice(name, value);
            }
        }
    }

    /**
     * What is typed in a field, as it would be stored.
     * @param {FieldName} name
     */
    checkedText(name) {
        const { value } = checks[name](this.inputs[name].value);
        return value === undefined ? undefined : textOf(value);
    }

    /**
     * From now on this is what the person has seen in the field.
     * @param {FieldName} name
     * @param {any} value
     */
    accept(name, value) {
        this.seen[name] = value;
        this.closeChoice(name);
    }

    /** @param {FieldName} name */
    closeChoice(name) {
        this.choices[name].hidden = true;
        takeBackProblem(this.inputs[name], this.problems[name]);
    }

    /**
     * Somebody else has changed what is being changed here.
     * @param {FieldName} name
     * @param {any} value theirs
     */
    openChoice(name, value) {
        const text = textOf(value);
        const place = this.choices[name];
        if (!place.hidden && place.dataset.theirs === text) {
            return;
        }
        place.dataset.theirs = text;
        takeBackProblem(this.inputs[name], this.problems[name]);
        const button = (/** @type {string} */ called, /** @type {() => void} */ press) => {
            const made = make("button", { type: "button" }, called);
            made.addEventListener("click", () =>
                this.around(() => {
                    press();
                    this.accept(name, value);
                    this.inputs[name].focus();
                }),
            );
            return made;
        };
        const label = texts.fields[name];
        const sentence = text ? texts.changedTo(label, text) : texts.emptied(label);
        this.say(sentence);
        place.replaceChildren(
            make("p", {}, sentence),
            button(texts.keepMine, () => {}),
            button(texts.takeTheirs, () => {
                this.inputs[name].value = text;
            }),
        );
        place.hidden = false;
    }

    /**
     * The arguments of an edit of what was changed, and of nothing else.
     * @returns {JSONObject | null} nothing when there is none, or something is wrong, which is said
     */
    take() {
        const open = fieldNames.find((name) => !this.choices[name].hidden);
        if (open) {
            const problem = { field: open, message: texts.chooseFirst };
            showProblems([problem], this.inputs, this.problems);
            this.choices[open].querySelector("button")?.focus();
            return null;
        }
        /** @type {Record<string, any>} */
        const values = {};
        /** @type {import("../js/problems.js").Problem[]} */
        const problems = [];
        for (const name of fieldNames.filter((each) => this.isTouched(each))) {
            const checked = checks[name](this.inputs[name].value);
            if (checked.problem !== undefined) {
                problems.push({ field: name, message: checked.problem });
            } else {
                values[name] = checked.value;
            }
        }
        showProblems(problems, this.inputs, this.problems);
        const names = /** @type {FieldName[]} */ (Object.keys(values));
        if (problems.length > 0 || names.length === 0) {
            return null;
        }
        const was = Object.fromEntries(names.map((name) => [name, this.seen[name]]));
        for (const name of names) {
            this.seen[name] = values[name];
            this.inputs[name].value = textOf(values[name]);
        }
        return { ...values, was };
    }

    /**
     * The server has not taken an edit: what it was about is unsaved again.
     * @param {JSONObject} args
     * @param {import("../js/problems.js").Problem[]} problems
     * @returns {boolean} whether the problems could be shown
     */
    putBack(args, problems) {
        const was = /** @type {Record<string, any>} */ (args.was ?? {});
        for (const name of fieldNames) {
            const isStillSeen = textOf(args[name]) === textOf(this.seen[name]);
            if (name in was && isStillSeen) {
                this.seen[name] = was[name];
            }
        }
        return showProblems(problems, this.inputs, this.problems);
    }
}

/**
 * @param {Row} row
 * @param {FieldName} name
 * @returns {any} `null` where there is nothing
 */
export function valueOf(row, name) {
    return row[name] ?? null;
}

/** @param {any} value */
function textOf(value) {
    return Array.isArray(value) ? value.join(", ") : String(value ?? "");
}
