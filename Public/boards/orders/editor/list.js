// @ts-check
import { byId, make, makeButton, setText, words } from "../../../js/dom.js";
import { text } from "../../../js/texts.js";
import { glide, placesOf } from "../../../js/ui/glide.js";
import { arrange, dropOthers } from "../../../js/ui/list.js";
import { missingIn } from "./predict.js";
import { languageName, texts } from "./texts.js";

/** @typedef {import("./predict.js").DishRow} DishRow */
/** @typedef {import("./predict.js").SectionRow} SectionRow */

/**
 * @typedef {object} ListActions
 * @property {(key: string) => void} openDish
 * @property {(key: string) => void} openSection
 * @property {(section: string) => void} newDish
 * @property {(key: string, direction: -1 | 1) => void} moveDish
 * @property {(key: string, direction: -1 | 1) => void} moveSection
 * @property {(key: string, left: number | null) => void} stock
 */

/**
 * @typedef {object} ListContext
 * @property {(amount: number) => string} money
 * @property {string[]} languages into which the menu is translated
 * @property {string} open the key of what is open
 */

/** The whole menu, in its order. */
export class MenuList {
    /** @param {ListActions} actions */
    constructor(actions) {
        this.actions = actions;
        this.place = byId("sections", HTMLElement);
        /** @type {Map<string, SectionView>} */
        this.sections = new Map();
        /** @type {Map<string, DishView>} */
        this.dishes = new Map();
        this.isFirst = true;
    }

    /**
     * @param {SectionRow[]} rows those that are shown
     * @param {ListContext} context
     */
    render(rows, context) {
        const elements = () => [...this.dishes.values()].map(({ element }) => element);
        const before = placesOf(elements());
        const focused = document.activeElement;
        dropOthers(this.sections, new Set(rows.map(({ key }) => key)));
        dropOthers(
            this.dishes,
            new Set(rows.flatMap(({ dishes }) => dishes.map(({ key }) => key))),
        );
        const views = rows.map((row) => {
            const view = this.sections.get(row.key) ?? new SectionView(row.key, this.actions);
            this.sections.set(row.key, view);
            view.update(row, context);
            arrange(view.list, row.dishes.map((dish) => this.dishOf(dish, context).element));
            return view.element;
        });
        arrange(this.place, views);
        if (focused !== document.activeElement && focused?.isConnected) {
            /** @type {HTMLElement} */ (focused).focus({ preventScroll: true });
        }
        if (!this.isFirst) {
            glide(elements().filter((each) => isSeen(each, before.get(each))), before);
        }
        this.isFirst = rows.length === 0;
    }

    /**
     * @param {DishRow} row
     * @param {ListContext} context
     */
    dishOf(row, context) {
        const view = this.dishes.get(row.key) ?? new DishView(row.key, this.actions);
        this.dishes.set(row.key, view);
        view.update(row, context);
        return view;
    }
}

/**
 * Whether a row is on the screen, or was: nobody sees how the others of a long menu move.
 * @param {HTMLElement} element
 * @param {DOMRect} [before] where it was
 */
function isSeen(element, before) {
    const isOnScreen = (/** @type {DOMRect} */ box) => box.bottom > 0 && box.top < window.innerHeight;
    return isOnScreen(element.getBoundingClientRect()) || (before ? isOnScreen(before) : false);
}

/**
 * The handle by which something is dragged. With the keyboard, the arrows move it.
 * @param {(direction: -1 | 1) => void} move
 */
function handle(move) {
    const button = makeButton(
        "⠿",
        () => {},
        { className: "plain handle", ariaKeyShortcuts: "ArrowUp ArrowDown" },
    );
    button.addEventListener("keydown", (event) => {
        if (event.key === "ArrowUp" || event.key === "ArrowDown") {
            event.preventDefault();
            move(event.key === "ArrowUp" ? -1 : 1);
        }
    });
    return button;
}

class SectionView {
    /**
     * @param {string} key
     * @param {ListActions} actions
     */
    constructor(key, actions) {
        this.handle = handle((direction) => actions.moveSection(key, direction));
        this.name = words("", "section-name");
        this.about = make("span", { className: "quiet figures" });
        this.open = make(
            "button",
            { type: "button", className: "plain section-open" },
            this.name,
            this.about,
        );
        this.open.addEventListener("click", () => actions.openSection(key));
        this.add = makeButton(text("newDish"), () => actions.newDish(key));
        this.list = make("ol", { className: "dishes" });
        this.list.dataset.section = key;
        const head = make("div", { className: "section-head" }, this.handle, this.open, this.add);
        this.element = make("li", { className: "section" }, head, this.list);
        this.element.dataset.key = key;
    }

    /**
     * @param {SectionRow} row
     * @param {ListContext} context
     */
    update({ key, section, dishes }, { languages, open }) {
        setText(this.name, section.name);
        const missing = missingIn(section, languages).map(languageName);
        const parts = [
            texts.dishes(dishes.length),
            section.station ?? "",
            missing.length > 0 ? text("missing", { languages: missing.join(", ") }) : "",
        ];
        setText(this.about, parts.filter(Boolean).join(" · "));
        this.handle.ariaLabel = texts.label(text("move"), section.name);
        this.open.ariaLabel = texts.label(text("edit"), section.name);
        this.add.ariaLabel = texts.label(text("newDish"), section.name);
        this.add.ariaDisabled = String(Boolean(section.isNew));
        this.element.classList.toggle("is-current", key === open);
        this.element.classList.toggle("is-pending", Boolean(section.isPending));
    }
}

class DishView {
    /**
     * @param {string} key
     * @param {ListActions} actions
     */
    constructor(key, actions) {
        /** @type {number | undefined} */
        this.left = undefined;
        this.handle = handle((direction) => actions.moveDish(key, direction));
        this.name = words("", "dish-name");
        this.about = make("span", { className: "dish-about" });
        this.price = make("span", { className: "amount" });
        this.open = make(
            "button",
            { type: "button", className: "plain dish-open" },
            this.name,
            this.about,
        );
        this.open.addEventListener("click", () => actions.openDish(key));
        this.stock = makeButton(
            "",
            () => actions.stock(key, this.left === 0 ? null : 0),
            { className: "stock" },
        );
        this.element = make(
            "li",
            { className: "row dish" },
            this.handle,
            this.open,
            this.price,
            this.stock,
        );
        this.element.dataset.key = key;
    }

    /**
     * @param {DishRow} row
     * @param {ListContext} context
     */
    update({ key, dish }, { money, languages, open }) {
        this.left = dish.left;
        setText(this.name, dish.name);
        const missing = missingIn(dish, languages).map(languageName);
        const parts = [
            dish.left === 0 ? text("soldOut") : dish.left === undefined ? "" : text(
                "left",
                { count: dish.left },
            ),
            dish.allergens === undefined ? text("notStated") : "",
            missing.length > 0 ? text("missing", { languages: missing.join(", ") }) : "",
        ];
        setText(this.about, parts.filter(Boolean).join(" · "));
        setText(this.price, money(dish.price));
        setText(this.stock, dish.left === 0 ? text("makePlenty") : text("makeSoldOut"));
        this.handle.ariaLabel = texts.label(text("move"), dish.name);
        this.open.ariaLabel = [texts.label(text("edit"), dish.name), money(dish.price), ...parts].filter(Boolean).join(", ");
        this.stock.ariaLabel = texts.label(this.stock.textContent ?? "", dish.name);
        this.stock.dataset.means = String(dish.left === 0);
        this.element.classList.toggle("is-sold-out", dish.left === 0);
        this.element.classList.toggle("is-current", key === open);
        this.element.classList.toggle("is-pending", Boolean(dish.isPending));
        this.open.ariaDisabled = String(Boolean(dish.isNew));
    }
}
