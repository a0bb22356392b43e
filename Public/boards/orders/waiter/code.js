// @ts-check
import { byId, setText } from "../../../js/dom.js";
import { text } from "../../../js/texts.js";

/** @typedef {import("../desk.js").Desk} Desk */

/** The code by which the guests at a table come to their tab, on any tablet. */
export class CodeDialog {
    /** @param {Desk} desk */
    constructor(desk) {
        this.desk = desk;
        this.dialog = byId("code", HTMLDialogElement);
        this.image = byId("code-image", HTMLImageElement);
        this.address = byId("code-address", HTMLElement);
    }

    /**
     * @param {string} key of the tab
     * @param {string} name
     */
    async open(key, name) {
        const { venue, origin } = this.desk.state;
        const query = `tab=${encodeURIComponent(key)}&as=${this.desk.role}`;
        setText(byId("code-title", HTMLElement), text("codeTitle", { name }));
        setText(this.address, "");
        this.image.src = `/v1/${venue}/orders/ticket.svg?${query}`;
        this.desk.open(this.dialog);
        try {
            const answer = await fetch(
                `/v1/${venue}/orders/ticket?${query}`,
                { cache: "no-store" },
            );
            const { ticket } = await answer.json();
            setText(
                this.address,
                answer.ok ? `${origin ?? location.origin}/t/${ticket}` : text("noCode"),
            );
        } catch {
            setText(this.address, text("noCode"));
        }
    }
}
