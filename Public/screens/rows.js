// @ts-check
import { make, words } from "../js/dom.js";
import { nameOf } from "./names.js";
import { arrange, dropOthers } from "../js/ui/list.js";
import { elapsedMs } from "../js/now.js";
import { texts } from "./texts.js";

/** @typedef {import("./feed.js").Connection} Connection */
/** @typedef {import("./feed.js").DeviceRow} DeviceRow */
/** @typedef {import("./feed.js").State} State */

/**
 * The worst first.
 * @type {State[]}
 */
export const states = ["silent", "ok", "away"];

/** The cells of a row, in the order of the table's head. */
const cellNames = ["state", "name", "shows", "address", "since", "heard"];

/** More rows would make the page slow, and nobody reads so far. */
const rowsMax = 1000;

/** All rows may change at once; within a frame only so many are drawn, the rest in the next. */
const drawMsMax = 8;

/**
 * @typedef {object} RowView
 * @property {DeviceRow} row
 * @property {HTMLElement} element
 * @property {HTMLElement[]} cells
 * @property {string[]} shown what each cell is made of
 */

/**
 * The table of the devices. A cell is made anew only when something in it has changed, and a row
 * moved only when it belongs somewhere else.
 */
export class RowsView {
    /**
     * @param {HTMLElement} body
     * @param {NodeListOf<Element>} heads of the columns, which a cell repeats where it stands alone
     * @param {(instant: string) => string} time
     */
    constructor(body, heads, time) {
        this.body = body;
        this.labels = [...heads].map((head) => head.textContent ?? "");
        this.time = time;
        /** @type {Map<string, RowView>} */
        this.views = new Map();
        this.collator = new Intl.Collator(undefined, { numeric: true });
    }

    /**
     * @param {Iterable<DeviceRow>} all
     * @param {State | ""} state only those of this one
     * @returns {{shown: number, left: number, isDone: boolean}} `isDone` is false when there is
     * more to draw than goes into one frame
     */
    render(all, state) {
        const rows = [...all]
            .filter((row) => state === "" || row.state === state)
            .sort((one, other) => this.compare(one, other));
        const shown = rows.slice(0, rowsMax);
        dropOthers(this.views, new Set(shown.map((row) => row.id)));
        const endMs = elapsedMs() + drawMsMax;
        let isDone = true;
        const elements = [];
        for (const row of shown) {
            const known = this.views.get(row.id);
            if (known?.row !== row && elapsedMs() > endMs) {
                isDone = false;
                if (!known) {
                    continue;
                }
            }
            elements.push(this.viewOf(row, elapsedMs() <= endMs).element);
        }
        arrange(this.body, elements);
        return { shown: shown.length, left: rows.length - shown.length, isDone };
    }

    /**
     * @param {DeviceRow} row
     * @param {boolean} mayDraw whether there is still time in this frame; else what is known will
     * do
     */
    viewOf(row, mayDraw) {
        const view = this.views.get(row.id) ?? this.made(row);
        if (view.row !== row && mayDraw) {
            view.row = row;
            this.fill(view);
        }
        return view;
    }

    /** @param {DeviceRow} row */
    made(row) {
        const cells = cellNames.map((className, index) =>
            className === "name"
                ? make("th", { scope: "row", className })
                : make("td", { className, "data-label": this.labels[index] }),
        );
        const view = { row, element: make("tr", {}, ...cells), cells, shown: [] };
        this.views.set(row.id, view);
        this.fill(view);
        return view;
    }

    /** @param {RowView} view */
    fill({ row, element, cells, shown }) {
        element.className = `device is-${row.state}`;
        element.classList.toggle("is-last", row.last !== undefined);
        const { name, role, device, silentSince } = row;
        const connection = row.last ?? row;
        const { views, congested } = connection;
        const all = [
            row.state,
            `${name} ${role} ${device}`,
            JSON.stringify([views, congested, row.last && silentSince]),
            connection.address ?? "",
            this.time(connection.connectedAt ?? ""),
            this.time(connection.heardAt ?? silentSince ?? ""),
        ];
        all.forEach((text, index) => {
            if (shown[index] !== text) {
                shown[index] = text;
                const children = this.children(cellNames[index], row, text);
                const isNone = children.length === 1 && children[0] === texts.nothing;
                cells[index].classList.toggle("is-none", isNone);
                cells[index].replaceChildren(...children);
            }
        });
    }

    /**
     * The content of a cell.
     * @param {string} cell
     * @param {DeviceRow} row
     * @param {string} text
     * @returns {(Node | string)[]}
     */
    children(cell, row, text) {
        switch (cell) {
            case "state":
                return [make("span", { className: "badge" }, texts.states[row.state])];
            case "name":
                return names(row);
            case "shows":
                return this.shows(row);
            default:
                return [text || texts.nothing];
        }
    }

    /**
     * @param {DeviceRow} one
     * @param {DeviceRow} other
     */
    compare(one, other) {
        return (
            states.indexOf(one.state) - states.indexOf(other.state) ||
            this.collator.compare(nameOf(one), nameOf(other)) ||
            (one.id < other.id ? -1 : 1)
        );
    }

    /** @param {DeviceRow} row */
    shows(row) {
        if (!row.last) {
            return shown(row);
        }
        const words = texts.lastKnown(this.time(row.silentSince ?? ""));
        return [make("span", { className: "last" }, words), ...shown(row.last)];
    }
}

/** @param {Connection} connection */
function shown({ views, congested }) {
    if (!views) {
        return [texts.nothing];
    }
    const marks = congested ? [mark(texts.congested)] : [];
    if (views.length === 0) {
        return [texts.watchesNothing, " ", ...marks];
    }
    const lines = views.map(({ view, behindRevs }) => {
        const behind = behindRevs === undefined ? [] : [mark(texts.behind(behindRevs))];
        return make("span", { className: "view" }, `${view} `, ...behind);
    });
    return [...lines, ...marks];
}

/** @param {DeviceRow} row */
function names(row) {
    const called = words(nameOf(row));
    if (row.name === undefined) {
        return [called];
    }
    const role = texts.roles[row.role] ?? row.role;
    return [called, make("small", { textContent: texts.unnamed(role, row.device) })];
}

/** @param {string} text */
function mark(text) {
    return make("span", { className: "mark", textContent: text });
}
