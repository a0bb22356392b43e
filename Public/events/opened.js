// @ts-check
import { byId, make, setText, words } from "../js/dom.js";
import { places, queue, valueWords } from "./tables.js";
import { texts } from "./texts.js";
import { eventWords, isRejected, message, thingOf } from "./words.js";

/** @typedef {import("./stream.js").JournalEvent} JournalEvent */

/**
 * @typedef {object} OpenedContext
 * @property {string} path where the venue's views and events are, without a query
 * @property {string} role
 * @property {import("./words.js").Names} names
 * @property {(instant: string) => string} time
 */

/** The event that is open, with all that the server can tell of it. */
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
        /** Whether what the server could tell of it could not be read. */
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
        const party = thingOf(event);
        setText(this.title, isRejected(event) ? texts.rejectedTitle : texts.event(event.rev ?? 0));
        this.name();
        setText(this.json, JSON.stringify(event, null, 2));
        byId("story", HTMLButtonElement).hidden = party === "";
        byId("story", HTMLButtonElement).replaceChildren(
            texts.story,
            words(event.board === "notice" ? texts.notice : names.of(event)),
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
            const [told, before, after] = await Promise.all([
                this.fetch(`events/${event.rev}?`, signal),
                this.fetch(`views/waitlist/host?rev=${Number(event.rev) - 1}&`, signal),
                this.fetch(`views/waitlist/host?rev=${event.rev}&`, signal),
            ]);
            if (signal.aborted) {
                return;
            }
            this.learn(event, told, before.doc.parties, after.doc.parties);
            this.more.replaceChildren(
                ...this.causeParts(event, told.cause),
                ...timingParts(told.timing),
                ...this.placeParts(event, before.doc.parties, after.doc.parties),
                ...this.changeParts(told.changes, before.doc, after.doc),
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
     * Takes from the views around an event what its sentence can say more of it.
     * @param {JournalEvent} event
     * @param {any} told
     * @param {Record<string, any>} before
     * @param {Record<string, any>} after
     */
    learn(event, told, before, after) {
        const { names } = this.context;
        const { id, name } = told.cause?.device ?? {};
        if (name) {
            names.learnDevice(id, name, event.rev ?? 0);
        }
        const patches = told.changes.flatMap((/** @type {any} */ change) => change.patch);
        const renaming = patches.find((/** @type {any} */ each) => each.path === "/venue/name");
        const own = event.subject ?? "";
        const [from, to] = [places(before).get(own), places(after).get(own)];
        const ahead = to && to > 1 ? queue(after)[to - 2] : undefined;
        names.told.set(event.id, {
            from, to, behind: ahead && (ahead[1].name ?? ahead[0]), wasNamed: renaming?.was,
        });
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
        const answer = await fetch(`${this.context.path}/${path}as=${this.context.role}`, { signal });
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
     * Who stands elsewhere after the event, apart from those who came or went: first whom it is
     * about.
     * @param {JournalEvent} event
     * @param {Record<string, any>} before
     * @param {Record<string, any>} after
     */
    placeParts({ subject }, before, after) {
        const [then, now] = [places(before), places(after)];
        const moved = queue(after).filter(
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
     * @param {Record<string, any>} before of the view `waitlist/host`
     * @param {Record<string, any>} after
     */
    changeParts(changes, before, after) {
        const named = changes.flatMap((change) => [
            make("h4", {}, make("code", {}, change.view), " ", quiet(texts.revs(change))),
            change.patch.length > 0
                ? make(
                      "ul",
                      { className: "patch" },
                      ...change.patch.map((/** @type {any} */ each) =>
                          this.operation(each, before, after),
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
     * @param {any} operation
     * @param {Record<string, any>} before
     * @param {Record<string, any>} after
     */
    operation({ op, path, value, was }, before, after) {
        const [, member, key, field] = path.split("/").map(unescaped);
        const row = after[member]?.[key] ?? before[member]?.[key];
        const { names, time } = this.context;
        const isSetting = member === "venue";
        const name = isSetting ? texts.column(key) : row?.name ?? names.named(key ?? member);
        const isRow = field === undefined && !isSetting;
        const what = isRow ? this.rowWords(op === "remove" ? was : value) : [
            `${isSetting ? "" : texts.column(field)}: `,
            ...(was === undefined ? [] : [make("del", {}, valueWords(was, time)), " → "]),
            op === "remove" ? texts.nothing : make("ins", {}, valueWords(value, time)),
        ];
        return make(
            "li",
            { className: `op-${op}` },
            make("span", { className: "op" }, texts.operations[op] ?? op),
            " ",
            words(name),
            make("span", { className: "quiet" }, ` ${texts.column(member)}${isSetting ? "" : " "}`),
            ...what,
        );
    }

    /** @param {unknown} row */
    rowWords(row) {
        if (typeof row !== "object" || row === null) {
            return [valueWords(row, this.context.time)];
        }
        return Object.entries(row)
            .filter(([name]) => name !== "rank" && name !== "name")
            .flatMap(([name, value], index) => [
                `${index > 0 ? ", " : ""}${texts.column(name)} `,
                valueWords(value, this.context.time),
            ]);
    }

    /** @param {JournalEvent} event */
    dataParts(event) {
        return this.memberParts(texts.dataTitle, event.data ?? {});
    }

    /** @param {JournalEvent} event */
    rejectionParts({ actor, data, mutationid }) {
        const { action, args = {}, code, message: reason, problems = [] } = data;
        return [
            heading(texts.rejectionTitle),
            facts([
                [texts.askedAs, action],
                [texts.code, code],
                [texts.reason, reason ?? (problems.map(message).join(" ") || texts.nothing)],
                [texts.device, words(this.context.names.wholeActor(actor))],
                ...mutationFact(mutationid),
            ]),
            ...this.memberParts(texts.argsTitle, args),
        ];
    }

    /**
     * @param {string} title
     * @param {Record<string, unknown>} values
     */
    memberParts(title, values) {
        const members = Object.entries(values).map(
            ([name, value]) =>
                /** @type {[string, Node | string]} */ ([
                    texts.column(name),
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

/** @param {{id: string, role: string, name?: string}} device */
function deviceWords({ id, role, name }) {
    return name ? make("span", {}, words(name), ` (${role} ${id})`) : `${role} ${id}`;
}

/** @param {{durableMs: number, handedOverMs: number} | undefined} timing */
function timingParts(timing) {
    return [
        heading(texts.timingTitle),
        timing
            ? facts([
                  [texts.durable, texts.milliseconds(timing.durableMs)],
                  [texts.handedOver, texts.milliseconds(timing.handedOverMs)],
              ])
            : make("p", { className: "quiet" }, texts.noTiming),
    ];
}

/** @param {string} text */
function heading(text) {
    return make("h3", {}, text);
}

/** @param {string} text */
function quiet(text) {
    return make("span", { className: "quiet" }, text);
}

/**
 * The id of what was asked; nobody is told that of a guest who joined by the link.
 * @param {string | undefined} id
 * @returns {[string, string][]}
 */
function mutationFact(id) {
    return id === undefined ? [] : [[texts.mutation, id]];
}

/** @param {[string, Node | string][]} pairs */
function facts(pairs) {
    return make(
        "dl",
        {},
        ...pairs.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]),
    );
}
