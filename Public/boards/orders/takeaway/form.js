// @ts-check

/**
 * The values of the fields.
 * @typedef {{kind: string, name: string, phone: string, address: string}} Typed
 */

/**
 * The required fields: a name to call; for a delivery, an address and a phone number.
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
 * The arguments of the change. A typed address that is no longer needed is not sent.
 * @param {Typed} typed
 * @returns {import("../../../js/tablecast.js").JSONObject}
 */
export function argumentsOf({ kind, name, phone, address }) {
    const typed = Object.entries({ name, phone, address: kind === "delivery" ? address : "" });
    const trimmed = typed.map(([field, value]) => [field, value.trim()]);
    const given = trimmed.filter(([, value]) => value !== "");
    return { kind, ...Object.fromEntries(given) };
}
