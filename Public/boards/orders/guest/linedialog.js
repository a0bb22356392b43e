// @ts-check
import { byId, make, setText } from "../../../js/dom.js";
import { closeByTap } from "../../../js/ui/dialog.js";

/** @typedef {import("../lines.js").KeyedLine} KeyedLine */
/** @typedef {{quantity?: number, notes?: string | null, person?: string | null}} Values */

const quantityMax = 100;

/** Where a line in the basket gets its wishes and its person. */
export class LineDialog {
    /**
     * @param {(line: KeyedLine, name: string, values: Values) => void} save
     */
    constructor(save) {
        this.save = save;
        this.dialog = byId("line", HTMLDialogElement);
        this.title = byId("line-title", HTMLElement);
        this.quantity = byId("line-quantity", HTMLElement);
        this.notes = byId("line-notes", HTMLTextAreaElement);
        this.person = byId("line-person", HTMLInputElement);
        /** @type {{line: KeyedLine, name: string, quantity: number} | null} */
        this.open = null;
        closeByTap(this.dialog);
        byId("line-less", HTMLButtonElement).addEventListener("click", () => this.step(-1));
        byId("line-more", HTMLButtonElement).addEventListener("click", () => this.step(1));
        byId("line-remove", HTMLButtonElement).addEventListener("click", () => {
            this.dialog.close();
            if (this.open) {
                this.save(this.open.line, this.open.name, { quantity: 0 });
            }
        });
        byId("line-form", HTMLFormElement).addEventListener("submit", () => this.submit());
    }

    /**
     * @param {KeyedLine} line
     * @param {string} name
     * @param {string[]} people who are named on the tab
     */
    show(line, name, people) {
        this.open = { line, name, quantity: line.quantity };
        setText(this.title, name);
        this.title.dir = "auto";
        this.notes.value = line.notes ?? "";
        this.person.value = line.person ?? "";
        const options = people.map((value) => make("option", { value }));
        byId("people", HTMLDataListElement).replaceChildren(...options);
        this.step(0);
        this.dialog.showModal();
    }

    /** @param {number} by */
    step(by) {
        if (this.open) {
            const wanted = this.open.quantity + by;
            this.open.quantity = Math.min(quantityMax, Math.max(1, wanted));
            setText(this.quantity, String(this.open.quantity));
        }
    }

    submit() {
        if (!this.open) {
            return;
        }
        const { line, name, quantity } = this.open;
        const notes = this.notes.value.trim();
        const person = this.person.value.trim();
        /** @type {Values} */
        const values = {
            ...(quantity === line.quantity ? {} : { quantity }),
            ...(notes === (line.notes ?? "") ? {} : { notes: notes || null }),
            ...(person === (line.person ?? "") ? {} : { person: person || null }),
        };
        if (Object.keys(values).length > 0) {
            this.save(line, name, values);
        }
    }
}
