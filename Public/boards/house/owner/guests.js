// @ts-check
import { openJoinLink } from "../../../js/ui/dialogs.js";
import { byId, familyOf, make, request, setText, text, whenPainted } from "../../../js/ui/page.js";
import { copyFrom } from "./devices.js";

/** @typedef {import("../../../js/tablecast.js").DocumentOf<"house/settings">["venue"]} Settings */
/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */

/**
 * The join link, which is shown while a board opens it, and can be copied, printed and renewed. No
 * view has its secret, and only the hub knows whether a board opens it, so the page requests both
 * whenever the settings change.
 */
export class JoinLink {
    /**
     * @param {import("../../../js/ui/desk.js").Desk} desk
     * @param {(action: string, args: JSONObject, name: string) => string} ask
     */
    constructor(desk, ask) {
        const { venue, origin } = desk.state;
        this.desk = desk;
        this.place = `/v1/${venue}/join?as=owner`;
        /** The address at which phones reach the hub, if they do. */
        this.origin = origin;
        /** @type {Pick<Settings, "selfCheckIn" | "joinLink" | "languages">} */
        this.settings = { selfCheckIn: "off", languages: [] };
        /** The page's present settings, and those for which the hub has answered. */
        this.state = "";
        this.answered = "";
        this.isAsking = false;
        /** Whether a board opened the link in the hub's last answer. */
        this.isOpen = false;
        /** The id of the link whose address is shown. */
        this.shown = "";
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
        byId("renew-do", HTMLButtonElement).addEventListener("click", () => {
            ask("house.renew_join_link", {}, "");
            this.renew.close();
        });
        byId("join-own-machine", HTMLElement).hidden = Boolean(origin);
    }

    /**
     * Takes the present settings, and asks the hub unless it has answered for them.
     * @param {Settings} settings the house's
     * @param {unknown[]} boards the boards' settings
     */
    know(settings, boards) {
        this.settings = settings;
        this.state = JSON.stringify([settings.selfCheckIn, settings.joinLink, boards]);
        this.show();
        if (settings.joinLink && this.state !== this.answered && !this.isAsking) {
            void this.ask();
        }
    }

    show() {
        const { selfCheckIn, joinLink = "", languages } = this.settings;
        const forList = openJoinLink(this.settings);
        const link = this.isOpen ? joinLink : forList;
        this.part.hidden = link === "";
        if (this.part.hidden) {
            this.renew.close();
        }
        if (link !== this.shown) {
            this.take("", "");
        }
        this.code.show(link);
        // The sign invites guests to join the list.
        this.printButton.hidden = selfCheckIn === "off";
        this.door.show(forList && this.field.value, languages);
    }

    async ask() {
        this.isAsking = true;
        // After painting, the settings of all boards are loaded.
        await whenPainted();
        const { state } = this;
        try {
            const answer = await request(this.place);
            if (answer.ok) {
                const { joinLink, link } = await answer.json();
                this.take(joinLink, new URL(link, this.origin ?? location.href).href);
            }
            if (answer.ok || answer.status === 404) {
                this.isOpen = answer.ok;
                this.answered = state;
                this.show();
            }
        } catch {
            // The hub is away, and the page says so.
        }
        this.isAsking = false;
        if (this.state !== state) {
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
            this.desk.tell(text("failed", { why: text("unreachable") }), true);
        }
    }
}

/** The sign for the door, which is only printed. */
class DoorSign {
    constructor() {
        this.element = byId("door", HTMLElement);
        this.image = byId("door-code", HTMLImageElement);
        this.sentences = byId("door-sentences", HTMLElement);
        this.address = byId("door-address", HTMLElement);
        /** @type {string[]} */
        this.languages = [];
    }

    /**
     * @param {string} address of the page where guests join, or empty while it is unknown
     * @param {string[]} languages
     */
    show(address, languages) {
        this.element.hidden = address === "";
        setText(this.address, address);
        if (languages.join() !== this.languages.join()) {
            this.languages = languages;
            const lines = languages.map((lang) => make("p", { lang }, familyOf("scan")[lang]));
            this.sentences.replaceChildren(...lines);
        }
    }

    /** Prints the sign once the code is loaded. Throws if it fails to load. */
    async print() {
        await this.image.decode();
        window.print();
    }
}

/** Shows the QR code of the join link in the page's images. */
class JoinCode {
    /**
     * @param {string} venue
     * @param {string} role
     * @param {HTMLImageElement[]} images
     */
    constructor(venue, role, images) {
        this.place = `/v1/${venue}/join.svg?as=${role}&link=`;
        this.images = images;
        for (const image of images) {
            // The next drawing requests it again.
            image.addEventListener("error", () => image.removeAttribute("src"));
        }
    }

    /** @param {string} link its id, or empty */
    show(link) {
        const source = this.place + encodeURIComponent(link);
        for (const image of this.images) {
            if (link === "") {
                image.removeAttribute("src");
            } else if (image.getAttribute("src") !== source) {
                image.src = source;
            }
        }
    }
}
