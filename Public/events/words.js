// @ts-check
import { sentenceAbout } from "../js/dom.js";
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
    of({ subject, data }) {
        const own = typeof data?.name === "string" ? data.name : undefined;
        return own ?? this.names.get(subject ?? "") ?? subject ?? texts.somebody;
    }
}

/**
 * Who did it: `host:d_4f` is said as “host d_4f”.
 * @param {string} actor
 */
export function actorWords(actor) {
    return actor === "clock" ? texts.clock : actor.replace(":", " ");
}

/**
 * What happened, in words.
 * @param {JournalEvent} event
 * @param {Names} names
 * @returns {Node[]}
 */
export function eventWords(event, names) {
    const kind = event.type.replace(/^tablecast\./, "");
    const data = event.data ?? {};
    if (kind.endsWith(".undone")) {
        const name = event.board === "notice" ? "" : names.of(event);
        return sentenceAbout((mark) => texts.undone(name && mark, data.undoes), name);
    }
    const happened = texts.happened[kind] ?? (() => kind);
    return sentenceAbout((name) => happened(name, data), names.of(event));
}
