// @ts-check
import {
    busyUntil, familyOf, pageState, reasonsOf, request, sentenceAbout, text,
} from "../js/ui/page.js";

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
            // The names are read again after a reconnection. Until then, ids are shown.
        } finally {
            this.isReading = false;
        }
    }
}

/**
 * An event with the context for its description.
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
 */

/**
 * The exports of `events/words.js` in a board's folder. All are optional; so is the file, if the
 * board's catalogues are enough: `events.happened.<kind>` for each kind of event, and
 * `events.columns.<name>`. The page has these as `boards.<board>.happened.<kind>`.
 * @typedef {object} Words
 * @property {string} [view] the view with the present names of its things
 * @property {string[]} [things] the arguments of changes that name one of its things
 * @property {string[]} [columns] the first columns of a table
 * @property {(around: Around) => Record<string, any>} [told] returns details of an event from its view
 * @property {Record<string, (telling: Telling) => string>} [happened] sentences that need code, by the
 * kind of event
 */

/** A board, described by the server and by the module in the board's folder. */
export class Board {
    /**
     * @param {{name: string, views: string[], roles?: string[]}} declared
     * @param {Words} words
     */
    constructor({ name, views, roles = [] }, words) {
        this.name = name;
        this.words = words;
        this.things = words.things ?? [];
        this.views = views;
        this.roles = roles;
        /** The view with the names of the board's things, if this sign-in may read it. */
        this.view = words.view && views.includes(words.view) ? words.view : "";
        /** @param {string} family */
        this.family = (family) => familyOf(`boards.${name}.${family}`);
        const { title = name, thing = "" } = familyOf(`boards.${name}`);
        this.title = title;
        /** The word for a nameless thing of this board. */
        this.thing = thing;
        const columns = { ...familyOf("columns"), ...this.family("columns") };
        this.sentences = this.family("happened");
        /** @param {string} column */
        this.column = (column) => columns[column] ?? column;
    }

    /** The kinds of its events. */
    get kinds() {
        return Object.keys(this.sentences);
    }

    /**
     * Describes an event, by the journal's kind if the board has no words for it.
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
 * The board of a view.
 * @param {string} view
 */
export function boardOfView(view) {
    return boardOf(view.slice(0, view.indexOf("/")));
}

/** The server's replacement for masked text. */
const masked = "•••";

/**
 * The name or the title of a thing, in an event or in a view; empty if it has none.
 * @param {any} thing
 * @returns {string}
 */
function nameIn(thing) {
    return [thing?.name, thing?.title].find((each) => typeof each === "string") ?? "";
}

/**
 * The known names of the devices and of the boards' things, by id: most events have only the id.
 */
export class Names {
    constructor() {
        /** @type {Map<string, {name: string, rev: number}>} with the revision at which it was so */
        this.names = new Map();
        /** @type {Map<string, Record<string, any>>} details from views, by the events' ids */
        this.told = new Map();
    }

    /** @param {JournalEvent} event */
    learn({ subject, data, rev = 0 }) {
        const name = nameIn(data);
        if (subject && name !== "") {
            this.know(subject, name, rev);
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
                const name = nameIn(row);
                isOther = (name !== "" && this.know(key, name, rev)) || isOther;
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
     * @param {boolean} [isWhole] whether a device with a name also has its id
     */
    actor(actor, isWhole = false) {
        if (actor === "clock" || actor === "hub") {
            return actor === "hub" ? text("hub") : text("clock");
        }
        const [role, device = ""] = actor.split(":");
        const name = this.known(device);
        return name ? `${role} ${name}${isWhole ? ` (${device})` : ""}` : `${role} ${device}`.trim();
    }

    /**
     * The name of the event's thing, from the event or among the known ones; empty if it is unknown.
     * @param {JournalEvent} event
     * @returns {string}
     */
    knownOf(event) {
        const { data, subject = "" } = event;
        return nameIn(data) || this.known(thingOf(event) || subject);
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
 * The id of the board's thing in an event, or of the thing that a rejected change named.
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
 * The sentence about an event, as a function of the name in it; the name may be empty.
 * @param {JournalEvent} event
 * @param {Names} names
 * @returns {{name: string, say: (name: string) => string}}
 */
function tellingOf(event, names) {
    const { data = {} } = event;
    const kind = kindOf(event);
    if (isRejected(event)) {
        const { action, code, args } = data;
        const given = String(args?.name ?? "").trim();
        // Members with unknown meaning are masked.
        const asked = given === masked ? "" : given;
        const reason = reasonsOf(data, String(action));
        return {
            name: asked || (thingOf(event) ? names.of(event) : ""),
            say: (name) => {
                const places = { code, what: action, name };
                const what = name ? text("rejectedOf", places) : text("rejected", places);
                return [what, reason].filter(Boolean).join(". ");
            },
        };
    }
    if (kind === "undone") {
        const rev = data.undoes;
        return {
            name: names.knownOf(event),
            say: (name) => (name ? text("undoneOf", { rev, name }) : text("undone", { rev })),
        };
    }
    const told = names.told.get(event.id) ?? {};
    return { name: names.of(event), say: (name) => boardOf(event.board).happened(kind, name, event, told) };
}

/**
 * Describes an event, with names isolated in the text.
 * @param {JournalEvent} event
 * @param {Names} names
 * @returns {Node[]}
 */
export function eventWords(event, names) {
    const { name, say } = tellingOf(event, names);
    return name ? sentenceAbout(say, name) : [document.createTextNode(say(""))];
}

/**
 * Describes an event as plain text.
 * @param {JournalEvent} event
 * @param {Names} names
 */
export function eventText(event, names) {
    const { name, say } = tellingOf(event, names);
    return say(name);
}
