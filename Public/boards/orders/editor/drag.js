// @ts-check
import { runInFrame, stopFrame } from "../../../js/now.js";

/** How far a finger goes before it drags. */
const startPx = 6;
/** So near to the screen's edge the page scrolls, as long as it is held there. */
const edgePx = 72;
/** How far it scrolls in each frame. */
const scrollPx = 12;

/**
 * Lets rows be dragged by their handles. Only a line shows where the row would go; nothing else
 * moves until it is let go.
 */
export class Drag {
    /**
     * @param {HTMLElement} place
     * @param {(key: string, beside: {before: string} | {after: string}, isSection: boolean) => void} drop
     */
    constructor(place, drop) {
        this.place = place;
        this.drop = drop;
        /** @type {{row: HTMLElement, y: number, isOn: boolean} | null} */
        this.held = null;
        /** @type {HTMLElement | null} */
        this.over = null;
        this.isAfter = false;
        /** Where the pointer is. */
        this.point = { x: 0, y: 0 };
        this.frame = 0;
        place.addEventListener("pointerdown", (event) => this.pressed(event));
        place.addEventListener("pointermove", (event) => this.moved(event));
        place.addEventListener("pointerup", () => this.released());
        place.addEventListener("pointercancel", () => this.end());
        document.addEventListener("keydown", ({ key }) => key === "Escape" && this.end());
    }

    /** @param {PointerEvent} event */
    pressed({ target, clientY, pointerId, button }) {
        const handle = target instanceof Element ? target.closest(".handle") : null;
        const row = handle?.closest(".dish, .section");
        if (handle instanceof HTMLElement && row instanceof HTMLElement && button === 0) {
            handle.setPointerCapture(pointerId);
            this.held = { row, y: clientY, isOn: false };
        }
    }

    /** @param {PointerEvent} event */
    moved({ clientX, clientY }) {
        const { held } = this;
        if (!held || (!held.isOn && Math.abs(clientY - held.y) < startPx)) {
            return;
        }
        this.point = { x: clientX, y: clientY };
        if (!held.isOn) {
            held.isOn = true;
            held.row.classList.add("is-dragged");
            this.frame = runInFrame(() => this.scroll());
        }
        this.look();
    }

    /** Scrolls while it is held at an edge. */
    scroll() {
        const { y } = this.point;
        const by = y < edgePx ? -scrollPx : y > window.innerHeight - edgePx ? scrollPx : 0;
        if (by !== 0) {
            window.scrollBy(0, by);
            this.look();
        }
        this.frame = runInFrame(() => this.scroll());
    }

    /** Shows where the row would go, by what is under the pointer. */
    look() {
        const { held, point } = this;
        const isSection = held?.row.classList.contains("section");
        const under = document.elementFromPoint(point.x, point.y);
        const over = under?.closest(isSection ? ".section" : ".dish");
        const isThere = over instanceof HTMLElement && over !== held?.row && this.place.contains(over);
        this.show(isThere ? over : null, point.y);
    }

    /**
     * @param {HTMLElement | null} over
     * @param {number} y
     */
    show(over, y) {
        this.over?.classList.remove("drop-before", "drop-after");
        this.over = over;
        if (over) {
            const box = over.getBoundingClientRect();
            this.isAfter = y > box.top + box.height / 2;
            over.classList.add(this.isAfter ? "drop-after" : "drop-before");
        }
    }

    released() {
        const { held, over, isAfter } = this;
        this.end();
        const key = held?.row.dataset.key;
        const beside = over?.dataset.key;
        if (held?.isOn && key !== undefined && beside !== undefined) {
            const isSection = held.row.classList.contains("section");
            this.drop(key, isAfter ? { after: beside } : { before: beside }, isSection);
        }
    }

    end() {
        stopFrame(this.frame);
        this.held?.row.classList.remove("is-dragged");
        this.show(null, 0);
        this.held = null;
    }
}
