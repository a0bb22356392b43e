// @ts-check

/** @typedef {import("../../../js/tablecast.js").DocumentOf<"waitlist/host">} HostDocument */
/** @typedef {HostDocument["parties"][string]} Party */
/** @typedef {import("../../../js/tablecast.js").Entry} Entry */

/**
 * What this page knows of a party beyond what the server says: `key` is the party's id, or that of
 * the change that adds it. `isPending` when something was asked for that the server has not
 * confirmed; `isNew` when the server does not know the party yet, or any more (then it is
 * `removed`); `isFirst` and `isLast` when nobody waits before or after it.
 * @typedef {{
 *     key: string, status: Party["status"] | "removed", number?: number,
 *     isPending?: boolean, isNew?: boolean, isFirst?: boolean, isLast?: boolean,
 * }} Foresight
 */

/**
 * A party as its row shows it: what the server says, and what this page has asked for and not seen
 * yet.
 * @typedef {Omit<Party, "rank" | "number" | "status"> & Foresight} Row
 */

/** @typedef {{pending: Row[], ready: Row[], waiting: Row[], gone: Row[]}} Lists */

const goneStatuses = /** @type {Record<string, Party["status"]>} */ ({
    "waitlist.seat": "seated",
    "waitlist.no_show": "no_show",
    "waitlist.cancel": "cancelled",
});

/**
 * What the lists will look like once the changes that are under way have been done. What can't be
 * known, such as what an undo brings, is left as it is.
 * @param {HostDocument | null} doc
 * @param {Entry[]} entries
 * @returns {Lists}
 */
export function predict(doc, entries) {
    /** @type {Map<string, Row>} */
    const rows = new Map();
    const parties = doc?.parties ?? {};
    const left = doc?.gone ?? {};
    const inOrder = Object.keys(parties).sort((one, other) =>
        parties[one].rank < parties[other].rank ? -1 : 1,
    );
    for (const key of inOrder) {
        rows.set(key, { ...parties[key], key });
    }
    for (const key of Object.keys(left)) {
        rows.set(key, { ...left[key], key });
    }
    let order = inOrder;
    for (const entry of entries) {
        if (entry.action === "waitlist.add") {
            order = withAdded(rows, order, entry);
        } else if (entry.action === "waitlist.move") {
            order = withMoved(rows, order, entry);
        } else {
            order = withStep(rows, order, entry);
        }
    }
    return sorted(rows, order);
}

/**
 * The answer to an addition names the party and comes before the diff that shows it. Only when the
 * connection was lost in between may the list show the party first. Such an addition is not shown
 * beside the list until it is answered again, or the party would stand there twice.
 * @param {Map<string, Row>} rows
 * @param {string[]} order
 * @param {Entry} entry
 */
function withAdded(rows, order, { id, args, at, ack, isInDoubt }) {
    const key = String(ack?.result?.party ?? id);
    if (rows.has(key) || (isInDoubt && !ack)) {
        return order;
    }
    const { name, size } = /** @type {{name: string, size: number}} */ (args);
    const isNew = !ack;
    rows.set(key, { key, name, size, status: "waiting", arrivedAt: at, isPending: true, isNew });
    return [...order, key];
}

/**
 * @param {Map<string, Row>} rows
 * @param {string[]} order
 * @param {Entry} entry
 */
function withMoved(rows, order, { args }) {
    const key = String(args.party);
    const row = rows.get(key);
    const beside = String(args.before ?? args.after);
    if (!row || !order.includes(beside)) {
        return order;
    }
    row.isPending = true;
    const others = order.filter((each) => each !== key);
    others.splice(others.indexOf(beside) + (args.before === undefined ? 1 : 0), 0, key);
    return others;
}

/**
 * @param {Map<string, Row>} rows
 * @param {string[]} order
 * @param {Entry} entry
 */
function withStep(rows, order, { action, args, at }) {
    const row =
        action === "waitlist.call_next"
            ? called(rows, order, args)
            : rows.get(String(args.party));
    if (!row) {
        return order;
    }
    row.isPending = true;
    if (action === "waitlist.ready" || action === "waitlist.call_next") {
        row.status = "ready";
        row.readyAt = at;
    } else if (["waitlist.unready", "waitlist.confirm", "waitlist.restore"].includes(action)) {
        row.status = "waiting";
        delete row.readyAt;
        delete row.leftAt;
        return order.includes(row.key) ? order : [...order, row.key];
    } else if (action === "waitlist.edit") {
        edit(row, args);
    } else if (goneStatuses[action]) {
        row.status = goneStatuses[action];
        row.leftAt = at;
    }
    return order;
}

/**
 * Whom the server will call: the first that fits, and nobody when another one is expected.
 * @param {Map<string, Row>} rows
 * @param {string[]} order
 * @param {Entry["args"]} args
 */
function called(rows, order, { sizeMax, expect }) {
    const first = order
        .map((key) => rows.get(key))
        .find((row) => row?.status === "waiting" && row.size <= Number(sizeMax ?? Infinity));
    return expect === undefined || expect === first?.key ? first : undefined;
}

/**
 * @param {Row} row
 * @param {Entry["args"]} args
 */
function edit(row, args) {
    const { party: _, was: __, ...values } = args;
    for (const [name, value] of Object.entries(values)) {
        if (value === null) {
            Reflect.deleteProperty(row, name);
        } else {
            Reflect.set(row, name, value);
        }
    }
}

/**
 * @param {Map<string, Row>} rows
 * @param {string[]} order
 * @returns {Lists}
 */
function sorted(rows, order) {
    /** @type {Lists} */
    const lists = { pending: [], ready: [], waiting: [], gone: [] };
    for (const key of order) {
        const row = rows.get(key);
        if (row?.status === "pending" || row?.status === "ready" || row?.status === "waiting") {
            lists[row.status].push(row);
        }
    }
    lists.gone = [...rows.values()].filter((row) => row.leftAt && row.status in goneNames);
    const { waiting } = lists;
    waiting.forEach((row, index) => {
        row.isFirst = index === 0;
        row.isLast = index === waiting.length - 1;
    });
    // Who was called first has stood there longest, and a newly called party comes in below.
    lists.ready.sort((one, other) => compare(one.readyAt, other.readyAt));
    lists.gone.sort((one, other) => compare(other.leftAt, one.leftAt));
    return lists;
}

const goneNames = { seated: true, no_show: true, cancelled: true };

/**
 * @param {string} [one]
 * @param {string} [other]
 */
function compare(one = "", other = "") {
    return one === other ? 0 : one < other ? -1 : 1;
}
