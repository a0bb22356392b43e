// @ts-check
/** @typedef {import("../../../js/tablecast.js").Entry} Entry */

/**
 * @typedef {object} Calendar
 * @property {string} name
 * @property {string} color
 * @property {string} display
 * @property {string} [account] where it is linked
 * @property {string} [remote] the calendar there
 * @property {boolean} [readOnly]
 * @property {string} [staleSince]
 * @property {string} [waitsUntil]
 */
/** @typedef {{name: string, calendars: string[], details: string}} Feed */
/**
 * `isPending` when something was asked for that the hub has not confirmed; `isNew` when the hub does not
 * know it yet.
 * @typedef {{key: string, isPending?: boolean, isNew?: boolean}} Foresight
 */

/** The calendars that always exist, in this order before the others. */
const fixed = ["main", "reservations"];

/** The colours of new calendars, those first that are least like the two calendars that always exist. */
const newColors = ["orange", "purple", "red", "yellow", "teal", "grey", "blue", "green"];

/**
 * The first colour that no calendar has; of colours that all have been taken, one that few have.
 * @param {{color: string}[]} calendars
 */
export function freeColor(calendars) {
    const count = (/** @type {string} */ color) => calendars.filter((each) => each.color === color).length;
    return newColors.reduce((best, color) => (count(color) < count(best) ? color : best));
}

/**
 * Whether a calendar has a name already.
 * @param {string} name
 * @param {{name: string, key?: string}[]} calendars
 * @param {string} [key] of the calendar that is to have it
 */
export function isTaken(name, calendars, key) {
    return calendars.some((each) => each.name === name && (key === undefined || each.key !== key));
}

/**
 * A name that no calendar has yet: the name itself, or else with its account, or else with a number too.
 * @param {string} name
 * @param {string} from
 * @param {{name: string}[]} calendars
 */
export function freeName(name, from, calendars) {
    let free = isTaken(name, calendars) ? `${name} (${from})` : name;
    for (let number = 2; isTaken(free, calendars); number += 1) {
        free = `${name} (${from} ${number})`;
    }
    return free;
}

/** @param {string} key of a calendar */
export function isFixed(key) {
    return fixed.includes(key);
}

/**
 * What things will be once the changes that are under way have been done.
 * @template {object} T
 * @param {Record<string, T>} things
 * @param {Entry[]} entries
 * @param {"calendar" | "feed"} kind
 * @returns {Map<string, T & Foresight>}
 */
function predicted(things, entries, kind) {
    /** @type {Map<string, T & Foresight>} */
    const rows = new Map(Object.entries(things).map(([key, thing]) => [key, { ...thing, key }]));
    for (const { id, action, args, ack, isInDoubt } of entries) {
        const { [kind]: which, ...fields } = args;
        const row = rows.get(String(which));
        if (action === `planner.add_${kind}`) {
            const key = String(ack?.result?.[kind] ?? id);
            if (!rows.has(key) && (ack || !isInDoubt)) {
                const made = /** @type {any} */ ({ ...fields, key, isPending: true, isNew: !ack });
                rows.set(key, made);
            }
        } else if (action === `planner.edit_${kind}` && row) {
            Object.assign(row, fields, { isPending: true });
        } else if (action === `planner.remove_${kind}` && row) {
            rows.delete(row.key);
        }
    }
    return rows;
}

/**
 * @param {Record<string, Calendar>} calendars
 * @param {Entry[]} entries
 * @returns {(Calendar & Foresight)[]} those that always exist, then the others by their names
 */
export function calendarRows(calendars, entries) {
    const rows = predicted(calendars, entries, "calendar");
    const others = [...rows.values()].filter(({ key }) => !isFixed(key));
    return [...fixed.flatMap((key) => rows.get(key) ?? []), ...others.sort(compare)];
}

/**
 * @param {Record<string, Feed>} feeds
 * @param {Entry[]} entries
 */
export function feedRows(feeds, entries) {
    return [...predicted(feeds, entries, "feed").values()].sort(compare);
}

/**
 * @param {{key: string, name: string}} one
 * @param {{key: string, name: string}} other
 */
function compare(one, other) {
    return one.name.localeCompare(other.name) || (one.key < other.key ? -1 : 1);
}
