// @ts-check
import { arrange, byId, make, setText, text } from "../../js/ui/page.js";
import { inAddedOrder, isOnBill, isSameWish, quantitiesOf, statusAfter } from "./lines.js";
import { allergens, partedBy } from "./menu.js";

/** @typedef {import("../../js/tablecast.js").Entry} Entry */
/** @typedef {import("./lines.js").KeyedLine} KeyedLine */
/** @typedef {import("./lines.js").Line} Line */
/** @typedef {import("./menu.js").Dish} Dish */

/**
 * The reasons why a line can't be placed: the dish left the menu, is sold out, or only a few are
 * left.
 * @typedef {{reason: "gone" | "soldOut"} | {reason: "few", left: number}} Hindrance
 */

/**
 * The reasons why lines in the basket can't be placed, by the lines' ids. Lines of one dish count
 * together.
 * @param {KeyedLine[]} basket
 * @param {Record<string, Dish>} dishes of the menu
 * @returns {Map<string, Hindrance>}
 */
export function hindrancesOf(basket, dishes) {
    const wanted = quantitiesOf(basket);
    /** @type {Map<string, Hindrance>} */
    const hindrances = new Map();
    for (const { key, dish } of basket) {
        const left = dishes[dish]?.left;
        if (!dishes[dish]) {
            hindrances.set(key, { reason: "gone" });
        } else if (left === 0) {
            hindrances.set(key, { reason: "soldOut" });
        } else if (left !== undefined && (wanted.get(dish) ?? 0) > left) {
            hindrances.set(key, { reason: "few", left });
        }
    }
    return hindrances;
}

/**
 * Predicts the lines of a tab after all pending changes, except for unpredictable ones, such as an
 * undo.
 * @param {Record<string, Line>} lines as in the view
 * @param {Entry[]} entries the changes that the view does not show yet
 * @param {string} tab
 * @param {Record<string, Dish>} dishes of the menu; placing fixes their names and prices
 * @returns {KeyedLine[]} in the order of adding
 */
export function foreseenLines(lines, entries, tab, dishes) {
    const foreseen = inAddedOrder(lines);
    for (const entry of entries) {
        const { action, args } = entry;
        if (action === "orders.add" && args.tab === tab) {
            add(foreseen, entry);
        } else if (action === "orders.change") {
            change(foreseen, entry);
        } else if (action === "orders.place" && args.tab === tab) {
            place(foreseen, entry, dishes);
        } else if (Array.isArray(args.lines)) {
            step(foreseen, entry);
        }
    }
    return foreseen;
}

/**
 * Adds a line. An addition whose answer was lost is left out until it is answered again, because a
 * new view may already contain it.
 * @param {KeyedLine[]} foreseen
 * @param {Entry} entry
 */
function add(foreseen, { id, args, at, ack, isInDoubt }) {
    if (isInDoubt && !ack) {
        return;
    }
    const { dish, quantity = 1, notes, person } = /** @type {Wish} */ (args);
    const same = foreseen.find(
        (line) => line.status === "basket" && isSameWish(line, { dish, notes, person }),
    );
    if (same) {
        same.quantity += quantity;
        same.isPending = !ack;
        return;
    }
    const key = String(ack?.result?.line ?? id);
    foreseen.push({
        key,
        dish,
        quantity,
        status: "basket",
        at,
        ...(notes ? { notes } : {}),
        ...(person ? { person } : {}),
        isPending: !ack,
        isNew: !ack,
    });
}

/** @typedef {{dish: string, quantity?: number, notes?: string, person?: string}} Wish */

/**
 * @param {KeyedLine[]} foreseen
 * @param {Entry} entry
 */
function change(foreseen, { args, ack }) {
    const index = foreseen.findIndex(({ key }) => key === args.line);
    const line = foreseen[index];
    if (!line || line.status !== "basket") {
        return;
    }
    const { line: _, ...values } = args;
    const changed = /** @type {KeyedLine} */ ({ ...line, ...values, isPending: !ack });
    for (const name of /** @type {const} */ (["notes", "person"])) {
        if (!changed[name]) {
            delete changed[name];
        }
    }
    if (changed.quantity === 0) {
        foreseen.splice(index, 1);
        return;
    }
    foreseen[index] = changed;
    const isOther = (/** @type {KeyedLine} */ each) =>
        each.key !== changed.key && each.status === "basket" && isSameWish(each, changed);
    const same = foreseen.findIndex(isOther);
    if (same >= 0) {
        // The older line stays.
        const [kept, dropped] = [Math.min(same, index), Math.max(same, index)];
        const quantity = foreseen[kept].quantity + foreseen[dropped].quantity;
        foreseen[kept] = { ...foreseen[kept], quantity, isPending: !ack };
        foreseen.splice(dropped, 1);
    }
}

/**
 * @param {KeyedLine[]} foreseen
 * @param {Entry} entry
 * @param {Record<string, Dish>} dishes
 */
function place(foreseen, { args, at, ack, isInDoubt }, dishes) {
    if (isInDoubt && !ack) {
        return;
    }
    const chosen = Array.isArray(args.lines) ? new Set(args.lines) : null;
    const round = Math.max(0, ...foreseen.map((line) => line.round ?? 0)) + 1;
    foreseen.forEach((line, index) => {
        if (line.status === "basket" && (!chosen || chosen.has(line.key))) {
            const dish = dishes[line.dish];
            const frozen = { name: dish?.name ?? "", price: dish?.price ?? 0, vat: dish?.vat ?? 0 };
            const own = { status: /** @type {const} */ ("placed"), round, at };
            foreseen[index] = { ...line, ...frozen, ...own, isPending: !ack, isPlacing: !ack };
        }
    });
}

/**
 * @param {KeyedLine[]} foreseen
 * @param {Entry} entry
 */
function step(foreseen, { action, args, at, ack }) {
    const chosen = new Set(/** @type {unknown[]} */ (args.lines));
    foreseen.forEach((line, index) => {
        if (!chosen.has(line.key)) {
            return;
        }
        const status = statusAfter(action, line.status);
        if (status !== line.status) {
            foreseen[index] = { ...line, status, at, isPending: !ack };
        } else if (action === "orders.pay" && isOnBill(line)) {
            foreseen[index] = { ...line, paid: true, isPending: !ack };
        }
    });
}

// MARK: Allergens

/** @typedef {import("./menu.js").ShownDish} ShownDish */

/**
 * The filter that hides dishes with avoided allergens. Dishes without stated allergens are in a
 * separate group, which is closed at first.
 */
export class Avoidance {
    /**
     * @param {() => void} changed called when the filter changes
     * @param {string[]} [chosen]
     */
    constructor(changed, chosen = []) {
        this.changed = changed;
        this.avoided = allergens.filter((each) => chosen.includes(each));
        this.button = byId("open-avoid", HTMLButtonElement);
        this.fieldset = byId("avoid", HTMLFieldSetElement);
        this.group = byId("unstated", HTMLDetailsElement);
        this.list = byId("unstated-dishes", HTMLElement);
        this.boxes = allergens.map((name) => {
            return make("input", { type: "checkbox", value: name, checked: chosen.includes(name) });
        });
        byId("avoid-choices", HTMLElement).append(...this.boxes.map((box) => {
            const said = make("span", {}, text(`allergens.${box.value}`));
            return make("label", { className: "choice chip" }, box, said);
        }));
        this.fieldset.addEventListener("change", () => {
            this.choose(this.boxes.filter(({ checked }) => checked).map(({ value }) => value));
        });
        this.button.addEventListener("click", () => {
            this.fieldset.hidden = !this.fieldset.hidden;
            this.button.ariaExpanded = String(!this.fieldset.hidden);
        });
    }

    /** @param {string[]} avoided */
    choose(avoided) {
        this.avoided = avoided;
        this.group.open = false;
        for (const box of this.boxes) {
            box.checked = avoided.includes(box.value);
        }
        this.changed();
    }

    /** @param {ShownDish[]} dishes */
    part(dishes) {
        return partedBy(dishes, this.avoided);
    }

    /** @param {Element[]} unstated the dishes whose allergens are not stated */
    render(unstated) {
        const { length: count } = this.avoided;
        setText(this.button, count === 0 ? text("avoid") : text("avoidCount", { count }));
        this.group.hidden = unstated.length === 0;
        setText(byId("unstated-count", HTMLElement), String(unstated.length));
        arrange(this.list, unstated);
    }
}
