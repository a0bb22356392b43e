// @ts-check

/**
 * What stands in the fields.
 * @typedef {{kind: string, name: string, phone: string, address: string}} Typed
 */

/**
 * The fields that can't be left empty: a name to call, and for a delivery where it goes and whom to
 * ring.
 * @param {Typed} typed
 * @returns {("name" | "phone" | "address")[]}
 */
export function missingIn(typed) {
    const needed = /** @type {("name" | "phone" | "address")[]} */ (
        typed.kind === "delivery" ? ["name", "phone", "address"] : ["name"]
    );
    return needed.filter((field) => typed[field].trim() === "");
}

/**
 * What to ask of the hub. An address that was typed and then not wanted stays here.
 * @param {Typed} typed
 * @returns {import("../../../js/tablecast.js").JSONObject}
 */
export function argumentsOf({ kind, name, phone, address }) {
    const typed = Object.entries({ name, phone, address: kind === "delivery" ? address : "" });
    const trimmed = typed.map(([field, value]) => [field, value.trim()]);
    const given = trimmed.filter(([, value]) => value !== "");
    return { kind, ...Object.fromEntries(given) };
}
