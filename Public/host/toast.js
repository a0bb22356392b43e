// @ts-check
import { byId } from "../js/dom.js";
import { Rest } from "./rest.js";
import { texts } from "./texts.js";

const shownMs = 10_000;
/** Whoever tapped as near to the screen's bottom sees the toast above this. */
const highFromPx = 144;
/** On a lower screen there is no room for that. */
const highScreenPx = 640;

/** The line at the bottom that says what was just done, and takes it back. */
export class Toast {
    /**
     * @param {(id: string) => void} undo
     * @param {() => void} refused a tap came right after the toast
     */
    constructor(undo, refused) {
        this.element = byId("toast", HTMLElement);
        this.text = byId("toast-text", HTMLElement);
        this.button = byId("toast-undo", HTMLButtonElement);
        this.timer = 0;
        this.id = "";
        this.rest = new Rest(this.element, refused);
        this.tappedAt = 0;
        document.addEventListener("pointerdown", (event) => (this.tappedAt = event.clientY), true);
        this.button.addEventListener("click", () => undo(this.id));
        for (const name of ["resize", "scroll"]) {
            window.visualViewport?.addEventListener(name, () => this.place());
        }
    }

    /** Keeps clear of a keyboard on the screen, which leaves the page as high as it was. */
    place() {
        const { height = 0, offsetTop = 0, scale = 1 } = window.visualViewport ?? {};
        const covered = scale > 1.01 ? 0 : window.innerHeight - height - offsetTop;
        this.element.style.bottom = covered > 1 ? `${covered + 16}px` : "";
    }

    /**
     * @param {Node[]} sentence
     * @param {string} id of what can be taken back, or nothing
     * @param {string} [undoText]
     */
    show(sentence, id, undoText = texts.undo) {
        if (this.element.hidden) {
            // It comes where the finger is not.
            const { innerHeight } = window;
            const isUnder =
                innerHeight >= highScreenPx && this.tappedAt > innerHeight - highFromPx;
            this.element.classList.toggle("is-high", isUnder);
            document.documentElement.style.setProperty("--high", isUnder ? "1" : "0");
        }
        if (this.element.hidden || this.id !== id || this.button.textContent !== undoText) {
            this.rest.begin();
        }
        this.id = id;
        this.text.replaceChildren(...sentence);
        this.button.textContent = undoText;
        this.button.hidden = id === "";
        this.element.classList.toggle("is-wrong", id === "");
        this.element.hidden = false;
        this.later();
    }

    later() {
        window.clearTimeout(this.timer);
        this.timer = window.setTimeout(() => this.hide(), shownMs);
    }

    hide() {
        // Whoever has the cursor on it is about to use it.
        if (this.element.contains(document.activeElement)) {
            this.later();
        } else {
            this.element.hidden = true;
            document.documentElement.style.setProperty("--high", "0");
        }
    }
}
