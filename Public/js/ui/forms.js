// @ts-check
import { byId, canonical, isSame, make, makeButton, showProblems, takeBackProblem, text } from "./page.js";

/** @typedef {import("./page.js").Input} Input */

/**
 * A dialog with a form. Each field is named as the hub names it, and has its place for what is
 * wrong, `#<input>-problem`. The dialog waits for the answer, so that a problem can be shown at its
 * field; without a connection it does not.
 */
export class FormDialog {
    /**
     * @param {import("./desk.js").Desk} desk
     * @param {string} id of the dialog
     * @param {() => string | undefined} send asks for the change, and returns its id; nothing when
     * something is wrong already or there is nothing to change
     */
    constructor(desk, id, send) {
        this.desk = desk;
        this.dialog = byId(id, HTMLDialogElement);
        this.send = send;
        this.asked = "";
        desk.forms.push(this);
        /** @type {Record<string, Input>} */
        this.inputs = {};
        /** @type {Record<string, HTMLElement>} */
        this.places = {};
        for (const input of this.dialog.querySelectorAll("input[name], textarea[name]")) {
            const field = /** @type {Input} */ (input);
            const place = document.getElementById(`${field.id}-problem`);
            if (place) {
                this.inputs[field.name] = field;
                this.places[field.name] = place;
                field.addEventListener("input", () => takeBackProblem(field, place));
            }
        }
        this.dialog.querySelector("form")?.addEventListener("submit", (event) => {
            event.preventDefault();
            this.submit();
        });
        this.dialog.addEventListener("close", () => this.wait(""));
    }

    /** @param {Record<string, string>} values */
    open(values) {
        this.show([]);
        for (const [name, input] of Object.entries(this.inputs)) {
            input.value = values[name] ?? "";
        }
        this.desk.open(this.dialog);
    }

    /** @param {string} name */
    value(name) {
        return this.inputs[name].value.trim();
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
     * Waits for the answer to a change, or closes where there is no connection.
     * @param {string} id
     */
    waitFor(id) {
        this.wait(id);
        if (this.desk.sync.life !== "live") {
            this.dialog.close();
        }
    }

    /** @param {string} id of the change whose answer it waits for; empty for none */
    wait(id) {
        this.asked = id;
        this.dialog.ariaBusy = String(id !== "");
    }

    /** The connection was lost: what has been sent waits, and its answer is told by the page. */
    lost() {
        if (this.asked !== "") {
            this.dialog.close();
        }
    }

    /**
     * @param {string} id of a change
     * @param {any} message its ack or reject
     * @returns {boolean} whether what is wrong stands at its field
     */
    answered(id, message) {
        if (id !== this.asked) {
            return false;
        }
        this.wait("");
        if (message.type === "ack") {
            this.dialog.close();
            return false;
        }
        return this.dialog.open && this.show(message.problems ?? []);
    }
}

/** @typedef {import("../tablecast.js").JSONValue} JSONValue */

/**
 * A field of a form, as `Merge` needs it.
 * @typedef {object} MergedField
 * @property {string} label
 * @property {() => JSONValue | undefined} read what is typed, as it would be stored; nothing while
 * it is wrong
 * @property {(value: JSONValue) => void} write
 * @property {(value: JSONValue) => string} named a value in words, empty for none
 * @property {() => void} focus
 * @property {(seen: JSONValue) => boolean} [isTouched] whether something else is typed than what was
 * seen; by default whether it would be stored as something else
 * @property {() => void} [settled] it has been decided whose value stays
 */

/**
 * Merges what somebody types into a form with what others change in it meanwhile. What was not
 * touched follows the others; where both changed the same field, it asks whose value is to stay.
 */
export class Merge {
    /**
     * @param {Record<string, MergedField>} fields
     * @param {object} page
     * @param {(sentence: string) => void} page.say to those who hear the page
     * @param {(change: () => void) => void} [page.around] wraps a decision, which changes the form
     */
    constructor(fields, { say, around = (change) => change() }) {
        this.fields = fields;
        this.say = say;
        this.around = around;
        /**
         * What the person at this screen has seen in each field.
         * @type {Record<string, JSONValue>}
         */
        this.seen = {};
        /**
         * The values as they are now.
         * @type {Record<string, JSONValue | undefined>}
         */
        this.known = {};
        /**
         * What was sent to be saved, until the values that the hub keeps are known.
         * @type {Record<string, JSONValue | undefined>}
         */
        this.sent = {};
        /** The id of the change that sends it. */
        this.asked = "";
        /** The id of the change that the hub has taken, until the page shows what it did. */
        this.saved = "";
        /**
         * The element of each field that asks the question; the form places it.
         * @type {Record<string, HTMLElement>}
         */
        this.questions = {};
        for (const name of Object.keys(fields)) {
            this.questions[name] = make("div", { className: "whose beside note", hidden: true });
        }
    }

    /**
     * Whether something was typed in a field that has not been saved.
     * @param {string} name
     */
    isTouched(name) {
        const field = this.fields[name];
        const seen = this.seen[name] ?? null;
        return field.isTouched ? field.isTouched(seen) : !this.holds(name, seen);
    }

    /**
     * Whether what is typed in a field would be stored as a value.
     * @param {string} name
     * @param {JSONValue | undefined} value
     */
    holds(name, value) {
        const typed = this.fields[name].read();
        return typed !== undefined && isSame(typed, value);
    }

    /** The fields in which something was typed that has not been saved. */
    get touched() {
        return Object.keys(this.fields).filter((name) => this.isTouched(name));
    }

    /** Those of them that have not been sent to be saved either. */
    get unsent() {
        return this.touched.filter((name) => !this.isSent(name));
    }

    /** @param {string} name of a field */
    isSent(name) {
        return name in this.sent && this.holds(name, this.sent[name]);
    }

    /**
     * The problem of the first field whose question is open.
     * @returns {import("./page.js").Problem | undefined}
     */
    get undecided() {
        const field = Object.keys(this.fields).find((name) => !this.questions[name].hidden);
        return field === undefined ? undefined : { field, message: text("merge.chooseFirst") };
    }

    /** Brings the cursor to the first question. */
    focus() {
        this.questions[this.undecided?.field ?? ""]?.querySelector("button")?.focus();
    }

    /**
     * Writes these values into all fields; what was typed is given up.
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
     * Takes the answer to what was sent.
     * @param {string} id of a change
     * @param {any} message its ack or reject
     * @returns {boolean} whether it answers the change of this form
     */
    answered(id, message) {
        if (id !== this.asked) {
            return false;
        }
        if (message.type === "ack") {
            this.saved = id;
        } else {
            this.sent = {};
            this.know(this.known);
        }
        return true;
    }

    /**
     * Whether the page shows now what was saved.
     * @param {(id: string) => boolean} isShown whether it shows what a change did
     */
    isSaved(isShown) {
        return this.saved !== "" && isShown(this.saved);
    }

    /**
     * The values are these now.
     * @param {Record<string, JSONValue | undefined>} values
     * @param {boolean} [isSaved] whether they show what was `sent`
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
     * From now on this is what the person has seen in the field.
     * @param {string} name
     * @param {JSONValue} value
     */
    accept(name, value) {
        this.seen[name] = value;
        this.questions[name].hidden = true;
        this.fields[name].settled?.();
    }

    /**
     * Somebody else has changed what is being changed here.
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
            { className: "whose-buttons" },
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
