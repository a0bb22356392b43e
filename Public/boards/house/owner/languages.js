// @ts-check
import { make } from "../../../js/dom.js";
import { choose, chosen } from "./choices.js";
import { texts } from "./texts.js";

/**
 * The languages of the house: one that it speaks itself, and those that guests may read besides.
 */
export class LanguageChoice {
    /**
     * @param {HTMLElement} own
     * @param {HTMLElement} others
     */
    constructor(own, others) {
        this.own = own;
        /**
         * In the order in which the house has them.
         * @type {Set<string>}
         */
        this.wanted = new Set();
        /** @type {HTMLInputElement[]} */
        this.boxes = [];
        for (const [value, name] of Object.entries(texts.languages)) {
            own.append(option(make("input", { type: "radio", name: "language", value }), name));
            const box = make("input", { type: "checkbox", value });
            // Before the form around it hears of it.
            box.addEventListener("input", () => this.want(value, box.checked));
            this.boxes.push(box);
            others.append(option(box, name));
        }
        own.addEventListener("input", () => this.mark());
    }

    /** The house's own first. */
    get value() {
        const own = chosen(this.own);
        return own ? [own, ...[...this.wanted].filter((each) => each !== own)] : [];
    }

    /** @param {string[]} languages */
    set value(languages) {
        this.wanted = new Set(languages);
        choose(this.own, languages[0]);
        this.mark();
    }

    /**
     * @param {string} language
     * @param {boolean} isWanted
     */
    want(language, isWanted) {
        if (isWanted) {
            this.wanted.add(language);
        } else {
            this.wanted.delete(language);
        }
    }

    /** Everybody may read the house's own. */
    mark() {
        const own = chosen(this.own);
        for (const box of this.boxes) {
            box.disabled = box.value === own;
            box.checked = box.disabled || this.wanted.has(box.value);
        }
    }
}

/**
 * @param {HTMLInputElement} input
 * @param {string} name
 */
function option(input, name) {
    return make("label", { className: "choice" }, input, make("b", { lang: input.value }, name));
}
