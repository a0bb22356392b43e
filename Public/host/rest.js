// @ts-check

/** How long what has moved takes no tap: the finger may have meant what was there before. */
const restMs = 500;
const shakeMs = 200;
const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Keeps taps off an element that has just come under the finger. A tap that is not taken is shown;
 * the keyboard, which knows where it is, is not kept off.
 */
export class Rest {
    /**
     * @param {HTMLElement} element
     * @param {() => void} refused a tap came too early
     */
    constructor(element, refused) {
        this.element = element;
        this.refused = refused;
        this.timer = 0;
        this.isTapRefused = false;
        const down = () => {
            this.isTapRefused = this.timer !== 0;
        };
        element.addEventListener("pointerdown", down, true);
        element.addEventListener("mousedown", (event) => this.keepFocus(event), true);
        element.addEventListener("click", (event) => this.tapped(event), true);
    }

    /** The element, or what it is about, is another one in this place from now on. */
    begin() {
        window.clearTimeout(this.timer);
        this.timer = window.setTimeout(() => this.end(), restMs);
        this.element.classList.add("has-moved");
    }

    end() {
        this.timer = 0;
        this.element.classList.remove("has-moved", "has-refused");
    }

    /** @param {MouseEvent} event */
    keepFocus(event) {
        if (this.isTapRefused) {
            event.preventDefault();
        }
    }

    /** @param {MouseEvent} event */
    tapped(event) {
        const isByPointer = event.detail > 0;
        if (!isByPointer || !this.isTapRefused) {
            return;
        }
        event.preventDefault();
        event.stopImmediatePropagation();
        this.element.classList.add("has-refused");
        if (!reducedMotion.matches) {
            const frames = [0, -6, 6, 0].map((x) => ({ transform: `translateX(${x}px)` }));
            this.element.animate(frames, { duration: shakeMs });
        }
        this.refused();
    }
}
