// @ts-check
import { byId, make, makeButton, setText, words } from "../../../js/dom.js";
import { arrange, dropOthers } from "../../../js/ui/list.js";
import { descriptionOfLine } from "./linetext.js";
import { texts } from "./texts.js";

/** @typedef {import("../basket.js").Hindrance} Hindrance */
/** @typedef {import("../lines.js").KeyedLine} KeyedLine */
/** @typedef {import("../menu.js").Dish} Dish */

/**
 * A line as it is shown: `why` is what keeps it from being placed.
 * @typedef {{line: KeyedLine, name: string, amount: string, why: string}} ShownLine
 */

/**
 * @typedef {object} BasketDeeds
 * @property {(key: string) => void} edit
 * @property {(keys: string[]) => void} remove
 * @property {() => void} place
 */

/** What a basket that is refused has problems with, besides its lines, whose ids are fields. */
const ownFields = new Set(["", "table", "phone", "address", "lines"]);

/** What is chosen and not placed, and what keeps it from being placed. */
export class BasketView {
    /** @param {BasketDeeds} deeds */
    constructor(deeds) {
        this.deeds = deeds;
        this.list = byId("basket", HTMLElement);
        this.none = byId("basket-none", HTMLElement);
        this.placing = byId("placing", HTMLElement);
        this.problem = byId("place-problem", HTMLElement);
        this.hindered = byId("hindered", HTMLElement);
        this.removeThese = byId("remove-these", HTMLButtonElement);
        /** @type {Map<string, LineView>} */
        this.views = new Map();
        /** @type {string[]} */
        this.bad = [];
        /**
         * What the hub said of lines when it refused to place them, until something changes.
         * @type {Map<string, string>}
         */
        this.refused = new Map();
        /** @type {unknown} */
        this.menu = null;
        byId("place", HTMLButtonElement).addEventListener("click", () => this.place());
        this.removeThese.addEventListener("click", () => deeds.remove(this.bad));
    }

    place() {
        setText(this.problem, "");
        if (this.bad.length > 0) {
            setText(this.problem, texts.removeFirst);
            this.removeThese.focus();
            return;
        }
        this.deeds.place();
    }

    /**
     * Says what is wrong with a basket that was refused: at its lines, or under the button.
     * @param {{field: string, message: string}[]} problems
     * @returns {boolean} whether anything is said here
     */
    refuse(problems) {
        this.refused = new Map(problems.map(({ field, message: why }) => [field, why]));
        // Lines that were placed a moment ago are not in the basket again yet.
        const isOfLine = ({ field = "" }) => !ownFields.has(field);
        const others = problems.filter((each) => !isOfLine(each)).map((each) => each.message);
        setText(this.problem, others.join(" "));
        return problems.length > 0;
    }

    /**
     * The menu as it is now. What the hub said of lines may not be so on another one.
     * @param {unknown} menu
     */
    know(menu) {
        if (menu !== this.menu) {
            this.menu = menu;
            this.refused.clear();
        }
    }

    /** The basket changed: what was wrong may not be so any more. */
    forgive() {
        this.refused.clear();
        setText(this.problem, "");
    }

    /**
     * @param {ShownLine[]} lines
     * @param {object} whole
     * @param {number} whole.dishes
     * @param {string} whole.sum
     * @param {string} whole.fee
     * @param {string} whole.about why it can't be placed here now; empty when it can
     */
    render(lines, { dishes, sum, fee, about }) {
        const shown = new Map(lines.map((each) => [each.line.key, each]));
        this.bad = lines
            .filter(({ line, why }) => why || this.refused.has(line.key))
            .map(({ line }) => line.key);
        this.moveFocus(shown);
        dropOthers(this.views, shown);
        const elements = lines.map((each) => {
            const { key } = each.line;
            const view = this.views.get(key) ?? new LineView(() => this.deeds.edit(key));
            this.views.set(key, view);
            view.update(each, this.refused.get(key) ?? each.why);
            return view.element;
        });
        arrange(this.list, elements);
        this.none.hidden = lines.length > 0;
        this.placing.hidden = lines.length === 0;
        this.hindered.hidden = this.bad.length === 0;
        const hindered = this.bad.length === 0 ? "" : texts.hindered(this.bad.length);
        setText(byId("hindered-about", HTMLElement), hindered);
        setText(this.removeThese, texts.removeThese(this.bad.length));
        setText(byId("sum-count", HTMLElement), texts.dishes(dishes));
        setText(byId("sum", HTMLElement), sum);
        setText(byId("fee", HTMLElement), fee);
        setText(byId("place-about", HTMLElement), about);
        byId("place", HTMLButtonElement).hidden = about !== "";
    }

    /**
     * Takes the cursor from a line that goes, or from a button that goes with the last one, to the
     * next line or to the heading.
     * @param {Map<string, ShownLine>} shown
     */
    moveFocus(shown) {
        const going = [...this.views].find(
            ([key, { element }]) => !shown.has(key) && element.contains(document.activeElement),
        );
        const isWithout =
            (this.removeThese === document.activeElement && this.bad.length === 0) ||
            (this.placing.contains(document.activeElement) && shown.size === 0);
        if (going || isWithout) {
            const next = [...this.views].find(([key]) => shown.has(key));
            (next?.[1].edit ?? byId("order-title", HTMLElement)).focus({ preventScroll: true });
        }
    }
}

/** One line of the basket. */
class LineView {
    /** @param {() => void} edit */
    constructor(edit) {
        this.what = make("span", { className: "line-what" });
        this.about = make("p", { className: "line-about" });
        this.why = make("p", { className: "line-why" });
        this.amount = make("span", { className: "line-amount figures" });
        this.edit = makeButton(texts.edit, edit, { className: "plain" });
        const properties = { className: "line-main", "data-pending": texts.notSent };
        const main = make("div", properties, this.what, this.about, this.why);
        this.element = make("li", { className: "line" }, main, this.amount, this.edit);
    }

    /**
     * @param {ShownLine} shown
     * @param {string} why
     */
    update({ line, name, amount }, why) {
        const what = texts.quantityOf(line.quantity, "\u0000").split("\u0000");
        if (this.what.textContent !== what.join(name)) {
            this.what.replaceChildren(what[0], words(name), what[1] ?? "");
        }
        setText(this.about, descriptionOfLine(line));
        this.about.hidden = this.about.textContent === "";
        setText(this.why, why);
        this.why.hidden = why === "";
        setText(this.amount, amount);
        this.edit.ariaLabel = texts.editNamed(name);
        this.element.classList.toggle("is-bad", why !== "");
        this.element.classList.toggle("is-pending", Boolean(line.isPending));
    }
}
