// @ts-check

/** @typedef {import("./menu.js").MenuDocument} MenuDocument */

/**
 * The menu as it will be once the changes of stock that are under way have been done.
 * @param {MenuDocument | null} doc
 * @param {import("../../js/tablecast.js").Entry[]} entries
 * @returns {MenuDocument | null}
 */
export function withStock(doc, entries) {
    const changes = entries.filter(({ action }) => action === "orders.stock");
    if (!doc || changes.length === 0) {
        return doc;
    }
    const dishes = { ...doc.dishes };
    for (const { args } of changes) {
        const key = String(args.dish);
        if (dishes[key]) {
            const { left: _, ...dish } = dishes[key];
            dishes[key] = args.left === null ? dish : { ...dish, left: Number(args.left) };
        }
    }
    return { ...doc, dishes };
}
