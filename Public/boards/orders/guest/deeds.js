// @ts-check
import { sentenceAbout } from "../../../js/dom.js";
import { openDialogID } from "../../../js/ui/dialog.js";
import { mark } from "../../../js/ui/refusals.js";
import { Toast } from "../../../js/ui/toast.js";
import { texts } from "./texts.js";

/** @typedef {import("../../../js/tablecast.js").Entry} Entry */
/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */
/** @typedef {{action: string, args: JSONObject}} Wish */

/**
 * Something that was done with one tap. It may be several changes, which are taken back together.
 * `revs` are those of their events, once they are known.
 * @typedef {object} Deed
 * @property {string} id of the first change
 * @property {string} said its key among the texts
 * @property {string} name what it is about
 * @property {Map<string, number | undefined>} revs
 * @property {boolean} isUndoWanted
 */

/** What is done only when the hub says so: a kitchen that has not heard of an order cooks nothing. */
const awaited = new Set(["orders.place"]);

/** After this time nobody looks any more at where an answer would be shown. */
const lateAfterMs = 10_000;

/**
 * What was done on this phone: said in the line at the bottom with *Undo*, and what was refused.
 * What was refused late, because there was no connection, stays on the page until it is dismissed.
 */
export class GuestDeeds {
    /**
     * @param {import("../../../js/tablecast.js").Sync} sync
     * @param {import("../../../js/ui/announcer.js").Announcer} announcer
     * @param {import("../../../js/ui/refusals.js").Refusals} refusals
     */
    constructor(sync, announcer, refusals) {
        this.sync = sync;
        this.announcer = announcer;
        this.refusals = refusals;
        this.toast = new Toast(announcer.region, (id) => this.takeBack(id));
        /** @type {Deed[]} */
        this.deeds = [];
    }

    /**
     * Asks for a change and says that it was done, or that it waits.
     * @param {string} action
     * @param {JSONObject} args
     * @param {string} [name] what it is about
     * @param {string} [said] its key among the texts
     */
    perform(action, args, name = "", said = action) {
        this.performAll([{ action, args }], name, said);
    }

    /**
     * Asks for several changes as one.
     * @param {Wish[]} wishes at least one
     * @param {string} name
     * @param {string} said
     */
    performAll(wishes, name, said) {
        const note = { name, said, from: openDialogID() };
        const ids = wishes.map(({ action, args }) => this.sync.mutate(action, args, note).id);
        const [id] = ids;
        /** @type {Map<string, number | undefined>} */
        const revs = new Map(ids.map((each) => [each, undefined]));
        const deed = { id, said, name, revs, isUndoWanted: false };
        this.deeds = [deed, ...this.deeds].slice(0, 20);
        if (awaited.has(said)) {
            this.sayWaiting(deed);
        } else {
            this.say(deed);
        }
    }

    /** @param {Deed} deed */
    say({ id, said, name }) {
        const sentence = (/** @type {string} */ shown) => texts.done(said, shown);
        this.toast.show(sentenceAbout(sentence, name), false, id, texts.undo);
        this.announcer.say(sentence(name));
    }

    /** @param {Deed} deed */
    sayWaiting({ id }) {
        const isLive = this.sync.life === "live";
        const sentence = [document.createTextNode(texts.notSent)];
        this.toast.showWaiting(sentence, id, texts.undo, isLive);
        if (!isLive) {
            this.announcer.say(texts.notSent);
        }
    }

    /** @param {string} id of a change */
    find(id) {
        return this.deeds.find(({ revs }) => revs.has(id));
    }

    /**
     * Takes a deed back: what has not been sent at once, the rest as soon as it is answered.
     * @param {string} id
     */
    takeBack(id) {
        const deed = this.find(id);
        if (!deed || deed.isUndoWanted) {
            return;
        }
        deed.isUndoWanted = true;
        // The last change first, for it may depend on those before.
        for (const [change, rev] of [...deed.revs].reverse()) {
            const entry = this.sync.outbox.find(change);
            if (rev !== undefined) {
                this.undo(deed, rev);
            } else if (entry && this.sync.withdraw(entry)) {
                deed.revs.delete(change);
            }
        }
        if (deed.revs.size === 0) {
            this.takenBack(deed);
        }
    }

    /**
     * @param {Deed} deed
     * @param {number} rev
     */
    undo({ id, name, said }, rev) {
        this.sync.mutate("orders.undo", { rev }, { name, said, undoes: id, of: rev });
    }

    /**
     * Takes one change back without a word, for another one takes its place.
     * @param {Entry} entry
     */
    replace(entry) {
        const deed = this.find(entry.id);
        if (this.sync.withdraw(entry)) {
            deed?.revs.delete(entry.id);
            this.deeds = this.deeds.filter(({ revs }) => revs.size > 0);
        } else if (deed?.revs.size === 1) {
            deed.isUndoWanted = true;
        }
    }

    /** @param {Deed} deed */
    takenBack(deed) {
        this.deeds = this.deeds.filter((each) => each !== deed);
        const sentence = (/** @type {string} */ shown) =>
            texts.takenBack(texts.done(deed.said, shown));
        this.toast.show(sentenceAbout(sentence, deed.name), false);
        this.announcer.say(sentence(deed.name));
    }

    /**
     * @param {Entry} entry
     * @param {any} message its ack
     */
    acknowledged(entry, message) {
        const undone = this.find(String(entry.note.undoes ?? ""));
        if (undone) {
            const change = [...undone.revs].find(([, rev]) => rev === entry.note.of)?.[0];
            undone.revs.delete(change ?? "");
            if (undone.revs.size === 0) {
                this.takenBack(undone);
            }
        }
        const deed = this.find(entry.id);
        if (deed) {
            deed.revs.set(entry.id, message.rev);
            if (deed.isUndoWanted) {
                this.undo(deed, message.rev);
            } else if (awaited.has(deed.said) && this.toast.isFree(deed.id)) {
                this.say(deed);
            }
        }
    }

    /**
     * @param {Entry} entry
     * @param {any} message its reject, in the page's language
     * @param {boolean} isSaid whether what is wrong stands at its place already
     */
    rejected(entry, message, isSaid) {
        const deed = this.find(entry.id);
        deed?.revs.delete(entry.id);
        this.deeds = this.deeds.filter(({ revs }) => revs.size > 0);
        const undone = this.find(String(entry.note.undoes ?? ""));
        if (undone) {
            undone.isUndoWanted = false;
        }
        const { id, action, args, note, at } = entry;
        const name = String(note.name ?? "");
        const said = (message.problems ?? []).map((/** @type {any} */ each) => each.message);
        const why = said.join(" · ") || message.message || texts.refusedOtherwise;
        const fail = note.undoes === undefined ? texts.failed : texts.notTakenBack;
        const sentence = (/** @type {string} */ shown) =>
            fail(texts.done(String(note.said ?? action), shown), why);
        this.announcer.warn(sentence(name));
        if (isSaid) {
            // It may say meanwhile that something else was not done.
            if (this.toast.id === deed?.id) {
                this.toast.hide();
            }
            return;
        }
        this.toast.show(sentenceAbout(sentence, name), true, "", "", String(note.from ?? ""));
        if (this.sync.clock.now() - Date.parse(at) > lateAfterMs) {
            this.refusals.add({ id, action, args, name, sentence: sentence(mark), at });
        }
    }

    /**
     * Says something that is no change.
     * @param {string} sentence
     * @param {boolean} [isWrong]
     */
    tell(sentence, isWrong = false) {
        this.toast.show([document.createTextNode(sentence)], isWrong);
        this.announcer.warn(sentence);
    }

    /** The journal is another one: the revisions that could be taken back are not those of it. */
    forget() {
        this.deeds = [];
        this.toast.hide();
    }
}
