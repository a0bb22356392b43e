// @ts-check
import {
    arrange, byId, counted, dropOthers, isNews, make, makeButton, renderList, setText, text, viewOf,
    words,
} from "../../../js/ui/page.js";
import { Avoidance, hindrancesOf } from "../basket.js";
import { search, shownMenu } from "../menu.js";

/** @typedef {import("../lines.js").KeyedLine} KeyedLine */
/** @typedef {Record<string, import("../menu.js").Dish>} Dishes */

/**
 * @typedef {object} BasketActions
 * @property {(line: KeyedLine) => void} more
 * @property {(line: KeyedLine) => void} less
 * @property {(line: KeyedLine) => void} edit opens its notes and person
 * @property {() => void} changed called when the course changes
 */

/** The basket. Unchecked lines are left for a later course; lines that can't be placed show why. */
export class Basket {
    /** @param {BasketActions} actions */
    constructor(actions) {
        this.actions = actions;
        this.part = byId("basket-part", HTMLElement);
        this.list = byId("basket", HTMLElement);
        /** @type {Map<string, BasketLine>} */
        this.views = new Map();
        /**
         * The lines left for later.
         * @type {Set<string>}
         */
        this.later = new Set();
        /**
         * The reasons why lines were not placed, by key; other problems by field.
         * @type {Map<string, string>}
         */
        this.problems = new Map();
        /**
         * The lines that can't be placed.
         * @type {KeyedLine[]}
         */
        this.bad = [];
    }

    /** Forgets the state of another tab. */
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
        const hindrances = hindrancesOf(lines, dishes);
        const why = (/** @type {KeyedLine} */ { key }) =>
            this.problems.get(key) ?? reasonOf(hindrances.get(key));
        this.bad = lines.filter((line) => why(line) !== "");
        renderList(this.list, this.views, lines, (key) => this.newLine(key), (view, line) =>
            view.update(line, dishes[line.dish], money, why(line), !this.later.has(line.key)));
        this.drawHindered();
    }

    /** @param {string} key */
    newLine(key) {
        return new BasketLine(this.actions, (isNow) => {
            this.later[isNow ? "delete" : "add"](key);
            this.actions.changed();
        });
    }

    drawHindered() {
        const { bad } = this;
        const others = ["table", "phone", "address", "lines"].flatMap(
            (field) => this.problems.get(field) ?? [],
        );
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
        // A relative change, so that presses on two devices add two.
        this.more = makeButton("+", () => this.line && actions.more(this.line));
        this.edit = makeButton(text("notes"), withLine(actions.edit), { className: "plain" });
        const label = make(
            "label",
            { className: "choice fills" },
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
        this.now.ariaLabel = text("label", { what: text("nextRound"), name });
        this.less.ariaLabel = text("label", { what: line.quantity > 1 ? text("less") : text("remove"), name });
        this.more.ariaLabel = text("label", { what: text("more"), name });
        this.edit.ariaLabel = text("label", { what: text("notes"), name });
        this.less.ariaDisabled = String(Boolean(line.isNew));
        this.edit.ariaDisabled = String(Boolean(line.isNew));
        this.element.classList.toggle("is-pending", Boolean(line.isPending));
        this.element.classList.toggle("is-bad", problem !== "");
        this.element.classList.toggle("is-later", !isNow);
    }
}

/** @typedef {import("../menu.js").MenuDocument} MenuDocument */
/** @typedef {import("../menu.js").ShownDish} ShownDish */

/** The menu for choosing a section and then a dish, which goes straight into the basket. */
export class Picker {
    /**
     * @param {(dish: ShownDish) => void} add
     * @param {string} language of the page
     */
    constructor(add, language) {
        this.add = add;
        this.language = language;
        this.field = byId("dish-search", HTMLInputElement);
        this.sections = byId("sections", HTMLElement);
        this.list = byId("dishes", HTMLElement);
        this.none = byId("dishes-none", HTMLElement);
        this.hidden = byId("dishes-hidden", HTMLElement);
        this.noMenu = byId("menu-none", HTMLElement);
        /** The chosen section; by default the first. */
        this.section = "";
        /** @type {MenuDocument | null} */
        this.menu = null;
        /** @type {Map<string, number>} */
        this.inBasket = new Map();
        /** @type {(amount: number) => string} */
        this.money = String;
        /** @type {Map<string, DishView>} */
        this.views = new Map();
        this.avoidance = new Avoidance(() => this.draw());
        this.field.addEventListener("input", () => this.draw());
        this.field.addEventListener("keydown", (event) => {
            if (event.key === "Enter") {
                event.preventDefault();
                const first = this.list.firstElementChild;
                [...this.views.values()].find(({ element }) => element === first)?.press();
            }
        });
    }

    /**
     * @param {MenuDocument | null} menu
     * @param {Map<string, number>} inBasket the number of each dish in the basket
     * @param {(amount: number) => string} money
     */
    render(menu, inBasket, money) {
        this.menu = menu;
        this.inBasket = inBasket;
        this.money = money;
        this.draw();
    }

    draw() {
        // Staff use the house's own names, as the kitchen does.
        const sections = shownMenu(this.menu, "");
        const query = this.field.value.trim();
        const current = sections.find(({ key }) => key === this.section) ?? sections[0];
        const found = query === "" ? null : search(this.menu, query, this.language);
        const { free, unstated, others } = this.avoidance.part(
            found
                ? sections.flatMap(({ dishes }) => dishes.filter(({ key }) => found.has(key)))
                : (current?.dishes ?? []),
        );
        const shown = [...free, ...unstated];
        this.drawSections(sections, query === "" ? (current?.key ?? "") : "");
        dropOthers(this.views, new Set(shown.map(({ key }) => key)));
        const elements = shown.map((dish) => {
            const view = viewOf(this.views, dish.key, () => new DishView((each) => this.add(each)));
            view.update(dish, this.inBasket.get(dish.key) ?? 0, this.money);
            return view.element;
        });
        arrange(this.list, elements.slice(0, free.length));
        this.avoidance.render(elements.slice(free.length));
        setText(this.hidden, others.length === 0 ? "" : counted("hiddenFor", others.length));
        const isEmpty = sections.length === 0;
        this.none.hidden = shown.length + others.length > 0 || !this.menu || isEmpty;
        this.noMenu.hidden = !this.menu || !isEmpty;
        byId("finder", HTMLElement).hidden = !this.noMenu.hidden;
        this.sections.hidden = !this.noMenu.hidden;
    }

    /**
     * @param {{key: string, name: string}[]} sections
     * @param {string} current
     */
    drawSections(sections, current) {
        if (!isNews(this, [current, sections.map(({ key, name }) => [key, name])])) {
            return;
        }
        const isFocused = this.sections.contains(document.activeElement);
        const chips = sections.map(({ key, name }) => {
            const chip = makeButton("", () => this.choose(key), { className: "chip" });
            chip.append(words(name));
            chip.ariaPressed = String(key === current);
            return chip;
        });
        const left = this.sections.scrollLeft;
        this.sections.replaceChildren(...chips);
        this.sections.scrollLeft = left;
        const chosen = chips.find(({ ariaPressed }) => ariaPressed === "true");
        if (isFocused) {
            chosen?.focus();
        }
    }

    /** @param {string} section */
    choose(section) {
        this.section = section;
        this.field.value = "";
        this.draw();
    }
}

class DishView {
    /** @param {(dish: ShownDish) => void} add */
    constructor(add) {
        /** @type {ShownDish | undefined} */
        this.dish = undefined;
        this.name = words("", "dish-name");
        this.price = make("span", { className: "amount" });
        this.left = make("span", { className: "line-notes" });
        this.count = make("span", { className: "dish-count badge", ariaHidden: "true" });
        this.button = make(
            "button",
            { type: "button", className: "dish" },
            this.count,
            this.name,
            this.price,
            this.left,
        );
        this.add = add;
        this.button.addEventListener("click", () => this.press());
        this.element = make("li", {}, this.button);
    }

    press() {
        if (this.dish && !this.dish.isSoldOut) {
            this.add(this.dish);
        }
    }

    /**
     * @param {ShownDish} dish
     * @param {number} count in the basket
     * @param {(amount: number) => string} money
     */
    update(dish, count, money) {
        this.dish = dish;
        const left = dish.isSoldOut ? text("soldOut") : dish.left === undefined ? "" : text(
            "onlyLeft",
            { count: dish.left },
        );
        setText(this.name, dish.name);
        setText(this.price, money(dish.price));
        setText(this.left, left);
        setText(this.count, count > 0 ? String(count) : "");
        this.button.ariaDisabled = String(dish.isSoldOut);
        this.button.dataset.means = dish.key;
        const said = [
            dish.name, money(dish.price), left, count > 0 ? counted("basketCount", count) : "",
        ];
        this.button.ariaLabel = said.filter(Boolean).join(", ");
    }
}
