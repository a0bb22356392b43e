// @ts-check
import { closeByTap } from "../../../js/ui/dialogs.js";
import {
    arrange, byId, counted, dropOthers, make, sentenceAbout, setText, text, viewOf, words,
} from "../../../js/ui/page.js";
import { Avoidance } from "../basket.js";
import { search, shownMenu } from "../menu.js";
import { kept } from "./kept.js";

/**
 * The words under a line's name: its wishes and its person. Guests' words are isolated, so that their direction does
 * not affect the text around them.
 * @param {{notes?: string, person?: string}} line
 */
export function descriptionOfLine({ notes = "", person = "" }) {
    const wish = notes === "" ? "" : isolated(notes);
    const whom = person === "" ? "" : text("forPerson", { person: isolated(person) });
    return [wish, whom].filter(Boolean).join(" · ");
}

/**
 * A quantity of a dish, with the dish's name isolated.
 * @param {number} quantity
 * @param {string} name
 */
export function quantityNodes(quantity, name) {
    return sentenceAbout((shown) => text("quantityOf", { quantity, name: shown }), name);
}

/**
 * A text between marks that isolate its direction (Unicode Standard Annex 9, FSI and PDI).
 * @param {string} text
 */
function isolated(text) {
    return `\u2068${text}\u2069`;
}

/**
 * Shows either the menu or the order on a phone. The bar at the bottom switches between them and shows the basket's
 * count. On a wide screen, both are side by side.
 */
export class Sides {
    constructor() {
        this.bar = byId("bar", HTMLElement);
        this.go = byId("bar-go", HTMLButtonElement);
        /** @type {Record<string, number>} */
        this.scrolled = { menu: 0, order: 0 };
        this.go.addEventListener("click", () => {
            this.show(this.shown === "menu" ? "order" : "menu");
            const title = this.shown === "menu" ? "menu-title" : "order-title";
            byId(title, HTMLElement).focus({ preventScroll: true });
        });
    }

    get shown() {
        return document.body.dataset.show === "order" ? "order" : "menu";
    }

    /** @param {"menu" | "order"} side */
    show(side) {
        if (side !== this.shown) {
            this.scrolled[this.shown] = window.scrollY;
            document.body.dataset.show = side;
            this.drawButton();
            // The menu returns to its former position; the order starts at its top.
            window.scrollTo(0, side === "menu" ? this.scrolled.menu : 0);
        }
    }

    drawButton() {
        const isMenu = this.shown === "menu";
        setText(this.go, isMenu ? text("seeOrder") : text("seeMenu"));
        this.go.classList.toggle("action", isMenu);
    }

    /**
     * @param {string} count of the basket, in words
     * @param {string} sum
     * @param {boolean} isOpen whether anything can be ordered; an ended order is shown whole
     */
    render(count, sum, isOpen) {
        this.bar.hidden = !isOpen;
        if (!isOpen) {
            document.body.dataset.show = "order";
        }
        setText(byId("bar-count", HTMLElement), count);
        setText(byId("bar-sum", HTMLElement), sum);
        this.drawButton();
    }
}

/** @typedef {import("../menu.js").ShownDish} ShownDish */

/** The number from which down the number left is shown. */
const fewMax = 5;

/**
 * The actions of a dish's buttons.
 * @typedef {object} DishDeeds
 * @property {(dish: string, name: string) => void} more
 * @property {(dish: string, name: string) => void} less
 */

/** A dish of the menu, with its number in the basket. */
class DishView {
    /**
     * @param {string} key
     * @param {DishDeeds} deeds
     */
    constructor(key, deeds) {
        this.title = "";
        this.name = words("", "dish-name");
        this.description = make("p", { className: "dish-description small" }, words(""));
        this.allergens = make("p", { className: "about" });
        this.stock = make("p", { className: "dish-stock is-attention strong" });
        this.price = make("span", { className: "dish-price figures" });
        this.count = make("span", { className: "figures", hidden: true });
        this.less = make("button", { type: "button", hidden: true }, "−");
        this.more = make("button", { type: "button" }, text("add"));
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
            { className: "grow" },
            make("h4", {}, this.name),
            this.description,
            this.allergens,
            this.stock,
        );
        const side = make("div", {}, this.price, this.control);
        this.element = make("li", { className: "dish parted" }, what, side);
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
        const named = allergens?.map((each) => text(`allergens.${each}`)).join(", ");
        const contains = named ? text("contains", { allergens: named }) : text("containsNone");
        setText(this.allergens, allergens ? contains : text("notStated"));
        const isFew = left !== undefined && left > 0 && left <= fewMax;
        setText(this.stock, isSoldOut ? text("soldOut") : isFew ? counted("left", left) : "");
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
        setText(this.more, isChosen ? "+" : text("add"));
        this.less.ariaLabel = text("lessNamed", { name: this.title });
        this.more.ariaLabel = isChosen ? text("moreNamed", { name: this.title }) : text("addNamed", { name: this.title });
        this.more.ariaDisabled = String(isSoldOut);
        this.control.classList.toggle("is-chosen", isChosen);
    }
}

/** @typedef {import("../lines.js").KeyedLine} KeyedLine */
/** @typedef {{quantity?: number, notes?: string | null, person?: string | null}} Values */

const quantityMax = 100;

/** The dialog for a line's wishes and person. */
export class LineDialog {
    /**
     * @param {(line: KeyedLine, name: string, values: Values) => void} save
     */
    constructor(save) {
        this.save = save;
        this.dialog = byId("line", HTMLDialogElement);
        this.title = byId("line-title", HTMLElement);
        this.quantity = byId("line-quantity", HTMLElement);
        this.notes = byId("line-notes", HTMLTextAreaElement);
        this.person = byId("line-person", HTMLInputElement);
        /** @type {{line: KeyedLine, name: string, quantity: number} | null} */
        this.open = null;
        closeByTap(this.dialog);
        byId("line-less", HTMLButtonElement).addEventListener("click", () => this.step(-1));
        byId("line-more", HTMLButtonElement).addEventListener("click", () => this.step(1));
        byId("line-remove", HTMLButtonElement).addEventListener("click", () => {
            this.dialog.close();
            if (this.open) {
                this.save(this.open.line, this.open.name, { quantity: 0 });
            }
        });
        byId("line-form", HTMLFormElement).addEventListener("submit", () => this.submit());
    }

    /**
     * @param {KeyedLine} line
     * @param {string} name
     * @param {string[]} people named on the tab
     */
    show(line, name, people) {
        this.open = { line, name, quantity: line.quantity };
        setText(this.title, name);
        this.title.dir = "auto";
        this.notes.value = line.notes ?? "";
        this.person.value = line.person ?? "";
        const options = people.map((value) => make("option", { value }));
        byId("people", HTMLDataListElement).replaceChildren(...options);
        this.step(0);
        this.dialog.showModal();
    }

    /** @param {number} by */
    step(by) {
        if (this.open) {
            const wanted = this.open.quantity + by;
            this.open.quantity = Math.min(quantityMax, Math.max(1, wanted));
            setText(this.quantity, String(this.open.quantity));
        }
    }

    submit() {
        if (!this.open) {
            return;
        }
        const { line, name, quantity } = this.open;
        const notes = this.notes.value.trim();
        const person = this.person.value.trim();
        /** @type {Values} */
        const values = {
            ...(quantity === line.quantity ? {} : { quantity }),
            ...(notes === (line.notes ?? "") ? {} : { notes: notes || null }),
            ...(person === (line.person ?? "") ? {} : { person: person || null }),
        };
        if (Object.keys(values).length > 0) {
            this.save(line, name, values);
        }
    }
}

/** @typedef {import("../menu.js").MenuDocument} MenuDocument */
/** @typedef {import("../menu.js").ShownSection} ShownSection */
/**
 * @typedef {object} SectionView
 * @property {HTMLElement} element
 * @property {HTMLElement} title
 * @property {HTMLElement} list
 * @property {HTMLAnchorElement} link
 */

/** The menu for a guest: searched, without avoided allergens, in the page's language. */
export class MenuView {
    /**
     * @param {string} language
     * @param {DishDeeds} deeds
     * @param {() => void} changed called when the choice changes
     */
    constructor(language, deeds, changed) {
        this.language = language;
        this.deeds = deeds;
        this.changed = changed;
        this.place = byId("menu", HTMLElement);
        this.links = byId("sections", HTMLElement);
        this.search = byId("search", HTMLInputElement);
        this.found = byId("found", HTMLElement);
        this.none = byId("menu-none", HTMLElement);
        /** @type {Map<string, SectionView>} */
        this.sections = new Map();
        /** @type {Map<string, DishView>} */
        this.dishes = new Map();
        const before = kept.avoided.read();
        this.avoidance = new Avoidance(() => {
            const { avoided } = this.avoidance;
            kept.avoided.write(avoided.length > 0 ? avoided : null);
            this.changed();
        }, Array.isArray(before) ? before : []);
        this.wireSearch();
    }

    wireSearch() {
        this.search.addEventListener("input", this.changed);
        // Closes a phone's keyboard, so that the results are visible.
        this.search.addEventListener("keydown", ({ key }) => key === "Enter" && this.search.blur());
        byId("show-all", HTMLButtonElement).addEventListener("click", () => {
            this.search.value = "";
            this.avoidance.choose([]);
            this.search.focus();
        });
    }

    /**
     * @param {MenuDocument | null} doc
     * @param {Map<string, number>} quantities in the basket, by dish
     * @param {(amount: number) => string} money
     * @param {boolean} canOrder
     */
    render(doc, quantities, money, canOrder) {
        const whole = shownMenu(doc, this.language);
        const keys = search(doc, this.search.value, this.language);
        const found = whole.flatMap(({ dishes }) => dishes.filter(({ key }) => keys.has(key)));
        const { free, unstated, others } = this.avoidance.part(found);
        for (const dish of [...free, ...unstated]) {
            const view = viewOf(this.dishes, dish.key, () => new DishView(dish.key, this.deeds));
            view.update(dish, money(dish.price), quantities.get(dish.key) ?? 0, canOrder);
        }
        dropOthers(this.dishes, new Set([...free, ...unstated].map(({ key }) => key)));
        const isFree = new Set(free);
        const sections = whole.map((section) => {
            return { ...section, dishes: section.dishes.filter((dish) => isFree.has(dish)) };
        });
        this.renderSections(sections.filter(({ dishes }) => dishes.length > 0));
        this.avoidance.render(unstated.map(({ key }) => this.dishView(key).element));
        this.renderSaid(whole.length > 0, free.length + unstated.length, others.length);
    }

    /** @param {ShownSection[]} shown */
    renderSections(shown) {
        const keys = new Set(shown.map(({ key }) => key));
        for (const [key, { link }] of this.sections) {
            if (!keys.has(key)) {
                link.remove();
            }
        }
        dropOthers(this.sections, keys);
        const views = shown.map(({ key, name, dishes }) => {
            const view = viewOf(this.sections, key, () => this.newSection(key));
            setText(view.title, name);
            setText(view.link, name);
            arrange(view.list, dishes.map((dish) => this.dishView(dish.key).element));
            return view;
        });
        arrange(this.place, views.map(({ element }) => element));
        arrange(this.links, views.map(({ link }) => link));
        this.links.hidden = shown.length < 2;
    }

    /** @param {string} key */
    dishView(key) {
        return /** @type {DishView} */ (this.dishes.get(key));
    }

    /**
     * @param {string} key
     * @returns {SectionView}
     */
    newSection(key) {
        const id = `section-${key}`;
        const title = words("");
        const list = make("ul", { className: "dishes ruled" });
        const element = make(
            "section",
            { "aria-labelledby": id },
            make("h3", { id, tabIndex: -1 }, title),
            list,
        );
        const link = make("a", { className: "button chip", href: `#${id}`, dir: "auto" });
        return { element, title, list, link };
    }

    /**
     * @param {boolean} hasMenu
     * @param {number} foundCount
     * @param {number} hiddenCount
     */
    renderSaid(hasMenu, foundCount, hiddenCount) {
        const said = [
            this.search.value.trim() === "" || foundCount === 0 ? "" : counted("found", foundCount),
            hiddenCount === 0 ? "" : counted("hiddenFor", hiddenCount),
        ];
        setText(this.found, said.filter(Boolean).join(" "));
        byId("finder", HTMLElement).hidden = !hasMenu;
        this.none.hidden = hasMenu && foundCount > 0;
        setText(byId("menu-none-title", HTMLElement), hasMenu ? text("nothingFound") : text("noMenu"));
        setText(
            byId("menu-none-about", HTMLElement),
            hasMenu ? text("nothingFoundAbout") : text("noMenuAbout"),
        );
        byId("show-all", HTMLButtonElement).hidden = !hasMenu;
    }

    /** The number of results, as a sentence to announce. */
    get said() {
        return this.none.hidden ? (this.found.textContent ?? "") : text("nothingFound");
    }
}
