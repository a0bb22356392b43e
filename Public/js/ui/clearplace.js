// @ts-check
import { oncePerFrame } from "../dom.js";
import { boxAround, overlap } from "./box.js";

/** The distance from the edges of the screen. */
const edgePx = 16;
/** The distance from what is in use. */
const gapPx = 4;
const stepPx = 8;
/** Half the width of a finger. */
const fingerPx = 24;
/** A finger that tapped within this time is still there. */
const tapMs = 1000;
/** When nothing has scrolled for this long, the page has come to rest. */
const scrolledMs = 150;
const controls = "button, input, select, textarea, summary, a[href]";

/** @typedef {import("./box.js").Box} Box */

/**
 * Places an element that floats over the page at its bottom, and off everything that is in use: an
 * open dialog, what else is open, the form that has the focus, and the finger. It moves away when
 * something under it comes into use.
 */
export class ClearPlace {
    /**
     * @param {HTMLElement} element of `position: fixed`
     * @param {string} opened selects what is in use while the page has it
     * @param {(move: () => void) => void} around makes the move of an element that is shown
     */
    constructor(element, opened, around = (move) => move()) {
        this.element = element;
        this.opened = opened;
        this.around = around;
        this.tap = { x: 0, y: 0, atMs: -Infinity };
        const look = oncePerFrame(() => this.keepClear());
        document.addEventListener("pointerdown", (event) => this.tapped(event), true);
        for (const name of ["click", "focusin"]) {
            document.addEventListener(name, look);
        }
        for (const name of ["resize", "scroll"]) {
            window.visualViewport?.addEventListener(name, look);
        }
        window.addEventListener("resize", look);
        let timer = 0;
        const scrolled = () => {
            window.clearTimeout(timer);
            timer = window.setTimeout(look, scrolledMs);
        };
        document.addEventListener("scroll", scrolled, { capture: true, passive: true });
    }

    /** @param {PointerEvent} event */
    tapped({ clientX, clientY }) {
        this.tap = { x: clientX, y: clientY, atMs: performance.now() };
    }

    /** Looks for a place; for an element that has just been shown. */
    take() {
        const { left, top } = this.bestPlace();
        this.element.style.left = `${left}px`;
        this.element.style.top = `${top}px`;
    }

    /** Leaves the element where it is, unless it covers what is in use now. */
    keepClear() {
        if (this.element.hidden) {
            return;
        }
        const box = this.element.getBoundingClientRect();
        const screen = visibleScreen();
        const isOnScreen = box.bottom <= screen.bottom && box.right <= screen.right;
        const isClear = !this.usedControls().some((used) => overlap(used, box) > 0);
        if (!isOnScreen || !isClear) {
            this.around(() => this.take());
        }
    }

    bestPlace() {
        const screen = visibleScreen();
        const { width, height } = this.element.getBoundingClientRect();
        const used = this.usedControls();
        const isTapped = performance.now() - this.tap.atMs < tapMs;
        const finger = isTapped ? [boxAround(this.tap.x, this.tap.y, fingerPx)] : [];
        // Best it covers nothing of what is in use, or else at least none of its controls.
        const whole = this.used().map((area) => area.getBoundingClientRect());
        return (
            this.freePlace(screen, width, height, [...whole, ...used, ...finger]) ??
            this.freePlace(screen, width, height, [...used, ...finger]) ??
            this.freePlace(screen, width, height, []) ?? { left: edgePx, top: screen.top }
        );
    }

    /**
     * The lowest place that keeps clear of everything given; of those at one height the one that
     * covers least of the other controls.
     * @param {Box} screen
     * @param {number} width
     * @param {number} height
     * @param {Box[]} used
     */
    freePlace(screen, width, height, used) {
        const right = screen.right - edgePx - width;
        const lefts = [edgePx, (edgePx + right) / 2, right];
        for (let top = screen.bottom - edgePx - height; top >= screen.top; top -= stepPx) {
            const boxes = lefts
                .map((left) => ({ left, top, right: left + width, bottom: top + height }))
                .filter((box) => used.every((each) => overlap(each, box) === 0));
            if (boxes.length > 0) {
                const others = this.controlsIn(document.body);
                const covered = boxes.map((box) =>
                    others.reduce((sum, other) => sum + overlap(other, box), 0),
                );
                return boxes[covered.indexOf(Math.min(...covered))];
            }
        }
        return undefined;
    }

    /**
     * What is in use.
     * @returns {Element[]}
     */
    used() {
        const dialog =
            this.element.closest("dialog[open]") ?? document.querySelector("dialog[open]");
        if (dialog) {
            return [dialog];
        }
        const focused = document.activeElement;
        const isFocused = focused && focused !== document.body && !this.element.contains(focused);
        const form = isFocused ? [focused.closest("form") ?? focused] : [];
        return [...document.querySelectorAll(this.opened), ...form];
    }

    usedControls() {
        return this.used().flatMap((area) => {
            return area.matches(controls)
                ? [withGap(area.getBoundingClientRect())]
                : this.controlsIn(area);
        });
    }

    /**
     * Where the controls of an area are that can be seen: the page's bar may be over some.
     * @param {Element} area
     * @returns {Box[]}
     */
    controlsIn(area) {
        const screen = visibleScreen();
        return [...area.querySelectorAll(controls)]
            .filter((control) => !this.element.contains(control))
            .map((control) => control.getBoundingClientRect())
            .filter((box) => overlap(box, screen) > 0)
            .filter((box) => [0.1, 0.5, 0.9].some((part) => this.isSeen(area, box, part)))
            .map(withGap);
    }

    /**
     * Whether a point of a box, at a part of its height, belongs to the area and is not covered by
     * anything but the element.
     * @param {Element} area
     * @param {Box} box
     * @param {number} part of the box's height
     */
    isSeen(area, { left, top, right, bottom }, part) {
        const seen = document
            .elementsFromPoint((left + right) / 2, top + (bottom - top) * part)
            .find((each) => !this.element.contains(each));
        return seen !== undefined && area.contains(seen);
    }
}

/**
 * What can be seen of the page, less what a keyboard on the screen covers.
 * @returns {Box}
 */
function visibleScreen() {
    const { clientWidth, clientHeight } = document.documentElement;
    const { offsetTop = 0, height = clientHeight, scale = 1 } = window.visualViewport ?? {};
    return scale > 1.01
        ? { left: 0, top: 0, right: clientWidth, bottom: clientHeight }
        : { left: 0, top: offsetTop, right: clientWidth, bottom: offsetTop + height };
}

/** @param {Box} box */
function withGap({ left, top, right, bottom }) {
    return { left: left - gapPx, top: top - gapPx, right: right + gapPx, bottom: bottom + gapPx };
}
