// @ts-check

/** @typedef {import("../../../js/tablecast.js").Entry} Entry */

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
 * @property {boolean} [isPending] something was asked for that the hub has not confirmed
 * @property {boolean} [isNew] the hub does not know the tab yet
 */

/** @typedef {TabRow & {key: string}} KeyedTab */
/** @typedef {{currency: string, tabs: Record<string, TabRow>, gone: Record<string, TabRow>}} HostDocument */

const kinds = ["table", "takeaway", "delivery"];
const natural = new Intl.Collator(undefined, { numeric: true });

/**
 * The open tabs and those that left today, as they will be once the changes that are under way have
 * been done. What is ready comes first, then the tables in their order, then what goes out.
 * @param {HostDocument | null} doc
 * @param {Entry[]} entries
 * @returns {{tabs: KeyedTab[], gone: KeyedTab[]}}
 */
export function predictTabs(doc, entries) {
    const tabs = new Map(Object.entries(doc?.tabs ?? {}));
    const gone = new Map(Object.entries(doc?.gone ?? {}));
    entries.forEach((entry) => take(tabs, gone, entry));
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
 * @param {KeyedTab} one
 * @param {KeyedTab} other
 */
export function compareTabs(one, other) {
    return (
        Number(other.ready > 0) - Number(one.ready > 0) ||
        kinds.indexOf(one.kind) - kinds.indexOf(other.kind) ||
        natural.compare(one.table ?? "\uffff", other.table ?? "\uffff") ||
        (one.number ?? Infinity) - (other.number ?? Infinity) ||
        0
    );
}

/**
 * @param {Map<string, TabRow>} tabs
 * @param {Map<string, TabRow>} gone
 * @param {Entry} entry
 */
function take(tabs, gone, entry) {
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
 * The answer names the tab. Before it, a tab that may be in the list already is not shown twice.
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
