// @ts-check
import { make } from "./page.js";

/**
 * Something that can be chosen.
 * @typedef {object} Choice
 * @property {string} value
 * @property {string} label
 * @property {string} [detail] said more quietly; it is found by its words too
 */

/** No more than this is shown at once: nobody reads so far, and typing finds the rest. */
const shownMax = 100;

/**
 * A field for one of many choices: what is typed finds them, the common ones come first. It is a
 * combobox (WAI-ARIA 1.2): the keyboard stays in the field, and leads through the list beneath it.
 */
export class SearchField {
    /**
     * @param {string} id of the field; that of its label is `<id>-label`
     * @param {object} about
     * @param {Choice[]} about.choices in their order
     * @param {string[]} [about.common] the values that come first while nothing is typed
     * @param {string} about.none what is said when nothing is found
     * @param {string} [about.describedBy]
     * @param {(typed: string) => boolean} [about.isKnown] whether a value that is no choice is good too
     */
    constructor(id, { choices, common = [], none, describedBy, isKnown = () => false }) {
        const first = common.flatMap((value) => choices.filter((each) => each.value === value));
        this.choices = choices;
        this.inOrder = [...first, ...choices.filter((each) => !first.includes(each))];
        this.commonCount = first.length;
        this.isKnown = isKnown;
        this.chosen = "";
        this.none = none;
        /** @type {HTMLElement[]} */
        this.options = [];
        this.active = -1;
        this.list = make("ul", {
            id: `${id}-list`, className: "search-list", role: "listbox", hidden: true, "aria-labelledby": `${id}-label`,
        });
        this.input = make("input", {
            id,
            role: "combobox",
            autocomplete: "off",
            spellcheck: false,
            autocapitalize: "none",
            "aria-autocomplete": "list",
            "aria-expanded": "false",
            "aria-controls": this.list.id,
            "aria-describedby": describedBy,
        });
        this.element = make("div", { className: "search-field" }, this.input, this.list);
        this.input.addEventListener("input", () => this.open(this.input.value));
        this.input.addEventListener("click", () => {
            this.input.select();
            this.openAll();
        });
        this.input.addEventListener("keydown", (event) => this.pressed(event));
        this.input.addEventListener("blur", () => this.left());
        // The field keeps the focus while somebody taps into the list.
        this.list.addEventListener("mousedown", (event) => event.preventDefault());
        this.list.addEventListener("click", ({ target }) => {
            this.take(this.options.findIndex((each) => each.contains(/** @type {Node} */ (target))));
        });
    }

    /** Whether what stands in the field is the value that is chosen. */
    get isCertain() {
        return this.input.value.trim() === this.labelOf(this.chosen);
    }

    /** The value that is chosen; empty for none. */
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
            const there = ` ${folded(`${each.label} ${each.detail ?? ""} ${each.value}`)}`;
            return words.every((word) => there.includes(` ${word}`));
        });
    }

    /** Opens the whole list, unless something else than the chosen value is typed. */
    openAll() {
        this.open(this.isCertain ? "" : this.input.value);
    }

    /** @param {string} typed */
    open(typed) {
        const found = this.found(typed).slice(0, shownMax);
        this.options = found.map(({ value, label, detail = "" }, place) =>
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
            ));
        this.list.replaceChildren(...this.options);
        if (found.length === 0) {
            this.list.append(make("li", { className: "quiet", role: "option", "aria-disabled": "true" }, this.none));
        }
        this.list.hidden = false;
        this.input.ariaExpanded = "true";
        const chosen = found.findIndex(({ value }) => value === this.chosen);
        this.lead(typed === "" ? chosen : found.length > 0 ? 0 : -1);
    }

    close() {
        this.list.hidden = true;
        this.input.ariaExpanded = "false";
        this.lead(-1);
    }

    /**
     * Leads to an option.
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

    /** @param {KeyboardEvent} event */
    pressed(event) {
        const { key } = event;
        const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
        const isOpen = !this.list.hidden;
        if (step !== 0) {
            event.preventDefault();
            if (!isOpen) {
                this.openAll();
            } else if (this.options.length > 0) {
                const next = this.active < 0 && step < 0 ? -1 : this.active + step;
                this.lead((next + this.options.length) % this.options.length);
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

    /** @param {number} place of the option that is taken */
    take(place) {
        const value = this.options[place]?.dataset.value;
        if (value !== undefined) {
            this.value = value;
            this.tell();
        }
    }

    /** Takes what was typed where that is certain; otherwise it stays, to be mended. */
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

    /** Another value is chosen: whoever follows the field's form hears of it. */
    tell() {
        this.input.dispatchEvent(new CustomEvent("choose", { bubbles: true }));
    }
}

/**
 * A text as it is searched: small letters without marks, and a space where a word begins.
 * @param {string} text
 */
function folded(text) {
    return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ");
}
