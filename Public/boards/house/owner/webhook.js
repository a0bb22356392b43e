// @ts-check
import { reasonOf } from "../../../js/texts.js";
import { SecretForm } from "./secret.js";
import { texts } from "./texts.js";

/**
 * Where alarms about screens are posted to. The hub tells nobody the address again, which may hold
 * a secret; only that there is one.
 */
export class WebhookForm {
    /** @param {(action: string, args: import("../../../js/tablecast.js").JSONObject, name: string) => string} ask */
    constructor(ask) {
        this.asked = "";
        this.form = new SecretForm(
            "webhook",
            { isSet: texts.webhookIsSet, isNot: texts.webhookIsNot },
            (url) => (url ? "" : reasonOf({ field: "url", reason: "required" }, "house")),
            (url) => {
                this.asked = ask("house.set_webhook", { url }, "");
            },
        );
    }

    /**
     * Whether alarms are posted somewhere.
     * @param {boolean} isSet
     * @param {string} [refusal] why the hub does not call the address
     */
    know(isSet, refusal) {
        this.form.know(isSet, refusal && (texts.webhookRefused[refusal] ?? ""));
    }

    /**
     * @param {import("../../../js/tablecast.js").Entry} entry
     * @param {any} message its ack or reject
     * @returns {boolean} whether it was said here
     */
    answered(entry, message) {
        if (entry.id !== this.asked) {
            return false;
        }
        if (message.type === "ack") {
            this.form.taken(entry.args.url !== null);
            return false;
        }
        const problem = message.problems?.[0]?.message ?? "";
        this.form.show(problem);
        return problem !== "";
    }
}
