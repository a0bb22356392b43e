// @ts-check
import { byId, sentenceAbout } from "../js/dom.js";
import { Rest } from "./rest.js";
import { texts } from "./texts.js";

/** @typedef {import("./predict.js").Row} Row */

/** The button that calls the next party. It says whom, and calls this party or nobody. */
export class CallNext {
    /**
     * @param {object} page
     * @param {(row: Row, sizeMax: number | undefined) => void} page.call
     * @param {(row: Row) => string} page.nameOf
     * @param {() => void} page.changed another size was chosen
     * @param {() => void} page.refused a tap came right after the next party had changed
     */
    constructor({ call, nameOf, changed, refused }) {
        this.nameOf = nameOf;
        this.button = byId("call-next", HTMLButtonElement);
        this.select = byId("size-max", HTMLSelectElement);
        this.rest = new Rest(this.button, refused);
        /** @type {Row | undefined} */
        this.row = undefined;
        this.shownSize = "";
        this.select.addEventListener("change", changed);
        this.button.addEventListener("click", () => {
            if (this.row && this.button.ariaDisabled !== "true") {
                call(this.row, this.sizeMax);
            }
        });
    }

    get sizeMax() {
        return this.select.value === "" ? undefined : Number(this.select.value);
    }

    /**
     * @param {Row[]} waiting in their order
     * @param {boolean} isHeld whether the button has to stay as it is
     */
    render(waiting, isHeld) {
        const isOtherSize = this.shownSize !== this.select.value;
        if (isHeld && !isOtherSize) {
            return;
        }
        const sizeMax = this.sizeMax ?? Infinity;
        const row = waiting.find((each) => each.size <= sizeMax);
        const before = this.row;
        this.row = row;
        this.shownSize = this.select.value;
        this.button.ariaDisabled = String(!row || Boolean(row.isNew));
        const name = row ? this.nameOf(row) : "";
        const label = row ? texts.callNextLabel(name, row.size) : texts.callNext;
        if (this.button.ariaLabel !== label) {
            this.button.ariaLabel = label;
            this.button.replaceChildren(...this.content(row, name));
        }
        if (before && !before.isNew && before.key !== row?.key && !isOtherSize) {
            this.rest.begin();
        }
    }

    /**
     * @param {Row | undefined} row
     * @param {string} name
     */
    content(row, name) {
        if (!row) {
            return [document.createTextNode(texts.callNext)];
        }
        const who = document.createElement("span");
        who.className = "call-name";
        who.append(...sentenceAbout(texts.callWhom, name));
        const size = document.createElement("span");
        size.className = "call-size figures";
        size.textContent = texts.callSize(row.size);
        return [who, size];
    }
}
