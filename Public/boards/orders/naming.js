// @ts-check
import { text } from "../../js/texts.js";

/**
 * What people call a tab: its table, or its kind and number.
 * @param {{kind: string, number?: number, table?: string, name?: string}} tab
 * @returns {string}
 */
export function tabName({ kind, number, table }) {
    if (kind === "table") {
        return table === undefined
            ? text("tabName.noTable", { number: number ?? "–" })
            : text("tabName.table", { table });
    }
    const places = { number: number ?? "–" };
    return kind === "delivery" ? text("tabName.delivery", places) : text(
        "tabName.takeaway",
        places,
    );
}
