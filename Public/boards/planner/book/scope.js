// @ts-check
import { byId, sentenceAbout } from "../../../js/dom.js";
import { text } from "../../../js/texts.js";

/** @typedef {import("../core/moves.js").Scope} Scope */

/** Asks how much of a series is meant: this one, this and following, all. */
export class ScopeQuestion {
    /** @param {import("../../../js/ui/desk.js").Desk} desk */
    constructor(desk) {
        this.desk = desk;
        this.dialog = byId("scope", HTMLDialogElement);
        this.title = byId("scope-title", HTMLElement);
        this.about = byId("scope-about", HTMLElement);
        /** @type {(scope: Scope) => void} */
        this.take = () => {};
        this.leave = () => {};
        this.dialog.addEventListener("close", () => this.leave());
        /** @type {HTMLButtonElement[]} */
        this.buttons = [...this.dialog.querySelectorAll("button[data-scope]")].map(
            (button) => /** @type {HTMLButtonElement} */ (button),
        );
        for (const button of this.buttons) {
            button.addEventListener("click", () => {
                const { take } = this;
                this.leave = () => {};
                this.dialog.close();
                take(/** @type {Scope} */ (button.dataset.scope));
            });
        }
    }

    /**
     * @param {(name: string) => string} sentence the question, about the event
     * @param {string} name
     * @param {(scope: Scope) => void} take
     * @param {boolean} [isOneOffered] whether one of them can be changed like that
     * @param {() => void} [leave] nobody answers
     */
    ask(sentence, name, take, isOneOffered = true, leave = () => {}) {
        this.take = take;
        this.leave = leave;
        this.title.replaceChildren(...sentenceAbout(sentence, name));
        this.buttons[0].hidden = !isOneOffered;
        this.about.textContent = isOneOffered ? "" : text("scopeNotOne");
        this.desk.open(this.dialog);
        (isOneOffered ? this.buttons[0] : this.buttons[1]).focus();
    }
}
