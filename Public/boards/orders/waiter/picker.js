// @ts-check
import { byId, make, makeButton, setText, words } from "../../../js/dom.js";
import { counted, text } from "../../../js/texts.js";
import { arrange, dropOthers } from "../../../js/ui/list.js";
import { Avoidance } from "../avoidance.js";
import { search, shownMenu } from "../menu.js";
import { texts } from "./texts.js";

/** @typedef {import("../menu.js").MenuDocument} MenuDocument */
/** @typedef {import("../menu.js").ShownDish} ShownDish */

/** The menu to choose from: a section, then a dish, which goes into the basket at once. */
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
        /** The section that is shown; the first without one. */
        this.section = "";
        /** @type {MenuDocument | null} */
        this.menu = null;
        /** @type {Record<string, number>} */
        this.inBasket = {};
        /** @type {(amount: number) => string} */
        this.money = String;
        /** @type {Map<string, DishView>} */
        this.views = new Map();
        this.shownSections = "";
        this.avoidance = new Avoidance(() => this.draw());
        this.field.addEventListener("input", () => this.draw());
        this.field.addEventListener("keydown", (event) => {
            if (event.key === "Enter") {
                event.preventDefault();
                this.list.querySelector("button")?.click();
            }
        });
    }

    /**
     * @param {MenuDocument | null} menu as it will be
     * @param {Record<string, number>} inBasket how much of each dish is in the basket
     * @param {(amount: number) => string} money
     */
    render(menu, inBasket, money) {
        this.menu = menu;
        this.inBasket = inBasket;
        this.money = money;
        this.draw();
    }

    draw() {
        // The staff call dishes by the house's own names, as the kitchen does.
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
            const view = this.views.get(dish.key) ?? new DishView((each) => this.add(each));
            this.views.set(dish.key, view);
            view.update(dish, this.inBasket[dish.key] ?? 0, this.money);
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
        const shown = JSON.stringify([current, sections.map(({ key, name }) => [key, name])]);
        if (shown === this.shownSections) {
            return;
        }
        this.shownSections = shown;
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
        this.left = make("span", { className: "dish-left" });
        this.count = make("span", { className: "dish-count figures", ariaHidden: "true" });
        this.button = make(
            "button",
            { type: "button", className: "dish" },
            this.count,
            this.name,
            this.price,
            this.left,
        );
        this.button.addEventListener("click", () => {
            if (this.dish && !this.dish.isSoldOut) {
                add(this.dish);
            }
        });
        this.element = make("li", {}, this.button);
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
            dish.name, money(dish.price), left, count > 0 ? texts.basketCount(count) : "",
        ];
        this.button.ariaLabel = said.filter(Boolean).join(", ");
    }
}
