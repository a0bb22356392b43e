// @ts-check
import { byId, make, sentenceAbout } from "../js/dom.js";
import { History } from "./history.js";
import { mark } from "./refused.js";
import { texts } from "./texts.js";
import { Toast } from "./toast.js";

/** @typedef {import("./history.js").Deed} Deed */
/** @typedef {import("../js/tablecast.js").Entry} Entry */

/**
 * What was done on this screen: said in the line at the bottom, kept in the list behind *Recent*,
 * and taken back.
 */
export class Deeds {
    /**
     * @param {import("../js/tablecast.js").Sync} sync
     * @param {(instant: string | number) => string} time
     * @param {import("../js/announcer.js").Announcer} announcer
     * @param {string} place in the tab's storage
     * @param {import("./refused.js").Refused} refused
     */
    constructor(sync, time, announcer, place, refused) {
        this.sync = sync;
        this.refused = refused;
        this.time = time;
        this.announcer = announcer;
        this.history = new History(place);
        this.toast = new Toast(
            (id) => this.takeBack(id),
            () => announcer.warn(texts.justMoved),
        );
        this.list = byId("recent-steps", HTMLElement);
        this.none = byId("recent-none", HTMLElement);
        this.renderList();
    }

    /**
     * Asks for a change and says that it was done.
     * @param {string} action
     * @param {import("../js/tablecast.js").JSONObject} args
     * @param {string} name whom it is about
     * @param {import("../js/tablecast.js").JSONObject} [note] what else is to be remembered
     */
    perform(action, args, name, note = {}) {
        const { id, at } = this.sync.mutate(action, args, { ...note, name });
        this.history.add({ id, action, name, at, isUndone: false, isUndoWanted: false });
        this.say(action, name, id);
        this.renderList();
        return id;
    }

    /**
     * @param {string} action
     * @param {string} name
     * @param {string} id
     */
    say(action, name, id) {
        this.toast.show(sentenceAbout(texts.done[action], name), id);
    }

    /**
     * Calls a deed's party by another name, now that the server has said what it is.
     * @param {string} id
     * @param {string} name
     */
    rename(id, name) {
        const deed = this.history.find(id);
        if (deed && deed.name !== name) {
            deed.name = name;
            if (this.toast.id === id && !this.toast.element.hidden) {
                this.say(deed.action, name, id);
            }
        }
    }

    /**
     * Takes a deed back, or does it again when it was taken back.
     * @param {string} id
     */
    takeBack(id) {
        const deed = this.history.find(id);
        if (!deed || deed.isUndoWanted) {
            return;
        }
        const entry = this.sync.outbox.find(id);
        if (deed.rev === undefined && entry && this.sync.withdraw(entry)) {
            this.history.remove(id);
            this.toast.hide();
        } else if (deed.rev === undefined) {
            deed.isUndoWanted = true;
        } else {
            this.undo(deed, deed.rev);
        }
        this.history.keep();
        this.renderList();
    }

    /**
     * @param {Deed} deed
     * @param {number} rev
     */
    undo(deed, rev) {
        const action = deed.action.startsWith("notice.") ? "notice.undo" : "waitlist.undo";
        deed.isUndoWanted = true;
        this.sync.mutate(action, { rev }, { name: deed.name, undoes: deed.id });
    }

    /**
     * @param {Entry} entry
     * @param {any} message its ack
     */
    acknowledged(entry, message) {
        const undone = this.history.find(String(entry.note.undoes ?? ""));
        if (undone) {
            undone.rev = message.rev;
            undone.isUndone = !undone.isUndone;
            undone.isUndoWanted = false;
            const said = texts.done[undone.action];
            const sentence = (/** @type {string} */ name) =>
                undone.isUndone ? texts.done["waitlist.undo"](said(name)) : said(name);
            const next = undone.isUndone ? texts.redo : texts.undo;
            this.toast.show(sentenceAbout(sentence, undone.name), undone.id, next);
        }
        const deed = this.history.find(entry.id);
        if (deed) {
            deed.rev = message.rev;
            if (deed.isUndoWanted) {
                this.undo(deed, message.rev);
            }
        }
        this.history.keep();
        this.renderList();
    }

    /**
     * @param {Entry} entry
     * @param {any} message its reject
     * @param {boolean} isSaid whether what is wrong stands at the fields already
     * @param {boolean} isLate whether nobody waits for the answer any more
     */
    rejected(entry, message, isSaid, isLate) {
        const undone = this.history.find(String(entry.note.undoes ?? ""));
        if (undone) {
            undone.isUndoWanted = false;
        }
        this.history.remove(entry.id);
        this.renderList();
        if (isSaid) {
            this.toast.hide();
        } else {
            this.fail(entry, message, isLate);
        }
    }

    /**
     * @param {Entry} entry
     * @param {any} message
     * @param {boolean} isLate
     */
    fail(entry, message, isLate) {
        // The server knows best what stood in the way.
        const why =
            message.problems?.[0]?.message ??
            message.message ??
            texts.reasons[message.code] ??
            texts.refusedOtherwise;
        const undone = this.history.find(String(entry.note.undoes ?? ""));
        const action = undone?.action ?? entry.action;
        const what = texts.done[action] ?? ((/** @type {string} */ name) => name);
        const failed = !undone
            ? texts.failed
            : undone.isUndone
              ? texts.notDoneAgain
              : texts.notTakenBack;
        const name = String(entry.note.name ?? "");
        // Why nobody was called says it all.
        const isWhole = entry.action === "waitlist.call_next" && message.code === "conflict";
        const sentence = (/** @type {string} */ shown) =>
            isWhole ? why.replace(name, () => shown) : failed(what(shown), why);
        this.toast.show(sentenceAbout(sentence, name), "");
        this.announcer.warn(sentence(name));
        const { id, args, at } = entry;
        if (isLate) {
            const { action } = entry;
            this.refused.add({ id, action, args, name, sentence: sentence(mark), at });
        }
    }

    /** The journal is another one: the revisions that could be taken back are not those of it. */
    forget() {
        for (const { id } of [...this.history.deeds]) {
            this.history.remove(id);
        }
        this.toast.hide();
        this.renderList();
    }

    renderList() {
        this.none.hidden = this.history.deeds.length > 0;
        this.list.replaceChildren(...this.history.deeds.map((deed) => this.item(deed)));
    }

    /** @param {Deed} deed */
    item(deed) {
        const what = make("span", { className: "step-text" });
        what.append(...sentenceAbout(texts.done[deed.action], deed.name));
        if (deed.isUndone) {
            what.append(make("span", { className: "quiet" }, ` · ${texts.undone}`));
        }
        const button = make("button", { type: "button" }, deed.isUndone ? texts.redo : texts.undo);
        button.ariaDisabled = String(deed.isUndoWanted);
        button.addEventListener("click", () => this.takeBack(deed.id));
        const time = make("time", { className: "quiet", dateTime: deed.at }, this.time(deed.at));
        return make("li", {}, time, what, button);
    }
}
