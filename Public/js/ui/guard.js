// @ts-check
import { elapsedMs } from "../now.js";

/** The second tap of a double tap comes within this time, and this near to the first. */
const doubleTapMs = 350;
const fingerPx = 24;
const controls = "button, select, summary, a[href]";

/**
 * Keeps presses off what nobody means, on the whole page: the second tap of a double tap, if another
 * control has come under the finger or the same one means something else by now; a tap on a control
 * that came to mean something else while the finger was on it; and the repeats of a key that is held.
 * @param {() => void} refused a control has changed under the finger
 */
export function guardTaps(refused) {
    let down = pressOf(null, 0, 0);
    let last = { ...down, atMs: -Infinity };
    document.addEventListener("pointerdown", ({ target, clientX, clientY }) => {
        down = pressOf(target, clientX, clientY);
    }, true);
    document.addEventListener("keydown", (event) => {
        if (event.repeat && event.key === "Enter" && controlOf(event.target)) {
            event.preventDefault();
        }
    }, true);
    document.addEventListener("click", (event) => {
        const press = pressOf(event.target, event.clientX, event.clientY);
        if (!press.control) {
            return;
        }
        const isByKey = event.detail === 0;
        const isNear = isByKey
            ? press.control === last.control
            : Math.hypot(press.x - last.x, press.y - last.y) < fingerPx;
        const isSecond = isNear && elapsedMs() - last.atMs < doubleTapMs && !isSame(press, last);
        const hasChanged = !isByKey && press.control === down.control && !isSame(press, down);
        if (isSecond || hasChanged) {
            event.preventDefault();
            event.stopImmediatePropagation();
        } else {
            last = { ...press, atMs: elapsedMs() };
        }
        if (hasChanged) {
            refused();
        }
    }, true);
}

/** @typedef {{control: Element | null, means: string, x: number, y: number}} Press */

/**
 * @param {EventTarget | null} target
 * @param {number} x
 * @param {number} y
 * @returns {Press}
 */
function pressOf(target, x, y) {
    const control = controlOf(target);
    return { control, means: control ? meaningOf(control) : "", x, y };
}

/** @param {EventTarget | null} target */
function controlOf(target) {
    const control = target instanceof Element ? target.closest(controls) : null;
    return control instanceof HTMLElement ? control : null;
}

/**
 * What a press of a control asks for.
 * @param {HTMLElement} control
 */
function meaningOf({ ariaLabel, dataset, ariaExpanded }) {
    return [ariaLabel, dataset.means, ariaExpanded].join(" ");
}

/**
 * @param {Press} one
 * @param {Press} other
 */
function isSame(one, other) {
    return one.control === other.control && one.means === other.means;
}
