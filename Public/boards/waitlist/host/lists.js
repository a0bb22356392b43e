// @ts-check
import { arrange, dropOthers } from "../../../js/ui/list.js";
import { moveID, moveMs } from "../../../js/ui/guard.js";
import { wallMs } from "../../../js/now.js";
import { RowView } from "./row.js";

/** @typedef {import("./predict.js").Lists} ListRows */
/** @typedef {import("./predict.js").Row} Row */
/** @typedef {import("./row.js").RowActions} RowActions */

const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

/** The rows of all lists, each party's row being one element that moves from list to list. */
export class ListsView {
    /**
     * @param {Record<keyof ListRows, HTMLElement>} places
     * @param {Omit<RowActions, "around">} actions
     * @param {import("../../../js/ui/guard.js").TapGuard} guard
     */
    constructor(places, actions, guard) {
        this.places = places;
        this.guard = guard;
        this.actions = {
            ...actions,
            move: (/** @type {string} */ key, /** @type {-1 | 1} */ direction) => {
                this.movedByHand = key;
                actions.move(key, direction);
            },
            around: (/** @type {() => void} */ change, /** @type {boolean | undefined} */ isByOthers) =>
                this.around(change, isByOthers),
        };
        /** @type {Map<string, RowView>} */
        this.views = new Map();
        this.isFirst = true;
        /**
         * The row that was pressed or typed in last.
         * @type {RowView | undefined}
         */
        this.used = undefined;
        /** The party that was moved up or down here, until its row has moved. */
        this.movedByHand = "";
        /**
         * What stays where it is on the screen while that row is open.
         * @type {{element: Element, top: number} | null | undefined}
         */
        this.anchor = undefined;
        /** How much room stands above the waiting list, in pixels; see `hold`. */
        this.roomPx = 0;
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

    /** Keeps what is typed in the rows over a reload. */
    keepDrafts() {
        this.views.forEach((view) => view.details.keepDraft());
    }

    /**
     * Opens a row in which something was typed before the page was loaded anew.
     * @param {string} key
     */
    resume(key) {
        const view = this.views.get(key);
        if (view && !view.isOpen) {
            view.toggle();
        }
    }

    /** Whether something was typed in a row that has not been saved. */
    get hasUnsaved() {
        return [...this.views.values()].some((view) => view.isUnsaved);
    }

    /**
     * The lists with the rows of parties that have gone while something was being typed in them:
     * these stay where they are, with what was typed.
     * @param {ListRows} lists
     * @param {Row[]} gone all that have left
     * @returns {ListRows}
     */
    withUnsaved(lists, gone) {
        const all = { ...lists };
        const here = [...lists.pending, ...lists.ready, ...lists.waiting].map(({ key }) => key);
        for (const view of this.views.values()) {
            const place = this.placeOf(view);
            if (!view.isUnsaved || !place || place === "gone" || here.includes(view.key)) {
                continue;
            }
            const row = gone.find(({ key }) => key === view.key) ?? removed(view.row);
            const index = [...this.places[place].children].indexOf(view.element);
            all[place] = [...all[place].slice(0, index), row, ...all[place].slice(index)];
            all.gone = all.gone.filter(({ key }) => key !== view.key);
        }
        return all;
    }

    /**
     * @param {RowView} view
     * @returns {keyof ListRows | undefined}
     */
    placeOf(view) {
        const names = /** @type {(keyof ListRows)[]} */ (Object.keys(this.places));
        return names.find((name) => this.places[name] === view.element.parentElement);
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
        const focused = document.activeElement;
        const holder = [...this.views.values()].find((view) => view.element.contains(focused));
        const place = holder && this.placeOf(holder);
        const index = place ? [...this.places[place].children].indexOf(holder.element) : -1;
        const shown = new Set(Object.values(lists).flatMap((rows) => rows.map((row) => row.key)));
        dropOthers(this.views, shown);
        for (const name of /** @type {(keyof ListRows)[]} */ (Object.keys(lists))) {
            this.fill(this.places[name], lists[name], context);
        }
        if (focused instanceof HTMLElement && focused !== document.activeElement) {
            // What is behind *More* may have been closed.
            const target = focused.isConnected ? focused : holder?.moreButton;
            target?.focus({ preventScroll: true });
        }
        if (place && document.activeElement === document.body) {
            this.focusAt(this.places[place], index);
        }
    }

    /**
     * Takes the cursor to the row that has come in the place of one that has gone.
     * @param {HTMLElement} place
     * @param {number} index
     */
    focusAt(place, index) {
        const row = place.children[Math.min(index, place.childElementCount - 1)];
        const target = row?.querySelector(".more") ?? place.parentElement?.querySelector("h2");
        if (target instanceof HTMLHeadingElement) {
            target.tabIndex = -1;
        }
        if (target instanceof HTMLElement) {
            target.focus({ preventScroll: true });
        }
    }

    /**
     * @param {HTMLElement} place
     * @param {Row[]} rows
     * @param {import("./row.js").RowContext} context
     */
    fill(place, rows, context) {
        place.parentElement?.classList.toggle("is-empty", rows.length === 0);
        const elements = rows.map((row) => {
            const view = this.views.get(row.key) ?? this.newView(row);
            view.update(row, context);
            return view.element;
        });
        arrange(place, elements);
    }

    /** @param {Row} row */
    newView(row) {
        const view = new RowView(row, this.actions);
        this.views.set(row.key, view);
        for (const name of ["pointerdown", "focusin"]) {
            view.element.addEventListener(name, () => {
                this.used = view;
            });
        }
        return view;
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

    /**
     * Where each row stands on the screen.
     * @returns {Map<RowView, DOMRect>}
     */
    positions() {
        const element = this.used?.element;
        const focused = document.activeElement;
        const anchor = element?.contains(focused) ? focused : element;
        this.anchor = anchor && { element: anchor, top: anchor.getBoundingClientRect().top };
        const views = [...this.views.values()];
        return new Map(views.map((view) => [view, view.element.getBoundingClientRect()]));
    }

    /**
     * Wraps a change that makes rows higher, lower, or move, other than by their order.
     * @param {() => void} change
     * @param {boolean} [isByOthers] whether something else than a tap on this screen led to it
     */
    around(change, isByOthers = false) {
        const before = this.positions();
        this.guard.during(() => {
            change();
            this.hold(before);
        }, isByOthers);
    }

    /**
     * Everything has been drawn: keeps the opened row where it was, lets each row that changed its
     * place come from there, and keeps taps off what has moved until it has come to rest.
     * @param {Map<RowView, DOMRect>} before
     * @param {boolean} isByOthers whether another device may have changed the lists
     */
    settle(before, isByOthers) {
        this.hold(before);
        this.views.forEach((view) => view.details.showInSight());
        if (this.isFirst) {
            this.guard.learn();
        } else {
            this.guard.look(isByOthers);
        }
        for (const view of this.views.values()) {
            const { element } = view;
            const old = before.get(view);
            const now = element.getBoundingClientRect();
            const isAsBefore = old !== undefined && !hasMoved(old, now);
            if (isAsBefore || this.isFirst || reducedMotion.matches || now.height === 0) {
                continue;
            }
            const from =
                old && old.height > 0
                    ? { transform: `translate(${old.left - now.left}px, ${old.top - now.top}px)` }
                    : { opacity: 0 };
            element.animate([from, {}], { id: moveID, duration: moveMs, easing: "ease-out" });
            this.guard.restWhileMoving(element);
        }
        this.isFirst = false;
    }

    /**
     * Keeps an opened row where it is on the screen, or what has the focus in it, whatever comes or
     * goes above: what is under the finger stays there. The page is scrolled for this; where it has
     * no more to scroll, a row that was moved by hand gets room above or below.
     * @param {Map<RowView, DOMRect>} before
     */
    hold(before) {
        const view = this.used;
        const old = view && before.get(view);
        const anchor = this.anchor;
        if (!view?.isOpen || !old || !anchor || !view.element.contains(anchor.element)) {
            this.leaveRoom(0);
            return;
        }
        // What was pressed may have been closed by this.
        const isShown = anchor.element.getClientRects().length > 0;
        const { element, top } = isShown ? anchor : { element: view.element, top: old.top };
        const shift = () => Math.round(element.getBoundingClientRect().top - top);
        const isSideways = view.element.getBoundingClientRect().left !== old.left;
        // The page's own place does not move the dock.
        const isDocked = this.placeOf(view) === "pending";
        if (isSideways || isDocked || shift() === 0) {
            return;
        }
        const isByHand = view.key === this.movedByHand;
        this.movedByHand = "";
        this.leaveRoom(Math.max(0, this.roomPx - Math.max(0, shift())));
        window.scrollBy(0, shift());
        if (isByHand && shift() < 0) {
            this.leaveRoom(this.roomPx - shift());
        } else if (isByHand && shift() > 0) {
            document.body.style.paddingBottom = `${shift()}px`;
            window.scrollBy(0, shift());
        }
    }

    /** @param {number} heightPx above the waiting list; without any, there is none below either */
    leaveRoom(heightPx) {
        if (heightPx === 0 && !this.used?.isOpen) {
            document.body.style.paddingBottom = "";
        }
        if (heightPx !== this.roomPx) {
            this.roomPx = heightPx;
            this.places.waiting.style.paddingTop = heightPx > 0 ? `${heightPx}px` : "";
        }
    }
}

/**
 * @param {DOMRect} old
 * @param {DOMRect} now
 */
function hasMoved(old, now) {
    return Math.abs(old.top - now.top) >= 1 || Math.abs(old.left - now.left) >= 1;
}

/**
 * A party that the server does not know any more: the addition was taken back.
 * @param {Row} row as it was shown last
 * @returns {Row}
 */
function removed(row) {
    const leftAt = row.leftAt ?? new Date(wallMs()).toISOString();
    return { ...row, status: "removed", leftAt, isNew: true };
}
