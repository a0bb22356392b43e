// @ts-check

/** @typedef {import("./run.js").Side} Side */

/** How far a finger has to move for a step, in pixels of the page. */
const swipePx = 24;

/**
 * A finger on the picture that leads a walker: it walks where the finger has moved, for as long as that
 * stays. A second finger ends it.
 */
export class Swipes {
    /**
     * @param {object} page
     * @param {HTMLElement} page.element with the picture
     * @param {() => boolean} page.isWalking whether fingers walk now
     * @param {(side: Side) => void} page.press
     * @param {(side: Side) => void} page.release
     */
    constructor(page) {
        const { element } = page;
        this.page = page;
        /** The finger that leads; none is 0. */
        this.finger = 0;
        this.anchor = { x: 0, y: 0 };
        /** @type {Side | ""} */
        this.side = "";
        element.addEventListener("pointerdown", (event) => this.down(event));
        element.addEventListener("pointermove", (event) => this.move(event));
        for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
            element.addEventListener(name, (event) => this.up(/** @type {PointerEvent} */ (event)));
        }
    }

    /** @param {PointerEvent} event */
    down({ pointerId, clientX, clientY, isPrimary, button }) {
        this.go("");
        this.finger = 0;
        if (isPrimary && button === 0 && this.page.isWalking()) {
            this.page.element.setPointerCapture(pointerId);
            this.finger = pointerId;
            this.anchor = { x: clientX, y: clientY };
        }
    }

    /** @param {PointerEvent} event */
    move({ pointerId, clientX, clientY }) {
        const [across, down] = [clientX - this.anchor.x, clientY - this.anchor.y];
        if (pointerId !== this.finger || Math.max(Math.abs(across), Math.abs(down)) < swipePx) {
            return;
        }
        this.anchor = { x: clientX, y: clientY };
        const isAcross = Math.abs(across) > Math.abs(down);
        this.go(isAcross ? (across > 0 ? "east" : "west") : (down > 0 ? "south" : "north"));
    }

    /** @param {PointerEvent} event */
    up({ pointerId }) {
        if (pointerId === this.finger) {
            this.finger = 0;
            this.go("");
        }
    }

    /** @param {Side | ""} side */
    go(side) {
        const before = this.side;
        if (side === before) {
            return;
        }
        this.side = side;
        // The new side comes first, so that the walker does not stop at the corner.
        if (side !== "") {
            this.page.press(side);
        }
        if (before !== "") {
            this.page.release(before);
        }
    }
}
