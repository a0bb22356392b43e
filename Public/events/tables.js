// @ts-check
import { make, words } from "../js/dom.js";
import { ordered } from "./boards.js";
import { texts } from "./texts.js";

/** @typedef {Record<string, any>} Rows */
/**
 * What a row has become, seen from one side.
 * @typedef {"same" | "added" | "removed" | "changed"} Mark
 */

/** The members of a view that are no rows: each of their own is a setting. */
export const settingsMembers = ["venue", "settings"];

/** How many of the rows that are the same on both sides are drawn. */
const sameCountMax = 200;
/** This many of them in a row are folded into one, so that what has changed is in view. */
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
 * @param {import("./boards.js").Board} board
 * @param {string} member
 * @param {Rows} rows
 * @param {Rows} others the same member on the other side
 * @param {"then" | "now"} side
 * @param {(instant: string) => string} time
 * @param {Folding} folding
 * @returns {HTMLElement}
 */
export function rowsTable(board, member, rows, others, side, time, folding) {
    const caption = board.column(member);
    const entries = ordered(rows);
    const columns = columnsOf(board, [...entries.map(([, row]) => row), ...Object.values(others)]);
    const [own, other] = [board.places(rows), board.places(others)];
    const hasPlaces = member === board.words.line?.of;
    const head = make(
        "tr",
        {},
        make("th", { scope: "col" }, texts.markColumn),
        ...(hasPlaces ? [make("th", { scope: "col" }, texts.placeColumn)] : []),
        ...columns.map((name) => make("th", { scope: "col" }, board.column(name))),
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
 * @param {import("./boards.js").Board} board
 * @param {any[]} rows
 * @returns {string[]}
 */
function columnsOf(board, rows) {
    const names = new Set(rows.flatMap((row) => Object.keys(row ?? {})));
    // Their order says it already.
    names.delete("rank");
    const first = (board.words.columns ?? ["name"]).filter((name) => names.delete(name));
    return [...first, ...[...names].sort()];
}
