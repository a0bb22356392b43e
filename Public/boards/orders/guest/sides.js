// @ts-check
import { byId, setText } from "../../../js/dom.js";
import { texts } from "./texts.js";

/**
 * On a phone, either the menu or the order is shown; the bar at the bottom says what is in the
 * basket and leads from one to the other. On a wide screen both stand side by side.
 */
export class Sides {
    constructor() {
        this.bar = byId("bar", HTMLElement);
        this.go = byId("bar-go", HTMLButtonElement);
        /** @type {Record<string, number>} */
        this.scrolled = { menu: 0, order: 0 };
        this.go.addEventListener("click", () => {
            this.show(this.shown === "menu" ? "order" : "menu");
            const title = this.shown === "menu" ? "menu-title" : "order-title";
            byId(title, HTMLElement).focus({ preventScroll: true });
        });
    }

    get shown() {
        return document.body.dataset.show === "order" ? "order" : "menu";
    }

    /** @param {"menu" | "order"} side */
    show(side) {
        if (side !== this.shown) {
            this.scrolled[this.shown] = window.scrollY;
            document.body.dataset.show = side;
            this.drawButton();
            // The menu is found where it was left; the order begins at its top.
            window.scrollTo(0, side === "menu" ? this.scrolled.menu : 0);
        }
    }

    drawButton() {
        const isMenu = this.shown === "menu";
        setText(this.go, isMenu ? texts.seeOrder : texts.seeMenu);
        this.go.classList.toggle("action", isMenu);
    }

    /**
     * @param {string} count what is in the basket, in words
     * @param {string} sum
     * @param {boolean} isOpen whether anything can be ordered; what is over is shown whole
     */
    render(count, sum, isOpen) {
        this.bar.hidden = !isOpen;
        if (!isOpen) {
            document.body.dataset.show = "order";
        }
        setText(byId("bar-count", HTMLElement), count);
        setText(byId("bar-sum", HTMLElement), sum);
        this.drawButton();
    }
}
