// @ts-check
import { byId } from "../../../js/dom.js";
import { showProblems, takeBackProblem } from "../../../js/ui/problems.js";

/** @typedef {"name" | "phone" | "address"} Field */
/** @typedef {{kind: string, name?: string, phone?: string, address?: string}} Tab */

const fields = /** @type {Field[]} */ (["name", "phone", "address"]);

/** For whom an order to take away is, and where a delivery goes. */
export class Contact {
    /**
     * @param {(values: Record<string, string | null>) => void} save
     */
    constructor(save) {
        this.save = save;
        this.form = byId("contact", HTMLFormElement);
        this.button = byId("save-contact", HTMLButtonElement);
        this.inputs = {
            name: byId("name", HTMLInputElement),
            phone: byId("phone", HTMLInputElement),
            address: byId("address", HTMLTextAreaElement),
        };
        this.problems = {
            name: byId("name-problem", HTMLElement),
            phone: byId("phone-problem", HTMLElement),
            address: byId("address-problem", HTMLElement),
        };
        /**
         * The values that the hub has.
         * @type {Record<Field, string>}
         */
        this.known = { name: "", phone: "", address: "" };
        this.form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.send();
        });
        this.form.addEventListener("input", ({ target }) => {
            const { name } = /** @type {HTMLInputElement} */ (target);
            const field = /** @type {Field} */ (name);
            takeBackProblem(this.inputs[field], this.problems[field]);
            this.button.hidden = Object.keys(this.changes).length === 0;
        });
    }

    /**
     * What was typed and not saved.
     * @returns {Record<string, string | null>}
     */
    get changes() {
        const typed = fields.map((field) => {
            return /** @type {const} */ ([field, this.inputs[field].value.trim()]);
        });
        const changed = typed.filter(([field, value]) => value !== this.known[field]);
        return Object.fromEntries(changed.map(([field, value]) => [field, value || null]));
    }

    /** Asks for what was typed, if anything was. */
    send() {
        const { changes } = this;
        if (Object.keys(changes).length > 0) {
            this.save(changes);
        }
        this.button.hidden = true;
    }

    /**
     * Shows the hub's values, but in fields in which something was typed.
     * @param {Tab} tab
     * @param {boolean} canEdit
     */
    render(tab, canEdit) {
        this.form.hidden = tab.kind === "table" || !canEdit;
        byId("address-part", HTMLElement).hidden = tab.kind !== "delivery";
        for (const field of fields) {
            const value = tab[field] ?? "";
            const input = this.inputs[field];
            if (input.value.trim() === this.known[field] && input.value !== value) {
                input.value = value;
            }
            this.known[field] = value;
        }
    }

    /**
     * Says what is wrong at its field.
     * @param {{field: string, message: string}[]} problems
     * @returns {boolean} whether any of it was said here
     */
    refuse(problems) {
        const own = problems.filter(({ field }) => field in this.inputs);
        if (own.length > 0 && !this.form.hidden) {
            showProblems(own, this.inputs, this.problems);
            return true;
        }
        return false;
    }
}
