// @ts-check
import { byId, setText } from "../js/dom.js";
import { showProblems } from "../host/problems.js";
import { choose, chosen, fillRoles } from "./dialogs.js";
import { texts } from "./texts.js";

const goodForMs = 86_400_000;

/** Makes links that sign a device in, and shows each once. */
export class Invitations {
    /**
     * @param {(action: string, args: import("../js/tablecast.js").JSONObject, name: string) => string} ask
     * @param {(instant: number) => string} time
     * @param {() => number} now
     */
    constructor(ask, time, now) {
        this.ask = ask;
        this.time = time;
        this.now = now;
        this.askedID = "";
        this.roles = byId("invite-roles", HTMLElement);
        this.name = byId("invite-name", HTMLInputElement);
        this.problem = byId("invite-name-problem", HTMLElement);
        this.made = byId("invite-made", HTMLElement);
        this.link = byId("invite-link", HTMLTextAreaElement);
        this.said = byId("invite-said", HTMLElement);
        fillRoles(this.roles, "invite-role");
        choose(this.roles, "display");
        byId("invite-form", HTMLFormElement).addEventListener("submit", (event) => {
            event.preventDefault();
            this.submit();
        });
        this.name.addEventListener("input", () => this.show([]));
        this.link.addEventListener("focus", () => this.link.select());
        byId("invite-copy", HTMLButtonElement).addEventListener("click", () => this.copy());
    }

    submit() {
        if (this.askedID !== "") {
            return;
        }
        this.made.hidden = true;
        this.link.value = "";
        this.show([]);
        const name = this.name.value.trim();
        const role = chosen(this.roles);
        this.askedID = this.ask("house.invite", name ? { role, name } : { role }, name);
    }

    /** @param {{field: string, message: string}[]} problems */
    show(problems) {
        if (problems.length > 0) {
            showProblems(problems, { name: this.name }, { name: this.problem });
        } else {
            setText(this.problem, "");
            this.name.removeAttribute("aria-invalid");
        }
    }

    /**
     * @param {import("../js/tablecast.js").Entry} entry
     * @param {any} message its ack or reject
     * @returns {boolean} whether what is wrong stands at the field
     */
    answered(entry, message) {
        if (entry.id === this.askedID) {
            this.askedID = "";
        }
        if (message.type === "reject") {
            this.show(message.problems ?? []);
            return message.problems !== undefined;
        }
        const role = texts.roles[String(entry.args.role)] ?? "";
        const label = texts.linkFor(role, String(entry.args.name ?? ""));
        setText(byId("invite-label", HTMLElement), label);
        this.link.value = new URL(message.result.link, location.href).href;
        setText(this.said, texts.linkSaid(this.time(this.now() + goodForMs)));
        this.made.hidden = false;
        this.name.value = "";
        this.link.focus();
        return false;
    }

    async copy() {
        this.link.select();
        try {
            await navigator.clipboard.writeText(this.link.value);
            setText(this.said, texts.copied);
        } catch {
            // By plain http there is no clipboard; what is selected can still be copied by command.
            setText(this.said, document.execCommand("copy") ? texts.copied : texts.notCopied);
        }
    }
}
