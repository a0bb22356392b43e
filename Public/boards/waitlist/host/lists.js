// @ts-check
import { glide, placesOf } from "../../../js/ui/dialogs.js";
import {
    arrange, byId, dropOthers, familyAbout, familyOf, make, makeButton, minutesSince, runAfter,
    sentenceAbout, setText, stopTimer, text, viewOf, words,
} from "../../../js/ui/page.js";

/** Texts that several of the page's scripts share. */
export const texts = {
    /** A party's number, which the server assigns. */
    number: (/** @type {number | undefined} */ number) =>
        number === undefined ? "" : text("number", { number }),
    ago: (/** @type {number} */ minutes) => {
        if (minutes < 1) {
            return text("justNow");
        }
        const hours = Math.floor(minutes / 60);
        return hours > 0
            ? text("hoursAgo", { hours, minutes: minutes % 60 })
            : text("minutesAgo", { minutes });
    },
    minutes: (/** @type {number} */ minutes) =>
        minutes < 60
            ? text("minutes", { minutes: Math.max(0, minutes) })
            : text("hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 }),

    /** The button of the next step, by the party's status. */
    steps: familyOf("steps"),
    /** The reasons why typed text about a party can't be saved. */
    leftMeanwhile: familyAbout("leftMeanwhile"),
    fields: familyOf("fields"),
    statuses: familyOf("statuses"),
};

// MARK: Prediction

/** @typedef {import("../../../js/tablecast.js").DocumentOf<"waitlist/host">} HostDocument */
/** @typedef {HostDocument["parties"][string]} Party */
/** @typedef {import("../../../js/tablecast.js").Entry} Entry */

/**
 * The page's fields of a party. `key` is the party's id, or the id of the change that adds it. `isPending`: the
 * party has an unconfirmed change. `isNew`: the server does not have the party yet, or no longer (then it is
 * `removed`). `isFirst` and `isLast`: no party waits before or after it.
 * @typedef {{
 *     key: string, status: Party["status"] | "removed", number?: number,
 *     isPending?: boolean, isNew?: boolean, isFirst?: boolean, isLast?: boolean,
 * }} Foresight
 */

/**
 * A party as its row shows it: the server's data, with this page's pending changes.
 * @typedef {Omit<Party, "rank" | "number" | "status"> & Foresight} Row
 */

/** @typedef {{pending: Row[], ready: Row[], waiting: Row[], gone: Row[]}} Lists */

const goneStatuses = /** @type {Record<string, Party["status"]>} */ ({
    "waitlist.seat": "seated",
    "waitlist.no_show": "no_show",
    "waitlist.cancel": "cancelled",
});

/**
 * Predicts the lists after all pending changes, except for unpredictable ones, such as an undo.
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
 * Adds a predicted party. The answer to an addition names the party, and comes before the diff that shows it.
 * Only after a lost connection may the list show the party first. Such an addition is left out until it is
 * answered again, so that no party appears twice.
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
 * The party that the server will call: the first that fits, or none if that is not the expected one.
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
    // By the time of the call, so that a newly called party is added below.
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

// MARK: Rows

/**
 * The actions of a row.
 * @typedef {object} RowActions
 * @property {(row: Row) => void} step the next step of the party, as shown in the row
 * @property {(key: string) => void} more opens everything about the party
 */

/**
 * @typedef {object} RowContext
 * @property {(instant: string | number) => string} time
 * @property {number} nowMs
 * @property {boolean} isOffline
 * @property {boolean} isNumbered whether the screens call parties by number
 * @property {(key: string) => boolean} isUnsaved whether a party has unsaved text
 */

/** The numbers of parties above which rows have one line, and down to which they have two again. */
const compactAbove = 12;
const comfortableFrom = 9;
/** The time for which a new row is highlighted. */
const markedMs = 8000;

/**
 * The time of a party's arrival or call, and the time since.
 * @param {Row} row
 * @param {RowContext} context
 */
export function whenText(row, { time, nowMs, isOffline }) {
    if (row.leftAt) {
        return text("left", { what: texts.statuses[row.status] ?? row.status, time: time(row.leftAt) });
    }
    const isCalled = row.status === "ready" && row.readyAt;
    const ago = texts.ago(minutesSince(isCalled || row.arrivedAt, nowMs));
    const parts = [text("arrived", { time: time(row.arrivedAt), ago: isCalled ? text("called", { ago }) : ago })];
    if (row.isPending && isOffline) {
        parts.push(text("toBeSent"));
    }
    return parts.join(" · ");
}

/** After so many minutes, a called party needs attention. */
const calledMinutesMax = 5;

/** One party's row: its data, its next step, and the button for everything else. */
class RowView {
    /**
     * @param {Row} row
     * @param {RowActions} actions
     */
    constructor(row, actions) {
        this.key = row.key;
        this.row = row;
        this.badge = make("span", { className: "badge figures" });
        this.number = make("span", { className: "number figures" });
        this.name = words("", "name awaits");
        this.chips = make("span", { className: "row-chips" });
        this.notes = words("", "notes");
        this.when = make("span", { className: "when figures" });
        this.phone = make("span", { className: "phone figures" });
        this.minutes = make("span", { className: "minutes quiet figures" });
        this.step = makeButton("", () => this.row.isNew || actions.step(this.row), { className: "step" });
        this.more = makeButton("•••", () => this.row.isNew || actions.more(this.key), {
            className: "plain more", "aria-haspopup": "dialog",
        });
        this.element = make(
            "li",
            { className: "row" },
            this.badge,
            make(
                "div",
                { className: "who" },
                make("span", { className: "called" }, this.number, this.name, this.chips),
                make("span", { className: "about" }, this.when, this.notes, this.phone),
            ),
            this.minutes,
            this.step,
            this.more,
        );
    }

    /**
     * @param {Row} row
     * @param {RowContext} context
     */
    update(row, context) {
        this.row = row;
        const kind = row.leftAt ? "gone" : /** @type {"waiting"} */ (row.status);
        const said = text("partyOf", { size: row.size });
        if (this.badge.title !== said) {
            this.badge.title = said;
            this.badge.replaceChildren(
                make("span", { className: "aside" }, said),
                make("span", { ariaHidden: "true" }, String(row.size)),
            );
        }
        setText(this.number, context.isNumbered ? texts.number(row.number) : "");
        setText(this.name, row.name);
        this.drawChips(row, context);
        setText(this.notes, row.notes ?? "");
        setText(this.when, whenText(row, context));
        setText(this.phone, row.phone ?? "");
        const since = row.status === "ready" && row.readyAt ? row.readyAt : row.arrivedAt;
        const minutes = minutesSince(since, context.nowMs);
        setText(this.minutes, texts.minutes(minutes));
        this.minutes.classList.toggle("is-attention", row.status === "ready" && minutes >= calledMinutesMax);
        setText(this.step, texts.steps[kind]);
        this.step.ariaLabel = text("stepLabel", { step: texts.steps[kind], name: row.name });
        this.more.ariaLabel = text("moreLabel", { name: row.name });
        this.step.ariaDisabled = this.more.ariaDisabled = String(Boolean(row.isNew));
        this.element.dataset.status = kind;
        this.element.classList.toggle("is-pending", Boolean(row.isPending));
    }

    /**
     * @param {Row} row
     * @param {RowContext} context
     */
    drawChips({ key, tags = [], isPending }, { isUnsaved, isOffline }) {
        const news = isUnsaved(key) ? [text("notSaved")] : isPending && isOffline ? [text("toBeSent")] : [];
        const shown = [...news, ...tags].join("\n");
        if (this.chips.dataset.shown !== shown) {
            this.chips.dataset.shown = shown;
            this.chips.replaceChildren(
                ...news.map((each) => make("span", { className: "tag is-attention" }, each)),
                ...tags.map((each) => make("span", { className: "tag" }, words(each))),
            );
        }
    }
}

/** The rows of all lists. A party's row stays the same element when it changes lists. */
export class ListsView {
    /** @param {RowActions} actions */
    constructor(actions) {
        /** @type {Record<keyof Lists, HTMLElement>} */
        this.places = {
            pending: byId("pending", HTMLElement),
            ready: byId("ready", HTMLElement),
            waiting: byId("waiting", HTMLElement),
            gone: byId("gone", HTMLElement),
        };
        this.actions = actions;
        /** @type {Map<string, RowView>} */
        this.views = new Map();
        this.isFirst = true;
        this.isCompact = false;
        /** The key of the highlighted row; empty for none. */
        this.marked = "";
        this.timer = 0;
    }

    /**
     * Renames a party's row once the hub has given it an id.
     * @param {string} oldKey
     * @param {string} key
     */
    rename(oldKey, key) {
        const view = this.views.get(oldKey);
        if (view && !this.views.has(key)) {
            this.views.delete(oldKey);
            view.key = key;
            this.views.set(key, view);
        }
    }

    /**
     * Scrolls a row into view, and highlights it for a while.
     * @param {string} key
     */
    show(key) {
        const view = this.views.get(key);
        stopTimer(this.timer);
        this.views.forEach(({ element }) => element.classList.toggle("is-marked", element === view?.element));
        view?.element.scrollIntoView({ block: "nearest" });
        this.timer = runAfter(markedMs, () => view?.element.classList.remove("is-marked"));
    }

    /**
     * @param {Lists} lists
     * @param {RowContext} context
     */
    render(lists, context) {
        const count = lists.pending.length + lists.ready.length + lists.waiting.length;
        this.isCompact = count > (this.isCompact ? comfortableFrom : compactAbove);
        document.body.classList.toggle("is-compact", this.isCompact);
        const before = placesOf(this.elements);
        const focused = document.activeElement;
        const holder = [...this.views.values()].find((view) => view.element.contains(focused));
        const place = holder?.element.parentElement;
        const index = place ? [...place.children].indexOf(holder.element) : -1;
        dropOthers(this.views, new Set(Object.values(lists).flatMap((rows) => rows.map(({ key }) => key))));
        for (const name of /** @type {(keyof Lists)[]} */ (Object.keys(lists))) {
            this.fill(this.places[name], lists[name], context);
        }
        if (focused instanceof HTMLElement && focused !== document.activeElement && focused.isConnected) {
            focused.focus({ preventScroll: true });
        }
        if (place && document.activeElement === document.body) {
            focusAt(place, index);
        }
        if (!this.isFirst) {
            glide(this.elements, before);
        }
        this.isFirst = false;
    }

    get elements() {
        return [...this.views.values()].map(({ element }) => element);
    }

    /**
     * @param {HTMLElement} place
     * @param {Row[]} rows
     * @param {RowContext} context
     */
    fill(place, rows, context) {
        const elements = rows.map((row) => {
            const view = viewOf(this.views, row.key, () => new RowView(row, this.actions));
            view.update(row, context);
            return view.element;
        });
        arrange(place, elements);
    }
}

/**
 * Focuses the row in the place of a removed one.
 * @param {HTMLElement} place
 * @param {number} index
 */
function focusAt(place, index) {
    const row = place.children[Math.min(index, place.childElementCount - 1)];
    const target = row?.querySelector(".step") ?? place.closest("section, dialog")?.querySelector("h2");
    if (target instanceof HTMLHeadingElement) {
        target.tabIndex = -1;
    }
    if (target instanceof HTMLElement) {
        target.focus({ preventScroll: true });
    }
}

/** The button that calls the next party. It names the party, and calls only this one. */
export class CallNext {
    /**
     * @param {object} page
     * @param {(row: Row, sizeMax: number | undefined) => void} page.call
     * @param {(row: Row) => string} page.nameOf
     * @param {() => void} page.changed called when another size is chosen
     */
    constructor({ call, nameOf, changed }) {
        this.nameOf = nameOf;
        this.button = byId("call-next", HTMLButtonElement);
        this.select = byId("size-max", HTMLSelectElement);
        /** @type {Row | undefined} */
        this.row = undefined;
        this.select.addEventListener("change", changed);
        this.button.addEventListener("click", () => {
            if (this.row && !this.row.isNew) {
                call(this.row, this.sizeMax);
            }
        });
    }

    get sizeMax() {
        return this.select.value === "" ? undefined : Number(this.select.value);
    }

    /** @param {Row[]} waiting in order */
    render(waiting) {
        const sizeMax = this.sizeMax ?? Infinity;
        const row = waiting.find((each) => each.size <= sizeMax);
        this.row = row;
        this.button.ariaDisabled = String(!row || Boolean(row.isNew));
        const name = row ? this.nameOf(row) : "";
        const sentence = (/** @type {string} */ shown) =>
            row ? text("callNextLabel", { name: shown, size: row.size }) : text("callNext");
        if (this.button.ariaLabel !== sentence(name)) {
            this.button.ariaLabel = sentence(name);
            this.button.replaceChildren(...sentenceAbout(sentence, name));
            this.button.querySelector("bdi")?.classList.add("one-line");
        }
    }
}
