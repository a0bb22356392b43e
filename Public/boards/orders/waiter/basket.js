// @ts-check
import { byId, make, makeButton, setText, words } from "../../../js/dom.js";
import { counted, text } from "../../../js/texts.js";
import { arrange, dropOthers } from "../../../js/ui/list.js";
import { hindrancesOf } from "../basket.js";
import { texts } from "./texts.js";

/** @typedef {import("../lines.js").KeyedLine} KeyedLine */
/** @typedef {Record<string, import("../menu.js").Dish>} Dishes */

/**
 * @typedef {object} BasketActions
 * @property {(line: KeyedLine) => void} more
 * @property {(line: KeyedLine) => void} less
 * @property {(line: KeyedLine) => void} edit opens its notes and person
 * @property {() => void} changed another course was chosen
 */

/**
 * The basket. Each line can be left for a later course, by its tick; a line that can't be placed
 * says why.
 */
export class Basket {
    /** @param {BasketActions} actions */
    constructor(actions) {
        this.actions = actions;
        this.part = byId("basket-part", HTMLElement);
        this.list = byId("basket", HTMLElement);
        /** @type {Map<string, BasketLine>} */
        this.views = new Map();
        /**
         * The lines that are left for later.
         * @type {Set<string>}
         */
        this.later = new Set();
        /**
         * Why lines were not placed, by their keys; other problems by the field.
         * @type {Map<string, string>}
         */
        this.problems = new Map();
    }

    /** Forgets what was about another tab. */
    reset() {
        this.later.clear();
        this.problems.clear();
    }

    /**
     * @param {KeyedLine[]} lines of the basket
     * @param {Dishes} dishes
     * @param {(amount: number) => string} money
     */
    render(lines, dishes, money) {
        const keys = new Set(lines.map(({ key }) => key));
        for (const key of this.later) {
            if (!keys.has(key)) {
                this.later.delete(key);
            }
        }
        this.part.hidden = lines.length === 0;
        dropOthers(this.views, keys);
        const hindrances = hindrancesOf(lines, dishes);
        const elements = lines.map((line) => {
            const view = this.views.get(line.key) ?? this.newLine(line.key);
            const problem = this.problems.get(line.key) ?? reasonOf(hindrances.get(line.key));
            view.update(line, dishes[line.dish], money, problem, !this.later.has(line.key));
            return view.element;
        });
        arrange(this.list, elements);
        this.drawHindered(lines, dishes);
    }

    /** @param {string} key */
    newLine(key) {
        const view = new BasketLine(this.actions, (isNow) => {
            this.later[isNow ? "delete" : "add"](key);
            this.actions.changed();
        });
        this.views.set(key, view);
        return view;
    }

    /**
     * The lines that can't be placed.
     * @param {KeyedLine[]} lines
     * @param {Dishes} dishes
     */
    bad(lines, dishes) {
        const hindrances = hindrancesOf(lines, dishes);
        return lines.filter(({ key }) => this.problems.has(key) || hindrances.has(key));
    }

    /**
     * @param {KeyedLine[]} lines
     * @param {Dishes} dishes
     */
    drawHindered(lines, dishes) {
        const others = ["table", "phone", "address", "lines"].flatMap(
            (field) => this.problems.get(field) ?? [],
        );
        const bad = this.bad(lines, dishes);
        byId("hindered", HTMLElement).hidden = bad.length === 0 && others.length === 0;
        const sentences = bad.length > 0 ? [...others, text("hindered")] : others;
        setText(byId("hindered-text", HTMLElement), sentences.join(" "));
        const remove = byId("remove-these", HTMLButtonElement);
        remove.hidden = bad.length === 0;
        setText(remove, counted("removeThese", bad.length));
    }
}

/** @param {import("../basket.js").Hindrance} [hindrance] */
function reasonOf(hindrance) {
    switch (hindrance?.reason) {
        case "gone":
            return text("offMenu");
        case "soldOut":
            return text("soldOut");
        case "few":
            return text("onlyLeft", { count: hindrance.left });
        default:
            return "";
    }
}

class BasketLine {
    /**
     * @param {BasketActions} actions
     * @param {(isNow: boolean) => void} choose
     */
    constructor(actions, choose) {
        /** @type {KeyedLine | undefined} */
        this.line = undefined;
        const withLine = (/** @type {(line: KeyedLine) => void} */ act) => () => {
            if (this.line && !this.line.isNew) {
                act(this.line);
            }
        };
        this.now = make("input", { type: "checkbox" });
        this.now.addEventListener("change", () => choose(this.now.checked));
        this.name = words("", "line-name");
        this.notes = words("", "line-notes");
        this.problem = make("span", { className: "line-problem" });
        this.price = make("span", { className: "amount" });
        this.count = make("span", { className: "figures" });
        this.less = makeButton("−", withLine(actions.less));
        // Another one is added, whoever adds one at the same time.
        this.more = makeButton("+", () => this.line && actions.more(this.line));
        this.edit = makeButton(text("notes"), withLine(actions.edit), { className: "plain" });
        const label = make(
            "label",
            { className: "choice" },
            this.now,
            make("span", {}, this.name, this.notes, this.problem),
        );
        const stepper = make("span", { className: "stepper" }, this.less, this.count, this.more);
        this.element = make("li", { className: "line" }, label, this.edit, stepper, this.price);
    }

    /**
     * @param {KeyedLine} line
     * @param {{name: string, price: number} | undefined} dish
     * @param {(amount: number) => string} money
     * @param {string} problem
     * @param {boolean} isNow
     */
    update(line, dish, money, problem, isNow) {
        this.line = line;
        const name = dish?.name ?? text("unknownDish");
        setText(this.name, name);
        setText(this.notes, [line.person ?? "", line.notes ?? ""].filter(Boolean).join(" · "));
        setText(this.problem, problem);
        setText(this.count, String(line.quantity));
        setText(this.price, money(line.quantity * (dish?.price ?? 0)));
        this.now.checked = isNow;
        this.now.ariaLabel = texts.label(text("nextRound"), name);
        this.less.ariaLabel = texts.label(line.quantity > 1 ? text("less") : text("remove"), name);
        this.more.ariaLabel = texts.label(text("more"), name);
        this.edit.ariaLabel = texts.label(text("notes"), name);
        this.less.ariaDisabled = String(Boolean(line.isNew));
        this.edit.ariaDisabled = String(Boolean(line.isNew));
        this.element.classList.toggle("is-pending", Boolean(line.isPending));
        this.element.classList.toggle("is-bad", problem !== "");
        this.element.classList.toggle("is-later", !isNow);
    }
}
