// @ts-check
import { make, makeButton } from "../../../js/dom.js";

/** A button that asks once, in place, before it does what can't be undone. */
export class Question {
    /**
     * @param {{ask: string, about: string, yes: string, no: string}} texts
     * @param {() => void} act what *yes* does
     */
    constructor({ ask, about, yes, no }, act) {
        this.button = makeButton(ask, () => this.show(true), { className: "wrong" });
        this.keep = makeButton(no, () => this.show(false));
        const go = makeButton(yes, () => {
            this.show(false);
            act();
        }, { className: "wrong" });
        this.element = make(
            "div", { className: "question", hidden: true },
            make("p", {}, about), make("div", { className: "buttons" }, go, this.keep),
        );
    }

    /** @param {boolean} isShown */
    show(isShown) {
        this.element.hidden = !isShown;
        this.button.hidden = isShown;
        (isShown ? this.keep : this.button).focus();
    }
}
