// @ts-check
import { byId, make, makeButton, setText, words } from "../../../js/dom.js";
import { arrange, dropOthers } from "../../../js/ui/list.js";
import { tabName } from "../naming.js";
import { linesInOrder, recallOf } from "./rounds.js";
import { texts } from "./texts.js";

/** @typedef {import("./rounds.js").Row} Row */

/** The rounds that were done last, each of which can be recalled. */
export class Bumped {
    /** @param {(key: string) => void} recall */
    constructor(recall) {
        this.recall = recall;
        this.list = byId("bumped", HTMLElement);
        this.none = byId("bumped-none", HTMLElement);
        /** @type {Map<string, BumpedView>} */
        this.views = new Map();
    }

    /**
     * @param {Row[]} rows the last first
     * @param {(instant: string) => string} time
     */
    render(rows, time) {
        this.none.hidden = rows.length > 0;
        dropOthers(this.views, new Set(rows.map(({ key }) => key)));
        const elements = rows.map((row) => {
            const view = this.views.get(row.key) ?? new BumpedView(() => this.recall(row.key));
            this.views.set(row.key, view);
            view.update(row, time);
            return view.element;
        });
        arrange(this.list, elements);
    }
}

class BumpedView {
    /** @param {() => void} recall */
    constructor(recall) {
        this.name = words("", "bumped-name");
        this.about = make("p", { className: "quiet figures" });
        this.what = make("p", { className: "bumped-lines" });
        this.button = makeButton(texts.recall, recall);
        const body = make("div", {}, make("p", {}, this.name), this.about, this.what);
        this.element = make("li", {}, body, this.button);
        this.shown = "";
    }

    /**
     * @param {Row} row
     * @param {(instant: string) => string} time
     */
    update(row, time) {
        const name = tabName(row);
        setText(this.name, name);
        const parts = [texts.about(row.number, row.round, time(row.placedAt))];
        if (row.doneAt !== undefined) {
            parts.push(texts.doneAt(time(row.doneAt)));
        }
        setText(this.about, parts.join(" · "));
        const lines = linesInOrder(row.lines).map(([, line]) => line);
        const shown = JSON.stringify(
            lines.map(({ name, quantity, status }) => [name, quantity, status]),
        );
        if (shown !== this.shown) {
            this.shown = shown;
            this.what.replaceChildren(...lines.flatMap((line, index) => lineNodes(line, index)));
        }
        this.button.ariaLabel = texts.stepLabel(texts.recall, name);
        this.button.ariaDisabled = String(!recallOf(row));
    }
}

/**
 * @param {import("./rounds.js").Line} line
 * @param {number} index
 * @returns {(Node | string)[]}
 */
function lineNodes({ name, quantity, status }, index) {
    const isCancelled = status === "cancelled";
    const what = words(name, isCancelled ? "is-cancelled" : "");
    const after = isCancelled ? ` (${texts.statuses.cancelled})` : "";
    return [index > 0 ? ", " : "", `${texts.quantity(quantity)} `, what, after];
}
