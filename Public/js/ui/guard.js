// @ts-check
import { elapsedMs, runAfter, runInFrame, stopTimer } from "../now.js";
import { boxAround, overlap } from "./box.js";

/** How long a control takes no tap after it was painted in a new place. */
const restMs = 500;
/** How long a control under the finger takes no second tap, which may be that of a double tap. */
const doubleTapMs = 350;
/** How long rows take to reach their places; see `ListsView`. */
export const moveMs = 200;
export const moveID = "move";
/** After this time a finger is no longer where it tapped. */
const fingerStaysMs = 1000;
/** Half the width of a fingertip. */
const fingerPx = 12;
const shakeMs = 200;
/** The click comes within this time of the finger's end. */
export const clickMs = 60;
const controls = "button, select, summary, a[href]";
const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

/**
 * A control as it was painted.
 * @typedef {object} Spot
 * @property {HTMLElement} control
 * @property {string} means what a tap on it asks for, where that changes
 * @property {number} left
 * @property {number} top
 * @property {number} right
 * @property {number} bottom
 */

/**
 * Keeps taps off what has just come under the finger, on the whole page: a control that appears,
 * moves, or comes to mean something else takes no tap for a moment, counted from when it has been
 * painted and come to rest. A tap that is not taken is shown. The keyboard, which knows where it is,
 * is not kept off.
 *
 * A control that is pressed does not begin to rest while it means what it meant: the tap counts. If
 * it leaves the finger, or comes to mean something else, the tap is not taken, and that is shown.
 *
 * After a change by another device, everything that changed rests. After one's own tap, only what came
 * to where another control was rests, and what is under the finger for the time of a double tap.
 */
export class TapGuard {
    /** @param {() => void} refused a tap came too early */
    constructor(refused) {
        this.refused = refused;
        /**
         * The controls as they were painted last.
         * @type {Map<Element, Spot>}
         */
        this.spots = new Map();
        /**
         * How long each control rests from when it has been painted.
         * @type {Map<HTMLElement, {forMs: number, timer: number}>}
         */
        this.resting = new Map();
        this.tap = { x: 0, y: 0, atMs: -Infinity };
        this.isTapRefused = false;
        /**
         * What a finger is on, and what it meant when it was pressed.
         * @type {{control: HTMLElement, means: string} | undefined}
         */
        this.press = undefined;
        document.addEventListener("pointerdown", (event) => this.pressed(event), true);
        document.addEventListener("pointerup", (event) => this.released(event), true);
        document.addEventListener("pointercancel", () => this.forgetPress(), true);
        document.addEventListener("mousedown", (event) => this.keepFocus(event), true);
        document.addEventListener("click", (event) => this.clicked(event), true);
    }

    /** Remembers where the controls are now. */
    learn() {
        this.spots = this.survey();
    }

    /**
     * Lets everything rest that has changed since it was looked at last.
     * @param {boolean} isByOthers whether another device may have changed it
     */
    look(isByOthers) {
        const before = this.spots;
        this.spots = this.survey();
        for (const [control, spot] of this.spots) {
            const old = before.get(control);
            if (!isOnScreen(spot) || (old && isSame(old, spot))) {
                continue;
            }
            const forMs = isByOthers ? restMs : this.ownRestMs(spot, [...before.values()]);
            if (forMs > 0) {
                this.rest(spot.control, forMs);
            }
        }
    }

    /**
     * Makes a change, and lets what it moves rest.
     * @param {() => void} change
     * @param {boolean} isByOthers
     */
    during(change, isByOthers) {
        this.learn();
        change();
        this.look(isByOthers);
    }

    /**
     * Something that floated over the page has gone: what was under it rests.
     * @param {DOMRect} box
     */
    uncovered(box) {
        this.learn();
        for (const spot of this.spots.values()) {
            if (overlap(spot, box) > 0) {
                this.rest(spot.control, restMs);
            }
        }
    }

    /**
     * @param {Spot} spot
     * @param {Spot[]} before
     */
    ownRestMs(spot, before) {
        const { x, y, atMs } = this.tap;
        const finger = boxAround(x, y, fingerPx);
        if (elapsedMs() - atMs < fingerStaysMs && overlap(spot, finger) > 0) {
            return doubleTapMs;
        }
        const row = spot.control.closest(".row");
        const isOther = (/** @type {Spot} */ { control, means }) =>
            control === spot.control ? means !== spot.means : !row || control.closest(".row") !== row;
        return before.some((old) => overlap(spot, old) > 0 && isOther(old)) ? restMs : 0;
    }

    /**
     * A row goes past other places on its way.
     * @param {HTMLElement} row
     */
    restWhileMoving(row) {
        row.querySelectorAll("button").forEach((button) => this.rest(button, 0));
    }

    /**
     * @param {HTMLElement} control
     * @param {number} forMs
     */
    rest(control, forMs) {
        if (control === this.press?.control && meaningOf(control) === this.press.means) {
            return;
        }
        const resting = this.resting.get(control) ?? { forMs: 0, timer: 0 };
        resting.forMs = Math.max(resting.forMs, forMs);
        this.resting.set(control, resting);
        control.classList.add("has-moved");
        // The next frame begins when this one has been painted.
        runInFrame(() => {
            const animations = control.closest(".row")?.getAnimations() ?? [];
            const movingMs = animations.some(({ id }) => id === moveID) ? moveMs : 0;
            stopTimer(resting.timer);
            resting.timer = runAfter(resting.forMs + movingMs, () => this.end(control));
        });
    }

    /** @param {HTMLElement} control */
    isResting(control) {
        return this.resting.has(control);
    }

    /** @param {HTMLElement} control */
    end(control) {
        this.resting.delete(control);
        control.classList.remove("has-moved", "has-refused");
        const row = control.closest(".row");
        if (row && !row.querySelector(".has-moved")) {
            row.classList.remove("has-refused");
        }
    }

    /** @param {PointerEvent} event */
    pressed({ target, clientX, clientY }) {
        const under = this.restingAt(target, clientX, clientY);
        this.isTapRefused = under !== undefined;
        this.forgetPress();
        if (under) {
            this.show(under);
            return;
        }
        this.tap = { x: clientX, y: clientY, atMs: elapsedMs() };
        const control = target instanceof Element ? target.closest(controls) : null;
        if (control instanceof HTMLElement) {
            this.press = { control, means: meaningOf(control) };
        }
    }

    /**
     * A tap whose control is not under the finger any more, takes no tap now, or means something
     * else, is not taken; a finger that was drawn off it does not want to tap.
     * @param {PointerEvent} event
     */
    released({ clientX, clientY }) {
        const { press, tap } = this;
        const isDrawn = Math.hypot(clientX - tap.x, clientY - tap.y) > fingerPx;
        const under = document.elementFromPoint(clientX, clientY);
        const isAsPressed = press?.control.contains(under) && meaningOf(press.control) === press.means;
        if (!press || isDrawn || isAsPressed) {
            // The click is still to come.
            runAfter(clickMs, () => press === this.press && this.forgetPress());
            return;
        }
        this.forgetPress();
        this.isTapRefused = true;
        this.show(press.control);
    }

    forgetPress() {
        this.press = undefined;
    }

    /**
     * The resting control at a point: it takes no pointer itself, what it stands on does.
     * @param {EventTarget | null} target
     * @param {number} x
     * @param {number} y
     */
    restingAt(target, x, y) {
        if (!(target instanceof Element) || target.closest(`${controls}, input, textarea`)) {
            return undefined;
        }
        return [...this.resting.keys()].find((control) => {
            const { left, top, right, bottom } = control.getBoundingClientRect();
            const isHit = left <= x && x <= right && top <= y && y <= bottom;
            return isHit && target.contains(control);
        });
    }

    /** @param {HTMLElement} control whose tap was not taken */
    show(control) {
        const shaken = /** @type {HTMLElement} */ (control.closest(".row") ?? control);
        shaken.classList.add("has-refused");
        if (!this.resting.has(control)) {
            this.rest(control, doubleTapMs);
        }
        if (!reducedMotion.matches) {
            const frames = [0, -6, 6, 0].map((x) => ({ translate: `${x}px 0` }));
            shaken.animate(frames, { duration: shakeMs });
        }
        this.refused();
    }

    /** @param {MouseEvent} event */
    keepFocus(event) {
        if (this.isTapRefused) {
            event.preventDefault();
        }
    }

    /** @param {MouseEvent} event */
    clicked(event) {
        const isByPointer = event.detail > 0;
        if (isByPointer) {
            this.forgetPress();
        }
        if (isByPointer && this.isTapRefused) {
            event.preventDefault();
            event.stopImmediatePropagation();
        }
    }

    /** @returns {Map<Element, Spot>} */
    survey() {
        /** @type {Map<Element, Spot>} */
        const spots = new Map();
        /** @type {Map<Element, {x: number, y: number}>} */
        const shifts = new Map();
        for (const control of document.querySelectorAll(controls)) {
            const box = control.getBoundingClientRect();
            const isShown = box.width > 0 && getComputedStyle(control).visibility !== "hidden";
            if (!(control instanceof HTMLElement) || !isShown) {
                continue;
            }
            const moving = control.closest(".row") ?? control;
            const { x, y } = shifts.get(moving) ?? shiftOf(moving);
            shifts.set(moving, { x, y });
            spots.set(control, {
                control,
                means: meaningOf(control),
                left: box.left - x,
                top: box.top - y,
                right: box.right - x,
                bottom: box.bottom - y,
            });
        }
        return spots;
    }
}

/**
 * What a tap on a control asks for.
 * @param {HTMLElement} control
 */
function meaningOf({ ariaLabel, dataset, ariaExpanded }) {
    return [ariaLabel, dataset.means, ariaExpanded].join(" ");
}

/**
 * How far an element that is on its way is from where it goes.
 * @param {Element} element
 */
function shiftOf(element) {
    if (element.getAnimations().length === 0) {
        return { x: 0, y: 0 };
    }
    const { transform, translate } = getComputedStyle(element);
    const { e: x, f: y } = new DOMMatrixReadOnly(transform);
    return { x: x + (Number.parseFloat(translate) || 0), y };
}

/**
 * @param {Spot} old
 * @param {Spot} now
 */
function isSame(old, now) {
    const isThere = Math.abs(old.left - now.left) < 1 && Math.abs(old.top - now.top) < 1;
    return isThere && old.means === now.means;
}

/** @param {Spot} spot */
function isOnScreen({ left, top, right, bottom }) {
    return right > 0 && bottom > 0 && left < window.innerWidth && top < window.innerHeight;
}
