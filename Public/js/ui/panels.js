// @ts-check
import { busyUntil, request } from "../now.js";
import { pageState } from "../page.js";

/** @typedef {import("../tablecast.js").Entry} Entry */

/**
 * What another board adds to a page. Its module has a function `mount` that makes it.
 * @typedef {object} Panel
 * @property {(doc: any) => void} [render] draws it, whenever the page is drawn
 * @property {string[]} [views] that it draws besides those of the page
 * @property {(entry: Entry, message: any) => boolean} [answered] takes an answer; whether nothing more
 * is to be said of it
 * @property {(failure: import("../tablecast.js").Failure) => void} [failed] a view can't be read
 */

/** @typedef {{mount: (place: HTMLElement, context: any) => Promise<Panel> | Panel}} PanelModule */

/** Where the files of this version are: a module from anywhere else would be another one. */
const files = new URL("../../", import.meta.url).pathname;
const ofVersion = (/** @type {string} */ address) => files + address.slice(1);

/**
 * The panels that other boards have on a page. The hub names their modules, so that the page knows none
 * of them.
 */
export class Panels {
    /**
     * @param {HTMLElement} place
     * @param {object} context what the page gives to them
     */
    constructor(place, context) {
        this.addresses = pageState().panels ?? [];
        /** @type {Panel[]} */
        this.panels = [];
        /**
         * Answers that came before the panels did.
         * @type {[Entry, any][]}
         */
        this.early = [];
        this.isReady = this.addresses.length === 0;
        this.ready = busyUntil(
            Promise.all(this.addresses.map((address) => this.load(address, place, context)))
        );
        void this.ready.then(() => {
            this.isReady = true;
            this.early.forEach(([entry, message]) => this.answered(entry, message));
        });
    }

    /** How many there are. */
    get count() {
        return this.addresses.length;
    }

    /**
     * @param {string} address
     * @param {HTMLElement} place
     * @param {object} context
     */
    async load(address, place, context) {
        const own = document.createElement("section");
        own.className = "panel";
        own.hidden = true;
        place.append(own);
        try {
            /** @type {PanelModule} */
            const module = await import(ofVersion(address));
            this.panels.push(await module.mount(own, context));
        } catch {
            // The page does without it.
            own.remove();
        }
    }

    /** The views that they draw besides those of the page. */
    get views() {
        return this.panels.flatMap(({ views = [] }) => views);
    }

    /** @param {any} doc the page's own document, or what else it gives to its panels */
    render(doc) {
        this.panels.forEach((panel) => panel.render?.(doc));
    }

    /** @param {import("../tablecast.js").Failure} failure */
    failed(failure) {
        this.panels.forEach((panel) => panel.failed?.(failure));
    }

    /**
     * @param {Entry} entry
     * @param {any} message
     * @returns {boolean} whether a panel takes it, now or once it is there
     */
    answered(entry, message) {
        if (!this.isReady) {
            this.early.push([entry, message]);
            return true;
        }
        return this.panels.some((panel) => panel.answered?.(entry, message) === true);
    }
}

/**
 * The words of a panel, which stand in its own folder, in the page's language or in English.
 * @param {string} folder
 * @returns {Promise<Record<string, string>>}
 */
export async function panelTexts(folder) {
    for (const language of new Set([document.documentElement.lang, "en"])) {
        const answer = await request(ofVersion(`${folder}/texts/${language}.json`));
        if (answer.ok) {
            return answer.json();
        }
    }
    throw new Error(`There are no words in ${folder}`);
}

/**
 * Adds a panel's stylesheet to the page.
 * @param {string} address
 * @returns {Promise<void>} until it is there, or can't be had; nobody should see the panel before
 */
export function addStyles(address) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = ofVersion(address);
    return new Promise((resolve) => {
        link.addEventListener("load", () => resolve());
        link.addEventListener("error", () => resolve());
        document.head.append(link);
    });
}
