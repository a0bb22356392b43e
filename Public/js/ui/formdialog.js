// @ts-check
import { byId } from "../dom.js";
import { showProblems, takeBackProblem } from "./problems.js";

/** @typedef {import("./problems.js").Input} Input */

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
     * @param {import("./problems.js").Problem[]} problems
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
