// @ts-check
import { byId, setText } from "../../../js/dom.js";
import { showProblems } from "../../../js/ui/problems.js";

/**
 * A form for a secret, which the hub never tells again: it shows whether it is set, sets another, or
 * removes it.
 */
export class SecretForm {
    /**
     * @param {string} name with which the ids of its parts begin
     * @param {{isSet: string, isNot: string}} sentences
     * @param {(typed: string) => string} check what is wrong with what was typed
     * @param {(secret: string | null) => void} send
     */
    constructor(name, sentences, check, send) {
        this.sentences = sentences;
        this.check = check;
        this.send = send;
        this.field = byId(name, HTMLInputElement);
        this.problem = byId(`${name}-problem`, HTMLElement);
        this.is = byId(`${name}-is`, HTMLElement);
        this.clear = byId(`${name}-clear`, HTMLButtonElement);
        byId(`${name}-form`, HTMLFormElement).addEventListener("submit", (event) => {
            event.preventDefault();
            this.submit();
        });
        this.field.addEventListener("input", () => this.show(""));
        this.clear.addEventListener("click", () => this.ask(null));
    }

    /**
     * @param {boolean} isSet
     * @param {string} [trouble] said instead, when what is set is of no use
     */
    know(isSet, trouble = "") {
        setText(this.is, trouble || (isSet ? this.sentences.isSet : this.sentences.isNot));
        this.is.classList.toggle("problem", trouble !== "");
        this.clear.hidden = !isSet;
    }

    /** @param {string} problem */
    show(problem) {
        const problems = problem ? [{ field: "secret", message: problem }] : [];
        showProblems(problems, { secret: this.field }, { secret: this.problem });
    }

    submit() {
        const typed = this.field.value.trim();
        const problem = this.check(typed);
        if (problem) {
            this.show(problem);
        } else {
            this.ask(typed);
        }
    }

    /** @param {string | null} secret */
    ask(secret) {
        this.show("");
        this.send(secret);
    }

    /**
     * The hub has taken it.
     * @param {boolean} isSet
     */
    taken(isSet) {
        this.field.value = "";
        this.know(isSet);
    }
}
