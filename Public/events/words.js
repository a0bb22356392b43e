// @ts-check
import { words } from "../js/dom.js";
import { reasonsOf } from "../js/texts.js";
import { boardOf } from "./boards.js";
import { texts } from "./texts.js";

/** @typedef {import("./stream.js").JournalEvent} JournalEvent */

/** The server's stand-in for what somebody may not see. */
const masked = "•••";
/** Stands where the name goes. */
const mark = "\u0000";

/**
 * The names of the devices and of the boards' things that the page has heard of, by their ids: most
 * events only have the id.
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
     * A name from an earlier revision does not replace a later one.
     * @param {string} id
     * @param {string} name
     * @param {number} rev
     * @returns {boolean} whether it has another name than before
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
     * @returns {boolean} whether something has another name than before
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
     * Who did it, by the device's name where it has one: `host:d_4f` is “host Bar”, or “host d_4f”.
     * @param {string} actor
     */
    actor(actor) {
        const [role, device = ""] = actor.split(":");
        const name = this.known(device);
        return name ? `${role} ${name}` : actorWords(actor);
    }

    /**
     * The same with the device's id, whatever it is called.
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
 * The id of the board's thing that an event is about; of a rejected change, what it named.
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
 * What happened, without the board: `added`; of a rejected change what was asked for, `add`.
 * @param {JournalEvent} event
 */
export function kindOf(event) {
    const name = isRejected(event) ? String(event.data?.action ?? "") : event.type;
    return name.slice(name.lastIndexOf(".") + 1);
}

/**
 * Who did it: `host:d_4f` is said as “host d_4f”.
 * @param {string} actor
 */
function actorWords(actor) {
    return actor === "clock" || actor === "hub" ? texts[actor] : actor.replace(":", " ");
}

/**
 * @param {JournalEvent} event
 * @param {Names} names
 * @returns {{sentence: string, name: string}} with the mark where the name stands
 */
function sentenceOf(event, names) {
    const data = event.data ?? {};
    const name = names.of(event);
    if (isRejected(event)) {
        const given = String(data.args?.name ?? "").trim();
        // What nobody knows the meaning of is masked.
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
 * The same as text.
 * @param {JournalEvent} event
 * @param {Names} names
 */
export function eventText(event, names) {
    const { sentence, name } = sentenceOf(event, names);
    return sentence.replace(mark, () => name);
}
