// @ts-check
import { byId, reasonOf, setText, showProblems, takeBackProblem, text } from "../../js/ui/page.js";

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

/** A screen is let in by the code that it shows: the form `pair-form` of a page. */
export class ScreenPairing {
    /**
     * @param {import("../../js/tablecast.js").Sync} sync
     * @param {import("../../js/ui/page.js").PageState} state
     */
    constructor(sync, state) {
        showDisplayAddress(state);
        this.sync = sync;
        this.inputs = {
            code: byId("pair-code", HTMLInputElement),
            name: byId("pair-name", HTMLInputElement),
        };
        this.problems = {
            code: byId("pair-code-problem", HTMLElement),
            name: byId("pair-name-problem", HTMLElement),
        };
        this.said = byId("pair-said", HTMLElement);
        /** The pending request. */
        this.askedID = "";
        byId("pair-form", HTMLFormElement).addEventListener("submit", (event) => {
            event.preventDefault();
            this.submit();
        });
        this.inputs.code.addEventListener("input", () => this.mend("code"));
        this.inputs.name.addEventListener("input", () => this.mend("name"));
    }

    /** @param {"code" | "name"} field */
    mend(field) {
        takeBackProblem(this.inputs[field], this.problems[field]);
        setText(this.said, "");
    }

    submit() {
        if (this.askedID !== "") {
            return;
        }
        const code = this.inputs.code.value.replace(/[\s-]/g, "");
        const name = this.inputs.name.value.trim();
        if (!/^[0-9]{6}$/.test(code)) {
            const refusal = { field: "code", reason: "house.bad_code" };
            this.show([{ field: "code", message: reasonOf(refusal, "house") }]);
            return;
        }
        this.show([]);
        setText(this.said, this.sync.life === "live" ? text("pairing.asked") : text("pairing.offline"));
        this.askedID = this.sync.mutate("house.pair", name ? { code, name } : { code }).id;
    }

    /** @param {import("../../js/ui/page.js").Problem[]} problems */
    show(problems) {
        showProblems(problems, this.inputs, this.problems);
    }

    /**
     * @param {import("../../js/tablecast.js").Entry} entry
     * @param {any} message its ack or reject
     */
    answered(entry, message) {
        if (entry.id === this.askedID) {
            this.askedID = "";
        }
        if (message.type === "ack") {
            this.inputs.code.value = "";
            this.inputs.name.value = "";
            setText(this.said, text("pairing.paired"));
            this.inputs.code.focus();
            return;
        }
        setText(this.said, "");
        /** @type {import("../../js/ui/page.js").Problem[]} */
        const problems = message.problems ?? [
            { field: "code", message: message.message || text("pairing.refused") },
        ];
        // A problem of neither field is shown at the code.
        this.show(
            problems.map((each) => (each.field === "name" ? each : { ...each, field: "code" })),
        );
    }
}
