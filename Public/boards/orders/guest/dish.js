// @ts-check
import { make, setText, words } from "../../../js/dom.js";
import { texts } from "./texts.js";

/** @typedef {import("../menu.js").ShownDish} ShownDish */

/** From here on it is said how many are left. */
const fewMax = 5;

/**
 * What a tap on a dish asks for.
 * @typedef {object} DishDeeds
 * @property {(dish: string, name: string) => void} more
 * @property {(dish: string, name: string) => void} less
 */

/** A dish of the menu, with how many of it are in the basket. */
export class DishView {
    /**
     * @param {string} key
     * @param {DishDeeds} deeds
     */
    constructor(key, deeds) {
        this.title = "";
        this.name = words("", "dish-name");
        this.description = make("p", { className: "dish-description" }, words(""));
        this.allergens = make("p", { className: "dish-allergens" });
        this.stock = make("p", { className: "dish-stock" });
        this.price = make("span", { className: "dish-price figures" });
        this.count = make("span", { className: "figures", hidden: true });
        this.less = make("button", { type: "button", hidden: true }, "−");
        this.more = make("button", { type: "button" }, texts.add);
        this.less.addEventListener("click", () => {
            deeds.less(key, this.title);
        });
        this.more.addEventListener("click", () => {
            if (this.more.ariaDisabled !== "true") {
                deeds.more(key, this.title);
            }
        });
        this.control = make("div", { className: "stepper" }, this.less, this.count, this.more);
        const what = make(
            "div",
            { className: "dish-what" },
            make("h4", {}, this.name),
            this.description,
            this.allergens,
            this.stock,
        );
        const side = make("div", { className: "dish-side" }, this.price, this.control);
        this.element = make("li", { className: "dish" }, what, side);
    }

    /**
     * @param {ShownDish} dish
     * @param {string} price
     * @param {number} quantity in the basket
     * @param {boolean} canOrder whether guests may order at all
     */
    update(dish, price, quantity, canOrder) {
        const { name, description, allergens, isSoldOut, left } = dish;
        this.title = name;
        setText(this.name, name);
        setText(this.price, price);
        setText(/** @type {Element} */ (this.description.firstElementChild), description);
        this.description.hidden = description === "";
        const named = allergens?.map((each) => texts.allergens[each]).join(", ");
        setText(this.allergens, named ? texts.contains(named) : texts.containsNone);
        this.allergens.hidden = named === undefined;
        const isFew = left !== undefined && left > 0 && left <= fewMax;
        setText(this.stock, isSoldOut ? texts.soldOut : isFew ? texts.left(left) : "");
        this.stock.hidden = !isSoldOut && !isFew;
        this.element.classList.toggle("is-sold-out", isSoldOut);
        this.drawControl(quantity, canOrder, isSoldOut);
    }

    /**
     * @param {number} quantity
     * @param {boolean} canOrder
     * @param {boolean} isSoldOut
     */
    drawControl(quantity, canOrder, isSoldOut) {
        const isChosen = quantity > 0;
        this.control.hidden = !canOrder || (isSoldOut && !isChosen);
        if (!isChosen && this.less === document.activeElement) {
            this.more.focus();
        }
        this.less.hidden = !isChosen;
        this.count.hidden = !isChosen;
        setText(this.count, String(quantity));
        setText(this.more, isChosen ? "+" : texts.add);
        this.less.ariaLabel = texts.lessNamed(this.title);
        this.more.ariaLabel = isChosen ? texts.moreNamed(this.title) : texts.addNamed(this.title);
        this.more.ariaDisabled = String(isSoldOut);
        this.control.classList.toggle("is-chosen", isChosen);
    }
}
