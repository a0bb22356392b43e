// @ts-check
import { byId, familyOf, make, makeButton, request, setText, text, words } from "../js/ui/page.js";
import { boardOf, boardOfView, boards, eventWords, isRejected, thingOf } from "./words.js";

/** @typedef {import("./stream.js").JournalEvent} JournalEvent */
/** @typedef {import("./words.js").Board} Board */

/** The members of a view that contain settings instead of rows. */
const settingsMembers = ["venue", "settings"];

const operations = familyOf("operations");

/**
 * @typedef {object} OpenedContext
 * @property {string} path the address of the venue's views and events, without a query
 * @property {string} role
 * @property {import("./words.js").Names} names
 * @property {(instant: string) => string} time
 */

/**
 * The main view of the event's board, before the event and after it.
 * @typedef {{before: Record<string, any>, after: Record<string, any>}} Docs
 */

/** The opened event: its cause, its duration, its changes, and the views as they were after it. */
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
        /** The names of the views that are unfolded. @type {Set<string>} */
        this.unfolded = new Set();
        this.panel = byId("opened", HTMLElement);
        this.body = byId("opened-body", HTMLElement);
        this.title = byId("opened-title", HTMLElement);
        this.more = byId("opened-more", HTMLElement);
        this.story = byId("story", HTMLElement);
    }

    get isShown() {
        return !this.panel.hidden;
    }

    /** @param {JournalEvent | null} event */
    show(event) {
        this.abort.abort();
        this.event = event;
        this.isUnread = false;
        this.panel.hidden = !event;
        this.body.hidden = false;
        if (!event) {
            return;
        }
        setText(this.title, isRejected(event) ? text("rejectedTitle") : text("event", { rev: event.rev ?? 0 }));
        this.name();
        setText(byId("opened-json", HTMLElement), JSON.stringify(event, null, 2));
        this.story.hidden = thingOf(event) === "";
        this.story.replaceChildren(text("story"), " ", words(this.context.names.of(event)));
        this.more.replaceChildren();
        if (!isRejected(event)) {
            this.more.append(make("p", { className: "quiet" }, text("asking")));
            void this.ask(event);
        }
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

    /** Tries again after a reconnection. */
    retry() {
        if (this.isUnread) {
            this.show(this.event);
        }
    }

    /** Describes the event, with the names known now. */
    name() {
        const { event } = this;
        const { names, time } = this.context;
        if (event) {
            byId("opened-words", HTMLElement).replaceChildren(
                make("time", { dateTime: event.time }, time(event.time)),
                " · ",
                words(names.actor(event.actor, true)),
                " ",
                ...eventWords(event, names),
            );
        }
    }

    /** @param {JournalEvent} event */
    async ask(event) {
        this.abort = new AbortController();
        const { signal } = this.abort;
        const { rev = 0 } = event;
        const { view } = boardOf(event.board);
        try {
            const [told, before, after] = await Promise.all([
                this.fetch(`events/${rev}?`, signal),
                ...(view ? [rev - 1, rev] : []).map((at) => this.fetch(`views/${view}?rev=${at}&`, signal)),
            ]);
            if (signal.aborted) {
                return;
            }
            const docs = { before: before?.doc ?? {}, after: after?.doc ?? {} };
            this.learn(event, told.cause, docs);
            this.more.replaceChildren(
                heading(text("causeTitle")),
                this.causePart(event, told.cause),
                heading(text("timingTitle")),
                timingPart(told.timing),
                heading(text("changesTitle")),
                ...this.changeParts(told.changes, docs),
                heading(text("views")),
                ...[...boards.values()].flatMap(({ views }) => views).map((each) => this.viewPart(each, rev)),
            );
        } catch {
            if (!signal.aborted) {
                this.isUnread = true;
                const again = makeButton(text("askAgain"), () => this.show(event), { className: "small" });
                this.more.replaceChildren(make("p", { className: "problem" }, text("notTold"), " ", again));
            }
        }
    }

    /**
     * Adds details to the event's sentence, from the views before and after it.
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
            names.told.set(event.id, board.words.told({ event, ...docs }));
        }
        this.name();
        this.learnt();
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
    causePart(event, cause) {
        if (!cause) {
            return make("p", {}, text("byTime"));
        }
        const { action, mutation, device, connection } = cause;
        const way = connection?.way === "websocket" ? text("webSocket") : text("request");
        const address = connection?.address;
        return facts([
            [text("askedAs"), action ?? text("forgotten")],
            // The ids of guests' changes are secret, so they are missing.
            ...(mutation === undefined ? [] : [/** @type {[string, string]} */ ([text("mutation"), mutation])]),
            [text("device"), device ? deviceWords(device) : this.context.names.actor(event.actor, true)],
            [
                text("connection"),
                connection ? (address ? text("fromAddress", { way, address }) : way) : text("forgotten"),
            ],
        ]);
    }

    /**
     * @param {any[]} changes
     * @param {Docs} docs
     */
    changeParts(changes, docs) {
        if (changes.length === 0) {
            return [make("p", { className: "quiet" }, text("noChanges"))];
        }
        return changes.flatMap(({ view, from, rev, patch }) => {
            const lines = patch.map((/** @type {any} */ each) => this.operation(boardOfView(view), each, docs));
            return [
                make("h4", {}, make("code", {}, view), ` ${text("revs", { from, rev })}`),
                lines.length > 0
                    ? make("ul", { className: "patch" }, ...lines)
                    : make("p", { className: "quiet" }, text("onlyMasked")),
            ];
        });
    }

    /**
     * @param {Board} board whose view changed
     * @param {any} operation
     * @param {Docs} docs
     */
    operation(board, { op, path, value, was }, { before, after }) {
        const { names, time } = this.context;
        const [, member, key, field] = path.split("/").map(unescaped);
        const row = after[member]?.[key] ?? before[member]?.[key];
        const isSetting = settingsMembers.includes(member);
        const name = isSetting ? board.column(key) : row?.name ?? names.named(key ?? member);
        const isRow = field === undefined && !isSetting;
        const what = isRow ? rowWords(board, op === "remove" ? was : value, time) : [
            `${isSetting ? "" : board.column(field)}: `,
            ...(was === undefined ? [] : [make("del", {}, valueWords(was, time)), " → "]),
            op === "remove" ? text("nothing") : make("ins", {}, valueWords(value, time)),
        ];
        return make(
            "li",
            { className: `op-${op}` },
            make("span", { className: "op" }, operations[op] ?? op),
            " ",
            words(name),
            make("span", { className: "quiet" }, ` ${board.column(member)}${isSetting ? "" : " "}`),
            ...what,
        );
    }

    /**
     * A view as it was after the event. It is loaded when it is unfolded, and stays unfolded for other events.
     * @param {string} view
     * @param {number} rev
     */
    viewPart(view, rev) {
        const place = make("div");
        const details = make(
            "details",
            { "data-view": view, "open": this.unfolded.has(view) },
            make("summary", {}, make("code", {}, view)),
            place,
        );
        const { signal } = this.abort;
        details.addEventListener("toggle", async () => {
            this.unfolded[details.open ? "add" : "delete"](view);
            if (!details.open) {
                return;
            }
            try {
                const { doc } = await this.fetch(`views/${view}?rev=${rev}&`, signal);
                place.replaceChildren(...documentParts(boardOfView(view), doc, this.context.time));
            } catch {
                place.replaceChildren(make("p", { className: "problem" }, text("viewNotRead", { rev })));
            }
        });
        return details;
    }
}

/** @param {string} name */
function unescaped(name) {
    return name.replace(/~1/g, "/").replace(/~0/g, "~");
}

/** @param {string} text */
function heading(text) {
    return make("h3", {}, text);
}

/** @param {[string, Node | string][]} pairs */
function facts(pairs) {
    const parts = pairs.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]);
    return make("dl", {}, ...parts);
}

/** @param {{id: string, role: string, name?: string}} device */
function deviceWords({ id, role, name }) {
    return name ? make("span", {}, words(name), ` (${role} ${id})`) : `${role} ${id}`;
}

/** @param {{durableMs: number, handedOverMs: number} | undefined} timing */
function timingPart(timing) {
    if (!timing) {
        return make("p", { className: "quiet" }, text("forgotten"));
    }
    const written = (/** @type {number} */ ms) => text("milliseconds", { ms: ms.toFixed(ms < 10 ? 2 : 1) });
    return facts([
        [text("durable"), written(timing.durableMs)],
        [text("handedOver"), written(timing.handedOverMs)],
    ]);
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
 * The members of a row in words.
 * @param {Board} board
 * @param {unknown} row
 * @param {(instant: string) => string} time
 */
function rowWords(board, row, time) {
    if (typeof row !== "object" || row === null) {
        return [valueWords(row, time)];
    }
    return Object.entries(row)
        .filter(([name]) => name !== "rank" && name !== "name")
        .flatMap(([name, value], index) => [`${index > 0 ? ", " : ""}${board.column(name)} `, valueWords(value, time)]);
}

/**
 * A view's document: its rows as tables, the rest as JSON.
 * @param {Board} board
 * @param {Record<string, any>} doc
 * @param {(instant: string) => string} time
 */
function documentParts(board, doc, time) {
    const isObject = (/** @type {any} */ each) => typeof each === "object" && each !== null && !Array.isArray(each);
    const members = Object.entries(doc);
    const isTable = (/** @type {[string, any]} */ [, rows]) =>
        isObject(rows) && Object.keys(rows).length > 0 && Object.values(rows).every(isObject);
    const tables = members.filter(isTable).map(([member, rows]) => rowsTable(board, member, rows, time));
    const others = members.filter((each) => !isTable(each));
    const rest = others.length > 0 ? [JSON.stringify(Object.fromEntries(others), null, 2)] : [];
    return [...tables, ...rest.map((json) => make("pre", {}, json))];
}

/**
 * @param {Board} board
 * @param {string} member
 * @param {Record<string, any>} rows
 * @param {(instant: string) => string} time
 */
function rowsTable(board, member, rows, time) {
    // In the order of the pages.
    const place = (/** @type {any} */ row) => String(row.rank ?? row.at ?? "");
    const entries = Object.entries(rows).sort(([, one], [, other]) =>
        place(one) < place(other) ? -1 : Number(place(one) > place(other)));
    const names = new Set(entries.flatMap(([, row]) => Object.keys(row)));
    const first = (board.words.columns ?? ["name"]).filter((name) => names.delete(name));
    const columns = [...first, ...names];
    const caption = text("caption", { name: board.column(member), count: entries.length });
    const head = columns.map((name) => make("th", { scope: "col" }, board.column(name)));
    const body = entries.map(([key, row]) => {
        const cells = columns.map((name) => make("td", {}, name in row ? valueWords(row[name], time) : ""));
        return make("tr", { "data-key": key }, ...cells);
    });
    const table = make(
        "table",
        {},
        make("caption", {}, caption),
        make("thead", {}, make("tr", {}, ...head)),
        make("tbody", {}, ...body),
    );
    return make("div", { className: "table box", tabIndex: 0, role: "group", ariaLabel: caption }, table);
}
