// @ts-check
import { make } from "./page.js";

/**
 * Something that can be chosen.
 * @typedef {object} Choice
 * @property {string} value
 * @property {string} label
 * @property {string} [detail] shown more quietly; the search covers it too
 * @property {string} [also] further words that the search covers
 */

/**
 * A field and the list beneath it (WAI-ARIA 1.2, combobox): the focus stays in the field, and the arrow keys move
 * through the list.
 */
export class Combobox {
    /**
     * @param {HTMLInputElement} input
     * @param {HTMLElement} list
     * @param {HTMLElement} [place] the element that opens and closes, if that is not the list
     */
    constructor(input, list, place = list) {
        this.input = input;
        this.list = list;
        this.place = place;
        /** @type {HTMLElement[]} */
        this.options = [];
        this.active = -1;
        // A tap into the list leaves the focus in the field.
        place.addEventListener("mousedown", (event) => event.preventDefault());
        list.addEventListener("click", ({ target }) => {
            this.take(this.options.findIndex((each) => each.contains(/** @type {Node} */ (target))));
        });
    }

    get isOpen() {
        return !this.place.hidden;
    }

    /**
     * Opens the list.
     * @param {HTMLElement[]} options
     */
    fill(options) {
        this.options = options;
        this.list.replaceChildren(...options);
        this.place.hidden = false;
        this.input.ariaExpanded = "true";
        this.lead(-1);
    }

    close() {
        this.place.hidden = true;
        this.input.ariaExpanded = "false";
        this.lead(-1);
    }

    /**
     * Marks an option.
     * @param {number} place
     */
    lead(place) {
        this.options[this.active]?.classList.remove("is-active");
        this.active = place;
        const option = this.options[place];
        option?.classList.add("is-active");
        option?.scrollIntoView({ block: "nearest" });
        if (option) {
            this.input.setAttribute("aria-activedescendant", option.id);
        } else {
            this.input.removeAttribute("aria-activedescendant");
        }
    }

    /**
     * Marks the next option, or the one before.
     * @param {number} step
     */
    move(step) {
        const count = this.options.length;
        if (count > 0) {
            this.lead(this.active < 0 && step < 0 ? count - 1 : (this.active + step + count) % count);
        }
    }

    /** @param {number} _ the index of the chosen option; -1 for none */
    take(_) {}
}

/** The step of a key among the options. */
export const steps = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowUp: -1 });

/** The most results shown. Typing narrows them down. */
const shownMax = 100;

/** A field for one of many choices: typing searches them, and the common ones come first. */
export class SearchField extends Combobox {
    /**
     * @param {string} id of the field; that of its label is `<id>-label`
     * @param {object} about
     * @param {Choice[]} about.choices in order
     * @param {string[]} [about.common] the values to list first while the field is empty
     * @param {string} about.none the text if nothing is found
     * @param {string} [about.describedBy]
     * @param {(typed: string) => boolean} [about.isKnown] whether a value outside the choices is valid too
     */
    constructor(id, { choices, common = [], none, describedBy, isKnown = () => false }) {
        const list = make("ul", {
            id: `${id}-list`, className: "search-list", role: "listbox", hidden: true, "aria-labelledby": `${id}-label`,
        });
        super(make("input", {
            id,
            role: "combobox",
            autocomplete: "off",
            spellcheck: false,
            autocapitalize: "none",
            "aria-autocomplete": "list",
            "aria-expanded": "false",
            "aria-controls": list.id,
            "aria-describedby": describedBy,
        }), list);
        const first = common.flatMap((value) => choices.filter((each) => each.value === value));
        this.choices = choices;
        this.inOrder = [...first, ...choices.filter((each) => !first.includes(each))];
        this.commonCount = first.length;
        this.isKnown = isKnown;
        this.chosen = "";
        this.none = none;
        this.element = make("div", { className: "search-field" }, this.input, this.list);
        this.input.addEventListener("input", () => this.open(this.input.value));
        this.input.addEventListener("click", () => {
            this.input.select();
            this.openAll();
        });
        this.input.addEventListener("keydown", (event) => this.pressed(event));
        this.input.addEventListener("blur", () => this.left());
    }

    /** Whether the field shows the chosen value. */
    get isCertain() {
        return this.input.value.trim() === this.labelOf(this.chosen);
    }

    /** The chosen value; empty for none. */
    get value() {
        return this.chosen;
    }

    /** @param {string} value */
    set value(value) {
        this.chosen = value;
        this.input.value = this.labelOf(value);
        this.close();
    }

    /** @param {string} value */
    labelOf(value) {
        return this.choices.find((each) => each.value === value)?.label ?? value;
    }

    /** @param {string} typed */
    found(typed) {
        const words = folded(typed).split(/\s+/).filter(Boolean);
        const order = words.length > 0 ? this.choices : this.inOrder;
        return order.filter((each) => {
            const there = ` ${folded(`${each.label} ${each.detail ?? ""} ${each.value} ${each.also ?? ""}`)}`;
            return words.every((word) => there.includes(` ${word}`));
        });
    }

    /** Opens the whole list, unless the field has other text than the chosen value. */
    openAll() {
        this.open(this.isCertain ? "" : this.input.value);
    }

    /** @param {string} typed */
    open(typed) {
        const found = this.found(typed).slice(0, shownMax);
        this.fill(found.map(({ value, label, detail = "" }, place) =>
            make(
                "li",
                {
                    id: `${this.list.id}-${place}`,
                    role: "option",
                    className: typed === "" && place === this.commonCount - 1 ? "is-last-common" : "",
                    "aria-selected": String(value === this.chosen),
                    "data-value": value,
                },
                make("span", {}, label),
                " ",
                make("span", { className: "quiet" }, detail),
            )));
        if (found.length === 0) {
            this.list.append(make("li", { className: "quiet", role: "option", "aria-disabled": "true" }, this.none));
        }
        const chosen = found.findIndex(({ value }) => value === this.chosen);
        this.lead(typed === "" ? chosen : found.length > 0 ? 0 : -1);
    }

    /** @param {KeyboardEvent} event */
    pressed(event) {
        const { key } = event;
        const { isOpen } = this;
        if (key in steps) {
            event.preventDefault();
            if (isOpen) {
                this.move(steps[key]);
            } else {
                this.openAll();
            }
        } else if (isOpen && key === "Enter") {
            event.preventDefault();
            this.take(this.active);
        } else if (isOpen && key === "Escape") {
            // A dialog around it stays open.
            event.stopPropagation();
            this.value = this.chosen;
        }
    }

    /** @param {number} place the index of the chosen option */
    take(place) {
        const value = this.options[place]?.dataset.value;
        if (value !== undefined) {
            this.value = value;
            this.tell();
        }
    }

    /** Chooses the value of the typed text if that is certain; otherwise the text stays, to be corrected. */
    left() {
        this.close();
        if (this.isCertain) {
            return;
        }
        const typed = this.input.value.trim();
        const found = typed === "" ? [] : this.found(typed);
        const same = this.choices.find(({ label, value }) => label === typed || value === typed);
        const only = found.length === 1 ? found[0].value : undefined;
        const value = same?.value ?? (this.isKnown(typed) ? typed : only);
        if (value !== undefined) {
            this.value = value;
            this.tell();
        }
    }

    /** Tells the form that another value is chosen. */
    tell() {
        this.input.dispatchEvent(new CustomEvent("choose", { bubbles: true }));
    }
}

/**
 * A text for comparison: without case, accents and punctuation.
 * @param {string} text
 */
export function folded(text) {
    return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}
