// @ts-check
import {
    byId, counted, isNews, make, makeButton, renderList, setText, text, words,
} from "../../../js/ui/page.js";
import { tabName } from "../lines.js";
import { inOrder, search } from "../menu.js";
import { linesInOrder, recallOf } from "./rounds.js";
import { texts } from "./tickets.js";

/** @typedef {import("../menu.js").MenuDocument} MenuDocument */
/** @typedef {import("../menu.js").Dish} Dish */

const leftMax = 999;

/** The dishes that are sold out, and the stock of the others. */
export class Stock {
    /** @param {(dish: string, left: number | null, name: string) => void} set */
    constructor(set) {
        this.set = set;
        this.dialog = byId("stock", HTMLDialogElement);
        this.field = byId("stock-search", HTMLInputElement);
        this.list = byId("stock-list", HTMLElement);
        this.none = byId("stock-none", HTMLElement);
        /** @type {MenuDocument | null} */
        this.menu = null;
        /** @type {Map<string, StockView>} */
        this.views = new Map();
        this.field.addEventListener("input", () => this.draw());
        this.dialog.addEventListener("close", () => {
            this.field.value = "";
        });
        new MutationObserver(() => this.draw()).observe(this.dialog, { attributeFilter: ["open"] });
    }

    /** @param {MenuDocument | null} menu the predicted one */
    render(menu) {
        this.menu = menu;
        this.draw();
    }

    draw() {
        if (!this.dialog.open) {
            return;
        }
        const dishes = this.menu?.dishes ?? {};
        const found = search(this.menu, this.field.value);
        const shown = sorted(this.menu).filter((key) => found.has(key));
        this.none.hidden = shown.length > 0;
        const hasMenu = Object.keys(dishes).length > 0;
        setText(this.none, hasMenu ? text("stockNone") : text("stockMenuNone"));
        renderList(
            this.list, this.views, shown,
            (key) => new StockView((left) => this.set(key, left, this.menu?.dishes[key]?.name ?? "")),
            (view, key) => view.update(dishes[key]),
        );
    }
}

/**
 * The dishes in the menu's order. A dish that sells out keeps its place, so that the next tap hits the
 * intended one.
 * @param {MenuDocument | null} menu
 * @returns {string[]}
 */
function sorted(menu) {
    if (!menu) {
        return [];
    }
    const dishes = inOrder(menu.dishes);
    return inOrder(menu.sections).flatMap((section) =>
        dishes.filter((key) => menu.dishes[key].section === section),
    );
}

class StockView {
    /** @param {(left: number | null) => void} set */
    constructor(set) {
        /** @type {number | undefined} */
        this.left = undefined;
        this.name = words("", "line-name");
        this.state = make("span", { className: "about sold-out figures" });
        const change = (/** @type {number} */ by) => {
            const left = Math.min(leftMax, Math.max(0, (this.left ?? 0) + by));
            if (left !== this.left) {
                set(left);
            }
        };
        this.less = makeButton("−", () => change(-1), { className: "figures" });
        this.more = makeButton("+", () => change(1), { className: "figures" });
        this.button = makeButton(
            "",
            () => set(this.left === 0 ? null : 0),
            { className: "stock-set" },
        );
        const what = make("p", { className: "grow" }, this.name, this.state);
        this.element = make("li", {}, what, this.less, this.more, this.button);
    }

    /** @param {Dish} dish */
    update({ name, left }) {
        this.left = left;
        setText(this.name, name);
        setText(
            this.state,
            left === undefined ? text("plenty") : left === 0 ? text("soldOut") : counted("left", left),
        );
        this.element.classList.toggle("is-sold-out", left === 0);
        const next = left === 0 ? text("makePlenty") : text("makeSoldOut");
        setText(this.button, next);
        this.button.ariaLabel = text("aboutDish", { what: next, name });
        this.less.ariaLabel = text("aboutDish", { what: text("less"), name });
        this.more.ariaLabel = text("aboutDish", { what: text("more"), name });
        this.less.ariaDisabled = String(!left);
    }
}

/** @typedef {import("./rounds.js").Row} Row */

/** The rounds done last, each with a button to recall it. */
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
        renderList(this.list, this.views, rows, (key) => new BumpedView(() => this.recall(key)), (view, row) =>
            view.update(row, time));
    }
}

class BumpedView {
    /** @param {() => void} recall */
    constructor(recall) {
        this.name = words("", "line-name");
        this.about = make("p", { className: "about figures" });
        this.what = make("p");
        this.button = makeButton(text("recall"), recall);
        const body = make("div", { className: "grow" }, this.name, this.about, this.what);
        this.element = make("li", {}, body, this.button);
    }

    /**
     * @param {Row} row
     * @param {(instant: string) => string} time
     */
    update(row, time) {
        const name = tabName(row);
        setText(this.name, name);
        const parts = [text("about", { round: row.round, time: time(row.placedAt) })];
        if (row.doneAt !== undefined) {
            parts.push(text("doneAt", { time: time(row.doneAt) }));
        }
        setText(this.about, parts.join(" · "));
        const lines = linesInOrder(row.lines).map(([, line]) => line);
        if (isNews(this, lines.map(({ name, quantity, status }) => [name, quantity, status]))) {
            this.what.replaceChildren(...lines.flatMap((line, index) => lineNodes(line, index)));
        }
        this.button.ariaLabel = text("stepLabel", { step: text("recall"), name });
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
    return [index > 0 ? ", " : "", `${text("quantity", { quantity })} `, what, after];
}
