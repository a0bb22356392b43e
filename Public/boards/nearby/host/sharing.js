// @ts-check
import { byId, make, makeButton, setText, words } from "../../../js/dom.js";
import { request } from "../../../js/now.js";
import { text } from "../../../js/texts.js";
import { FormDialog } from "../../../js/ui/formdialog.js";

/** @typedef {{subject: string, text: string, html: string, mailto: string, sms: string, whatsapp: string}} Share */

/** How friends hear of a round: its link, its code, a message, mail by the house. */
export class Sharing {
    /**
     * @param {import("../../../js/ui/desk.js").Desk} desk
     * @param {import("./data.js").NearbyData} data
     */
    constructor(desk, data) {
        this.desk = desk;
        this.data = data;
        this.image = byId("code-image", HTMLImageElement);
        this.address = byId("code-address", HTMLElement);
        this.mailed = "";
        /** @type {FormDialog} */
        this.mailForm = new FormDialog(desk, "mail", () => this.send());
        this.ways = byId("share-ways", HTMLElement);
    }

    /**
     * Asks the hub for something of a round.
     * @param {string} what
     * @param {string} round
     * @returns {Promise<any>}
     */
    async load(what, round) {
        const query = new URLSearchParams({ round, as: this.desk.role });
        const answer = await request(`${this.data.base}/${what}?${query}`, { cache: "no-store" });
        if (!answer.ok) {
            throw new Error(String(answer.status));
        }
        return answer.json();
    }

    /**
     * The address under which friends come to a round.
     * @param {string} round
     * @returns {Promise<string>}
     */
    async link(round) {
        const { ticket } = await this.load("ticket", round);
        return `${this.desk.state.origin ?? location.origin}/t/${ticket}`;
    }

    /** @param {string} round */
    async copyLink(round) {
        try {
            this.desk.copy(await this.link(round));
        } catch {
            this.desk.tell(text("noLink"), true);
        }
    }

    /**
     * @param {string} round
     * @param {string} title
     */
    async showCode(round, title) {
        byId("code-title", HTMLElement).replaceChildren(words(title));
        setText(this.address, "");
        this.image.alt = text("codeAbout");
        const query = new URLSearchParams({ round, as: this.desk.role });
        this.image.src = `${this.data.base}/ticket.svg?${query}`;
        this.desk.open(byId("code", HTMLDialogElement));
        try {
            setText(this.address, await this.link(round));
        } catch {
            setText(this.address, text("noLink"));
        }
    }

    /**
     * Opens the sheet of the browser, or where it has none, a choice of ways.
     * @param {string} round
     * @param {string} title
     */
    async share(round, title) {
        /** @type {Share} */
        let share;
        let link = "";
        try {
            [share, link] = await Promise.all([this.load("share", round), this.link(round)]);
        } catch {
            this.desk.tell(text("noLink"), true);
            return;
        }
        if (typeof navigator.share === "function") {
            try {
                await navigator.share({ title: share.subject, text: share.text, url: link });
                return;
            } catch (error) {
                if (/** @type {Error} */ (error).name === "AbortError") {
                    return;
                }
            }
        }
        this.openWays(share, link, title);
    }

    /**
     * @param {Share} share
     * @param {string} link
     * @param {string} title
     */
    openWays(share, link, title) {
        byId("share-title", HTMLElement).replaceChildren(words(title));
        const message = `${share.text}\n${link}`;
        setText(byId("share-text", HTMLElement), message);
        const withLink = (/** @type {string} */ address, /** @type {string} */ breaks) =>
            `${address}${encodeURIComponent(breaks + link)}`;
        this.ways.replaceChildren(
            way(withLink(share.mailto, "\r\n"), text("byMail")),
            way(withLink(share.sms, "\n"), text("byMessage")),
            way(withLink(share.whatsapp, "\n"), text("byWhatsApp")),
            makeButton(text("copyText"), () => this.desk.copy(message)));
        this.desk.open(byId("share", HTMLDialogElement));
    }

    /**
     * @param {string} round
     * @param {string} title
     */
    openMail(round, title) {
        this.mailed = round;
        byId("mail-title", HTMLElement).replaceChildren(words(title));
        const isMissing = this.data.sendsMail === false;
        byId("mail-missing", HTMLElement).hidden = !isMissing;
        byId("mail-form", HTMLElement).hidden = isMissing;
        this.mailForm.open({ to: "" });
    }

    send() {
        const to = this.mailForm.value("to").split(/[\s,;]+/).filter(Boolean);
        const { title = "" } = this.data.doc.rounds[this.mailed] ?? {};
        return this.desk.perform("nearby.mail", { round: this.mailed, to }, title);
    }

    /**
     * @param {import("../../../js/tablecast.js").Entry} entry
     * @param {any} message
     */
    answered({ id }, message) {
        return this.mailForm.answered(id, message);
    }
}

/**
 * @param {string} address
 * @param {string} said
 */
function way(address, said) {
    return make("a", {
        className: "button", href: address, target: "_blank", rel: "noopener noreferrer",
    }, said);
}
