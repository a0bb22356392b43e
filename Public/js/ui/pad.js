// @ts-check
import { byId, make } from "../dom.js";
import { counted, text } from "../texts.js";

const digitsMax = 12;

/**
 * How many digits there are, in words.
 * @param {number} count
 */
export function digits(count) {
    return count === 0 ? text("pad.noDigits") : counted("pad.digits", count);
}

/**
 * Twelve keys and a dot for each digit. What is entered is in no field, so that no browser offers to
 * keep it, and nowhere in the page; it is forgotten as soon as it is handed over.
 */
export class Pad {
    /**
     * @param {(pin: string) => void} enter
     * @param {(count: number) => void} changed how many digits there are has been changed by hand
     * @param {HTMLDialogElement} [dialog] that the pad stands in; without one it is the whole page
     */
    constructor(enter, changed, dialog) {
        this.dialog = dialog;
        this.enter = enter;
        this.changed = changed;
        this.digits = "";
        this.isHeld = false;
        this.dots = byId("dots", HTMLElement);
        const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
        this.keys = [
            ...keys.map((digit) => this.key(digit, () => this.add(digit))),
            this.key("⌫", () => this.remove(), { ariaLabel: text("pad.remove") }),
            this.key("0", () => this.add("0")),
            this.key(text("pad.enter"), () => this.submit(), { className: "action" }),
        ];
        byId("pad", HTMLElement).append(...this.keys);
        window.addEventListener("keydown", (event) => this.typed(event));
        document.addEventListener("paste", (event) => this.paste(event));
    }

    /**
     * @param {string} text
     * @param {() => void} act
     * @param {Record<string, unknown>} [properties]
     */
    key(text, act, properties = {}) {
        const key = make("button", { type: "button", ...properties }, text);
        // Whoever taps digits and then presses Enter means to enter them, not the last one again.
        key.addEventListener("pointerdown", (event) => event.preventDefault());
        key.addEventListener("mousedown", (event) => event.preventDefault());
        key.addEventListener("click", act);
        return key;
    }

    /** @param {KeyboardEvent} event */
    typed(event) {
        if (event.ctrlKey || event.altKey || event.metaKey || this.dialog?.open === false) {
            return;
        }
        if (/^[0-9]$/.test(event.key)) {
            this.add(event.key);
        } else if (event.key === "Backspace" || event.key === "Delete") {
            this.remove();
        } else if (event.key === "Escape" && !this.dialog) {
            this.forget();
            this.changed(0);
        } else if (event.key === "Enter" && !(event.target instanceof HTMLButtonElement)) {
            this.submit();
        } else {
            return;
        }
        event.preventDefault();
    }

    /**
     * Whoever keeps the PIN in a safe of passwords brings it from there.
     * @param {ClipboardEvent} event
     */
    paste(event) {
        const text = event.clipboardData?.getData("text").trim() ?? "";
        if (/^[0-9]+$/.test(text) && this.dialog?.open !== false) {
            event.preventDefault();
            [...text].forEach((digit) => this.add(digit));
        }
    }

    /** @param {string} digit */
    add(digit) {
        if (!this.isHeld && this.digits.length < digitsMax) {
            this.digits += digit;
            this.show();
            this.changed(this.digits.length);
        }
    }

    remove() {
        this.digits = this.digits.slice(0, -1);
        this.show();
        this.changed(this.digits.length);
    }

    forget() {
        this.digits = "";
        this.show();
    }

    submit() {
        if (!this.isHeld) {
            const pin = this.digits;
            this.forget();
            this.enter(pin);
        }
    }

    /** Takes nothing until it is released. */
    hold() {
        this.isHeld = true;
        this.show();
    }

    release() {
        this.isHeld = false;
        this.show();
    }

    show() {
        const { length } = this.digits;
        this.dots.replaceChildren(
            ...Array.from({ length }, () => make("span", { className: "dot" })),
        );
        this.dots.ariaLabel = digits(length);
        for (const key of this.keys) {
            key.ariaDisabled = String(this.isHeld);
        }
    }
}
