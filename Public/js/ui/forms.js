// @ts-check
import {
    byId, canonical, instantOf, isSame, make, makeButton, showProblems, takeBackProblem, text,
} from "./page.js";

/** @typedef {import("./page.js").Input} Input */
/** @typedef {import("../tablecast.js").JSONObject} JSONObject */
/** @typedef {import("../tablecast.js").JSONValue} JSONValue */

/**
 * A form in a dialog or on the page, whose HTML declares the fields. A field's `name` is that of the action's
 * argument, and `#<id>-problem` the place for its problem. `data-as` says how its text is read: as a `number`, as a
 * `list` separated by commas, or as an `instant` of the house's time zone; it is the fieldset's for check boxes. A
 * dialog waits for the answer, so that a problem can be shown at its field; without a connection it does not.
 */
export class Form {
    /**
     * @param {import("./desk.js").Desk} desk
     * @param {string} id of the dialog or of the form
     * @param {() => string | undefined} send makes the change, and returns its id; `undefined` if there is
     * a problem, or nothing to change
     */
    constructor(desk, id, send) {
        this.desk = desk;
        this.send = send;
        this.asked = "";
        desk.forms.push(this);
        const place = byId(id, HTMLElement);
        this.dialog = place instanceof HTMLDialogElement ? place : null;
        this.element = /** @type {HTMLFormElement} */ (place.matches("form") ? place : place.querySelector("form"));
        addLabels(this.element);
        /** @type {Record<string, Input>} */
        this.inputs = {};
        /** @type {Record<string, HTMLElement>} */
        this.places = {};
        for (const field of this.element.querySelectorAll("[name]")) {
            const name = field.getAttribute("name") ?? "";
            const problem = document.getElementById(`${field.id}-problem`);
            if (problem) {
                this.places[name] = problem;
                if (!(field instanceof HTMLFieldSetElement)) {
                    this.inputs[name] = /** @type {Input} */ (field);
                }
                field.addEventListener("input", () => takeBackProblem(this.inputs[name], problem));
            }
        }
        this.element.addEventListener("submit", (event) => {
            event.preventDefault();
            this.submit();
        });
        this.dialog?.addEventListener("close", () => this.wait(""));
    }

    get isOpen() {
        return this.dialog?.open !== false;
    }

    close() {
        this.dialog?.close();
    }

    /**
     * Opens the dialog.
     * @param {Record<string, unknown>} values
     */
    open(values) {
        this.write(values);
        if (this.dialog) {
            this.desk.open(this.dialog);
        }
    }

    /**
     * Fills the fields; those without a value are emptied.
     * @param {Record<string, unknown>} values
     */
    write(values) {
        this.show([]);
        for (const control of this.controls()) {
            const value = values[control.name] ?? "";
            if (control.type === "checkbox" || control.type === "radio") {
                control.checked = value === true || [value].flat().includes(control.value);
            } else {
                control.value = Array.isArray(value) ? value.join(", ") : String(value);
            }
        }
    }

    /**
     * The controls of a field, several for choices; or of all fields.
     * @param {string} [name]
     * @returns {HTMLInputElement[]}
     */
    controls(name) {
        const all = [...this.element.querySelectorAll("input[name], textarea[name], select[name]")];
        const controls = /** @type {HTMLInputElement[]} */ (all);
        return name === undefined ? controls : controls.filter((each) => each.name === name);
    }

    /**
     * The text in a field, or the chosen value.
     * @param {string} name
     */
    value(name) {
        const field = this.controls(name).find(({ type, checked }) => type !== "radio" || checked);
        return field?.value.trim() ?? "";
    }

    /**
     * The value of a field as the action takes it; `null` if it is empty. The hub reports malformed values.
     * @param {string} name
     * @returns {JSONValue}
     */
    read(name) {
        const typed = this.value(name);
        const boxes = this.controls(name).filter(({ type }) => type === "checkbox");
        const checked = boxes.filter((box) => box.checked).map(({ value }) => value);
        switch (this.element.querySelector(`[name="${name}"]`)?.getAttribute("data-as")) {
            case "list": {
                const given = boxes.length > 0 ? checked : typed.split(",").map((each) => each.trim());
                const list = given.filter(Boolean);
                return list.length > 0 ? list : null;
            }
            case "number": {
                const number = Number(typed.replace(",", "."));
                return typed === "" ? null : Number.isFinite(number) ? number : typed;
            }
            case "instant":
                return instantOf(typed, this.desk.house.zone) || null;
            default:
                return boxes.length > 0 ? checked.length > 0 || null : typed || null;
        }
    }

    /**
     * The values of the fields that are not hidden.
     * @returns {JSONObject}
     */
    get values() {
        const shown = this.controls().filter((each) => !this.element.contains(each.closest("[hidden]")));
        return Object.fromEntries(shown.map(({ name }) => [name, this.read(name)]));
    }

    /**
     * The values that differ from former ones; without former ones, those that are not empty.
     * @param {Record<string, any>} [before]
     * @returns {JSONObject}
     */
    changes(before = {}) {
        return Object.fromEntries(
            Object.entries(this.values).filter(([name, value]) => !isSame(value, before[name])),
        );
    }

    /**
     * Makes a change of values, or closes the dialog if there are none.
     * @param {JSONObject} values
     * @param {(values: JSONObject) => string} make returns the id of the change
     */
    change(values, make) {
        if (Object.keys(values).length > 0) {
            return make(values);
        }
        this.close();
        return undefined;
    }

    /**
     * @param {import("./page.js").Problem[]} problems
     * @returns {boolean} whether all of them could be shown
     */
    show(problems) {
        return showProblems(problems, this.inputs, this.places);
    }

    submit() {
        if (this.asked !== "") {
            return;
        }
        const id = this.send();
        if (id !== undefined) {
            this.waitFor(id);
        }
    }

    /**
     * Waits for the answer to a change, or closes if there is no connection.
     * @param {string} id
     */
    waitFor(id) {
        this.wait(id);
        if (this.desk.sync.life !== "live") {
            this.close();
        }
    }

    /** @param {string} id of the change whose answer it awaits; empty for none */
    wait(id) {
        this.asked = id;
        (this.dialog ?? this.element).ariaBusy = String(id !== "");
    }

    /** Closes the dialog after a loss of the connection. The page will report the answers. */
    lost() {
        if (this.asked !== "") {
            this.close();
        }
    }

    /**
     * @param {string} id of a change
     * @param {any} message its ack or reject
     * @returns {boolean} whether the problem is shown at its field
     */
    answered(id, message) {
        if (id !== this.asked) {
            return false;
        }
        this.wait("");
        if (message.type === "ack") {
            this.close();
            return false;
        }
        return this.isOpen && this.show(message.problems ?? []);
    }
}

/**
 * Adds a label, and a place for the problem unless it has one, to each field that a form declares.
 * @param {HTMLFormElement} form
 */
function addLabels(form) {
    for (const field of form.querySelectorAll("[data-text-label]")) {
        const about = document.getElementById(`${field.id}-about`);
        const place = document.getElementById(`${field.id}-problem`);
        const problem = place ?? make("p", { id: `${field.id}-problem`, className: "problem" });
        const label = text(field.getAttribute("data-text-label") ?? "");
        if (field instanceof HTMLFieldSetElement) {
            field.prepend(make("legend", { className: "label" }, label));
        } else {
            field.before(make("label", { htmlFor: field.id }, label));
        }
        if (!place) {
            (about ?? field).after(problem);
        }
        field.setAttribute("aria-describedby", `${about ? `${about.id} ` : ""}${problem.id}`);
    }
}

/**
 * Radio buttons, each with a quiet sentence about it.
 * @param {string} name of the group
 * @param {Record<string, string>} titles by the choices' values
 * @param {Record<string, string>} [abouts]
 */
export function choicesOf(name, titles, abouts = {}) {
    return Object.entries(titles).map(([value, title]) =>
        make(
            "label",
            { className: "choice" },
            make("input", { type: "radio", name, value }),
            make("b", {}, title),
            make("span", { className: "quiet" }, abouts[value] ?? ""),
        ));
}

/**
 * A field of a form, as `Merge` needs it.
 * @typedef {object} MergedField
 * @property {string} label
 * @property {() => JSONValue | undefined} read returns the typed value as it would be stored; `undefined`
 * while it is invalid
 * @property {(value: JSONValue) => void} write
 * @property {(value: JSONValue) => string} named formats a value for people; empty for none
 * @property {() => void} focus
 * @property {(seen: JSONValue) => boolean} [isTouched] whether the field differs from what was seen; by
 * default whether it would be stored differently
 * @property {() => void} [settled] called when it is decided whose value stays
 */

/**
 * Merges the text typed into a form with others' changes. Untouched fields follow the others; where both
 * changed the same field, it asks whose value stays.
 */
export class Merge {
    /**
     * @param {Record<string, MergedField>} fields
     * @param {object} page
     * @param {(sentence: string) => void} page.say announces a sentence
     * @param {(change: () => void) => void} [page.around] wraps a decision, which changes the form
     */
    constructor(fields, { say, around = (change) => change() }) {
        this.fields = fields;
        this.say = say;
        this.around = around;
        /**
         * The value of each field as last seen by the person at this screen.
         * @type {Record<string, JSONValue>}
         */
        this.seen = {};
        /**
         * The present values, once they are known.
         * @type {Record<string, JSONValue | undefined> | null}
         */
        this.known = null;
        /**
         * The values sent to be saved, until the hub's stored values arrive.
         * @type {Record<string, JSONValue | undefined>}
         */
        this.sent = {};
        /** The id of the change that sends them. */
        this.asked = "";
        /** The id of the accepted change, until the page shows its result. */
        this.saved = "";
        /**
         * The element with the question for each field; the form places it.
         * @type {Record<string, HTMLElement>}
         */
        this.questions = {};
        for (const name of Object.keys(fields)) {
            this.questions[name] = make("div", { className: "whose beside note is-urgent is-wide", hidden: true });
        }
    }

    /**
     * Whether a field has unsaved text.
     * @param {string} name
     */
    isTouched(name) {
        const field = this.fields[name];
        const seen = this.seen[name] ?? null;
        return field.isTouched ? field.isTouched(seen) : !this.holds(name, seen);
    }

    /**
     * Whether the typed value of a field would be stored as a value.
     * @param {string} name
     * @param {JSONValue | undefined} value
     */
    holds(name, value) {
        const typed = this.fields[name].read();
        return typed !== undefined && isSame(typed, value);
    }

    /** The fields with unsaved text. */
    get touched() {
        return Object.keys(this.fields).filter((name) => this.isTouched(name));
    }

    /** The fields with unsaved text that has not been sent either. */
    get unsent() {
        return this.touched.filter((name) => !this.isSent(name));
    }

    /** @param {string} name of a field */
    isSent(name) {
        return name in this.sent && this.holds(name, this.sent[name]);
    }

    /**
     * The problem of the first field with an open question.
     * @returns {import("./page.js").Problem | undefined}
     */
    get undecided() {
        const field = Object.keys(this.fields).find((name) => !this.questions[name].hidden);
        return field === undefined ? undefined : { field, message: text("merge.chooseFirst") };
    }

    /** Focuses the first question. */
    focus() {
        this.questions[this.undecided?.field ?? ""]?.querySelector("button")?.focus();
    }

    /**
     * Writes values into all fields, and discards typed text.
     * @param {Record<string, JSONValue | undefined>} values
     */
    take(values) {
        this.known = values;
        this.sent = {};
        for (const [name, field] of Object.entries(this.fields)) {
            field.write(values[name] ?? null);
            this.accept(name, values[name] ?? null);
        }
    }

    /**
     * Sends values to be saved.
     * @param {Record<string, JSONValue | undefined>} values
     * @param {() => string} send returns the id of the change
     */
    save(values, send) {
        this.sent = values;
        this.asked = send();
    }

    /**
     * Takes the answer to a save.
     * @param {string} id of a change
     * @param {any} message its ack or reject
     * @returns {boolean} whether it answers this form's change
     */
    answered(id, message) {
        if (id !== this.asked) {
            return false;
        }
        if (message.type === "ack") {
            this.saved = id;
        } else {
            this.sent = {};
            this.know(this.known ?? {});
        }
        return true;
    }

    /**
     * Takes the present values. The first ones are written into all fields.
     * @param {Record<string, JSONValue | undefined>} values
     * @param {(id: string) => boolean} isShown whether they include a change
     * @returns {boolean} whether anything is new
     */
    update(values, isShown) {
        const isSaved = this.saved !== "" && isShown(this.saved);
        const isNew = isSaved || !isSame(values, this.known);
        if (!this.known) {
            this.take(values);
        } else if (isNew) {
            this.know(values, isSaved);
        }
        return isNew;
    }

    /**
     * Takes the present values.
     * @param {Record<string, JSONValue | undefined>} values
     * @param {boolean} [isSaved] whether they include what was `sent`
     */
    know(values, isSaved = false) {
        this.known = values;
        for (const name of Object.keys(this.fields)) {
            const value = values[name] ?? null;
            const isOwn = this.isSent(name);
            if (isOwn && isSaved) {
                this.follow(name, value);
            } else if (isSame(value, this.seen[name])) {
                if (!this.questions[name].hidden) {
                    this.accept(name, value);
                }
            } else if (!this.isTouched(name) || this.holds(name, value)) {
                this.follow(name, value);
            } else if (!isOwn) {
                this.ask(name, value);
            }
        }
        if (isSaved) {
            this.sent = {};
            this.saved = "";
        }
    }

    /**
     * @param {string} name
     * @param {JSONValue} value
     */
    follow(name, value) {
        this.accept(name, value);
        this.fields[name].write(value);
    }

    /**
     * Treats this value of the field as seen.
     * @param {string} name
     * @param {JSONValue} value
     */
    accept(name, value) {
        this.seen[name] = value;
        this.questions[name].hidden = true;
        this.fields[name].settled?.();
    }

    /**
     * Asks whose value stays after somebody else has changed an edited field.
     * @param {string} name
     * @param {JSONValue} value theirs
     */
    ask(name, value) {
        const question = this.questions[name];
        const theirs = canonical(value);
        if (!question.hidden && question.dataset.theirs === theirs) {
            return;
        }
        question.dataset.theirs = theirs;
        const field = this.fields[name];
        field.settled?.();
        const button = (/** @type {string} */ called, /** @type {() => void} */ press) =>
            makeButton(called, () => this.around(press));
        const named = field.named(value);
        const sentence = named
            ? text("merge.changedTo", { field: field.label, text: named })
            : text("merge.emptied", { field: field.label });
        const buttons = make(
            "div",
            { className: "buttons" },
            button(text("merge.keepMine"), () => {
                this.accept(name, value);
                field.focus();
            }),
            button(text("merge.takeTheirs"), () => {
                this.follow(name, value);
                field.focus();
            }),
        );
        question.replaceChildren(make("p", {}, sentence), buttons);
        question.hidden = false;
        this.say(sentence);
    }
}
