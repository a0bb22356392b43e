// @ts-check
import { make } from "../js/dom.js";
import { showProblems } from "../js/problems.js";
import { checkName, checkNotes, checkPhone, checkSize, checkTags } from "./checks.js";
import { texts } from "./texts.js";

/** @typedef {import("./predict.js").Row} Row */
/** @typedef {import("./row.js").RowActions} RowActions */
/** @typedef {"name" | "size" | "phone" | "notes" | "tags"} Field */

/** @type {Record<Field, (text: string) => import("./checks.js").Checked<any>>} */
const checks = {
    name: checkName,
    size: checkSize,
    phone: checkPhone,
    notes: checkNotes,
    tags: checkTags,
};
const fieldNames = /** @type {Field[]} */ (Object.keys(checks));

let count = 0;

/**
 * What is behind *More*: the rarer steps, and everything about the party, to be read and changed.
 */
export class Details {
    /** @param {RowActions} actions */
    constructor(actions) {
        this.actions = actions;
        this.element = make("div", { className: "details", hidden: true });
        this.key = "";
        this.status = "";
        /** @type {Record<string, HTMLInputElement | HTMLTextAreaElement>} */
        this.inputs = {};
        /** @type {Record<string, HTMLElement>} */
        this.problems = {};
        /** What the fields held when they were opened: only what differs is sent. */
        this.opened = /** @type {Record<string, string>} */ ({});
    }

    /** @param {Row} row */
    open(row) {
        this.key = row.key;
        this.status = "";
        this.buttons = make("div", { className: "detail-buttons" });
        this.element.replaceChildren(this.buttons, this.form(row));
        this.element.hidden = false;
        this.update(row);
    }

    /** Whether something was typed that has not been saved. */
    get isChanged() {
        return Object.entries(this.inputs).some(
            ([name, input]) => input.value !== this.opened[name],
        );
    }

    close() {
        this.element.hidden = true;
        this.element.replaceChildren();
        this.inputs = {};
    }

    /** @param {Row} row */
    update(row) {
        if (this.element.hidden || !this.buttons || this.status === row.status) {
            return;
        }
        this.status = row.status;
        const act = (/** @type {string} */ text, /** @type {string} */ action, className = "") =>
            this.button(text, className, () => this.actions.act(this.key, action));
        const buttons = [];
        if (row.status === "ready") {
            buttons.push(act(texts.unready, "waitlist.unready"));
        }
        if (row.status === "waiting") {
            buttons.push(
                act(texts.seatNow, "waitlist.seat"),
                this.button(texts.moveUp, "", () => this.actions.move(this.key, -1)),
                this.button(texts.moveDown, "", () => this.actions.move(this.key, 1)),
            );
        }
        buttons.push(
            act(texts.noShow, "waitlist.no_show", "wrong"),
            act(texts.cancel, "waitlist.cancel", "wrong"),
        );
        this.buttons.replaceChildren(...buttons);
    }

    /**
     * @param {string} text
     * @param {string} className
     * @param {() => void} press
     */
    button(text, className, press) {
        const button = make("button", { type: "button", className }, text);
        button.addEventListener("click", press);
        return button;
    }

    /** @param {Row} row */
    form(row) {
        this.opened = {
            name: row.name,
            size: String(row.size),
            phone: row.phone ?? "",
            notes: row.notes ?? "",
            tags: (row.tags ?? []).join(", "),
        };
        count += 1;
        const fields = fieldNames.map((name) => this.field(name, `details-${count}-${name}`));
        const save = make("button", { type: "submit", className: "action" }, texts.save);
        const form = make("form", { className: "detail-form", noValidate: true }, ...fields, save);
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.save();
        });
        return form;
    }

    /**
     * @param {Field} name
     * @param {string} id
     */
    field(name, id) {
        const input = make(name === "notes" ? "textarea" : "input", {
            id,
            dir: "auto",
            value: this.opened[name],
            autocomplete: "off",
            "aria-describedby": `${id}-problem`,
        });
        if (name === "size") {
            input.inputMode = "numeric";
        } else if (name === "phone") {
            input.inputMode = "tel";
        }
        const problem = make("p", { className: "problem", id: `${id}-problem` });
        this.inputs[name] = input;
        this.problems[name] = problem;
        const label = make("label", { htmlFor: id }, texts.fields[name]);
        return make("div", { className: `field-${name}` }, label, input, problem);
    }

    save() {
        /** @type {import("../js/tablecast.js").JSONObject} */
        const args = {};
        /** @type {import("../js/problems.js").Problem[]} */
        const problems = [];
        for (const name of fieldNames) {
            const text = this.inputs[name].value;
            if (text === this.opened[name]) {
                continue;
            }
            const checked = checks[name](text);
            if (checked.problem !== undefined) {
                problems.push({ field: name, message: checked.problem });
            } else {
                args[name] = checked.value;
            }
        }
        showProblems(problems, this.inputs, this.problems);
        if (problems.length === 0 && Object.keys(args).length > 0) {
            this.actions.act(this.key, "waitlist.edit", args);
            for (const name of fieldNames) {
                this.opened[name] = this.inputs[name].value;
            }
        }
    }

    /**
     * Shows what the server found wrong with an edit.
     * @param {import("../js/problems.js").Problem[]} problems
     * @returns {boolean} whether it could be shown
     */
    show(problems) {
        if (this.element.hidden) {
            return false;
        }
        // The server has not taken these values: they are to be sent again.
        for (const { field } of problems) {
            this.opened[field] = "\0";
        }
        return showProblems(problems, this.inputs, this.problems);
    }
}
