// @ts-check
import { byId, setText } from "./dom.js";

/** What is said of pairing, on the host's page and on the owner's. */
const texts = {
    code: "Code must be the six digits on the screen",
    pairing: "One moment…",
    offline: "Not connected. The code is sent as soon as the hub is there again.",
    paired: "Paired. The screen shows the list in a moment.",
    otherwise: "The hub did not accept it.",
};

/** A screen is let in by the code that it shows: the form `pair-form` of a page. */
export class ScreenPairing {
    /** @param {import("./tablecast.js").Sync} sync */
    constructor(sync) {
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
        /** What has been asked and not been answered. */
        this.askedID = "";
        byId("pair-form", HTMLFormElement).addEventListener("submit", (event) => {
            event.preventDefault();
            this.submit();
        });
        for (const [field, input] of Object.entries(this.inputs)) {
            input.addEventListener("input", () => this.mend(field));
        }
    }

    /** @param {string} field */
    mend(field) {
        this.show(field, "");
        setText(this.said, "");
    }

    submit() {
        if (this.askedID !== "") {
            return;
        }
        const code = this.inputs.code.value.replace(/[\s-]/g, "");
        const name = this.inputs.name.value.trim();
        this.show("name", "");
        if (!/^[0-9]{6}$/.test(code)) {
            this.show("code", texts.code);
            this.inputs.code.focus();
            return;
        }
        this.show("code", "");
        setText(this.said, this.sync.life === "live" ? texts.pairing : texts.offline);
        this.askedID = this.sync.mutate("house.pair", name ? { code, name } : { code }).id;
    }

    /**
     * @param {string} field
     * @param {string} problem
     */
    show(field, problem) {
        const name = field === "name" ? "name" : "code";
        setText(this.problems[name], problem);
        if (problem) {
            this.inputs[name].setAttribute("aria-invalid", "true");
        } else {
            this.inputs[name].removeAttribute("aria-invalid");
        }
    }

    /**
     * @param {import("./tablecast.js").Entry} entry
     * @param {any} message its ack or reject
     */
    answered(entry, message) {
        if (entry.id === this.askedID) {
            this.askedID = "";
        }
        if (message.type === "ack") {
            this.inputs.code.value = "";
            this.inputs.name.value = "";
            setText(this.said, texts.paired);
            this.inputs.code.focus();
            return;
        }
        setText(this.said, "");
        const problems = message.problems ?? [
            { field: "code", message: message.message ?? texts.otherwise },
        ];
        for (const { field, message: problem } of problems) {
            this.show(field, problem);
        }
        this.inputs[problems[0]?.field === "name" ? "name" : "code"].focus();
    }
}
