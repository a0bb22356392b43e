// @ts-check
import { words } from "../js/dom.js";
import { texts } from "./texts.js";

/** @typedef {import("./stream.js").JournalEvent} JournalEvent */

/**
 * What only the views around an event tell of it.
 * @typedef {object} Told
 * @property {number} [from] the place from which the party was moved
 * @property {number} [to]
 * @property {string} [behind] who is before it now
 * @property {string} [wasNamed] what the house was called before
 */

/**
 * The names of the parties and the devices that the page has heard of, by their ids: most events
 * only have the id.
 */
export class Names {
    constructor() {
        /** @type {Map<string, string>} */
        this.names = new Map();
        /** @type {Map<string, string>} */
        this.devices = new Map();
        /** @type {Map<string, number>} at which revision a device was called so */
        this.deviceRevs = new Map();
        /** @type {Map<string, Told>} by the events' ids */
        this.told = new Map();
    }

    /** @param {JournalEvent} event */
    learn({ board, subject, data, type, rev = 0 }) {
        if (!subject || typeof data?.name !== "string") {
            return;
        }
        if (board !== "house") {
            this.names.set(subject, data.name);
        } else if (type === "tablecast.house.renamed") {
            this.learnDevice(subject, data.name, rev);
        }
    }

    /**
     * What is read of the past later on does not rename a device.
     * @param {string} device
     * @param {string} name
     * @param {number} rev
     */
    learnDevice(device, name, rev) {
        if (rev >= (this.deviceRevs.get(device) ?? 0)) {
            this.devices.set(device, name);
            this.deviceRevs.set(device, rev);
        }
    }

    /**
     * Who did it, by the device's name where it has one: `host:d_4f` is “host Bar”, or “host d_4f”.
     * @param {string} actor
     */
    actor(actor) {
        const [role, device = ""] = actor.split(":");
        const name = this.devices.get(device);
        return name ? `${role} ${name}` : actorWords(actor);
    }

    /**
     * The same with the device's id, whatever it is called.
     * @param {string} actor
     */
    wholeActor(actor) {
        const [role, device = ""] = actor.split(":");
        const name = this.devices.get(device);
        return name ? `${role} ${name} (${device})` : actorWords(actor);
    }

    /**
     * @param {Record<string, any> | null} doc of the view `waitlist/host`
     * @returns {boolean} whether somebody has another name than before
     */
    learnAll(doc) {
        let isOther = false;
        for (const rows of [doc?.parties ?? {}, doc?.gone ?? {}]) {
            for (const [key, row] of Object.entries(rows)) {
                if (typeof row.name === "string" && row.name !== this.names.get(key)) {
                    this.names.set(key, row.name);
                    isOther = true;
                }
            }
        }
        return isOther;
    }

    /** @param {JournalEvent} event */
    of(event) {
        const { board, data, subject = "" } = event;
        if (board === "house") {
            return data?.name ?? this.devices.get(subject) ?? subject;
        }
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
export function thingOf({ board, subject, data }) {
    if (board === "house") {
        return "";
    }
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

const masked = "•••";
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
        const given = String(data.args?.name ?? "").trim();
        // What nobody knows the meaning of is masked.
        const asked = given === masked ? "" : given;
        const isAbout = thingOf(event) !== "" || asked !== "";
        const reason = data.message ?? data.problems?.map(message).join(" ") ?? "";
        return {
            sentence: texts.rejected(data.action, isAbout ? mark : "", data.code, reason),
            name: asked || name,
        };
    }
    const kind = event.type.replace(/^tablecast\./, "");
    if (kind.endsWith(".undone")) {
        const isNamed = event.board !== "notice";
        return { sentence: texts.undone(isNamed ? mark : "", data.undoes), name };
    }
    const happened = texts.happened[kind] ?? (() => kind);
    const told = names.told.get(event.id) ?? {};
    return { sentence: happened(mark, data, told, event.subject ?? ""), name };
}

/** @param {{message?: string}} problem */
export function message(problem) {
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
