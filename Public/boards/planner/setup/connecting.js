// @ts-check
import { byId, make, setText } from "../../../js/dom.js";
import { text } from "../../../js/texts.js";
import { FormDialog } from "../../../js/ui/formdialog.js";
import { choices } from "./choices.js";
import { texts } from "./texts.js";

/** @typedef {import("./accounts.js").Account} Account */
/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */

/**
 * Where calendars can be, with the address of each that is the same for everybody, and how many steps
 * lead to what has to be typed.
 * @type {Record<string, {kind: "caldav" | "google", url?: string, steps: number}>}
 */
const providers = {
    google: { kind: "google", steps: 5 },
    nextcloud: { kind: "caldav", steps: 3 },
    icloud: { kind: "caldav", url: "https://caldav.icloud.com", steps: 3 },
    fastmail: { kind: "caldav", url: "https://caldav.fastmail.com", steps: 3 },
    server: { kind: "caldav", steps: 1 },
};

/** The dialog that connects a calendar elsewhere, step by step, and again when a password has changed. */
export class Connecting {
    /**
     * @param {import("../../../js/ui/desk.js").Desk} desk
     * @param {(action: string, args: JSONObject, name: string) => string} ask
     */
    constructor(desk, ask) {
        this.ask = ask;
        this.form = new FormDialog(desk, "connect", () => this.send());
        this.place = byId("connect-provider", HTMLElement);
        this.provider = choices(this.place, "provider", texts.providers);
        this.steps = byId("connect-steps", HTMLOListElement);
        this.isPrivate = byId("connect-private", HTMLInputElement);
        this.problem = byId("connect-problem", HTMLElement);
        /** @type {string | undefined} */
        this.key = undefined;
        this.place.addEventListener("change", () => {
            const { url } = providers[this.provider.read()];
            this.form.inputs.url.value = url ?? "";
            this.form.show([]);
            this.draw();
        });
    }

    /**
     * @param {string} [key] of the account to connect anew
     * @param {Account} [account]
     */
    open(key, account) {
        this.key = key;
        const address = account?.elsewhere ?? account?.url;
        const known = Object.entries(providers).find(([, { url }]) => url !== undefined && url === address);
        this.provider.write(account?.kind === "caldav" ? known?.[0] ?? "server" : "google");
        this.place.hidden = account !== undefined;
        setText(byId("connect-title", HTMLElement), account ? text("connectAgain", { name: account.name }) : text("connectTitle"));
        setText(this.problem, "");
        this.isPrivate.checked = Boolean(account?.allowPrivate);
        const isGoogle = account?.kind === "google";
        this.form.open({
            url: address ?? "", user: isGoogle ? "" : account?.user ?? "",
            clientId: isGoogle ? account.user ?? "" : "", name: account?.name ?? "",
        });
        this.draw();
        this.place.querySelector("input")?.focus();
    }

    draw() {
        const chosen = this.provider.read();
        const { kind, url, steps } = providers[chosen];
        for (const part of this.form.dialog.querySelectorAll("[data-kind]")) {
            /** @type {HTMLElement} */ (part).hidden = part.getAttribute("data-kind") !== kind;
        }
        byId("connect-url-field", HTMLElement).hidden = kind !== "caldav" || url !== undefined;
        byId("connect-private-field", HTMLElement).hidden = kind !== "caldav" || url !== undefined;
        this.steps.replaceChildren(
            ...Array.from({ length: steps }, (_, index) => {
                return make("li", {}, ...linked(text(`steps.${chosen}.${index + 1}`)));
            }),
        );
    }

    /** @returns {string | undefined} the change's id */
    send() {
        const { kind } = providers[this.provider.read()];
        const names = kind === "google" ? ["clientId", "clientSecret", "name"] : ["url", "user", "password", "name"];
        const given = names.map((name) => [name, this.form.value(name)]).filter(([, value]) => value !== "");
        const args = /** @type {JSONObject} */ ({ kind, ...Object.fromEntries(given) });
        const missing = names.filter((name) => !["name", "clientSecret"].includes(name) && !(name in args));
        this.form.show(missing.map((field) => ({ field, message: text(`missing.${field}`) })));
        if (missing.length > 0) {
            return undefined;
        }
        if (kind === "caldav" && this.isPrivate.checked) {
            args.allowPrivate = true;
        }
        if (this.key !== undefined) {
            args.account = this.key;
        }
        return this.ask("planner.connect", args, String(args.name ?? texts.providers[this.provider.read()]));
    }

    /**
     * @param {string} id of a change
     * @param {any} message its ack or reject
     * @returns {boolean} whether what is wrong stands at its field
     */
    answered(id, message) {
        if (id === this.form.asked && message.type === "ack") {
            this.form.inputs.password.value = this.form.inputs.clientSecret.value = "";
        }
        return this.form.answered(id, message);
    }
}

/**
 * A sentence with its addresses as links, which open beside this page.
 * @param {string} sentence
 */
function linked(sentence) {
    return sentence.split(/(https:\/\/[^\s,]+[^\s,.])/).map((piece) => {
        return piece.startsWith("https://")
            ? make("a", { href: piece, target: "_blank", rel: "noopener noreferrer" }, piece.slice(8))
            : piece;
    });
}
