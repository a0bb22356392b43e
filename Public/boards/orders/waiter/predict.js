// @ts-check
import { foreseenLines } from "../basket.js";
import { billOf, compareKeys, compareTabs, isOnBill, isTaken, priceOf } from "../lines.js";

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
 * Predicts a tab after all pending changes, except for unpredictable ones, such as an undo or a merge. The document
 * itself is not changed.
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
 * @param {TabDocument} doc the hub's
 * @param {TabDocument} tab the predicted one
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
    // Keeps the hub's tax, because this page does not know the fee's rate.
    return delivery === undefined ? bill : { ...bill, vat: doc.bill.vat };
}

// MARK: All tabs

/**
 * A tab in the list of all tabs.
 * @typedef {object} TabRow
 * @property {number} [number]
 * @property {string} kind
 * @property {string} status
 * @property {string} openedAt
 * @property {string} [table]
 * @property {string} [name]
 * @property {string} [leftAt]
 * @property {number} total
 * @property {number} paid
 * @property {number} due
 * @property {number} tip
 * @property {number} dishes
 * @property {number} basket
 * @property {number} kitchen
 * @property {number} ready
 * @property {string} [waitingSince]
 * @property {boolean} [isPending] whether it has a change that the hub has not confirmed
 * @property {boolean} [isNew] whether the hub does not have the tab yet
 */

/** @typedef {TabRow & {key: string}} KeyedTab */
/** @typedef {{currency: string, tabs: Record<string, TabRow>, gone: Record<string, TabRow>}} HostDocument */

/**
 * Predicts the open tabs, and those that left today. Tabs with ready dishes come first, then the tables in order,
 * then takeaways and deliveries.
 * @param {HostDocument | null} doc
 * @param {Entry[]} entries
 * @returns {{tabs: KeyedTab[], gone: KeyedTab[]}}
 */
export function predictTabs(doc, entries) {
    const tabs = new Map(Object.entries(doc?.tabs ?? {}));
    const gone = new Map(Object.entries(doc?.gone ?? {}));
    entries.forEach((entry) => takeTab(tabs, gone, entry));
    const keyed = (/** @type {Map<string, TabRow>} */ rows) =>
        [...rows].map(([key, row]) => ({ ...row, key }));
    return {
        tabs: keyed(tabs).sort(compareTabs),
        gone: keyed(gone).sort(
            (one, other) => ((one.leftAt ?? "") < (other.leftAt ?? "") ? 1 : -1),
        ),
    };
}

/**
 * @param {Map<string, TabRow>} tabs
 * @param {Map<string, TabRow>} gone
 * @param {Entry} entry
 */
function takeTab(tabs, gone, entry) {
    const { action, args, at, ack } = entry;
    const key = String(args.tab);
    const row = tabs.get(key);
    const isPending = !ack;
    if (action === "orders.open") {
        open(tabs, entry);
    } else if (action === "orders.edit" && row) {
        tabs.set(key, edited({ ...row, isPending }, args));
    } else if (action === "orders.close" || action === "orders.cancel") {
        const status = action === "orders.close" ? "closed" : "cancelled";
        leave(tabs, gone, key, { status, leftAt: at, isPending });
    } else if (action === "orders.merge" && tabs.has(key)) {
        tabs.delete(String(args.from));
    } else if (action === "orders.reopen" && gone.has(key)) {
        const { leftAt: _, ...left } = /** @type {TabRow} */ (gone.get(key));
        gone.delete(key);
        tabs.set(key, { ...left, status: "open", isPending });
    }
}

/**
 * Adds the tab that an entry opens. After a lost answer, no tab is added until another answer names it, so that no
 * tab is shown twice.
 * @param {Map<string, TabRow>} tabs
 * @param {Entry} entry
 */
function open(tabs, { id, args, at, ack, isInDoubt }) {
    const key = String(ack?.result?.tab ?? id);
    if (tabs.has(key) || (isInDoubt && !ack)) {
        return;
    }
    const none = { total: 0, paid: 0, due: 0, tip: 0, dishes: 0, basket: 0, kitchen: 0, ready: 0 };
    const number = ack?.result?.number;
    tabs.set(key, {
        ...none,
        ...edited({ kind: String(args.kind), status: "open", openedAt: at, ...none }, args),
        ...(typeof number === "number" ? { number } : {}),
        isPending: !ack,
        isNew: !ack,
    });
}

/**
 * @param {TabRow} row
 * @param {Entry["args"]} args
 * @returns {TabRow}
 */
function edited(row, args) {
    /** @type {any} */
    const changed = { ...row };
    for (const name of ["table", "name", "phone", "address"]) {
        if (args[name] === null) {
            delete changed[name];
        } else if (args[name] !== undefined) {
            changed[name] = args[name];
        }
    }
    return changed;
}

/**
 * @param {Map<string, TabRow>} tabs
 * @param {Map<string, TabRow>} gone
 * @param {string} key
 * @param {Partial<TabRow>} how
 */
function leave(tabs, gone, key, how) {
    const row = tabs.get(key);
    if (row) {
        tabs.delete(key);
        gone.set(key, { ...row, basket: 0, ready: 0, kitchen: 0, ...how });
    }
}

// MARK: Parts of a bill

/**
 * Each person's remaining amount: the share, less the payments for this person. Persons who have paid everything are
 * left out.
 * @param {TabDocument} doc
 * @returns {Map<string, number>}
 */
export function dueByPerson({ bill, payments }) {
    const left = new Map(Object.entries(bill.people ?? {}));
    for (const { person, amount } of Object.values(payments)) {
        if (person !== undefined) {
            left.set(person, (left.get(person) ?? 0) - amount);
        }
    }
    return new Map(
        [...left]
            .map(([person, amount]) => /** @type {const} */ ([person, Math.min(amount, bill.due)]))
            .filter(([, amount]) => amount > 0),
    );
}

/**
 * The lines that can be paid individually.
 * @param {TabDocument} doc
 * @returns {{key: string, line: import("../lines.js").Line}[]}
 */
export function payableLines({ lines }) {
    return Object.keys(lines)
        .sort(compareKeys)
        .map((key) => ({ key, line: lines[key] }))
        .filter(({ line }) => isTaken("orders.pay", line) && priceOf(line) > 0);
}

/**
 * A share of an amount, rounded down to a whole unit.
 * @param {number} amount
 * @param {number} percent
 */
export function percentOf(amount, percent) {
    const share = amount * percent;
    return (share - (share % 100)) / 100;
}

/**
 * The reason why a tab can't be closed: an amount due, lines in the kitchen, or no lines at all.
 * @param {TabDocument} doc
 * @returns {"due" | "kitchen" | "nothing" | undefined}
 */
export function hindrance({ bill, lines }) {
    const all = Object.values(lines);
    if (!all.some(isOnBill)) {
        return "nothing";
    }
    if (all.some(({ status }) => status === "placed" || status === "cooking")) {
        return "kitchen";
    }
    return bill.due > 0 ? "due" : undefined;
}
