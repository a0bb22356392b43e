// @ts-check
import { make, words } from "../js/dom.js";
import { nameOf } from "./names.js";
import { lasting, texts } from "./texts.js";

/** @typedef {import("./feed.js").DeviceRow} DeviceRow */
/** @typedef {import("./feed.js").ViewRow} ViewRow */
/** @typedef {import("./feed.js").State} State */

/**
 * The worst first.
 * @type {State[]}
 */
export const states = ["silent", "drifted", "behind", "ok", "away"];

/** Beyond these, a page would be slow, and nobody reads so far. */
const rowsMax = 1000;

/**
 * The table of the devices. A row is made anew only when the server has told of it, and moved only
 * when it belongs somewhere else.
 */
export class RowsView {
    /**
     * @param {HTMLElement} body
     * @param {(instant: string) => string} time
     */
    constructor(body, time) {
        this.body = body;
        this.time = time;
        /** @type {Map<string, {row: DeviceRow, element: HTMLElement}>} */
        this.views = new Map();
    }

    /**
     * @param {Iterable<DeviceRow>} all
     * @param {State | ""} state only those of this one
     * @returns {{shown: number, left: number}}
     */
    render(all, state) {
        const rows = [...all].filter((row) => state === "" || row.state === state).sort(compare);
        const shown = rows.slice(0, rowsMax);
        const ids = new Set(shown.map((row) => row.id));
        for (const [id, view] of this.views) {
            if (!ids.has(id)) {
                view.element.remove();
                this.views.delete(id);
            }
        }
        /** @type {Element | null} */
        let next = this.body.firstElementChild;
        for (const row of shown) {
            const view = this.viewOf(row);
            if (view.element === next) {
                next = next.nextElementSibling;
            } else {
                this.body.insertBefore(view.element, next);
            }
        }
        return { shown: shown.length, left: rows.length - shown.length };
    }

    /** @param {DeviceRow} row */
    viewOf(row) {
        const known = this.views.get(row.id);
        if (known?.row === row) {
            return known;
        }
        const element = known?.element ?? make("tr");
        element.className = `device is-${row.state}`;
        element.replaceChildren(...this.cells(row));
        const view = { row, element };
        this.views.set(row.id, view);
        return view;
    }

    /** @param {DeviceRow} row */
    cells(row) {
        const name = make("th", { scope: "row", className: "name" }, words(nameOf(row)));
        if (row.name !== undefined) {
            const role = texts.roles[row.role] ?? row.role;
            name.append(make("small", { textContent: texts.unnamed(role, row.device) }));
        }
        const marks = [row.hidden && texts.hidden, row.congested && texts.congested];
        return [
            this.cell("state", make("span", { className: "badge" }, texts.states[row.state])),
            name,
            this.cell("shows", ...this.shows(row), ...marks.filter(Boolean).map(mark)),
            this.cell("painted", this.time(paintedAt(row)) || texts.nothing),
            this.cell("page", ...page(row)),
            this.cell("address", row.address ?? texts.nothing),
            this.cell("since", this.since(row)),
            this.cell("heard", row.heardAt ? this.time(row.heardAt) : texts.nothing),
        ];
    }

    /**
     * @param {string} className
     * @param {...(Node | string)} children
     */
    cell(className, ...children) {
        const isNone = children.length === 1 && children[0] === texts.nothing;
        return make("td", { className: isNone ? `${className} is-none` : className }, ...children);
    }

    /** @param {DeviceRow} row */
    since(row) {
        if (row.connectedAt) {
            return this.time(row.connectedAt);
        }
        return row.silentSince ? texts.silentSince(this.time(row.silentSince)) : texts.nothing;
    }

    /** @param {DeviceRow} row */
    shows(row) {
        if (!row.views) {
            return [texts.nothing];
        }
        if (row.views.length === 0) {
            return [texts.watchesNothing];
        }
        return row.views.map((view) =>
            make("span", { className: "view" }, `${view.view} `, ...painted(view)),
        );
    }
}

/** @param {string | false | undefined} text */
function mark(text) {
    return make("span", { className: "mark", textContent: text || "" });
}

/** @param {ViewRow} view */
function painted(view) {
    if (!view.painted) {
        return [make("span", { className: "quiet", textContent: texts.unpainted })];
    }
    const { rev, hash } = view.painted;
    const isOld = view.behindRevs !== undefined;
    const revision = make("span", {
        title: hash,
        textContent: isOld ? texts.showsOld(rev, view.rev) : texts.shows(rev),
    });
    const troubles = [
        isOld && (view.behindMs ?? 0) >= 1000 && texts.behindFor(lasting(view.behindMs ?? 0)),
        view.drifted && texts.wrong,
    ];
    return [revision, ...troubles.filter(Boolean).flatMap((text) => [" ", mark(text)])];
}

/** @param {DeviceRow} row */
function paintedAt(row) {
    const instants = (row.views ?? []).map((view) => view.painted?.at ?? "");
    return instants.sort().at(-1) ?? "";
}

/** @param {DeviceRow} row */
function page(row) {
    if (row.page === undefined) {
        return [texts.nothing];
    }
    return row.pageIsCurrent ? [make("span", { textContent: texts.pageIsCurrent })] : [mark(texts.pageIsOld(row.page))];
}

/**
 * @param {DeviceRow} one
 * @param {DeviceRow} other
 */
function compare(one, other) {
    return (
        states.indexOf(one.state) - states.indexOf(other.state) ||
        nameOf(one).localeCompare(nameOf(other)) ||
        (one.id < other.id ? -1 : 1)
    );
}
