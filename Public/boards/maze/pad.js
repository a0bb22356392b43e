// @ts-check
import { make } from "../../js/dom.js";
import { sideNames } from "./run.js";

/** @typedef {import("./run.js").Side} Side */

/** @type {Record<string, Side>} */
const arrowKeys = { ArrowUp: "north", ArrowRight: "east", ArrowDown: "south", ArrowLeft: "west" };
/**
 * By where the keys are: W is above S on every keyboard, whatever is written on it.
 * @type {Record<string, Side>}
 */
const letterKeys = { KeyW: "north", KeyD: "east", KeyS: "south", KeyA: "west" };
const fields = "input, select, textarea, dialog, nav";

/** The four buttons of a cross, and the keys, by which one walks. */
export class Pad {
    /**
     * @param {object} page
     * @param {Record<string, string>} page.texts
     * @param {(side: Side) => void} page.press
     * @param {(side: Side) => void} page.release
     * @param {() => void} page.releaseAll
     * @param {() => boolean} page.isWalking whether keys walk now
     */
    constructor(page) {
        this.page = page;
        const { texts } = page;
        /** @type {Map<Side, HTMLButtonElement>} */
        this.buttons = new Map(sideNames.map((side) => [side, this.button(side)]));
        this.element = make(
            "div",
            { className: "maze-pad", role: "group", "aria-label": texts.pad },
            ...this.buttons.values(),
        );
        // Before the picture, which they move while nobody walks.
        document.addEventListener("keydown", (event) => this.keyDown(event), { capture: true });
        document.addEventListener("keyup", ({ key, code }) => {
            const side = arrowKeys[key] ?? letterKeys[code];
            if (side) {
                page.release(side);
            }
        });
        // A key that is let go of elsewhere is not heard of here.
        window.addEventListener("blur", () => page.releaseAll());
        document.addEventListener("visibilitychange", () => page.releaseAll());
    }

    /** @param {Side} side */
    button(side) {
        const { texts, press, release } = this.page;
        const name = texts[`go.${side}`];
        const button = make(
            "button",
            { type: "button", className: `maze-go is-${side}`, "aria-label": name },
            name.charAt(0),
        );
        let isByFinger = false;
        button.addEventListener("pointerdown", (event) => {
            if (event.button === 0) {
                isByFinger = true;
                button.setPointerCapture(event.pointerId);
                press(side);
            }
        });
        button.addEventListener("lostpointercapture", () => release(side));
        button.addEventListener("click", () => {
            // By the keyboard or a screen reader; fingers have pressed it before.
            if (!isByFinger) {
                press(side);
                release(side);
            }
            isByFinger = false;
        });
        // A finger that rests on it opens no menu.
        button.addEventListener("contextmenu", (event) => event.preventDefault());
        return button;
    }

    /** @param {KeyboardEvent} event */
    keyDown(event) {
        const { key, code, target } = event;
        const hasModifier = event.ctrlKey || event.altKey || event.metaKey;
        const isElsewhere = target instanceof Element && target.closest(fields) !== null;
        if (hasModifier || isElsewhere || !this.page.isWalking()) {
            return;
        }
        const side = arrowKeys[key] ?? (this.takesLetters(target) ? letterKeys[code] : undefined);
        if (side) {
            event.preventDefault();
            event.stopPropagation();
            this.page.press(side);
        }
    }

    /**
     * Letters walk on the picture and its buttons, and where nothing has the focus.
     * @param {EventTarget | null} target
     */
    takesLetters(target) {
        const view = this.element.closest(".maze-view");
        return target === document.body || (target instanceof Node && view?.contains(target) === true);
    }

    /** @param {(side: Side) => boolean} isOpen */
    show(isOpen) {
        for (const [side, button] of this.buttons) {
            button.ariaDisabled = String(!isOpen(side));
        }
    }
}
