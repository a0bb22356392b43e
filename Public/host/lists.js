// @ts-check
import { RowView } from "./row.js";

/** @typedef {import("./predict.js").Lists} ListRows */
/** @typedef {import("./predict.js").Row} Row */
/** @typedef {import("./row.js").RowActions} RowActions */

const moveMs = 200;
const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

/** The rows of all lists, each party's row being one element that moves from list to list. */
export class ListsView {
    /**
     * @param {Record<keyof ListRows, HTMLElement>} places
     * @param {RowActions} actions
     */
    constructor(places, actions) {
        this.places = places;
        this.actions = actions;
        /** @type {Map<string, RowView>} */
        this.views = new Map();
        this.isFirst = true;
    }

    /**
     * A party that was known by the change that added it has got its id.
     * @param {string} oldKey
     * @param {string} key
     */
    rename(oldKey, key) {
        const view = this.views.get(oldKey);
        if (view && !this.views.has(key)) {
            this.views.delete(oldKey);
            view.key = key;
            this.views.set(key, view);
        }
    }

    /**
     * @param {ListRows} lists
     * @param {import("./row.js").RowContext} context
     * @param {boolean} isHeld whether every row has to stay where it is
     */
    render(lists, context, isHeld) {
        if (isHeld) {
            this.updateInPlace(lists, context);
            return;
        }
        const before = this.positions();
        const focused = document.activeElement;
        const holder = [...this.views.values()].find((view) => view.element.contains(focused));
        const shown = new Set(Object.values(lists).flatMap((rows) => rows.map((row) => row.key)));
        for (const [key, view] of this.views) {
            if (!shown.has(key)) {
                view.element.remove();
                this.views.delete(key);
            }
        }
        for (const name of /** @type {(keyof ListRows)[]} */ (Object.keys(lists))) {
            this.fill(this.places[name], lists[name], context);
        }
        if (focused instanceof HTMLElement && focused !== document.activeElement) {
            // What is behind *More* may have been closed.
            const target = focused.isConnected ? focused : holder?.moreButton;
            target?.focus({ preventScroll: true });
        }
        this.animate(before);
        this.isFirst = false;
    }

    /**
     * @param {HTMLElement} place
     * @param {Row[]} rows
     * @param {import("./row.js").RowContext} context
     */
    fill(place, rows, context) {
        place.parentElement?.classList.toggle("is-empty", rows.length === 0);
        rows.forEach((row, index) => {
            let view = this.views.get(row.key);
            if (!view) {
                view = new RowView(row, this.actions);
                this.views.set(row.key, view);
            }
            view.update(row, context);
            if (place.children[index] !== view.element) {
                place.insertBefore(view.element, place.children[index] ?? null);
            }
        });
    }

    /**
     * @param {ListRows} lists
     * @param {import("./row.js").RowContext} context
     */
    updateInPlace(lists, context) {
        /** @type {Map<string, RowView>} */
        const missing = new Map(this.views);
        for (const name of /** @type {(keyof ListRows)[]} */ (Object.keys(lists))) {
            for (const row of lists[name]) {
                const view = this.views.get(row.key);
                missing.delete(row.key);
                if (view?.element.parentElement === this.places[name]) {
                    view.update(row, context);
                } else {
                    view?.settle();
                }
            }
        }
        for (const view of missing.values()) {
            view.settle();
        }
    }

    /** @returns {Map<Element, DOMRect>} */
    positions() {
        const elements = [...this.views.values()].map((view) => view.element);
        return new Map(elements.map((element) => [element, element.getBoundingClientRect()]));
    }

    /**
     * Lets each row that changed its place come from where it was; a new one comes out of nothing.
     * @param {Map<Element, DOMRect>} before
     */
    animate(before) {
        for (const view of this.views.values()) {
            const { element } = view;
            const old = before.get(element);
            const now = element.getBoundingClientRect();
            if (old && old.top === now.top && old.left === now.left) {
                continue;
            }
            if (old) {
                view.movedAtMs = performance.now();
            }
            if (this.isFirst || reducedMotion.matches || now.height === 0) {
                continue;
            }
            const from =
                old && old.height > 0
                    ? { transform: `translate(${old.left - now.left}px, ${old.top - now.top}px)` }
                    : { opacity: 0 };
            element.animate([from, {}], { duration: moveMs, easing: "ease-out" });
        }
    }
}
