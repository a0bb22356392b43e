// @ts-check
import { byId, setText } from "../js/dom.js";
import { texts } from "./texts.js";

/**
 * Where alarms about screens are posted to. The hub tells nobody the address again, which may hold
 * a secret; only that there is one.
 */
export class WebhookForm {
    /** @param {(action: string, args: import("../js/tablecast.js").JSONObject, name: string) => string} ask */
    constructor(ask) {
        this.ask = ask;
        this.asked = "";
        this.field = byId("webhook", HTMLInputElement);
        this.problem = byId("webhook-problem", HTMLElement);
        this.clear = byId("webhook-clear", HTMLButtonElement);
        byId("webhook-form", HTMLFormElement).addEventListener("submit", (event) => {
            event.preventDefault();
            this.submit();
        });
        this.field.addEventListener("input", () => this.show(""));
        this.clear.addEventListener("click", () => this.send(null));
    }

    /**
     * Whether alarms are posted somewhere.
     * @param {boolean} isSet
     */
    know(isSet) {
        setText(byId("webhook-is", HTMLElement), isSet ? texts.webhookIsSet : texts.webhookIsNot);
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
        const url = this.field.value.trim();
        if (url) {
            this.send(url);
        } else {
            this.show(texts.webhookRequired);
        }
    }

    /** @param {string | null} url */
    send(url) {
        this.show("");
        this.asked = this.ask("house.set_webhook", { url }, "");
    }

    /**
     * @param {import("../js/tablecast.js").Entry} entry
     * @param {any} message its ack or reject
     * @returns {boolean} whether it was said here
     */
    answered(entry, message) {
        if (entry.id !== this.asked) {
            return false;
        }
        if (message.type === "ack") {
            this.field.value = "";
            this.know(entry.args.url !== null);
            return false;
        }
        const problem = message.problems?.[0]?.message ?? "";
        this.show(problem);
        return problem !== "";
    }
}
