// @ts-check
import { byId, request, setText, text } from "../../../js/ui/page.js";

/** @typedef {import("../../../js/ui/desk.js").Desk} Desk */

/** Codes for guests' phones, to be shown on any tablet. */
export class CodeDialog {
    /** @param {Desk} desk */
    constructor(desk) {
        this.desk = desk;
        this.dialog = byId("code", HTMLDialogElement);
        this.image = byId("code-image", HTMLImageElement);
        this.address = byId("code-address", HTMLElement);
    }

    /**
     * The code by which the guests at a table come to their tab.
     * @param {string} key of the tab
     * @param {string} name
     */
    openTab(key, name) {
        const place = "orders/ticket";
        const query = `?tab=${encodeURIComponent(key)}&as=${this.desk.role}`;
        const title = text("codeTitle", { name });
        const pathOf = (/** @type {{ticket: string}} */ { ticket }) => `/t/${ticket}`;
        return this.open({ place, query, title, about: text("codeAbout"), pathOf });
    }

    /** The code by which anybody orders a takeaway or a delivery: that of the venue's join link. */
    openOnline() {
        const place = "join";
        const query = `?as=${this.desk.role}`;
        const title = text("onlineTitle");
        const pathOf = (/** @type {{link: string}} */ { link }) => link;
        return this.open({ place, query, title, about: text("onlineAbout"), pathOf });
    }

    /**
     * @param {object} code
     * @param {string} code.place where the hub has what the code leads to, and with `.svg` the code
     * @param {string} code.query
     * @param {string} code.title
     * @param {string} code.about the image in words
     * @param {(answer: any) => string} code.pathOf the path to which the code leads
     */
    async open({ place, query, title, about, pathOf }) {
        const { venue, origin } = this.desk.state;
        setText(byId("code-title", HTMLElement), title);
        setText(this.address, "");
        this.image.alt = about;
        this.image.src = `/v1/${venue}/${place}.svg${query}`;
        this.desk.open(this.dialog);
        try {
            const answer = await request(`/v1/${venue}/${place}${query}`, { cache: "no-store" });
            const said = await answer.json();
            setText(
                this.address,
                answer.ok ? `${origin ?? location.origin}${pathOf(said)}` : text("noCode"),
            );
        } catch {
            setText(this.address, text("noCode"));
        }
    }
}
