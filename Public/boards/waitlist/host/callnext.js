// @ts-check
import { byId, sentenceAbout } from "../../../js/dom.js";
import { texts } from "./texts.js";

/** @typedef {import("./predict.js").Row} Row */

/**
 * After a tap the button names the next party at once, under the finger. It takes no tap for this long:
 * enough for the called row to reach its place, and for a slow double tap to call only one party.
 */
const quietMs = 800;

/** The button that calls the next party. It says whom, and calls this party or nobody. */
export class CallNext {
    /**
     * @param {object} page
     * @param {(row: Row, sizeMax: number | undefined) => void} page.call
     * @param {(row: Row) => string} page.nameOf
     * @param {() => void} page.changed another size was chosen
     * @param {import("../../../js/ui/guard.js").TapGuard} page.guard
     */
    constructor({ call, nameOf, changed, guard }) {
        this.nameOf = nameOf;
        this.button = byId("call-next", HTMLButtonElement);
        this.select = byId("size-max", HTMLSelectElement);
        /** @type {Row | undefined} */
        this.row = undefined;
        this.shownSize = "";
        this.select.addEventListener("change", changed);
        this.button.addEventListener("click", () => {
            if (guard.isResting(this.button)) {
                // A key that is held presses again and again.
                guard.show(this.button);
            } else if (this.row && this.button.ariaDisabled !== "true") {
                call(this.row, this.sizeMax);
                guard.rest(this.button, quietMs);
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
        this.row = row;
        this.shownSize = this.select.value;
        this.button.ariaDisabled = String(!row || Boolean(row.isNew));
        const name = row ? this.nameOf(row) : "";
        const label = row ? texts.callNextLabel(name, row.size) : texts.callNext;
        if (this.button.ariaLabel !== label) {
            this.button.ariaLabel = label;
            const sentence = (/** @type {string} */ shown) =>
                row ? texts.callNextLabel(shown, row.size) : texts.callNext;
            this.button.replaceChildren(...sentenceAbout(sentence, name));
        }
    }
}
