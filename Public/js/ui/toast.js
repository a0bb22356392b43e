// @ts-check
import { byId, oncePerFrame } from "../dom.js";
import { runAfter, stopTimer } from "../now.js";
import { carry, openDialog, openDialogID } from "./dialog.js";

const shownMs = 10_000;
const controls = "main :is(a, button, input, select, textarea, summary)";
/** Between the toast and what stands above it. */
const gapPx = 16;

/**
 * The line over the page that says what was just done, and takes it back where that can be. It has
 * one place; the page can be scrolled until nothing is under it, and what has the focus never is.
 * `--toast` is the room that it takes while it is shown; `--toast-room` what the end of the page leaves
 * for it, and goes on leaving, so that the page does not move when it goes; `--keyboard` that of a
 * keyboard on the screen, above which it stands.
 *
 * It stands at the foot of an open dialog if what it says comes from there, and else waits on the page.
 * Where it would cover a button that is the next to be pressed, it stands at the top of the page.
 */
export class Toast {
    /**
     * @param {HTMLElement} region the page's live region, which goes where the toast goes
     * @param {(id: string) => void} [undo]
     */
    constructor(region, undo = () => {}) {
        this.region = region;
        this.element = byId("toast", HTMLElement);
        this.text = byId("toast-text", HTMLElement);
        this.button = byId("toast-undo", HTMLButtonElement);
        this.timer = 0;
        this.id = "";
        this.roomPx = 0;
        this.button.addEventListener("click", () => undo(this.id));
        document.addEventListener("focusin", () => this.clearFocus());
        for (const name of ["resize", "scroll"]) {
            window.visualViewport?.addEventListener(name, () => this.measure());
        }
        for (const name of ["scroll", "click"]) {
            const look = oncePerFrame(() => this.clearPrimary());
            window.addEventListener(name, look, { capture: true, passive: true });
        }
        new ResizeObserver(() => this.measure()).observe(this.element);
    }

    /**
     * @param {Node[]} sentence
     * @param {boolean} isWrong
     * @param {string} [id] of what can be taken back
     * @param {string} [undoText] what the button says then
     * @param {string} [from] the id of the dialog in which it was asked for
     */
    show(sentence, isWrong, id = "", undoText = "", from = openDialogID()) {
        this.put(sentence, isWrong, id, undoText, from);
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
     * @param {string} from
     */
    put(sentence, isWrong, id, undoText, from) {
        this.id = id;
        this.button.dataset.means = `${id} ${undoText}`;
        this.text.replaceChildren(...sentence);
        this.button.textContent = undoText;
        this.button.hidden = id === "";
        this.element.classList.toggle("is-wrong", isWrong);
        this.element.classList.remove("in-a-moment", "is-high");
        this.element.hidden = false;
        this.place(from);
        this.measure();
    }

    /** @param {string} from */
    place(from) {
        const dialog = openDialog();
        if (dialog && this.region.parentElement !== dialog) {
            // Nothing beside an open dialog is heard.
            carry(dialog, [this.region]);
        }
        if (!dialog || dialog.id !== from) {
            document.body.append(this.element);
        } else if (this.element.parentElement !== dialog) {
            carry(dialog, [this.element]);
        }
    }

    /** Tells the page how much room it takes, and where. */
    measure() {
        const { style, clientHeight } = document.documentElement;
        const room = this.element.hidden ? 0 : this.element.offsetHeight + gapPx;
        style.setProperty("--toast", `${room}px`);
        if (room > this.roomPx) {
            this.roomPx = room;
            style.setProperty("--toast-room", `max(4.5rem, ${room}px)`);
        }
        // Enlarged by two fingers, the page is looked at in part.
        const { offsetTop = 0, height = clientHeight, scale = 1 } = window.visualViewport ?? {};
        const keyboard = scale > 1.01 ? 0 : Math.max(0, clientHeight - offsetTop - height);
        style.setProperty("--keyboard", `${Math.round(keyboard)}px`);
        this.clearFocus();
        this.clearPrimary();
    }

    /** @param {Iterable<Element>} elements */
    isOver(elements) {
        const box = this.element.getBoundingClientRect();
        return [...elements].some((each) => areOver(each.getBoundingClientRect(), box));
    }

    /** Goes to the top of the page where it covers what is pressed next, if it covers no control there. */
    clearPrimary() {
        const { element } = this;
        const { classList } = element;
        if (element.hidden || element.closest("dialog") || classList.contains("is-high")) {
            return;
        }
        if (this.isOver(document.querySelectorAll(".action"))) {
            classList.add("is-high");
            classList.toggle("is-high", !this.isOver(document.querySelectorAll(controls)));
        }
    }

    /** Scrolls what has the focus out from under it. Its margins for scrolling leave the room. */
    clearFocus() {
        const focused = document.activeElement;
        if (this.element.hidden || !focused || this.element.contains(focused)) {
            return;
        }
        if (this.element.classList.contains("is-high") && this.isOver([focused])) {
            this.element.classList.remove("is-high");
        }
        if (this.isOver([focused])) {
            focused.scrollIntoView({ block: "nearest" });
        }
    }

    later() {
        stopTimer(this.timer);
        this.timer = runAfter(shownMs, () => this.hide());
    }

    hide() {
        // Whoever has the cursor or a finger on it is about to use it; and behind a dialog nobody does.
        const isBehind = !this.element.closest("dialog") && openDialogID() !== "";
        const isInUse = this.element.contains(document.activeElement) || this.element.matches(":active");
        if (isBehind || isInUse) {
            this.later();
            return;
        }
        this.element.hidden = true;
        this.measure();
    }
}

/**
 * Whether two boxes have something in common.
 * @param {DOMRect} one
 * @param {DOMRect} other
 */
function areOver(one, other) {
    return Math.min(one.right, other.right) > Math.max(one.left, other.left) &&
        Math.min(one.bottom, other.bottom) > Math.max(one.top, other.top);
}
