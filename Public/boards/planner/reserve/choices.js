// @ts-check
import { make, makeButton, setText } from "../../../js/dom.js";

/**
 * @template T
 * @typedef {{value: T, text: string, about?: string, isQuiet?: boolean}} Choice
 */

/**
 * A row of buttons of which one is chosen. A button stays the same element while its choice is offered,
 * so that it does not go from under a finger.
 * @template {string | number} T
 */
export class Choices {
    /**
     * @param {string} label
     * @param {(value: T) => void} chosen
     * @param {string} [className]
     */
    constructor(label, chosen, className = "") {
        this.chosen = chosen;
        this.buttons = /** @type {Map<T, {button: HTMLButtonElement, about: HTMLElement}>} */ (
            new Map()
        );
        this.element = make("div", {
            className: `reserve-choices ${className}`, role: "group", "aria-label": label,
        });
    }

    /**
     * @param {Choice<T>[]} choices
     * @param {T | undefined} value the chosen one
     */
    draw(choices, value) {
        const offered = new Set(choices.map((choice) => choice.value));
        for (const [known, { button }] of this.buttons) {
            if (!offered.has(known)) {
                button.remove();
                this.buttons.delete(known);
            }
        }
        choices.forEach((choice, index) => {
            const { button, about } = this.buttons.get(choice.value) ?? this.newButton(choice);
            const first = button.firstElementChild;
            if (first) {
                setText(first, choice.text);
            }
            setText(about, choice.about ?? "");
            button.ariaPressed = String(choice.value === value);
            button.classList.toggle("is-quiet", choice.isQuiet === true);
            if (this.element.children[index] !== button) {
                this.element.insertBefore(button, this.element.children[index] ?? null);
            }
        });
    }

    /** @param {Choice<T>} choice */
    newButton({ value, text }) {
        const about = make("span", { className: "reserve-about" });
        const button = makeButton("", () => this.chosen(value));
        button.append(make("span", {}, text), about);
        const made = { button, about };
        this.buttons.set(value, made);
        return made;
    }

    focus() {
        const pressed = this.element.querySelector("[aria-pressed=true]");
        const target = pressed ?? this.element.querySelector("button");
        if (target instanceof HTMLElement) {
            target.focus();
        }
    }
}
