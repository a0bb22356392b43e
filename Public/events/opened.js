// @ts-check
import { byId, make, setText, words } from "../js/dom.js";
import { ordered, places, valueWords } from "./tables.js";
import { texts } from "./texts.js";
import { actorWords, eventWords, isRejected, thingOf } from "./words.js";

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
    /** @param {OpenedContext} context */
    constructor(context) {
        this.context = context;
        /** @type {JournalEvent | null} */
        this.event = null;
        this.abort = new AbortController();
        this.panel = byId("opened", HTMLElement);
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
        if (!event) {
            return;
        }
        const { names, time } = this.context;
        const party = thingOf(event);
        setText(this.title, isRejected(event) ? texts.rejectedTitle : texts.event(event.rev ?? 0));
        this.sentence.replaceChildren(
            make("time", { dateTime: event.time }, time(event.time)),
            " · ",
            words(actorWords(event.actor)),
            " ",
            ...eventWords(event, names),
        );
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
            this.more.replaceChildren(...this.dataParts(event));
            return;
        }
        this.more.replaceChildren(
            ...this.dataParts(event),
            make("p", { className: "quiet" }, texts.asking),
        );
        void this.ask(event);
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
            this.more.replaceChildren(
                ...this.causeParts(event, told.cause),
                ...timingParts(told.timing),
                ...this.placeParts(before.doc.parties, after.doc.parties),
                ...this.changeParts(told.changes, before.doc, after.doc),
                ...this.dataParts(event),
            );
        } catch {
            if (!signal.aborted) {
                this.more.replaceChildren(
                    ...this.dataParts(event),
                    this.again(event),
                );
            }
        }
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
                [texts.mutation, cause.mutation],
                [texts.device, device ? deviceWords(device) : actorWords(event.actor)],
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
     * Who stands elsewhere after the event, apart from those who came or went.
     * @param {Record<string, any>} before
     * @param {Record<string, any>} after
     */
    placeParts(before, after) {
        const [then, now] = [places(before), places(after)];
        const moved = ordered(after).filter(
            ([key]) => then.has(key) && then.get(key) !== now.get(key),
        );
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
        const name = row?.name ?? this.context.names.named(key ?? member);
        const { time } = this.context;
        const what = field === undefined ? this.rowWords(op === "remove" ? was : value) : [
            `${texts.column(field)}: `,
            ...(was === undefined ? [] : [make("del", {}, valueWords(was, time)), " → "]),
            op === "remove" ? texts.nothing : make("ins", {}, valueWords(value, time)),
        ];
        return make(
            "li",
            { className: `op-${op}` },
            make("span", { className: "op" }, texts.operations[op] ?? op),
            " ",
            words(name),
            make("span", { className: "quiet" }, ` ${texts.column(member)} `),
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
        const members = Object.entries(event.data ?? {}).map(
            ([name, value]) =>
                /** @type {[string, Node | string]} */ ([
                    texts.column(name),
                    valueWords(value, this.context.time),
                ]),
        );
        return [
            heading(texts.dataTitle),
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

/** @param {[string, Node | string][]} pairs */
function facts(pairs) {
    return make(
        "dl",
        {},
        ...pairs.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]),
    );
}
