// @ts-check
import {
    busyUntil, counted, familyOf, make, pageState, reasonsOf, request, text, words,
} from "../js/ui/page.js";

/** Texts that several of the page's scripts share. */
export const texts = {
    toNewest: (/** @type {number} */ count) =>
        count > 0 ? text("toNewestOf", { count }) : text("toNewest"),
    shown: (
        /** @type {number} */ count,
        /** @type {number} */ first,
        /** @type {number} */ last,
        /** @type {number} */ newest,
    ) => text("shown", { count, first, last, newest }),
    matching: (
        /** @type {number} */ count,
        /** @type {number} */ first,
        /** @type {number} */ last,
        /** @type {number} */ newest,
    ) =>
        last < first ? text("found", { count }) : text("matching", { count, first, last, newest }),
    clock: text("clock"),
    hub: text("hub"),

    undone: (/** @type {string} */ name, /** @type {number} */ rev) =>
        name ? text("undoneOf", { rev, name }) : text("undone", { rev }),
    rejected: (
        /** @type {string} */ action,
        /** @type {string} */ name,
        /** @type {string} */ code,
        /** @type {string} */ reason,
    ) => {
        const what = name
            ? text("rejectedOf", { code, what: action, name })
            : text("rejected", { code, what: action });
        return reason ? text("because", { what, reason }) : what;
    },
    connectionWords: (/** @type {string} */ kind, /** @type {string} */ address) => {
        const way = kind === "websocket" ? text("webSocket") : text("request");
        return address ? text("fromAddress", { way, address }) : way;
    },
    milliseconds: (/** @type {number} */ ms) =>
        text("milliseconds", { ms: ms.toFixed(ms < 10 ? 2 : 1) }),
    placeWords: (/** @type {number} */ before, /** @type {number} */ after) =>
        after > before
            ? text("furtherBack", { before, after })
            : text("furtherAhead", { before, after }),
    revs: (/** @type {{from: number, rev: number}} */ { from, rev }) =>
        text("revs", { from, rev }),
    operations: familyOf("operations"),

    save: (/** @type {number} */ first, /** @type {number} */ last) =>
        first === last ? text("saveOne", { first }) : text("save", { first, last }),
    differences: (/** @type {number} */ count) =>
        count === 0 ? text("theSame") : counted("differences", count),
    marks: {
        same: "",
        added: text("marks.added"),
        removed: text("marks.removed"),
        changed: text("marks.changed"),
    },
};

/** @typedef {import("./stream.js").JournalEvent} JournalEvent */

/** The names of the venue's devices, read again when an unknown one appears. */
export class Devices {
    /**
     * @param {string} path
     * @param {Names} names
     * @param {() => number} newest the newest revision known to the page
     * @param {() => void} changed
     */
    constructor(path, names, newest, changed) {
        this.path = path;
        this.names = names;
        this.newest = newest;
        this.changed = changed;
        /** @type {Set<string>} the ids that were found or requested, named or not */
        this.known = new Set();
        this.isReading = false;
    }

    /** @param {JournalEvent[]} events */
    came(events) {
        const actors = events.map(({ actor }) => actor.split(":")[1] ?? "");
        const strangers = actors.filter((device) => device && !this.known.has(device));
        if (this.known.size > 0 && strangers.length > 0) {
            strangers.forEach((device) => this.known.add(device));
            void this.read();
        }
    }

    async read() {
        if (this.isReading) {
            return;
        }
        this.isReading = true;
        const rev = this.newest();
        try {
            const answer = await request(this.path, {
                headers: { Accept: "application/json" },
                cache: "no-store",
            });
            const told = answer.ok ? await answer.json() : { devices: [] };
            for (const { device, name } of told.devices) {
                this.known.add(device);
                if (name) {
                    this.names.know(device, name, rev);
                }
            }
            this.changed();
        } catch {
            // They are read again after a reconnection; until then, ids are shown.
        } finally {
            this.isReading = false;
        }
    }
}

/** @param {{id: string, role: string, name?: string}} device */
export function deviceWords({ id, role, name }) {
    return name ? make("span", {}, words(name), ` (${role} ${id})`) : `${role} ${id}`;
}

/** @param {{durableMs: number, handedOverMs: number} | undefined} timing */
export function timingParts(timing) {
    return [
        heading(text("timingTitle")),
        timing
            ? facts([
                  [text("durable"), texts.milliseconds(timing.durableMs)],
                  [text("handedOver"), texts.milliseconds(timing.handedOverMs)],
              ])
            : make("p", { className: "quiet" }, text("forgotten")),
    ];
}

/** @param {string} text */
export function heading(text) {
    return make("h3", {}, text);
}

/** @param {string} text */
export function quiet(text) {
    return make("span", { className: "quiet" }, text);
}

/**
 * The id of the mutation, as a row of a table. Guests' ids are secret, so their events have none.
 * @param {string | undefined} id
 * @returns {[string, string][]}
 */
export function mutationFact(id) {
    return id === undefined ? [] : [[text("mutation"), id]];
}

/** @param {[string, Node | string][]} pairs */
export function facts(pairs) {
    return make(
        "dl",
        {},
        ...pairs.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]),
    );
}


/**
 * An event with the context to put it into words.
 * @typedef {object} Telling
 * @property {string} name of the event's thing
 * @property {Record<string, any>} data
 * @property {Record<string, any>} told the details from the board's `told`
 * @property {(key: string, places?: Record<string, any>) => string} say returns a sentence of the
 * board's
 * @property {(family: string) => Record<string, string>} family returns some of the board's sentences
 * @property {(name: string) => string} column returns the title of a member of the data
 */

/**
 * The board's view before an event and after it.
 * @template {Record<string, any>} [Doc=Record<string, any>] the view's document
 * @typedef {object} Around
 * @property {JournalEvent} event
 * @property {Doc} before
 * @property {Doc} after
 * @property {(rows: Record<string, any>) => [string, any][]} inLine the rows in the line
 */

/**
 * The exports of `events/words.js` in a board's folder. All are optional; so is the file, if the
 * board's catalogues are enough: `events.happened.<kind>` for each kind of event, and
 * `events.columns.<name>`. The page has these as `boards.<board>.happened.<kind>`.
 * @typedef {object} Words
 * @property {string} [view] the one with the present names of its things
 * @property {string[]} [things] the arguments of changes that name one of its things
 * @property {string[]} [columns] the first columns of a table
 * @property {{of: string, stands: (row: any) => boolean}} [line] the rows in a line: those of this
 * member of its views for which `stands` returns true
 * @property {(around: Around) => Record<string, any>} [told] returns details of an event from its view
 * @property {Record<string, (telling: Telling) => string>} [happened] sentences that need code, by the
 * kind of event
 */

/** A board with what the server and the board's own folder say about it. */
export class Board {
    /**
     * @param {{name: string, views: string[], roles?: string[]}} declared
     * @param {Words} words
     */
    constructor({ name, views, roles = [] }, words) {
        this.name = name;
        this.words = words;
        this.things = words.things ?? [];
        /** The views whose past can be shown; the main one comes first. */
        this.views = [...views].sort(
            (one, other) => Number(other === words.view) - Number(one === words.view),
        );
        /** The view with the names of the board's things, if this sign-in may read it. */
        this.view = words.view && views.includes(words.view) ? words.view : "";
        /** @param {string} family */
        this.family = (family) => familyOf(`boards.${name}.${family}`);
        const { title = name, thing = "" } = familyOf(`boards.${name}`);
        this.title = title;
        const roleTitles = this.family("role");
        /** The roles that it adds, with their titles. @type {[string, string][]} */
        this.roles = roles.map((role) => [role, roleTitles[role] ?? role]);
        /** The word for a nameless thing of this board. */
        this.thing = thing;
        this.columns = { ...familyOf("columns"), ...this.family("columns") };
        this.sentences = this.family("happened");
        /** @param {string} column */
        this.column = (column) => this.columns[column] ?? column;
    }

    /** The kinds of its events. */
    get kinds() {
        return Object.keys(this.sentences);
    }

    /**
     * What happened, in words, or the journal's kind if the board has no words for it.
     * @param {string} kind
     * @param {string} name
     * @param {JournalEvent} event
     * @param {Record<string, any>} told
     * @returns {string}
     */
    happened(kind, name, { data = {}, subject = "" }, told) {
        const { column, family } = this;
        /** @type {Telling["say"]} */
        const say = (key, places) => text(`boards.${this.name}.${key}`, places);
        const own = this.words.happened?.[kind];
        if (own) {
            return own({ name, data, told, say, family, column });
        }
        if (kind in this.sentences) {
            return say(`happened.${kind}`, { ...data, name, subject });
        }
        return kind === "configured"
            ? text("configured", { fields: Object.keys(data).map(column).join(", ") })
            : `${this.name}.${kind}`;
    }

    /**
     * The rows in the line, in order.
     * @param {Record<string, any>} rows
     */
    inLine(rows) {
        const { line } = this.words;
        return line ? ordered(rows).filter(([, row]) => line.stands(row)) : [];
    }

    /**
     * Their places, from 1 on.
     * @param {Record<string, any>} rows
     * @returns {Map<string, number>}
     */
    places(rows) {
        return new Map(this.inLine(rows).map(([key], index) => [key, index + 1]));
    }
}

/**
 * The rows in the order in which people see them.
 * @param {Record<string, any>} rows
 * @returns {[string, any][]}
 */
export function ordered(rows) {
    /** @param {any} row */
    const place = (row) => String(row?.rank ?? row?.at ?? "");
    return Object.entries(rows).sort(([, one], [, other]) =>
        place(one) < place(other) ? -1 : +(place(one) > place(other)),
    );
}

/** The boards of the hub, in order, including those that the venue does not use. */
export const boards = new Map(
    await Promise.all(
        (pageState().boards ?? []).map(async (declared) => {
            const { name, hasModule } = declared;
            const words = hasModule ? await busyUntil(import(`../boards/${name}/events/words.js`)) : {};
            return /** @type {[string, Board]} */ ([name, new Board(declared, words)]);
        }),
    ),
);

/**
 * The board with this name. The journal may have events of boards that the hub no longer has.
 * @param {string} name
 * @returns {Board}
 */
export function boardOf(name) {
    const known = boards.get(name) ?? new Board({ name, views: [] }, {});
    boards.set(name, known);
    return known;
}

/**
 * The board whose view it is.
 * @param {string} view
 */
export function boardOfView(view) {
    return boardOf(view.slice(0, view.indexOf("/")));
}


/** The server's replacement for masked text. */
const masked = "•••";
/** Marks the place of the name. */
const mark = "\u0000";

/**
 * The known names of the devices and of the boards' things, by id: most events have only the id.
 */
export class Names {
    constructor() {
        /** @type {Map<string, {name: string, rev: number}>} with the revision at which it was so */
        this.names = new Map();
        /** @type {Map<string, Record<string, any>>} what views tell more of events, by their ids */
        this.told = new Map();
    }

    /** @param {JournalEvent} event */
    learn({ subject, data, rev = 0 }) {
        if (subject && typeof data?.name === "string") {
            this.know(subject, data.name, rev);
        }
    }

    /**
     * Learns a name, unless a later revision's is known.
     * @param {string} id
     * @param {string} name
     * @param {number} rev
     * @returns {boolean} whether the name has changed
     */
    know(id, name, rev) {
        const known = this.names.get(id);
        if (name === masked || (known && rev < known.rev)) {
            return false;
        }
        this.names.set(id, { name, rev });
        return known?.name !== name;
    }

    /**
     * @param {Record<string, any> | null} doc of a view
     * @param {number} rev
     * @returns {boolean} whether any name has changed
     */
    learnAll(doc, rev) {
        let isOther = false;
        for (const rows of Object.values(doc ?? {})) {
            for (const [key, row] of Object.entries(rows)) {
                if (typeof row?.name === "string") {
                    isOther = this.know(key, row.name, rev) || isOther;
                }
            }
        }
        return isOther;
    }

    /** @param {string} id */
    known(id) {
        return this.names.get(id)?.name ?? "";
    }

    /** @param {string} id */
    named(id) {
        return this.known(id) || id;
    }

    /**
     * The actor with the device's name if it has one: `host:d_4f` is “host Bar”, or “host d_4f”.
     * @param {string} actor
     */
    actor(actor) {
        const [role, device = ""] = actor.split(":");
        const name = this.known(device);
        return name ? `${role} ${name}` : actorWords(actor);
    }

    /**
     * The actor with the device's id, even if it has a name.
     * @param {string} actor
     */
    wholeActor(actor) {
        const [role, device = ""] = actor.split(":");
        const name = this.known(device);
        return name ? `${role} ${name} (${device})` : actorWords(actor);
    }

    /**
     * The name of the event's thing, from the event or from what is known; empty if it is unknown.
     * @param {JournalEvent} event
     * @returns {string}
     */
    knownOf(event) {
        const { data, subject = "" } = event;
        const own = typeof data?.name === "string" ? data.name : "";
        return own || this.known(thingOf(event) || subject);
    }

    /** @param {JournalEvent} event */
    of(event) {
        const { board, subject = "" } = event;
        return this.knownOf(event) || boardOf(board).thing || thingOf(event) || subject;
    }
}

/** @param {JournalEvent} event */
export function isRejected(event) {
    return event.rev === undefined;
}

/**
 * The id of the board's thing in an event; for a rejected change, of the one it named.
 * @param {JournalEvent} event
 * @returns {string}
 */
export function thingOf({ board, subject, data }) {
    const { things } = boardOf(board);
    if (things.length === 0) {
        return "";
    }
    const named = things.map((name) => data?.args?.[name]).find((id) => typeof id === "string");
    return subject || named || "";
}

/**
 * The kind of event without the board: `added`; for a rejected change, the requested action, `add`.
 * @param {JournalEvent} event
 */
export function kindOf(event) {
    const name = isRejected(event) ? String(event.data?.action ?? "") : event.type;
    return name.slice(name.lastIndexOf(".") + 1);
}

/**
 * The actor in words: `host:d_4f` becomes “host d_4f”.
 * @param {string} actor
 */
function actorWords(actor) {
    return actor === "clock" || actor === "hub" ? texts[actor] : actor.replace(":", " ");
}

/**
 * @param {JournalEvent} event
 * @param {Names} names
 * @returns {{sentence: string, name: string}} `sentence` has a mark at the name's place
 */
function sentenceOf(event, names) {
    const data = event.data ?? {};
    const name = names.of(event);
    if (isRejected(event)) {
        const given = String(data.args?.name ?? "").trim();
        // Members with unknown meaning are masked.
        const asked = given === masked ? "" : given;
        const isAbout = thingOf(event) !== "" || asked !== "";
        const reason = reasonsOf(data, String(data.action));
        return {
            sentence: texts.rejected(data.action, isAbout ? mark : "", data.code, reason),
            name: asked || name,
        };
    }
    const kind = kindOf(event);
    if (kind === "undone") {
        return { sentence: texts.undone(names.knownOf(event) && mark, data.undoes), name };
    }
    const told = names.told.get(event.id) ?? {};
    return { sentence: boardOf(event.board).happened(kind, mark, event, told), name };
}

/**
 * What happened, in words.
 * @param {JournalEvent} event
 * @param {Names} names
 * @returns {Node[]}
 */
export function eventWords(event, names) {
    const { sentence, name } = sentenceOf(event, names);
    const [before, after] = sentence.split(mark);
    const nodes = [document.createTextNode(before)];
    return after === undefined ? nodes : [...nodes, words(name), document.createTextNode(after)];
}

/**
 * The same as plain text.
 * @param {JournalEvent} event
 * @param {Names} names
 */
export function eventText(event, names) {
    const { sentence, name } = sentenceOf(event, names);
    return sentence.replace(mark, () => name);
}
