// @ts-check
import { byId, setText } from "../js/dom.js";
import { texts } from "./texts.js";

/**
 * The PIN of the host's page. It goes to the hub by a request of its own, which keeps nothing of it
 * in the browser; a change that waited in the tab's storage would.
 */
export class PINForm {
    /**
     * @param {string} venue
     * @param {boolean} isSet
     * @param {(sentence: string, isWrong?: boolean) => void} tell
     */
    constructor(venue, isSet, tell) {
        this.place = `/v1/${venue}/pin?as=owner`;
        this.tell = tell;
        this.isAsking = false;
        this.field = byId("pin", HTMLInputElement);
        this.problem = byId("pin-problem", HTMLElement);
        this.clear = byId("pin-clear", HTMLButtonElement);
        byId("pin-form", HTMLFormElement).addEventListener("submit", (event) => {
            event.preventDefault();
            this.submit();
        });
        this.field.addEventListener("input", () => this.show(""));
        this.clear.addEventListener("click", () => this.ask(null));
        this.know(isSet);
    }

    /**
     * Whether a PIN is asked for.
     * @param {boolean} isSet
     */
    know(isSet) {
        setText(byId("pin-is", HTMLElement), isSet ? texts.pinIsSet : texts.pinIsNot);
        this.clear.hidden = !isSet;
    }

    /** @param {string} problem */
    show(problem) {
        setText(this.problem, problem);
        if (problem) {
            this.field.setAttribute("aria-invalid", "true");
            this.field.focus();
        } else {
            this.field.removeAttribute("aria-invalid");
        }
    }

    submit() {
        const pin = this.field.value.trim();
        if (/^[0-9]{4,12}$/.test(pin)) {
            this.ask(pin);
        } else {
            this.show(texts.pinDigits);
        }
    }

    /** @param {string | null} pin */
    async ask(pin) {
        if (this.isAsking) {
            return;
        }
        this.isAsking = true;
        let why = "";
        try {
            const answer = await fetch(this.place, {
                method: "POST",
                headers: { "Content-Type": "application/json" },
                body: JSON.stringify({ pin }),
            });
            const said = await answer.json();
            why = answer.ok ? "" : (said.message ?? said.detail ?? texts.refusedOtherwise);
        } catch {
            why = texts.unreachable;
        }
        this.isAsking = false;
        if (why) {
            this.tell(texts.failed(why), true);
            return;
        }
        this.field.value = "";
        this.show("");
        this.know(pin !== null);
        this.tell(pin === null ? texts.pinCleared : texts.pinSet);
    }
}
