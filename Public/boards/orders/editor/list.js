// @ts-check
import { glide, placesOf } from "../../../js/ui/dialogs.js";
import {
    arrange, byId, counted, dropOthers, make, makeButton, reasonOf, renderList, request, runInFrame,
    setText, stopFrame, text, viewOf, words,
} from "../../../js/ui/page.js";
import { languageName } from "./forms.js";
import { missingIn } from "./items.js";

/** The distance after which a finger drags. */
const startPx = 6;
/** Within this distance of the screen's edge, the page scrolls while the row is held there. */
const edgePx = 72;
/** The distance scrolled in each frame. */
const scrollPx = 12;

/** Drags rows by their handles. Only a line shows the target; no row moves until the row is dropped. */
export class Drag {
    /**
     * @param {HTMLElement} place
     * @param {(key: string, beside: {before: string} | {after: string}, isSection: boolean) => void} drop
     */
    constructor(place, drop) {
        this.place = place;
        this.drop = drop;
        /** @type {{row: HTMLElement, y: number, isOn: boolean} | null} */
        this.held = null;
        /** @type {HTMLElement | null} */
        this.over = null;
        this.isAfter = false;
        /** The position of the pointer. */
        this.point = { x: 0, y: 0 };
        this.frame = 0;
        place.addEventListener("pointerdown", (event) => this.pressed(event));
        place.addEventListener("pointermove", (event) => this.moved(event));
        place.addEventListener("pointerup", () => this.released());
        place.addEventListener("pointercancel", () => this.end());
        document.addEventListener("keydown", ({ key }) => key === "Escape" && this.end());
    }

    /** @param {PointerEvent} event */
    pressed({ target, clientY, pointerId, button }) {
        const handle = target instanceof Element ? target.closest(".handle") : null;
        const row = handle?.closest(".dish, .section");
        if (handle instanceof HTMLElement && row instanceof HTMLElement && button === 0) {
            handle.setPointerCapture(pointerId);
            this.held = { row, y: clientY, isOn: false };
        }
    }

    /** @param {PointerEvent} event */
    moved({ clientX, clientY }) {
        const { held } = this;
        if (!held || (!held.isOn && Math.abs(clientY - held.y) < startPx)) {
            return;
        }
        this.point = { x: clientX, y: clientY };
        if (!held.isOn) {
            held.isOn = true;
            held.row.classList.add("is-dragged");
            this.frame = runInFrame(() => this.scroll());
        }
        this.look();
    }

    /** Scrolls while the row is held at an edge. */
    scroll() {
        const { y } = this.point;
        const by = y < edgePx ? -scrollPx : y > window.innerHeight - edgePx ? scrollPx : 0;
        if (by !== 0) {
            window.scrollBy(0, by);
            this.look();
        }
        this.frame = runInFrame(() => this.scroll());
    }

    /** Shows the target under the pointer. */
    look() {
        const { held, point } = this;
        const isSection = held?.row.classList.contains("section");
        const under = document.elementFromPoint(point.x, point.y);
        const over = under?.closest(isSection ? ".section" : ".dish");
        const isThere = over instanceof HTMLElement && over !== held?.row && this.place.contains(over);
        this.show(isThere ? over : null, point.y);
    }

    /**
     * @param {HTMLElement | null} over
     * @param {number} y
     */
    show(over, y) {
        this.over?.classList.remove("drop-before", "drop-after");
        this.over = over;
        if (over) {
            const box = over.getBoundingClientRect();
            this.isAfter = y > box.top + box.height / 2;
            over.classList.add(this.isAfter ? "drop-after" : "drop-before");
        }
    }

    released() {
        const { held, over, isAfter } = this;
        this.end();
        const key = held?.row.dataset.key;
        const beside = over?.dataset.key;
        if (held?.isOn && key !== undefined && beside !== undefined) {
            const isSection = held.row.classList.contains("section");
            this.drop(key, isAfter ? { after: beside } : { before: beside }, isSection);
        }
    }

    end() {
        stopFrame(this.frame);
        this.held?.row.classList.remove("is-dragged");
        this.show(null, 0);
        this.held = null;
    }
}

/** @typedef {import("./items.js").DishRow} DishRow */
/** @typedef {import("./items.js").SectionRow} SectionRow */

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
 * @property {string[]} languages the languages of translations
 * @property {string} open the key of the open item
 */

/** The whole menu, in order. */
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
     * @param {SectionRow[]} rows the rows to show
     * @param {ListContext} context
     */
    render(rows, context) {
        const elements = () => [...this.dishes.values()].map(({ element }) => element);
        const before = placesOf(elements());
        const focused = document.activeElement;
        dropOthers(
            this.dishes,
            new Set(rows.flatMap(({ dishes }) => dishes.map(({ key }) => key))),
        );
        renderList(this.place, this.sections, rows, (key) => new SectionView(key, this.actions), (view, row) => {
            view.update(row, context);
            arrange(view.list, row.dishes.map((dish) => this.dishOf(dish, context).element));
        });
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
        const view = viewOf(this.dishes, row.key, () => new DishView(row.key, this.actions));
        view.update(row, context);
        return view;
    }
}

/**
 * Whether a row is or was on the screen. Other rows of a long menu are not animated.
 * @param {HTMLElement} element
 * @param {DOMRect} [before] its former position
 */
function isSeen(element, before) {
    const isOnScreen = (/** @type {DOMRect} */ box) => box.bottom > 0 && box.top < window.innerHeight;
    return isOnScreen(element.getBoundingClientRect()) || (before ? isOnScreen(before) : false);
}

/**
 * The handle for dragging a row, or for moving it by the arrow keys.
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
            // Held arrows move a row again once it is in its new place.
            if (!button.closest(".is-pending")) {
                move(event.key === "ArrowUp" ? -1 : 1);
            }
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
        this.name = words("", "section-name awaits block large");
        this.about = make("span", { className: "about figures light" });
        this.open = make(
            "button",
            { type: "button", className: "whole section-open" },
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
    update({ key, section, dishes, isPending }, { languages, open }) {
        setText(this.name, section.name);
        const missing = missingIn(section, languages).map(languageName);
        const parts = [
            counted("dishes", dishes.length),
            section.station ?? "",
            missing.length > 0 ? text("missing", { languages: missing.join(", ") }) : "",
        ];
        setText(this.about, parts.filter(Boolean).join(" · "));
        this.handle.ariaLabel = text("label", { what: text("move"), name: section.name });
        this.open.ariaLabel = text("label", { what: text("edit"), name: section.name });
        this.add.ariaLabel = text("label", { what: text("newDish"), name: section.name });
        this.element.classList.toggle("is-current", key === open);
        this.element.classList.toggle("is-pending", isPending);
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
        this.name = words("", "dish-name awaits block");
        this.about = make("span", { className: "line-notes light" });
        this.price = make("span", { className: "amount" });
        this.open = make(
            "button",
            { type: "button", className: "whole dish-open" },
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
    update({ key, dish, isPending }, { money, languages, open }) {
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
        this.handle.ariaLabel = text("label", { what: text("move"), name: dish.name });
        this.open.ariaLabel = [text("label", { what: text("edit"), name: dish.name }), money(dish.price), ...parts].filter(Boolean).join(", ");
        this.stock.ariaLabel = text("label", { what: this.stock.textContent ?? "", name: dish.name });
        this.stock.dataset.means = String(dish.left === 0);
        this.element.classList.toggle("is-sold-out", dish.left === 0);
        this.element.classList.toggle("is-current", key === open);
        this.element.classList.toggle("is-pending", isPending);
    }
}

const fileBytesMax = 4 * 1024 * 1024;

/** Imports a menu from a file. The hub first reports the changes, and makes them after a confirmation. */
export class Import {
    /**
     * @param {string} address of the import
     * @param {(answer: any, file: string) => void} done
     */
    constructor(address, done) {
        this.address = address;
        this.done = done;
        this.dialog = byId("import", HTMLDialogElement);
        this.input = byId("import-file", HTMLInputElement);
        this.outcome = byId("outcome", HTMLElement);
        this.problems = byId("import-problems", HTMLElement);
        this.now = byId("import-now", HTMLButtonElement);
        /** @type {File | undefined} */
        this.file = undefined;
        this.input.addEventListener("change", () => void this.look());
        this.now.addEventListener("click", () => void this.take());
        this.dialog.addEventListener("close", () => this.reset());
    }

    reset() {
        this.input.value = "";
        this.file = undefined;
        this.outcome.replaceChildren();
        this.problems.replaceChildren();
        this.problems.hidden = true;
        this.now.hidden = true;
    }

    /** @param {boolean} isDry */
    async send(isDry) {
        const { file } = this;
        if (!file) {
            return undefined;
        }
        if (file.size > fileBytesMax) {
            return { detail: text("importTooLarge") };
        }
        try {
            const answer = await request(isDry ? `${this.address}&dry=1` : this.address, {
                method: "POST",
                headers: { "Content-Type": "application/json" },
                body: file,
            });
            const told = await answer.json();
            return answer.ok ? told : { ...told, isRefused: true };
        } catch {
            return { detail: text("importUnreachable") };
        }
    }

    async look() {
        this.file = this.input.files?.[0];
        const { file } = this;
        this.now.hidden = true;
        setText(this.outcome, text("importLooking"));
        const told = await this.send(true);
        // Another file may have been chosen meanwhile.
        if (told && file === this.file) {
            this.show(told);
        }
    }

    /** @param {any} told */
    show(told) {
        const problems = /** @type {any[]} */ (told.problems ?? []);
        this.problems.replaceChildren(
            ...problems.map((problem) => make("li", {}, problemText(problem))),
        );
        this.problems.hidden = problems.length === 0;
        this.problems.scrollTop = 0;
        if (told.added === undefined) {
            const why = problems.length > 0
                ? []
                : [make("p", {}, reasonOf(told, "orders") || (told.detail ?? text("importUnreachable")))];
            this.outcome.replaceChildren(
                make("p", { className: "is-wrong" }, text("importRefused")),
                ...why,
            );
            return;
        }
        const parts = [
            counted("importAdded", told.added), counted("importChanged", told.changed),
            counted("importUnchanged", told.unchanged), counted("importSections", told.sections),
        ];
        const { ignored = [] } = told;
        const isNothing = told.added + told.changed + told.sections === 0;
        const leftOut = new Set(problems.map(({ dish }) => dish)).size;
        const said = [
            ["outcome-sum", parts.join(", ")],
            ["quiet", ignored.length > 0 ? text("importIgnored", { keys: ignored.join(", ") }) : ""],
            ["quiet", isNothing ? text("importNothing") : ""],
            // A list of them follows.
            ["is-attention", leftOut > 0 ? counted("importLeftOut", leftOut) : ""],
        ].filter(([, sentence]) => sentence !== "");
        const lines = said.map(([className, sentence]) => make("p", { className }, sentence));
        this.outcome.replaceChildren(...lines);
        this.now.hidden = isNothing;
        setText(this.now, counted("importNow", told.added + told.changed));
    }

    async take() {
        if (this.now.ariaDisabled === "true") {
            return;
        }
        this.now.ariaDisabled = "true";
        const name = this.file?.name ?? "";
        const told = await this.send(false);
        this.now.ariaDisabled = "false";
        if (told?.added === undefined) {
            this.show(told ?? {});
            return;
        }
        this.dialog.close();
        this.done(told, name);
    }
}

/**
 * A problem in the file, and its position.
 * @param {{line: number, dish?: number, column?: number, field?: string, message: string}} problem
 */
function problemText({ line, dish, column, field = "", message }) {
    return dish === undefined
        ? text("importAt", { line, column: column ?? 1, message })
        : text("importProblem", { line, dish, field, message });
}
