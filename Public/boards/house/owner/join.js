// @ts-check
import { closeByTap } from "../../../js/ui/dialog.js";
import { byId, setText } from "../../../js/dom.js";
import { JoinCode, openJoinLink } from "../../../js/joincode.js";
import { copyFrom } from "./copy.js";
import { DoorSign } from "./door.js";
import { texts } from "./texts.js";

/** @typedef {import("./settings.js").Settings} Settings */

/**
 * The link by which guests join by themselves: shown while they may, to copy and to print, and
 * made anew. Its secret is in no view: it is asked for whenever the link is another one.
 */
export class JoinLink {
    /**
     * @param {string} venue
     * @param {string | undefined} origin where phones reach the hub, if they do
     * @param {(action: string, args: import("../../../js/tablecast.js").JSONObject, name: string) => string} ask
     * @param {(sentence: string, isWrong?: boolean) => void} tell
     */
    constructor(venue, origin, ask, tell) {
        this.place = `/v1/${venue}/join?as=owner`;
        this.tell = tell;
        this.origin = origin;
        /** The link's id, and that of the link whose address is shown. */
        this.link = "";
        this.shown = "";
        this.isAsking = false;
        this.part = byId("join", HTMLElement);
        this.field = byId("join-link", HTMLTextAreaElement);
        this.said = byId("join-said", HTMLElement);
        this.copyButton = byId("join-copy", HTMLButtonElement);
        this.printButton = byId("join-print", HTMLButtonElement);
        this.renew = byId("renew", HTMLDialogElement);
        this.door = new DoorSign();
        this.code = new JoinCode(venue, "owner", [
            byId("join-code", HTMLImageElement),
            this.door.image,
        ]);
        this.field.addEventListener("focus", () => this.field.select());
        this.copyButton.addEventListener("click", () => this.copy());
        this.printButton.addEventListener("click", () => void this.print());
        closeByTap(this.renew);
        byId("join-renew", HTMLButtonElement).addEventListener("click", () => {
            this.renew.showModal();
        });
        byId("renew-do", HTMLButtonElement).addEventListener("click", () => {
            ask("house.renew_join_link", {}, "");
            this.renew.close();
        });
        byId("join-own-machine", HTMLElement).hidden = Boolean(origin);
    }

    /**
     * Takes the present settings of the house, and asks again for an address that did not come.
     * @param {Settings} settings
     */
    know(settings) {
        this.link = openJoinLink(settings);
        this.part.hidden = this.link === "";
        if (this.part.hidden) {
            this.renew.close();
        }
        if (this.link !== this.shown) {
            this.take("", "");
            if (this.link !== "" && !this.isAsking) {
                void this.ask();
            }
        }
        this.code.show(this.link);
        this.door.show(this.field.value, settings.languages);
    }

    async ask() {
        const { link } = this;
        this.isAsking = true;
        try {
            const answer = await fetch(this.place);
            const said = answer.ok ? await answer.json() : {};
            if (said.joinLink === this.link) {
                this.take(said.joinLink, new URL(said.link, this.origin ?? location.href).href);
            }
        } catch {
            // The hub is away, and the page says so.
        }
        this.isAsking = false;
        if (this.link !== link && this.link !== this.shown) {
            void this.ask();
        }
    }

    /**
     * @param {string} shown the id of the link
     * @param {string} address
     */
    take(shown, address) {
        this.shown = shown;
        if (this.field.value !== address) {
            this.field.value = address;
            setText(this.said, "");
        }
        this.door.show(address, this.door.languages);
        for (const button of [this.copyButton, this.printButton]) {
            button.ariaDisabled = String(address === "");
        }
    }

    copy() {
        if (this.field.value !== "") {
            copyFrom(this.field, this.said);
        }
    }

    async print() {
        if (this.field.value === "") {
            return;
        }
        try {
            await this.door.print();
        } catch {
            this.tell(texts.failed(texts.unreachable), true);
        }
    }
}
