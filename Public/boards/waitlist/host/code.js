// @ts-check
import { byId } from "../../../js/dom.js";
import { JoinCode, openJoinLink } from "../../../js/joincode.js";

/** The code by which a guest joins, to be shown from the host's hand. */
export class CodeDialog {
    /**
     * @param {string} venue
     * @param {string} role
     */
    constructor(venue, role) {
        this.button = byId("open-code", HTMLButtonElement);
        this.dialog = byId("code", HTMLDialogElement);
        this.code = new JoinCode(venue, role, [byId("code-image", HTMLImageElement)]);
    }

    /** @param {import("../../../js/joincode.js").JoinSettings | undefined} settings */
    know(settings) {
        const link = settings ? openJoinLink(settings) : "";
        this.button.hidden = link === "";
        if (link === "") {
            this.dialog.close();
        }
        this.code.show(link);
    }
}
