// @ts-check
import { byId, request, sentenceAbout, setText, text } from "../../../js/ui/page.js";

/** @typedef {import("../../../js/ui/desk.js").Desk} Desk */

/** The ticket by which a party sees its place on a phone: to be scanned, passed on or printed. */
class TicketDialog {
    /** @param {Desk} desk */
    constructor(desk) {
        this.desk = desk;
        this.dialog = byId("ticket", HTMLDialogElement);
        this.image = byId("ticket-image", HTMLImageElement);
        this.address = byId("ticket-address", HTMLElement);
        this.share = byId("ticket-share", HTMLButtonElement);
        this.print = byId("ticket-print", HTMLButtonElement);
        this.key = "";
        this.url = "";
        const mayShare = typeof navigator.share === "function";
        setText(this.share, mayShare ? text("ticketShare") : text("ticketCopy"));
        this.share.addEventListener("click", () => (mayShare ? this.passOn() : desk.copy(this.url)));
        this.print.addEventListener("click", () => window.print());
        this.image.addEventListener("error", () => this.fail(text("ticketUnreachable")));
        this.dialog.addEventListener("close", () => document.body.classList.remove("prints-ticket"));
    }

    /**
     * @param {string} key of the party
     * @param {string} name
     */
    async open(key, name) {
        const { venue } = this.desk.state;
        const query = `?party=${encodeURIComponent(key)}&as=${this.desk.role}`;
        const title = (/** @type {string} */ shown) => text("ticketOf", { name: shown });
        byId("ticket-title", HTMLElement).replaceChildren(...sentenceAbout(title, name));
        this.key = key;
        this.url = "";
        this.show("");
        this.image.removeAttribute("src");
        this.desk.open(this.dialog);
        // Whatever way it is printed, it is the ticket and not the list behind it.
        document.body.classList.add("prints-ticket");
        const url = await this.load(`/v1/${venue}/waitlist/ticket${query}`);
        if (this.key !== key) {
            return;
        }
        this.url = url;
        if (url === "") {
            this.fail(text("ticketNone"));
        } else {
            this.show(this.url);
            this.image.src = `/v1/${venue}/waitlist/ticket.svg${query}`;
        }
    }

    /**
     * @param {string} address
     * @returns {Promise<string>} the ticket's address; empty if it can't be had
     */
    async load(address) {
        try {
            const answer = await request(address, { cache: "no-store" });
            return answer.ok ? (await answer.json()).url : "";
        } catch {
            return "";
        }
    }

    /** @param {string} sentence the ticket's address, or why there is none */
    show(sentence) {
        setText(this.address, sentence);
        this.image.hidden = false;
        this.share.hidden = this.print.hidden = this.url === "";
    }

    /** @param {string} why there is no code */
    fail(why) {
        this.show(why);
        this.image.hidden = true;
        this.desk.announcer.warn(why);
    }

    async passOn() {
        try {
            await navigator.share({ title: document.title, url: this.url });
        } catch (error) {
            if (/** @type {Error} */ (error).name !== "AbortError") {
                this.desk.copy(this.url);
            }
        }
    }
}

/** @type {TicketDialog | undefined} */
let dialog;

/**
 * @param {Desk} desk
 * @param {string} key of the party
 * @param {string} name
 */
export function showTicket(desk, key, name) {
    dialog ??= new TicketDialog(desk);
    return dialog.open(key, name);
}
