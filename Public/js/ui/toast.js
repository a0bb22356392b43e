// @ts-check
import { byId } from "../dom.js";
import { ClearPlace } from "./clearplace.js";
import { carry } from "./dialog.js";

const shownMs = 10_000;
/** What is open on a page and must not be covered. */
const opened =
    "dialog[open], .row.is-open, .tools.is-open, .pending:not(.is-empty), .keep-clear";

/** The line over the page that says what was just done, and takes it back where that can be. */
export class Toast {
    /**
     * @param {HTMLElement} region the page's live region, which goes where the toast goes
     * @param {(id: string) => void} [undo]
     * @param {import("./guard.js").TapGuard} [guard] keeps taps off what has just moved
     */
    constructor(region, undo = () => {}, guard = undefined) {
        this.region = region;
        this.element = byId("toast", HTMLElement);
        this.text = byId("toast-text", HTMLElement);
        this.button = byId("toast-undo", HTMLButtonElement);
        this.timer = 0;
        this.id = "";
        this.guard = guard;
        const around = (/** @type {() => void} */ move) =>
            guard ? guard.during(move, false) : move();
        this.place = new ClearPlace(this.element, opened, around);
        this.button.addEventListener("click", () => undo(this.id));
    }

    /**
     * @param {Node[]} sentence
     * @param {boolean} isWrong
     * @param {string} [id] of what can be taken back
     * @param {string} [undoText] what the button says then
     */
    show(sentence, isWrong, id = "", undoText = "") {
        const put = () => this.put(sentence, isWrong, id, undoText);
        if (this.guard) {
            this.guard.during(put, true);
        } else {
            put();
        }
        this.later();
    }

    /**
     * Says what is under way: at once while nothing can be sent, else only if its answer takes long.
     * @param {Node[]} sentence
     * @param {string} id of what can be taken back
     * @param {string} undoText
     * @param {boolean} isLive
     */
    showWaiting(sentence, id, undoText, isLive) {
        this.show(sentence, false, id, undoText);
        this.element.classList.toggle("in-a-moment", isLive);
    }

    /**
     * Whether nothing newer is said than what became of a change.
     * @param {string} id
     */
    isFree(id) {
        return this.element.hidden || this.id === id;
    }

    /**
     * @param {Node[]} sentence
     * @param {boolean} isWrong
     * @param {string} id
     * @param {string} undoText
     */
    put(sentence, isWrong, id, undoText) {
        const isNew = this.element.hidden;
        this.id = id;
        this.button.dataset.means = `${id} ${undoText}`;
        this.text.replaceChildren(...sentence);
        this.button.textContent = undoText;
        this.button.hidden = id === "";
        this.element.classList.toggle("is-wrong", isWrong);
        this.element.classList.remove("in-a-moment");
        this.element.hidden = false;
        // Nothing beside an open dialog is seen or heard.
        const dialog = document.querySelector("dialog[open]");
        if (dialog && this.element.parentElement !== dialog) {
            carry(dialog, [this.element, this.region]);
        }
        if (isNew) {
            this.place.take();
        } else {
            this.place.keepClear();
        }
    }

    later() {
        window.clearTimeout(this.timer);
        this.timer = window.setTimeout(() => this.hide(), shownMs);
    }

    hide() {
        // Whoever has the cursor or a finger on it is about to use it.
        if (this.element.contains(document.activeElement) || this.element.matches(":active")) {
            this.later();
        } else {
            const box = this.element.getBoundingClientRect();
            this.element.hidden = true;
            this.guard?.uncovered(box);
        }
    }
}
