// @ts-check
import { byId, make, setText, words } from "../../../js/dom.js";
import { arrange, dropOthers } from "../../../js/ui/list.js";
import { Avoidance } from "../avoidance.js";
import { search, shownMenu } from "../menu.js";
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
        // On a phone the keys go away, so that what was found can be seen.
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
            const view = this.dishes.get(dish.key) ?? new DishView(dish.key, this.deeds);
            this.dishes.set(dish.key, view);
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
