// @ts-check
import { make } from "../../../js/dom.js";
import { sortOut } from "../../../js/ui/checks.js";
import { Merge } from "../../../js/ui/merge.js";
import { showProblems, takeBackProblem } from "../../../js/ui/problems.js";
import { checkName, checkNotes, checkPhone, checkSize, checkTags } from "./checks.js";
import { texts } from "./texts.js";

/** @typedef {import("./predict.js").Row} Row */
/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */
/** @typedef {"name" | "size" | "phone" | "notes" | "tags"} FieldName */

/** @type {Record<FieldName, (text: string) => import("./checks.js").Checked>} */
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
        /** @type {Record<string, HTMLInputElement | HTMLTextAreaElement>} */
        this.inputs = {};
        /** @type {Record<string, HTMLElement>} */
        this.problems = {};
        this.merge = new Merge(
            Object.fromEntries(fieldNames.map((name) => [name, this.merged(name)])),
            { around, say },
        );
        count += 1;
        const [name, size, ...others] = fieldNames.map((field) =>
            this.field(field, `details-${count}-${field}`),
        );
        const questions = Object.values(this.merge.questions);
        this.elements = [name, size, ...questions.splice(0, 2)];
        others.forEach((element, index) => this.elements.push(element, questions[index]));
        this.merge.take(row);
    }

    /**
     * @param {FieldName} name
     * @returns {import("../../../js/ui/merge.js").MergedField}
     */
    merged(name) {
        return {
            label: texts.fields[name],
            read: () => checks[name](this.inputs[name].value).value,
            write: (value) => {
                this.inputs[name].value = textOf(value);
            },
            named: textOf,
            focus: () => this.inputs[name].focus(),
            isTouched: (seen) => this.inputs[name].value !== textOf(seen),
            settled: () => takeBackProblem(this.inputs[name], this.problems[name]),
        };
    }

    /**
     * @param {FieldName} name
     * @param {string} id
     */
    field(name, id) {
        const input = make(name === "notes" ? "textarea" : "input", {
            id,
            dir: "auto",
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
        const label = make("label", { htmlFor: id }, texts.fields[name]);
        const parts = [label, input, this.problems[name]];
        return make("div", { className: `field-${name}` }, ...parts);
    }

    /** Whether something was typed that has not been saved. */
    get isChanged() {
        return this.merge.touched.length > 0;
    }

    get touched() {
        return /** @type {FieldName[]} */ (this.merge.touched);
    }

    /** What was typed and not saved, one line for each field. */
    get typedText() {
        return this.touched
            .map((name) => `${texts.fields[name]}: ${this.inputs[name].value}`)
            .join("\n");
    }

    /**
     * What was typed and not saved, with what it was to replace.
     * @returns {import("./drafts.js").Draft | undefined}
     */
    get draft() {
        const { touched } = this;
        return touched.length === 0
            ? undefined
            : Object.fromEntries(
                  touched.map((name) => [
                      name,
                      { text: this.inputs[name].value, seen: this.merge.seen[name] },
                  ]),
              );
    }

    /**
     * Goes on with what was typed before.
     * @param {import("./drafts.js").Draft} [draft]
     */
    resume(draft = {}) {
        for (const name of fieldNames.filter((each) => each in draft)) {
            this.merge.seen[name] = draft[name].seen;
            this.inputs[name].value = draft[name].text;
        }
    }

    /**
     * The party as it is now.
     * @param {Row} row
     */
    update(row) {
        this.merge.know(row);
    }

    /**
     * The arguments of an edit of what was changed, and of nothing else.
     * @returns {JSONObject | null} nothing when there is none, or something is wrong, which is said
     */
    take() {
        const { undecided } = this.merge;
        if (undecided) {
            showProblems([undecided], this.inputs, this.problems);
            this.merge.focus();
            return null;
        }
        const { touched } = this;
        const { values, problems } = sortOut(
            Object.fromEntries(touched.map((name) => [name, checks[name](this.inputs[name].value)])),
        );
        showProblems(problems, this.inputs, this.problems);
        const names = /** @type {FieldName[]} */ (Object.keys(values));
        if (problems.length > 0 || names.length === 0) {
            return null;
        }
        const was = Object.fromEntries(names.map((name) => [name, this.merge.seen[name]]));
        for (const name of names) {
            this.merge.follow(name, values[name]);
        }
        return { ...values, was };
    }

    /**
     * The server has not taken an edit: what it was about is unsaved again.
     * @param {JSONObject} args
     * @param {import("../../../js/ui/problems.js").Problem[]} problems
     * @returns {boolean} whether the problems could be shown
     */
    putBack(args, problems) {
        const was = /** @type {Record<string, any>} */ (args.was ?? {});
        for (const name of fieldNames) {
            const isStillSeen = textOf(args[name]) === textOf(this.merge.seen[name]);
            if (name in was && isStillSeen) {
                this.merge.seen[name] = was[name];
            }
        }
        return showProblems(problems, this.inputs, this.problems);
    }
}

/** @param {any} value */
function textOf(value) {
    return Array.isArray(value) ? value.join(", ") : String(value ?? "");
}
