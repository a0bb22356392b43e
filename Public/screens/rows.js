// @ts-check
import {
    arrange, counted, dropOthers, familyOf, isNews, make, makeButton, renderList, roleTitle, sentenceAbout, text,
    words,
} from "../js/ui/page.js";
import { pageTitle } from "../js/ui/pagemenu.js";

/** @typedef {import("../js/ui/eventstream.js").Connection} Connection */
/** @typedef {import("../js/ui/eventstream.js").DeviceRow} DeviceRow */
/** @typedef {import("../js/ui/eventstream.js").State} State */
/** @typedef {NonNullable<import("../js/ui/page.js").PageState["views"]>[number]} ViewedPage */

/**
 * The states, the worst first.
 * @type {State[]}
 */
export const states = ["silent", "ok", "away"];

/** The cells of a row, in the order of the table's head. */
const cellNames = ["state", "name", "shows", "address", "since", "heard"];

const stateNames = familyOf("states");

/** The most rows shown; more would slow the page. */
const rowsMax = 1000;

/**
 * The name of a device for people.
 * @param {{name?: string, role: string, device: string}} device
 */
export function nameOf({ name, role, device }) {
    return name ?? text("unnamed", { role: roleTitle(role), device });
}

/** @typedef {{row: DeviceRow | null, element: HTMLElement, cells: HTMLElement[]}} RowView */

/** The table of the devices. A cell is redrawn only if it has changed, and a row moves only if its place has changed. */
export class RowsView {
    /**
     * @param {HTMLElement} body
     * @param {NodeListOf<Element>} heads of the columns, repeated in stacked cells
     * @param {(instant: string) => string} time formats with seconds
     * @param {(instant: string) => string} minute formats without seconds
     * @param {boolean} hasViews whether the reader needs the names of views
     * @param {ViewedPage[]} pages
     */
    constructor(body, heads, time, minute, hasViews, pages) {
        this.body = body;
        this.labels = [...heads].map((head) => head.textContent ?? "");
        this.time = time;
        this.minute = minute;
        this.hasViews = hasViews;
        this.pages = pages;
        /** @type {Map<string, RowView>} */
        this.views = new Map();
        this.collator = new Intl.Collator(undefined, { numeric: true });
    }

    /**
     * @param {Iterable<DeviceRow>} all
     * @param {State | ""} state shows only the devices in this state
     * @returns {{shown: number, left: number}}
     */
    render(all, state) {
        const rows = [...all]
            .filter((row) => state === "" || row.state === state)
            .sort((one, other) => this.compare(one, other));
        const shown = rows.slice(0, rowsMax);
        renderList(this.body, this.views, shown, () => this.made(), (view, row) => this.fill(view, row));
        return { shown: shown.length, left: rows.length - shown.length };
    }

    /** @returns {RowView} */
    made() {
        const cells = cellNames.map((className, index) =>
            className === "name"
                ? make("th", { scope: "row", className })
                : make("td", { className, "data-label": this.labels[index] }),
        );
        return { row: null, element: make("tr", {}, ...cells), cells };
    }

    /**
     * @param {RowView} view
     * @param {DeviceRow} row
     */
    fill(view, row) {
        if (view.row === row) {
            return;
        }
        view.row = row;
        view.element.className = `device is-${row.state}`;
        view.element.classList.toggle("is-last", row.last !== undefined);
        const { name, role, device, silentSince, seenAt } = row;
        const isAway = row.state === "away" && seenAt !== undefined;
        const connection = row.last ?? row;
        const { views, congested } = connection;
        const all = [
            row.state,
            `${name} ${role} ${device}`,
            JSON.stringify([views, congested, row.last && silentSince]),
            connection.address ?? "",
            this.time(connection.connectedAt ?? ""),
            isAway ? this.minute(seenAt) : this.time(connection.heardAt ?? silentSince ?? ""),
        ];
        view.cells.forEach((cell, index) => {
            if (isNews(cell, all[index])) {
                const children = this.children(cellNames[index], row, all[index]);
                const isNone = children.length === 1 && children[0] === text("nothing");
                cell.classList.toggle("is-none", isNone);
                cell.replaceChildren(...children);
            }
        });
    }

    /**
     * The content of a cell.
     * @param {string} cell
     * @param {DeviceRow} row
     * @param {string} written
     * @returns {(Node | string)[]}
     */
    children(cell, row, written) {
        switch (cell) {
            case "state":
                return [make("span", { className: "badge" }, stateNames[row.state])];
            case "name":
                return names(row);
            case "shows":
                return this.shows(row);
            default:
                return [written || text("nothing")];
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
            return this.shown(row, row.role);
        }
        const last = text("lastKnown", { time: this.time(row.silentSince ?? "") });
        return [make("span", { className: "block last" }, last), ...this.shown(row.last, row.role)];
    }

    /**
     * The shown page by name, and how far behind it is.
     * @param {Connection} connection
     * @param {string} role
     */
    shown({ views, congested }, role) {
        if (!views) {
            return [text("nothing")];
        }
        const marks = congested ? [mark(text("congested"))] : [];
        if (views.length === 0) {
            return [text("watchesNothing"), " ", ...marks];
        }
        const behind = (/** @type {number} */ count) => (count > 0 ? [mark(counted("behind", count))] : []);
        const page = pageOf(this.pages, role, views.map(({ view }) => view)) ?? "";
        const all = Math.max(...views.map(({ behindRevs = 0 }) => behindRevs));
        const upToDate = all === 0 ? text("upToDate") : "";
        const lines = this.hasViews
            ? views.map(({ view, behindRevs = 0 }) =>
                make("span", { className: "block view" }, `${view} `, ...behind(behindRevs)))
            : behind(all);
        return [make("span", { className: "pages" }, `${pageTitle(page) ?? upToDate} `), ...lines, ...marks];
    }
}

/**
 * The page that a device shows: of the pages that it may open and whose views it watches, the one with the most.
 * @param {ViewedPage[]} pages
 * @param {string} role
 * @param {string[]} views that the device watches
 * @returns {string | undefined} its address, without the first slash
 */
export function pageOf(pages, role, views) {
    const watched = new Set(views.map((view) => view.split("?")[0]));
    return pages
        .filter((page) => page.views.length > 0 && page.roles.includes(role))
        .filter((page) => page.views.every((view) => watched.has(view)))
        .sort((one, other) => other.views.length - one.views.length)[0]?.name;
}

/** @param {DeviceRow} row */
function names(row) {
    const called = words(nameOf(row));
    if (row.name === undefined) {
        return [called];
    }
    const who = text("unnamed", { role: roleTitle(row.role), device: row.device });
    return [called, make("small", { textContent: who })];
}

/** @param {string} words */
function mark(words) {
    return make("span", { className: "mark is-attention strong", textContent: words });
}

/** @typedef {import("../js/ui/eventstream.js").Alarm} Alarm */

/**
 * A duration in words, in one unit.
 * @param {number} ms
 */
export function lasting(ms) {
    const seconds = Math.max(1, Math.floor(ms / 1000));
    if (seconds < 60) {
        return counted("seconds", seconds);
    }
    if (seconds < 3600) {
        return counted("minutes", Math.floor(seconds / 60));
    }
    return seconds < 2 * 86_400
        ? counted("hours", Math.floor(seconds / 3600))
        : counted("days", Math.floor(seconds / 86_400));
}

/** The open alarms, the oldest first, with running durations. */
export class AlarmsView {
    /**
     * @param {HTMLElement} list
     * @param {(device: string) => void} dismiss
     */
    constructor(list, dismiss) {
        this.list = list;
        this.dismiss = dismiss;
        /** @type {Map<string, {alarm: Alarm, element: HTMLElement, words: HTMLElement, lasting: string}>} */
        this.views = new Map();
    }

    /**
     * @param {Map<string, Alarm>} alarms
     * @param {number} nowMs
     */
    render(alarms, nowMs) {
        const isOther = (/** @type {string} */ key) => this.views.get(key)?.alarm !== alarms.get(key);
        dropOthers(this.views, { has: (key) => !isOther(key) });
        const inOrder = [...alarms].sort(([, one], [, other]) => (one.since < other.since ? -1 : 1));
        arrange(this.list, inOrder.map(([key, alarm]) => {
            const view = this.views.get(key) ?? this.made(alarm);
            this.views.set(key, view);
            const time = lasting(nowMs - Date.parse(alarm.since));
            if (view.lasting !== time) {
                view.lasting = time;
                view.words.replaceChildren(...sentenceAbout((name) => text("alarm", { name, time }), nameOf(alarm)));
            }
            return view.element;
        }));
    }

    /** @param {Alarm} alarm */
    made(alarm) {
        const words = make("p", { className: "large strong figures" });
        const address = alarm.address ? text("itsAddress", { address: alarm.address }) : "";
        const advice = make("p", { className: "advice quiet" }, `${text("advice")} ${address}`.trim());
        const ariaLabel = text("dismissLabel", { name: nameOf(alarm) });
        const button = makeButton(text("dismiss"), () => this.dismiss(alarm.device), { ariaLabel });
        const element = make("li", { className: "alarm note is-wrong beside box" }, make("div", { className: "fills" }, words, advice), button);
        return { alarm, element, words, lasting: "" };
    }
}

/**
 * The line about a task that crashed the hub twice and was set aside.
 * @param {string} name
 * @param {((name: string) => void) | null} tryAgain retries a task
 */
export function setAsideLine(name, tryAgain) {
    const sentence = (/** @type {string} */ shown) => text("setAside", { name: shown });
    const words = make("p", { className: "large strong figures" }, ...sentenceAbout(sentence, name));
    const buttons = tryAgain ? [makeButton(text("tryAgain"), () => tryAgain(name))] : [];
    return make("li", { className: "alarm note is-wrong beside box" }, make("div", { className: "fills" }, words), ...buttons);
}

/**
 * An alarm that has ended.
 * @param {Alarm} alarm
 * @param {(instant: string) => string} time
 */
export function endedLine(alarm, time) {
    const { since, endedAt = "", dismissed } = alarm;
    const sentence = (/** @type {string} */ name) => text("ended", { name, from: time(since), to: time(endedAt) });
    const note = dismissed ? ` (${text("dismissed")})` : "";
    return make("li", {}, ...sentenceAbout(sentence, nameOf(alarm)), note);
}
