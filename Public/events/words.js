// @ts-check
import { words } from "../js/dom.js";
import { texts } from "./texts.js";

/** @typedef {import("./stream.js").JournalEvent} JournalEvent */

/**
 * The names of the parties that the page has heard of, by their ids: most events only have the id.
 */
export class Names {
    constructor() {
        /** @type {Map<string, string>} */
        this.names = new Map();
    }

    /** @param {JournalEvent} event */
    learn({ subject, data }) {
        if (subject && typeof data?.name === "string") {
            this.names.set(subject, data.name);
        }
    }

    /** @param {Record<string, any> | null} doc of the view `waitlist/host` */
    learnAll(doc) {
        for (const rows of [doc?.parties ?? {}, doc?.gone ?? {}]) {
            for (const [key, row] of Object.entries(rows)) {
                if (typeof row.name === "string") {
                    this.names.set(key, row.name);
                }
            }
        }
    }

    /** @param {JournalEvent} event */
    of(event) {
        const { data } = event;
        const own = typeof data?.name === "string" ? data.name : undefined;
        const thing = thingOf(event);
        return own ?? this.names.get(thing) ?? (thing || texts.somebody);
    }

    /** @param {string} thing */
    named(thing) {
        return this.names.get(thing) ?? thing;
    }
}

/** @param {JournalEvent} event */
export function isRejected(event) {
    return event.rev === undefined;
}

/**
 * The id of the party or the notice that an event is about; of a rejected change, what it named.
 * @param {JournalEvent} event
 * @returns {string}
 */
export function thingOf({ subject, data }) {
    const named = data?.args?.party ?? data?.args?.notice;
    return subject || (typeof named === "string" ? named : "");
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
export function actorWords(actor) {
    return actor === "clock" ? texts.clock : actor.replace(":", " ");
}

/** Stands where the name goes. */
const mark = "\u0000";

/**
 * @param {JournalEvent} event
 * @param {Names} names
 * @returns {{sentence: string, name: string}} with the mark where the name stands
 */
function sentenceOf(event, names) {
    const data = event.data ?? {};
    const name = names.of(event);
    if (isRejected(event)) {
        const asked = typeof data.args?.name === "string" ? data.args.name : name;
        const isAbout = thingOf(event) !== "" || typeof data.args?.name === "string";
        const reason = data.message ?? data.problems?.map(message).join(" ") ?? "";
        return {
            sentence: texts.rejected(data.action, isAbout ? mark : "", data.code, reason),
            name: asked,
        };
    }
    const kind = event.type.replace(/^tablecast\./, "");
    if (kind.endsWith(".undone")) {
        const isNamed = event.board !== "notice";
        return { sentence: texts.undone(isNamed ? mark : "", data.undoes), name };
    }
    const happened = texts.happened[kind] ?? (() => kind);
    return { sentence: happened(mark, data), name };
}

/** @param {{message?: string}} problem */
function message(problem) {
    return problem.message ?? "";
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
