// @ts-check

const longPressMs = 500;
const slipPixels = 10;

/**
 * Calls `act` when a row is pressed for half a second without slipping, wherever in the row there
 * is nothing to press by itself.
 * @param {HTMLElement} row
 * @param {() => void} act
 */
export function onLongPress(row, act) {
    let timer = 0;
    let x = 0;
    let y = 0;
    const stop = () => {
        window.clearTimeout(timer);
        timer = 0;
        row.classList.remove("is-pressed");
    };
    row.addEventListener("pointerdown", (event) => {
        const target = /** @type {Element} */ (event.target);
        if (event.button !== 0 || target.closest("button, input, select, textarea, .details")) {
            return;
        }
        ({ clientX: x, clientY: y } = event);
        row.classList.add("is-pressed");
        timer = window.setTimeout(() => {
            stop();
            act();
        }, longPressMs);
    });
    row.addEventListener("pointermove", (event) => {
        if (timer && Math.hypot(event.clientX - x, event.clientY - y) > slipPixels) {
            stop();
        }
    });
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
        row.addEventListener(name, stop);
    }
    // A long press of a finger would open the browser's own menu on the text under it.
    row.addEventListener("contextmenu", (event) => {
        if (timer || row.classList.contains("is-pressed")) {
            event.preventDefault();
        }
    });
}
