// @ts-check
import { Form } from "../../js/ui/forms.js";
import { byId, reasonOf, setText, text } from "../../js/ui/page.js";

/**
 * Writes the address to open on a screen into the element `display-address`.
 * @param {import("../../js/ui/page.js").PageState} state
 */
function showDisplayAddress({ origin, venue }) {
    const path = venue === "main" ? "/display" : `/display?venue=${venue}`;
    setText(byId("display-address", HTMLElement), (origin ?? location.origin) + path);
    if (!origin) {
        setText(byId("display-open", HTMLElement), text("pairing.alone"));
    }
}

/** The form `pair-form` of a page, which pairs a screen by the code that it shows. */
export class ScreenPairing {
    /** @param {import("../../js/ui/desk.js").Desk} desk */
    constructor(desk) {
        showDisplayAddress(desk.state);
        this.sync = desk.sync;
        this.said = byId("pair-said", HTMLElement);
        /** @type {Form} */
        this.form = new Form(desk, "pair-form", () => this.send());
        this.form.element.addEventListener("input", () => setText(this.said, ""));
    }

    /** @returns {string | undefined} */
    send() {
        const code = this.form.value("code").replace(/[\s-]/g, "");
        if (!/^[0-9]{6}$/.test(code)) {
            const refusal = { field: "code", reason: "house.bad_code" };
            this.form.show([{ field: "code", message: reasonOf(refusal, "house") }]);
            return undefined;
        }
        this.form.show([]);
        setText(this.said, this.sync.life === "live" ? text("pairing.asked") : text("pairing.offline"));
        return this.sync.mutate("house.pair", { ...this.form.changes(), code }).id;
    }

    /**
     * @param {import("../../js/tablecast.js").Entry} entry
     * @param {any} message its ack or reject
     */
    answered(entry, message) {
        if (entry.id === this.form.asked) {
            this.form.wait("");
        }
        if (message.type === "ack") {
            this.form.write({});
            setText(this.said, text("pairing.paired"));
            this.form.inputs.code.focus();
            return;
        }
        setText(this.said, "");
        /** @type {import("../../js/ui/page.js").Problem[]} */
        const problems = message.problems ?? [
            { field: "code", message: message.message || text("pairing.refused") },
        ];
        // A problem without a field is shown at the code.
        this.form.show(
            problems.map((each) => (each.field === "name" ? each : { ...each, field: "code" })),
        );
    }
}
