// @ts-check
import { make, words } from "../js/dom.js";
import { texts } from "./texts.js";

/** @typedef {Record<string, any>} Rows */
/**
 * What a row has become, seen from one side.
 * @typedef {"same" | "added" | "removed" | "changed"} Mark
 */

/** The members that come first, and those that are left out: an order by `rank` says it already. */
const firstColumns = ["number", "label", "name", "text", "status", "size", "table"];

/** Of the rows that are the same on both sides no more are drawn. */
const sameCountMax = 200;
/** So many of them in a row are folded into one, so that what has changed is in view. */
const foldedCountMin = 4;

/**
 * Whether the rows that are the same are folded, and what unfolds them.
 * @typedef {{key: string, isWhole: boolean, unfold: () => void}} Folding
 */

/**
 * Whether two values are the same JSON.
 * @param {unknown} one
 * @param {unknown} other
 */
function isSame(one, other) {
    return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * The rows in the order in which people see them.
 * @param {Rows} rows
 * @returns {[string, any][]}
 */
export function ordered(rows) {
    /** @param {any} row */
    const place = (row) => String(row?.rank ?? row?.leftAt ?? row?.at ?? "");
    return Object.entries(rows).sort(([, one], [, other]) =>
        place(one) < place(other) ? -1 : +(place(one) > place(other)),
    );
}

/**
 * The parties that wait, in the order in which they are called. As on guests' phones, who is ready or
 * still to be confirmed stands before nobody.
 * @param {Rows} rows
 */
export function queue(rows) {
    return ordered(rows).filter(([, row]) => row?.status === "waiting");
}

/**
 * The places of the parties that wait, from 1 on.
 * @param {Rows} rows
 * @returns {Map<string, number>}
 */
export function places(rows) {
    return new Map(queue(rows).map(([key], index) => [key, index + 1]));
}

/**
 * @param {unknown} value
 * @param {(instant: string) => string} time
 * @returns {Node | string}
 */
export function valueWords(value, time) {
    if (value === undefined || value === null) {
        return texts.nothing;
    }
    if (typeof value === "string") {
        const isInstant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
        return isInstant ? make("time", { dateTime: value }, time(value)) : words(value);
    }
    if (Array.isArray(value) && value.every((each) => typeof each !== "object")) {
        return words(value.join(", "));
    }
    return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * One member of a view's document as a table, with what is different from the other side marked.
 * @param {string} member
 * @param {Rows} rows
 * @param {Rows} others the same member on the other side
 * @param {"then" | "now"} side
 * @param {(instant: string) => string} time
 * @param {Folding} folding
 * @returns {HTMLElement}
 */
export function rowsTable(member, rows, others, side, time, folding) {
    const caption = texts.column(member);
    const entries = ordered(rows);
    const columns = columnsOf([...entries.map(([, row]) => row), ...Object.values(others)]);
    const [own, other] = [places(rows), places(others)];
    // Who is ready, or has left, stands nowhere.
    const hasPlaces = member === "parties";
    const head = make(
        "tr",
        {},
        make("th", { scope: "col" }, texts.markColumn),
        ...(hasPlaces ? [make("th", { scope: "col" }, texts.placeColumn)] : []),
        ...columns.map((name) => make("th", { scope: "col" }, texts.column(name))),
    );
    const marked = entries.map(([key, row]) => {
        const counterpart = Object.hasOwn(others, key) ? others[key] : undefined;
        return { key, row, counterpart, mark: markOf(row, counterpart, side) };
    });
    let sameCount = 0;
    const body = runs(marked).flatMap((run) => {
        const isSameRun = run[0].mark === "same";
        if (isSameRun && !folding.isWhole && run.length >= foldedCountMin) {
            return [foldedRow(run.length, columns.length + 1 + Number(hasPlaces), folding)];
        }
        const left = Math.max(0, sameCountMax - sameCount);
        sameCount += isSameRun ? run.length : 0;
        return (isSameRun ? run.slice(0, left) : run).map(({ key, row, counterpart, mark }) => {
            const hasMoved = hasPlaces && counterpart && own.get(key) !== other.get(key);
            const className = hasMoved ? "is-changed" : "";
            const place = make("td", { className }, `${own.get(key) ?? ""}`);
            return make(
                "tr",
                { className: `is-${mark}`, "data-key": key },
                make("td", { className: "mark" }, texts.marks[mark]),
                ...(hasPlaces ? [place] : []),
                ...columns.map((name) => cell(row, counterpart, name, time)),
            );
        });
    });
    const isFolded = body.every((row) => row.className === "is-folded");
    const table = make(
        "table",
        {},
        make("caption", {}, texts.caption(caption, entries.length)),
        make("thead", { hidden: isFolded }, head),
        make("tbody", {}, ...body),
    );
    const isAll = sameCount <= sameCountMax;
    const rest = isAll ? [] : [make("p", {}, texts.moreSame(sameCount - sameCountMax))];
    const options = {
        className: "table", tabIndex: 0, role: "group", ariaLabel: caption,
        "data-table": folding.key,
    };
    return make("div", options, table, ...rest);
}

/**
 * @typedef {{key: string, row: any, counterpart: any, mark: Mark}} MarkedRow
 */

/**
 * The rows, those together that follow each other and are the same, or not.
 * @param {MarkedRow[]} rows
 */
function runs(rows) {
    /** @type {MarkedRow[][]} */
    const all = [];
    for (const row of rows) {
        const last = all[all.length - 1];
        if (last && (last[0].mark === "same") === (row.mark === "same")) {
            last.push(row);
        } else {
            all.push([row]);
        }
    }
    return all;
}

/**
 * @param {number} count
 * @param {number} columnCount
 * @param {Folding} folding
 */
function foldedRow(count, columnCount, folding) {
    const button = make("button", { type: "button", className: "plain small" }, texts.same(count));
    button.addEventListener("click", folding.unfold);
    return make("tr", { className: "is-folded" }, make("td", { colSpan: columnCount }, button));
}

/**
 * That a place is another one because somebody before it has gone is no change of the row.
 * @param {any} row
 * @param {any} counterpart
 * @param {"then" | "now"} side
 * @returns {Mark}
 */
function markOf(row, counterpart, side) {
    if (counterpart === undefined) {
        return side === "then" ? "removed" : "added";
    }
    return isSame(row, counterpart) ? "same" : "changed";
}

/**
 * @param {any} row
 * @param {any} counterpart
 * @param {string} name
 * @param {(instant: string) => string} time
 */
function cell(row, counterpart, name, time) {
    const isChanged = counterpart !== undefined && !isSame(row?.[name], counterpart?.[name]);
    const content = row?.[name] === undefined ? "" : valueWords(row[name], time);
    return isChanged
        ? make("td", { className: "is-changed" }, make("mark", {}, content || texts.nothing))
        : make("td", {}, content);
}

/**
 * @param {any[]} rows
 * @returns {string[]}
 */
function columnsOf(rows) {
    const names = new Set(rows.flatMap((row) => Object.keys(row ?? {})));
    names.delete("rank");
    const first = firstColumns.filter((name) => names.delete(name));
    return [...first, ...[...names].sort()];
}
