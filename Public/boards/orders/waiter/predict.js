// @ts-check
import { foreseenLines } from "../basket.js";
import { billOf } from "../lines.js";

/** @typedef {import("../../../js/tablecast.js").Entry} Entry */
/** @typedef {import("../lines.js").Line} Line */
/** @typedef {import("../lines.js").Bill} Bill */
/** @typedef {Record<string, import("../menu.js").Dish>} Dishes */

/**
 * @typedef {object} Tab
 * @property {number} number
 * @property {string} kind
 * @property {string} status
 * @property {string} openedAt
 * @property {string} [table]
 * @property {string} [name]
 * @property {string} [phone]
 * @property {string} [address]
 * @property {string} [leftAt]
 * @property {string} [reason]
 */

/** @typedef {{amount: number, tip: number, method: string, at: string, lines?: string[], person?: string, isPending?: boolean}} Payment */
/** @typedef {Line & import("../lines.js").Foreseen} ForeseenLine */

/**
 * @typedef {object} TabDocument
 * @property {string} currency
 * @property {Tab} tab
 * @property {Record<string, ForeseenLine>} lines
 * @property {Record<string, Payment>} payments
 * @property {Bill} bill
 */

/**
 * A tab as it will be once the changes that are under way have been done. What can't be known, such
 * as what an undo or a merge brings, is left as it is. The document is not changed.
 * @param {TabDocument | null} doc
 * @param {Entry[]} entries
 * @param {string} key of the tab
 * @param {Dishes} dishes of the menu
 * @returns {TabDocument | null}
 */
export function predictTab(doc, entries, key, dishes) {
    if (!doc || entries.length === 0) {
        return doc;
    }
    const lines = foreseenLines(doc.lines, entries, key, dishes).map(
        ({ key: id, ...line }) => [id, line],
    );
    const tab = {
        ...doc,
        tab: { ...doc.tab },
        lines: /** @type {Record<string, ForeseenLine>} */ (Object.fromEntries(lines)),
        payments: { ...doc.payments },
    };
    entries.forEach((entry) => take(tab, entry, key));
    tab.bill = foreseenBill(doc, tab);
    return tab;
}

/**
 * @param {TabDocument} doc
 * @param {Entry} entry
 * @param {string} key
 */
function take(doc, entry, key) {
    const { action, args, at } = entry;
    if (action === "orders.unpay") {
        delete doc.payments[String(args.payment)];
    } else if (args.tab !== key) {
        return;
    } else if (action === "orders.split") {
        split(doc.lines, entry);
    } else if (action === "orders.edit") {
        edit(doc.tab, args);
    } else if (action === "orders.pay") {
        pay(doc, entry);
    } else if (action === "orders.close" || action === "orders.cancel") {
        doc.tab.status = action === "orders.close" ? "closed" : "cancelled";
        doc.tab.leftAt = at;
    } else if (action === "orders.reopen") {
        doc.tab.status = "open";
        delete doc.tab.leftAt;
    }
}

/**
 * @param {TabDocument} doc
 * @param {Entry} entry
 */
function pay(doc, { id, args, at, note, ack, isInDoubt }) {
    const key = String(ack?.result?.payment ?? id);
    if (key in doc.payments || (isInDoubt && !ack)) {
        return;
    }
    doc.payments[key] = {
        amount: Number(note.amount ?? args.amount ?? 0),
        tip: Number(args.tip ?? 0),
        method: String(args.method),
        at,
        isPending: !ack,
        ...(args.person === undefined ? {} : { person: String(args.person) }),
    };
}

/**
 * @param {Record<string, ForeseenLine>} lines
 * @param {Entry} entry
 */
function split(lines, { args, ack }) {
    const parts = /** @type {{line: string, quantity?: number}[]} */ (args.lines);
    for (const { line: key, quantity } of parts) {
        const line = lines[key];
        if (line && quantity !== undefined && quantity < line.quantity) {
            lines[key] = { ...line, quantity: line.quantity - quantity, isPending: !ack };
        } else {
            delete lines[key];
        }
    }
}

/**
 * @param {Tab} tab
 * @param {Entry["args"]} args
 */
function edit(tab, args) {
    for (const name of ["table", "name", "phone", "address"]) {
        if (args[name] === null) {
            Reflect.deleteProperty(tab, name);
        } else if (args[name] !== undefined) {
            Reflect.set(tab, name, args[name]);
        }
    }
}

/**
 * @param {TabDocument} doc as the hub has it
 * @param {TabDocument} tab as it will be
 * @returns {Bill}
 */
function foreseenBill(doc, tab) {
    const payments = Object.values(tab.payments);
    const sum = (/** @type {"amount" | "tip"} */ what) =>
        payments.reduce((all, payment) => all + payment[what], 0);
    const { delivery } = doc.bill;
    const bill = billOf(Object.values(tab.lines), {
        ...(delivery === undefined ? {} : { delivery }),
        paid: sum("amount"),
        tip: sum("tip"),
    });
    // Which rate the fee has, this page does not know.
    return delivery === undefined ? bill : { ...bill, vat: doc.bill.vat };
}
