// @ts-check
import { byId, make, setText } from "../../../js/dom.js";
import { texts } from "./texts.js";

/** The sign for the door: what the page prints, and shows on no screen. */
export class DoorSign {
    constructor() {
        this.element = byId("door", HTMLElement);
        this.image = byId("door-code", HTMLImageElement);
        this.sentences = byId("door-sentences", HTMLElement);
        this.address = byId("door-address", HTMLElement);
        /** @type {string[]} */
        this.languages = [];
    }

    /**
     * @param {string} address of the page where guests join, or nothing while it is not known
     * @param {string[]} languages
     */
    show(address, languages) {
        this.element.hidden = address === "";
        setText(this.address, address);
        if (languages.join() !== this.languages.join()) {
            this.languages = languages;
            const lines = languages.map((lang) => make("p", { lang }, texts.scan[lang]));
            this.sentences.replaceChildren(...lines);
        }
    }

    /** Prints it, once the code is there. Throws when it does not come. */
    async print() {
        await this.image.decode();
        window.print();
    }
}
