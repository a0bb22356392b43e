// @ts-check
import { byId, make, setText, words } from "../../../js/dom.js";
import { arrange, dropOthers } from "../../../js/ui/list.js";
import { allergens, isFreeOf, search, shownMenu } from "../menu.js";
import { DishView } from "./dish.js";
import { kept } from "./kept.js";
import { texts } from "./texts.js";

/** @typedef {import("../menu.js").MenuDocument} MenuDocument */
/** @typedef {import("../menu.js").ShownSection} ShownSection */
/**
 * @typedef {object} SectionView
 * @property {HTMLElement} element
 * @property {HTMLElement} title
 * @property {HTMLElement} list
 * @property {HTMLAnchorElement} link
 */

/** The menu as a guest reads it: searched, without what is not eaten, in the page's language. */
export class MenuView {
    /**
     * @param {string} language
     * @param {import("./dish.js").DishDeeds} deeds
     * @param {() => void} changed something else is to be shown
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
        this.openAvoid = byId("open-avoid", HTMLButtonElement);
        this.avoidPart = byId("avoid", HTMLFieldSetElement);
        /** @type {string[]} */
        this.avoided = [];
        /** @type {Map<string, SectionView>} */
        this.sections = new Map();
        /** @type {Map<string, DishView>} */
        this.dishes = new Map();
        this.wireSearch();
        this.wireAvoid();
    }

    wireSearch() {
        this.search.addEventListener("input", this.changed);
        // On a phone the keys go away, so that what was found can be seen.
        this.search.addEventListener("keydown", ({ key }) => key === "Enter" && this.search.blur());
        byId("show-all", HTMLButtonElement).addEventListener("click", () => {
            this.search.value = "";
            this.avoid([]);
            this.search.focus();
        });
    }

    wireAvoid() {
        const before = kept.avoided.read();
        const chosen = Array.isArray(before) ? before : [];
        const choices = allergens.map((name) => {
            const box = make("input", { type: "checkbox", value: name });
            box.checked = chosen.includes(name);
            const said = make("span", {}, texts.allergens[name]);
            return make("label", { className: "choice" }, box, said);
        });
        byId("avoid-choices", HTMLElement).append(...choices);
        this.avoidPart.addEventListener("change", () => {
            const boxes = [...this.avoidPart.querySelectorAll("input")];
            this.avoid(boxes.filter(({ checked }) => checked).map(({ value }) => value));
        });
        this.openAvoid.addEventListener("click", () => {
            this.avoidPart.hidden = !this.avoidPart.hidden;
            this.openAvoid.ariaExpanded = String(!this.avoidPart.hidden);
        });
        this.avoided = allergens.filter((each) => chosen.includes(each));
    }

    /** @param {string[]} avoided */
    avoid(avoided) {
        this.avoided = avoided;
        kept.avoided.write(avoided.length > 0 ? avoided : null);
        for (const box of this.avoidPart.querySelectorAll("input")) {
            box.checked = avoided.includes(box.value);
        }
        this.changed();
    }

    /**
     * @param {MenuDocument | null} doc
     * @param {Map<string, number>} quantities in the basket, by dish
     * @param {(amount: number) => string} money
     * @param {boolean} canOrder
     */
    render(doc, quantities, money, canOrder) {
        const whole = shownMenu(doc, this.language);
        const { shown, foundCount, hiddenCount } = this.filtered(doc, whole);
        for (const { dishes } of shown) {
            for (const dish of dishes) {
                const view = this.dishes.get(dish.key) ?? new DishView(dish.key, this.deeds);
                this.dishes.set(dish.key, view);
                view.update(dish, money(dish.price), quantities.get(dish.key) ?? 0, canOrder);
            }
        }
        const keys = shown.flatMap(({ dishes }) => dishes.map(({ key }) => key));
        dropOthers(this.dishes, new Set(keys));
        this.renderSections(shown);
        this.renderSaid(whole.length > 0, foundCount, hiddenCount);
    }

    /**
     * @param {MenuDocument | null} doc
     * @param {ShownSection[]} whole
     */
    filtered(doc, whole) {
        const found = search(doc, this.search.value, this.language);
        let foundCount = 0;
        let hiddenCount = 0;
        const shown = whole.map((section) => ({
            ...section,
            dishes: section.dishes.filter((dish) => {
                const isFound = found.has(dish.key);
                const isFree = isFreeOf(dish, this.avoided);
                foundCount += isFound && isFree ? 1 : 0;
                hiddenCount += isFound && !isFree ? 1 : 0;
                return isFound && isFree;
            }),
        }));
        return { shown: shown.filter(({ dishes }) => dishes.length > 0), foundCount, hiddenCount };
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
        for (const { key, name, dishes } of shown) {
            const view = this.sections.get(key) ?? this.newSection(key);
            setText(view.title, name);
            setText(view.link, name);
            arrange(view.list, dishes.map((dish) => this.dishView(dish.key).element));
        }
        const views = shown.map(({ key }) => /** @type {SectionView} */ (this.sections.get(key)));
        for (const row of this.place.querySelectorAll(":scope > div")) {
            // The server wrote it, for the time until here.
            row.remove();
        }
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
        const list = make("ul", { className: "dishes" });
        const element = make(
            "section",
            { "aria-labelledby": id },
            make("h3", { id, tabIndex: -1 }, title),
            list,
        );
        const link = make("a", { className: "chip", href: `#${id}`, dir: "auto" });
        const view = { element, title, list, link };
        this.sections.set(key, view);
        return view;
    }

    /**
     * @param {boolean} hasMenu
     * @param {number} foundCount
     * @param {number} hiddenCount
     */
    renderSaid(hasMenu, foundCount, hiddenCount) {
        const said = [
            this.search.value.trim() === "" || foundCount === 0 ? "" : texts.found(foundCount),
            hiddenCount === 0 ? "" : texts.hiddenFor(hiddenCount),
        ];
        setText(this.found, said.filter(Boolean).join(" "));
        setText(this.openAvoid, texts.avoid(this.avoided.length));
        byId("finder", HTMLElement).hidden = !hasMenu;
        this.none.hidden = hasMenu && foundCount > 0;
        setText(byId("menu-none-title", HTMLElement), hasMenu ? texts.nothingFound : texts.noMenu);
        setText(
            byId("menu-none-about", HTMLElement),
            hasMenu ? texts.nothingFoundAbout : texts.noMenuAbout,
        );
        byId("show-all", HTMLButtonElement).hidden = !hasMenu;
    }

    /** What was found, in a sentence, for those who hear it. */
    get said() {
        return this.none.hidden ? (this.found.textContent ?? "") : texts.nothingFound;
    }
}
