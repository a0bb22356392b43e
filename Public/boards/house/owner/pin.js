// @ts-check
import { request } from "../../../js/now.js";
import { SecretForm } from "./secret.js";
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
     * @param {import("../../../js/ui/gate.js").PINGate} gate
     */
    constructor(venue, isSet, tell, gate) {
        this.gate = gate;
        this.place = `/v1/${venue}/pin?as=owner`;
        this.tell = tell;
        this.isAsking = false;
        this.form = new SecretForm(
            "pin",
            { isSet: texts.pinIsSet, isNot: texts.pinIsNot },
            (pin) => (/^[0-9]{4,12}$/.test(pin) ? "" : texts.pinDigits),
            (pin) => void this.ask(pin),
        );
        this.know(isSet);
    }

    /**
     * Whether a PIN is asked for.
     * @param {boolean} isSet
     */
    know(isSet) {
        this.form.know(isSet);
    }

    /** @param {string | null} pin */
    async ask(pin) {
        if (this.isAsking) {
            return;
        }
        this.isAsking = true;
        let why = "";
        try {
            const answer = await request(this.place, {
                method: "POST",
                headers: { "Content-Type": "application/json" },
                body: JSON.stringify({ pin }),
            });
            const said = await answer.json();
            if (answer.status === 400) {
                this.form.show(said.detail);
                this.isAsking = false;
                return;
            }
            if (answer.status === 403 && String(said.type).endsWith("#locked")) {
                this.isAsking = false;
                const leave = () => this.tell(texts.failed(said.detail), true);
                this.gate.demand("pin", () => void this.ask(pin), leave);
                return;
            }
            why = answer.ok ? "" : (said.message ?? said.detail ?? texts.refusedOtherwise);
        } catch {
            why = texts.unreachable;
        }
        this.isAsking = false;
        if (why) {
            this.tell(texts.failed(why), true);
            return;
        }
        this.form.taken(pin !== null);
        this.tell(pin === null ? texts.pinCleared : texts.pinSet);
    }
}
