// @ts-check
import { inOrder } from "../menu.js";

/** @typedef {import("../../../js/tablecast.js").Entry} Entry */
/** @typedef {import("../menu.js").Dish} Dish */
/** @typedef {import("../menu.js").Section} Section */
/** @typedef {import("../menu.js").MenuDocument} MenuDocument */
/** @typedef {{isPending?: boolean, isNew?: boolean}} Foresight */
/** @typedef {{key: string, dish: Dish & Foresight}} DishRow */
/** @typedef {{key: string, section: Section & Foresight, dishes: DishRow[]}} SectionRow */

/**
 * The predicted sections in order, each with its dishes, after all pending changes. What can't be predicted, such
 * as the result of an undo or an import, stays as it is.
 * @param {MenuDocument | null} doc
 * @param {Entry[]} entries
 * @returns {SectionRow[]}
 */
export function predictMenu(doc, entries) {
    /** @type {SectionRow[]} */
    const sections = inOrder(doc?.sections ?? {}).map((key) => ({
        key,
        section: /** @type {MenuDocument} */ (doc).sections[key],
        dishes: [],
    }));
    const dishes = doc?.dishes ?? {};
    for (const key of inOrder(dishes)) {
        sections.find((each) => each.key === dishes[key].section)?.dishes.push(
            { key, dish: dishes[key] },
        );
    }
    return entries.reduce(withChange, sections);
}

/**
 * @param {SectionRow[]} sections
 * @param {Entry} entry
 * @returns {SectionRow[]}
 */
function withChange(sections, entry) {
    const { action, args, ack } = entry;
    const section = String(args.section);
    const dish = String(args.dish);
    switch (action) {
        case "orders.add_section":
            return withNewSection(sections, entry);
        case "orders.edit_section":
            return sections.map((row) =>
                row.key === section
                    ? { ...row, section: { ...edited(row.section, args), isPending: !ack } }
                    : row,
            );
        case "orders.remove_section":
            return sections.filter(({ key, dishes }) => key !== section || dishes.length > 0);
        case "orders.move_section":
            return moved(sections, section, args);
        case "orders.add_dish":
            return withNewDish(sections, entry);
        case "orders.edit_dish":
        case "orders.stock":
            return withEditedDish(sections, entry);
        case "orders.remove_dish":
            return mapDishes(sections, (rows) => rows.filter(({ key }) => key !== dish));
        case "orders.move_dish":
            return withMovedDish(sections, dish, args);
        default:
            return sections;
    }
}

/**
 * @param {SectionRow[]} sections
 * @param {Entry} entry
 */
function withNewSection(sections, { id, args, ack, isInDoubt }) {
    const key = String(ack?.result?.section ?? id);
    if (sections.some((row) => row.key === key) || (isInDoubt && !ack)) {
        return sections;
    }
    const section = {
        ...edited(/** @type {any} */ ({ rank: "" }), args),
        isPending: !ack,
        isNew: !ack,
    };
    return [...sections, { key, section, dishes: [] }];
}

/**
 * @param {SectionRow[]} sections
 * @param {Entry} entry
 */
function withNewDish(sections, { id, args, ack, isInDoubt }) {
    const key = String(ack?.result?.dish ?? id);
    const isThere = sections.some(({ dishes }) => dishes.some((row) => row.key === key));
    if (isThere || (isInDoubt && !ack)) {
        return sections;
    }
    const dish = {
        ...edited(/** @type {any} */ ({ rank: "" }), args),
        section: String(args.section),
        isPending: !ack,
        isNew: !ack,
    };
    return sections.map((row) =>
        row.key === dish.section ? { ...row, dishes: [...row.dishes, { key, dish }] } : row,
    );
}

/**
 * @param {SectionRow[]} sections
 * @param {Entry} entry
 */
function withEditedDish(sections, { args, ack }) {
    const found = sections.flatMap(({ dishes }) => dishes).find(({ key }) => key === args.dish);
    if (!found) {
        return sections;
    }
    const section = String(args.section ?? found.dish.section);
    const row = { key: found.key, dish: { ...edited(found.dish, args), section, isPending: !ack } };
    if (section === found.dish.section) {
        return mapDishes(sections, (rows) => rows.map((each) => (each.key === row.key ? row : each)));
    }
    const without = mapDishes(sections, (rows) => rows.filter(({ key }) => key !== row.key));
    return without.map((each) =>
        each.key === section ? { ...each, dishes: [...each.dishes, row] } : each,
    );
}

/**
 * Puts a dish beside another one, in that one's section.
 * @param {SectionRow[]} sections
 * @param {string} key
 * @param {Entry["args"]} args
 */
function withMovedDish(sections, key, args) {
    const found = sections.flatMap(({ dishes }) => dishes).find((row) => row.key === key);
    const beside = String(args.before ?? args.after);
    const target = sections.find(({ dishes }) => dishes.some((row) => row.key === beside));
    if (!found || !target || beside === key) {
        return sections;
    }
    return sections.map((row) => {
        const others = row.dishes.filter((each) => each.key !== key);
        if (row.key !== target.key) {
            return { ...row, dishes: others };
        }
        const dish = { ...found.dish, section: row.key };
        const at = others.findIndex((each) => each.key === beside) + (args.before === undefined ? 1 : 0);
        return { ...row, dishes: [...others.slice(0, at), { key, dish }, ...others.slice(at)] };
    });
}

/**
 * @param {SectionRow[]} sections
 * @param {(rows: DishRow[]) => DishRow[]} change
 */
function mapDishes(sections, change) {
    return sections.map((row) => ({ ...row, dishes: change(row.dishes) }));
}

/**
 * @param {SectionRow[]} sections
 * @param {string} key
 * @param {Entry["args"]} args
 */
function moved(sections, key, args) {
    const row = sections.find((each) => each.key === key);
    const beside = String(args.before ?? args.after);
    const others = sections.filter((each) => each.key !== key);
    const at = others.findIndex((each) => each.key === beside);
    if (!row || at < 0) {
        return sections;
    }
    others.splice(at + (args.before === undefined ? 1 : 0), 0, row);
    return others;
}

/**
 * @template Thing
 * @param {Thing} thing
 * @param {Entry["args"]} args
 * @returns {Thing}
 */
function edited(thing, args) {
    const { dish: _, ...values } = args;
    /** @type {any} */
    const changed = { ...thing };
    for (const [name, value] of Object.entries(values)) {
        if (value === null) {
            delete changed[name];
        } else if (name !== "section" || /** @type {any} */ (thing).price !== undefined) {
            changed[name] = value;
        }
    }
    return changed;
}

/**
 * The languages that the menu should have, besides the house's own.
 * @param {string[]} languages of the house, its own first
 * @param {MenuDocument | null} doc
 * @returns {string[]}
 */
export function translatedInto(languages, doc) {
    const things = [...Object.values(doc?.sections ?? {}), ...Object.values(doc?.dishes ?? {})];
    const found = things.flatMap(({ texts = {} }) => Object.keys(texts));
    return [...new Set([...languages.slice(1), ...found.sort()])];
}

/**
 * The languages in which an item has no name, or no description although the house's own language has one.
 * @param {{name: string, description?: string, texts?: Record<string, {name: string, description?: string}>}} thing
 * @param {string[]} languages
 * @returns {string[]}
 */
export function missingIn({ description, texts = {} }, languages) {
    return languages.filter((language) => {
        const translation = texts[language];
        return !translation?.name || (description !== undefined && !translation.description);
    });
}

/**
 * The action that moves an item one place up or down; `undefined` at the end.
 * @param {string[]} keys in order
 * @param {string} key
 * @param {-1 | 1} direction
 * @returns {{before: string} | {after: string} | undefined}
 */
export function besideOf(keys, key, direction) {
    const other = keys[keys.indexOf(key) + direction];
    if (other === undefined || !keys.includes(key)) {
        return undefined;
    }
    return direction < 0 ? { before: other } : { after: other };
}
