// @ts-check
import { byId, make, setText, words } from "../js/dom.js";
import { request } from "../js/now.js";
import { reasonsOf } from "../js/texts.js";
import { boardOf, boardOfView } from "./boards.js";
import { deviceWords, facts, heading, mutationFact, quiet, timingParts } from "./parts.js";
import { settingsMembers, valueWords } from "./tables.js";
import { texts } from "./texts.js";
import { eventWords, isRejected, thingOf } from "./words.js";

/** @typedef {import("./stream.js").JournalEvent} JournalEvent */

/**
 * @typedef {object} OpenedContext
 * @property {string} path where the venue's views and events are, without a query
 * @property {string} role
 * @property {import("./words.js").Names} names
 * @property {(instant: string) => string} time
 */

/**
 * The view of the event's board that tells most, before the event and after it.
 * @typedef {{before: Record<string, any>, after: Record<string, any>}} Docs
 */

/** The open event with all its details. */
export class Opened {
    /**
     * @param {OpenedContext} context
     * @param {() => void} learnt more can be said of an event than before
     */
    constructor(context, learnt) {
        this.context = context;
        this.learnt = learnt;
        /** @type {JournalEvent | null} */
        this.event = null;
        /** Whether the details could not be read from the server. */
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
        setText(this.title, isRejected(event) ? texts.rejectedTitle : texts.event(event.rev ?? 0));
        this.name();
        setText(this.json, JSON.stringify(event, null, 2));
        byId("story", HTMLButtonElement).hidden = thing === "";
        byId("story", HTMLButtonElement).replaceChildren(
            texts.story,
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
            make("p", { className: "quiet" }, texts.asking),
        );
        void this.ask(event);
    }

    /**
     * Says that there is no such event.
     * @param {string} rev
     */
    showNone(rev) {
        this.show(null);
        this.panel.hidden = false;
        this.body.hidden = true;
        setText(this.title, texts.noEvent(rev));
    }

    get isShown() {
        return !this.panel.hidden;
    }

    /** There is a connection again. */
    retry() {
        if (this.isUnread) {
            this.show(this.event);
        }
    }

    /** Says what happened, by the names that are known now. */
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
     * Takes what the event's sentence can add from the views before and after it.
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
        const button = make("button", { type: "button", className: "small" }, texts.askAgain);
        button.addEventListener("click", () => this.show(event));
        return make("p", { className: "problem" }, texts.notTold, " ", button);
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
            return [heading(texts.causeTitle), make("p", {}, texts.byTime)];
        }
        const { device, connection } = cause;
        return [
            heading(texts.causeTitle),
            facts([
                [texts.askedAs, cause.action ?? texts.forgotten],
                ...mutationFact(cause.mutation),
                [
                    texts.device,
                    device ? deviceWords(device) : this.context.names.wholeActor(event.actor),
                ],
                [
                    texts.connection,
                    connection
                        ? texts.connectionWords(connection.way, connection.address ?? "")
                        : texts.forgotten,
                ],
            ]),
        ];
    }

    /**
     * Returns the things whose place in the board's line the event has changed, without those that
     * came or left. The event's own thing comes first.
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
            heading(texts.placesTitle),
            make("ul", { className: "places" }, ...items),
            ...(rest > 0 ? [make("p", { className: "quiet" }, texts.moreRows(rest))] : []),
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
                : make("p", { className: "quiet" }, texts.onlyMasked),
        ]);
        return [
            heading(texts.changesTitle),
            ...(named.length > 0 ? named : [make("p", { className: "quiet" }, texts.noChanges)]),
        ];
    }

    /**
     * @param {import("./boards.js").Board} board whose view it changes
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
            op === "remove" ? texts.nothing : make("ins", {}, valueWords(value, time)),
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
     * @param {import("./boards.js").Board} board
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
        return this.memberParts(event, texts.dataTitle, event.data ?? {});
    }

    /** @param {JournalEvent} event */
    rejectionParts(event) {
        const { actor, data, mutationid } = event;
        const { action, args = {}, code } = data;
        return [
            heading(texts.rejectionTitle),
            facts([
                [texts.askedAs, action],
                [texts.code, code],
                [texts.reason, reasonsOf(data, String(action)) || texts.nothing],
                [texts.device, words(this.context.names.wholeActor(actor))],
                ...mutationFact(mutationid),
            ]),
            ...this.memberParts(event, texts.argsTitle, args),
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
            members.length > 0 ? facts(members) : make("p", { className: "quiet" }, texts.noData),
        ];
    }
}

/** @param {string} name */
function unescaped(name) {
    return name.replace(/~1/g, "/").replace(/~0/g, "~");
}
