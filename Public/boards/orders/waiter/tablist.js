// @ts-check
import { byId, setText } from "../../../js/dom.js";
import { glide, placesOf } from "../../../js/ui/glide.js";
import { arrange, dropOthers } from "../../../js/ui/list.js";
import { TabRowView } from "./row.js";

/** @typedef {import("./tabs.js").KeyedTab} KeyedTab */

/** The open tabs, and those that left today. A row is one element, whichever list it stands in. */
export class TabList {
    /** @param {(key: string) => void} open */
    constructor(open) {
        this.open = open;
        this.list = byId("tabs", HTMLElement);
        this.gone = byId("gone", HTMLElement);
        this.gonePart = byId("gone-part", HTMLDetailsElement);
        /** @type {Map<string, TabRowView>} */
        this.views = new Map();
        this.isFirst = true;
    }

    /**
     * A tab that was known by the change that opened it has got its id.
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
     * @param {{tabs: KeyedTab[], gone: KeyedTab[]}} rows
     * @param {import("./row.js").RowContext} context
     * @param {boolean} isHeld whether every row has to stay where it is
     * @param {boolean} isKnown whether the hub has said which tabs there are
     */
    render({ tabs, gone }, context, isHeld, isKnown) {
        const shownGone = this.gonePart.open ? gone : [];
        if (isHeld) {
            for (const row of [...tabs, ...shownGone]) {
                this.views.get(row.key)?.update(row, context);
            }
            return;
        }
        const elements = () => [...this.views.values()].map(({ element }) => element);
        const before = placesOf(elements());
        const focused = document.activeElement;
        dropOthers(this.views, new Set([...tabs, ...shownGone].map(({ key }) => key)));
        this.fill(this.list, tabs, context);
        this.fill(this.gone, shownGone, context);
        if (focused !== document.activeElement && focused?.isConnected) {
            /** @type {HTMLElement} */ (focused).focus({ preventScroll: true });
        }
        setText(byId("tabs-count", HTMLElement), isKnown ? String(tabs.length) : "");
        setText(byId("gone-count", HTMLElement), isKnown ? String(gone.length) : "");
        this.showNone(isKnown && tabs.length === 0);
        this.gonePart.hidden = gone.length === 0;
        if (!this.isFirst) {
            glide(elements(), before);
        }
        this.isFirst = this.isFirst && !isKnown;
    }

    /**
     * Without a tab, the way to one stands under the sentence that says so.
     * @param {boolean} isNone
     */
    showNone(isNone) {
        byId("main", HTMLElement).classList.toggle("has-no-tabs", isNone);
        const inHead = byId("open-new", HTMLButtonElement);
        const below = byId("open-first", HTMLButtonElement);
        const [going, coming] = isNone ? [inHead, below] : [below, inHead];
        const isFocused = document.activeElement === going;
        byId("tabs-none", HTMLElement).hidden = !isNone;
        inHead.hidden = isNone;
        if (isFocused) {
            coming.focus({ preventScroll: true });
        }
    }

    /**
     * @param {HTMLElement} place
     * @param {KeyedTab[]} rows
     * @param {import("./row.js").RowContext} context
     */
    fill(place, rows, context) {
        const elements = rows.map((row) => {
            const view = this.views.get(row.key) ?? new TabRowView(row.key, this.open);
            this.views.set(row.key, view);
            view.update(row, context);
            return view.element;
        });
        arrange(place, elements);
    }
}
