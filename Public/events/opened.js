// @ts-check
import { byId, make, reasonsOf, request, setText, text, words } from "../js/ui/page.js";
import {
    boardOf, boardOfView, deviceWords, eventWords, facts, heading, isRejected, mutationFact,
    ordered, quiet, texts, thingOf, timingParts,
} from "./words.js";

/** @typedef {Record<string, any>} Rows */
/**
 * The change of a row, as seen from one side.
 * @typedef {"same" | "added" | "removed" | "changed"} Mark
 */

/** The members of a view that are not rows: each of their own members is a setting. */
export const settingsMembers = ["venue", "settings"];

/** The most unchanged rows to draw. */
const sameCountMax = 200;
/** At least this many consecutive unchanged rows are folded, so that changes are in view. */
const foldedCountMin = 4;

/**
 * Whether unchanged rows are folded, and how to unfold them.
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
function valueWords(value, time) {
    if (value === undefined || value === null) {
        return text("nothing");
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
 * A member of a view's document as a table, with differences from the other side marked.
 * @param {import("./words.js").Board} board
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
        make("th", { scope: "col" }, text("markColumn")),
        ...(hasPlaces ? [make("th", { scope: "col" }, text("placeColumn"))] : []),
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
        make("caption", {}, text("caption", { name: caption, count: entries.length })),
        make("thead", { hidden: isFolded }, head),
        make("tbody", {}, ...body),
    );
    const isAll = sameCount <= sameCountMax;
    const rest = isAll ? [] : [make("p", {}, text("moreSame", { count: sameCount - sameCountMax }))];
    const options = {
        className: "table box", tabIndex: 0, role: "group", ariaLabel: caption,
        "data-table": folding.key,
    };
    return make("div", options, table, ...rest);
}

/**
 * @typedef {{key: string, row: any, counterpart: any, mark: Mark}} MarkedRow
 */

/**
 * Groups consecutive rows by whether they have changed.
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
    const button = make("button", { type: "button", className: "plain small" }, text("same", { count }));
    button.addEventListener("click", folding.unfold);
    return make("tr", { className: "is-folded" }, make("td", { colSpan: columnCount }, button));
}

/**
 * Treats a place that moved up because another party left as unchanged.
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
        ? make("td", { className: "is-changed" }, make("mark", {}, content || text("nothing")))
        : make("td", {}, content);
}

/**
 * @param {import("./words.js").Board} board
 * @param {any[]} rows
 * @returns {string[]}
 */
function columnsOf(board, rows) {
    const names = new Set(rows.flatMap((row) => Object.keys(row ?? {})));
    // The order of the rows shows it already.
    names.delete("rank");
    const first = (board.words.columns ?? ["name"]).filter((name) => names.delete(name));
    return [...first, ...[...names].sort()];
}

/** @typedef {import("./stream.js").JournalEvent} JournalEvent */

/**
 * @typedef {object} OpenedContext
 * @property {string} path where the venue's views and events are, without a query
 * @property {string} role
 * @property {import("./words.js").Names} names
 * @property {(instant: string) => string} time
 */

/**
 * The main view of the event's board, before the event and after it.
 * @typedef {{before: Record<string, any>, after: Record<string, any>}} Docs
 */

/** The opened event with all its details. */
export class Opened {
    /**
     * @param {OpenedContext} context
     * @param {() => void} learnt called when more is known about an event
     */
    constructor(context, learnt) {
        this.context = context;
        this.learnt = learnt;
        /** @type {JournalEvent | null} */
        this.event = null;
        /** Whether reading the details failed. */
        this.isUnread = false;
        this.abort = new AbortController();
        this.panel = byId("opened", HTMLElement);
        this.body = byId("opened-body", HTMLElement);
        this.title = byId("opened-title", HTMLElement);
        this.sentence = byId("opened-words", HTMLElement);
        this.more = byId("opened-more", HTMLElement);
        this.json = byId("opened-json", HTMLElement);
        this.buttons = byId("opened-buttons", HTMLElement);
    }

    /** @param {JournalEvent | null} event */
    show(event) {
        this.abort.abort();
        this.event = event;
        this.panel.hidden = !event;
        this.isUnread = false;
        this.body.hidden = false;
        if (!event) {
            return;
        }
        const { names } = this.context;
        const thing = thingOf(event);
        setText(this.title, isRejected(event) ? text("rejectedTitle") : text("event", { rev: event.rev ?? 0 }));
        this.name();
        setText(this.json, JSON.stringify(event, null, 2));
        byId("story", HTMLButtonElement).hidden = thing === "";
        byId("story", HTMLButtonElement).replaceChildren(
            text("story"),
            " ",
            words(names.of(event)),
        );
        for (const name of ["see-past", "stretch-from", "stretch-to"]) {
            byId(name, HTMLButtonElement).hidden = isRejected(event);
        }
        if (isRejected(event)) {
            this.more.replaceChildren(...this.rejectionParts(event));
            return;
        }
        this.more.replaceChildren(
            ...this.dataParts(event),
            make("p", { className: "quiet" }, text("asking")),
        );
        void this.ask(event);
    }

    /**
     * Says that the event does not exist.
     * @param {string} rev
     */
    showNone(rev) {
        this.show(null);
        this.panel.hidden = false;
        this.body.hidden = true;
        setText(this.title, text("noEvent", { rev }));
    }

    get isShown() {
        return !this.panel.hidden;
    }

    /** Tries again after a reconnection. */
    retry() {
        if (this.isUnread) {
            this.show(this.event);
        }
    }

    /** Says what happened, with the names known now. */
    name() {
        const { event } = this;
        const { names, time } = this.context;
        if (event) {
            this.sentence.replaceChildren(
                make("time", { dateTime: event.time }, time(event.time)),
                " · ",
                words(names.wholeActor(event.actor)),
                " ",
                ...eventWords(event, names),
            );
        }
    }

    /** @param {JournalEvent} event */
    async ask(event) {
        this.abort = new AbortController();
        const { signal } = this.abort;
        try {
            const rev = Number(event.rev);
            const { view } = boardOf(event.board);
            const [told, before, after] = await Promise.all([
                this.fetch(`events/${rev}?`, signal),
                ...(view ? [rev - 1, rev] : []).map((at) =>
                    this.fetch(`views/${view}?rev=${at}&`, signal),
                ),
            ]);
            if (signal.aborted) {
                return;
            }
            /** @type {Docs} */
            const docs = { before: before?.doc ?? {}, after: after?.doc ?? {} };
            this.learn(event, told.cause, docs);
            this.more.replaceChildren(
                ...this.causeParts(event, told.cause),
                ...timingParts(told.timing),
                ...this.placeParts(event, docs),
                ...this.changeParts(told.changes, docs),
                ...this.dataParts(event),
            );
        } catch {
            if (!signal.aborted) {
                this.isUnread = true;
                this.more.replaceChildren(
                    ...this.dataParts(event),
                    this.again(event),
                );
            }
        }
    }

    /**
     * Takes details for the event's sentence from the views before and after it.
     * @param {JournalEvent} event
     * @param {any} cause
     * @param {Docs} docs
     */
    learn(event, cause, docs) {
        const { names } = this.context;
        const { id, name } = cause?.device ?? {};
        if (name) {
            names.know(id, name, event.rev ?? 0);
        }
        const board = boardOf(event.board);
        if (board.view && board.words.told) {
            const inLine = (/** @type {Record<string, any>} */ rows) => board.inLine(rows);
            names.told.set(event.id, board.words.told({ event, ...docs, inLine }));
        }
        this.name();
        this.learnt();
    }

    /** @param {JournalEvent} event */
    again(event) {
        const button = make("button", { type: "button", className: "small" }, text("askAgain"));
        button.addEventListener("click", () => this.show(event));
        return make("p", { className: "problem" }, text("notTold"), " ", button);
    }

    /**
     * @param {string} path
     * @param {AbortSignal} signal
     */
    async fetch(path, signal) {
        const answer = await request(`${this.context.path}/${path}as=${this.context.role}`, { signal });
        if (!answer.ok) {
            throw new Error(`The server answered ${answer.status}`);
        }
        return answer.json();
    }

    /**
     * @param {JournalEvent} event
     * @param {any} cause
     */
    causeParts(event, cause) {
        if (!cause) {
            return [heading(text("causeTitle")), make("p", {}, text("byTime"))];
        }
        const { device, connection } = cause;
        return [
            heading(text("causeTitle")),
            facts([
                [text("askedAs"), cause.action ?? text("forgotten")],
                ...mutationFact(cause.mutation),
                [
                    text("device"),
                    device ? deviceWords(device) : this.context.names.wholeActor(event.actor),
                ],
                [
                    text("connection"),
                    connection
                        ? texts.connectionWords(connection.way, connection.address ?? "")
                        : text("forgotten"),
                ],
            ]),
        ];
    }

    /**
     * Returns the things whose place in the board's line the event changed, without those that came or left.
     * The event's own thing comes first.
     * @param {JournalEvent} event
     * @param {Docs} docs
     */
    placeParts({ board: name, subject }, { before, after }) {
        const board = boardOf(name);
        const member = board.words.line?.of ?? "";
        const rows = after[member] ?? {};
        const [then, now] = [board.places(before[member] ?? {}), board.places(rows)];
        const moved = board.inLine(rows).filter(
            ([key]) => then.has(key) && then.get(key) !== now.get(key),
        );
        moved.sort(([one], [other]) => +(other === subject) - +(one === subject));
        if (moved.length === 0) {
            return [];
        }
        const items = moved.slice(0, 40).map(([key, row]) =>
            make(
                "li",
                {},
                words(row.name ?? key),
                texts.placeWords(then.get(key) ?? 0, now.get(key) ?? 0),
            ),
        );
        const rest = moved.length - items.length;
        return [
            heading(text("placesTitle")),
            make("ul", { className: "places" }, ...items),
            ...(rest > 0 ? [make("p", { className: "quiet" }, text("moreRows", { count: rest }))] : []),
        ];
    }

    /**
     * @param {any[]} changes
     * @param {Docs} docs
     */
    changeParts(changes, docs) {
        const named = changes.flatMap((change) => [
            make("h4", {}, make("code", {}, change.view), " ", quiet(texts.revs(change))),
            change.patch.length > 0
                ? make(
                      "ul",
                      { className: "patch" },
                      ...change.patch.map((/** @type {any} */ each) =>
                          this.operation(boardOfView(change.view), each, docs),
                      ),
                  )
                : make("p", { className: "quiet" }, text("onlyMasked")),
        ]);
        return [
            heading(text("changesTitle")),
            ...(named.length > 0 ? named : [make("p", { className: "quiet" }, text("noChanges"))]),
        ];
    }

    /**
     * @param {import("./words.js").Board} board whose view changed
     * @param {any} operation
     * @param {Docs} docs
     */
    operation(board, { op, path, value, was }, { before, after }) {
        const [, member, key, field] = path.split("/").map(unescaped);
        const row = after[member]?.[key] ?? before[member]?.[key];
        const { names, time } = this.context;
        const isSetting = settingsMembers.includes(member);
        const name = isSetting ? board.column(key) : row?.name ?? names.named(key ?? member);
        const isRow = field === undefined && !isSetting;
        const what = isRow ? this.rowWords(board, op === "remove" ? was : value) : [
            `${isSetting ? "" : board.column(field)}: `,
            ...(was === undefined ? [] : [make("del", {}, valueWords(was, time)), " → "]),
            op === "remove" ? text("nothing") : make("ins", {}, valueWords(value, time)),
        ];
        return make(
            "li",
            { className: `op-${op}` },
            make("span", { className: "op" }, texts.operations[op] ?? op),
            " ",
            words(name),
            make("span", { className: "quiet" }, ` ${board.column(member)}${isSetting ? "" : " "}`),
            ...what,
        );
    }

    /**
     * @param {import("./words.js").Board} board
     * @param {unknown} row
     */
    rowWords(board, row) {
        if (typeof row !== "object" || row === null) {
            return [valueWords(row, this.context.time)];
        }
        return Object.entries(row)
            .filter(([name]) => name !== "rank" && name !== "name")
            .flatMap(([name, value], index) => [
                `${index > 0 ? ", " : ""}${board.column(name)} `,
                valueWords(value, this.context.time),
            ]);
    }

    /** @param {JournalEvent} event */
    dataParts(event) {
        return this.memberParts(event, text("dataTitle"), event.data ?? {});
    }

    /** @param {JournalEvent} event */
    rejectionParts(event) {
        const { actor, data, mutationid } = event;
        const { action, args = {}, code } = data;
        return [
            heading(text("rejectionTitle")),
            facts([
                [text("askedAs"), action],
                [text("code"), code],
                [text("reason"), reasonsOf(data, String(action)) || text("nothing")],
                [text("device"), words(this.context.names.wholeActor(actor))],
                ...mutationFact(mutationid),
            ]),
            ...this.memberParts(event, text("argsTitle"), args),
        ];
    }

    /**
     * @param {JournalEvent} event
     * @param {string} title
     * @param {Record<string, unknown>} values
     */
    memberParts({ board }, title, values) {
        const { column } = boardOf(board);
        const members = Object.entries(values).map(
            ([name, value]) =>
                /** @type {[string, Node | string]} */ ([
                    column(name),
                    valueWords(value, this.context.time),
                ]),
        );
        return [
            heading(title),
            members.length > 0 ? facts(members) : make("p", { className: "quiet" }, text("noData")),
        ];
    }
}

/** @param {string} name */
function unescaped(name) {
    return name.replace(/~1/g, "/").replace(/~0/g, "~");
}
