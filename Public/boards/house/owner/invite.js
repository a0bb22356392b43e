// @ts-check
import { byId, setText } from "../../../js/dom.js";
import { showProblems } from "../../../js/ui/problems.js";
import { choose, chosen, fillChoices } from "./choices.js";
import { copyFrom } from "./copy.js";
import { texts } from "./texts.js";

const goodForMs = 86_400_000;

/** Makes links that sign a device in, and shows each once. */
export class Invitations {
    /**
     * @param {(action: string, args: import("../../../js/tablecast.js").JSONObject, name: string) => string} ask
     * @param {(instant: number) => string} time
     * @param {() => number} now
     * @param {string} [origin] where other devices reach the hub, if they do
     */
    constructor(ask, time, now, origin) {
        this.ask = ask;
        this.time = time;
        this.now = now;
        this.origin = origin;
        this.askedID = "";
        this.roles = byId("invite-roles", HTMLElement);
        this.name = byId("invite-name", HTMLInputElement);
        this.problem = byId("invite-name-problem", HTMLElement);
        this.made = byId("invite-made", HTMLElement);
        this.link = byId("invite-link", HTMLTextAreaElement);
        this.said = byId("invite-said", HTMLElement);
        fillChoices(this.roles, "invite-role", texts.roles, texts.may);
        choose(this.roles, "display");
        byId("invite-form", HTMLFormElement).addEventListener("submit", (event) => {
            event.preventDefault();
            this.submit();
        });
        this.name.addEventListener("input", () => this.show([]));
        this.link.addEventListener("focus", () => this.link.select());
        byId("invite-copy", HTMLButtonElement).addEventListener("click", () => {
            copyFrom(this.link, this.said);
        });
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

    /**
     * @param {import("../../../js/ui/problems.js").Problem[]} problems
     * @returns {boolean} whether what is wrong stands at the field
     */
    show(problems) {
        return showProblems(problems, { name: this.name }, { name: this.problem });
    }

    /**
     * @param {import("../../../js/tablecast.js").Entry} entry
     * @param {any} message its ack or reject
     * @returns {boolean} whether what is wrong stands at the field
     */
    answered(entry, message) {
        if (entry.id === this.askedID) {
            this.askedID = "";
        }
        if (message.type === "reject") {
            return this.show(message.problems ?? []);
        }
        const role = texts.roles[String(entry.args.role)] ?? "";
        const label = texts.linkFor(role, String(entry.args.name ?? ""));
        setText(byId("invite-label", HTMLElement), label);
        this.link.value = new URL(message.result.link, this.origin ?? location.href).href;
        const said = texts.linkSaid(this.time(this.now() + goodForMs));
        setText(this.said, this.origin ? said : `${texts.linkIsOfThisMachine} ${said}`);
        this.made.hidden = false;
        this.name.value = "";
        this.link.focus();
        return false;
    }
}
