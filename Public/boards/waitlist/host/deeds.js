// @ts-check
import { byId, make, sentenceAbout, setText } from "../../../js/dom.js";
import { arrange, dropOthers } from "../../../js/ui/list.js";
import { openDialogID } from "../../../js/ui/dialog.js";
import { History } from "../../../js/ui/history.js";
import { mark } from "./refused.js";
import { texts } from "./texts.js";
import { Toast } from "../../../js/ui/toast.js";

/** @typedef {import("../../../js/ui/history.js").Deed} Deed */
/** @typedef {import("../../../js/tablecast.js").Entry} Entry */

/**
 * What was done on this screen: said in the line at the bottom, kept in the list behind *Recent*,
 * and taken back.
 */
export class Deeds {
    /**
     * @param {import("../../../js/tablecast.js").Sync} sync
     * @param {(instant: string | number) => string} time
     * @param {import("../../../js/ui/announcer.js").Announcer} announcer
     * @param {string} place in the tab's storage
     * @param {import("./refused.js").Refused} refused
     * @param {import("../../../js/ui/guard.js").TapGuard} guard
     */
    constructor(sync, time, announcer, place, refused, guard) {
        this.sync = sync;
        this.guard = guard;
        this.refused = refused;
        this.time = time;
        this.announcer = announcer;
        /** What was done, by action; panels add theirs. */
        this.done = { ...texts.done };
        this.history = new History(place);
        this.toast = new Toast(announcer.region, (id) => this.takeBack(id), guard);
        this.list = byId("recent-steps", HTMLElement);
        this.none = byId("recent-none", HTMLElement);
        /** @type {Map<string, {element: Element, what: Element, button: HTMLButtonElement}>} */
        this.items = new Map();
        this.renderList();
    }

    /**
     * Asks for a change and says that it was done.
     * @param {string} action
     * @param {import("../../../js/tablecast.js").JSONObject} args
     * @param {string} name whom it is about
     * @param {import("../../../js/tablecast.js").JSONObject} [note] what else is to be remembered
     */
    perform(action, args, name, note = {}) {
        const { id, at } = this.sync.mutate(action, args, { ...note, name, from: openDialogID() });
        this.history.add({ id, action, name, at, isUndone: false, isUndoWanted: false });
        this.say(action, name, id);
        this.renderList();
        return id;
    }

    /**
     * Asks for what belongs to a deed that has just been done: from here on, both are one, and are taken
     * back together.
     * @param {string} id of the deed
     * @param {number} rev of its event
     * @param {Parameters<Deeds["perform"]>} next
     */
    goOn(id, rev, ...next) {
        const [action, args, name] = next;
        const deed = this.history.find(id);
        if (!deed) {
            this.perform(...next);
        } else if (!deed.isUndoWanted) {
            deed.earlier = { action: deed.action, rev };
            deed.action = action;
            deed.id = this.sync.mutate(action, args, { name }).id;
            this.history.keep();
            this.say(action, name, deed.id);
            this.renderList();
        }
    }

    /**
     * What was asked for last is not done: the deed is what was done before it.
     * @param {Deed} deed
     */
    shorten(deed) {
        const { isUndoWanted } = deed;
        Object.assign(deed, deed.earlier, { isUndoWanted: false });
        delete deed.earlier;
        if (isUndoWanted) {
            this.undo(deed);
        }
    }

    /**
     * @param {Record<string, (name: string) => string>} done by action
     */
    learn(done) {
        Object.assign(this.done, done);
        this.renderList();
    }

    /** @param {string} action */
    sentenceOf(action) {
        return this.done[action] ?? ((/** @type {string} */ name) => name);
    }

    /**
     * @param {string} action
     * @param {string} name
     * @param {string} id
     */
    say(action, name, id) {
        this.toast.show(sentenceAbout(this.sentenceOf(action), name), false, id, texts.undo);
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
        if (deed.rev !== undefined) {
            this.undo(deed);
        } else if (!entry || !this.sync.withdraw(entry)) {
            deed.isUndoWanted = true;
        } else if (deed.earlier) {
            deed.isUndoWanted = true;
            this.shorten(deed);
        } else {
            this.history.remove(id);
            this.toast.hide();
        }
        this.history.keep();
        this.renderList();
    }

    /** @param {Deed} deed one that was done, or taken back */
    undo(deed) {
        const { id, name, action, rev = 0, earlier } = deed;
        const board = action.split(".")[0];
        deed.isUndoWanted = true;
        const note = { name, undoes: id, from: openDialogID() };
        this.sync.mutate(`${board}.undo`, { rev }, { ...note, isFirst: earlier !== undefined });
        if (earlier) {
            this.sync.mutate(`${board}.undo`, { rev: earlier.rev }, note);
        }
    }

    /**
     * @param {Entry} entry
     * @param {any} message its ack
     */
    acknowledged(entry, message) {
        const undone = this.history.find(String(entry.note.undoes ?? ""));
        if (undone?.earlier && entry.note.isFirst) {
            // What was taken back first comes back last.
            undone.earlier.rev = message.rev;
        } else if (undone) {
            undone.rev = message.rev;
            undone.isUndone = !undone.isUndone;
            undone.isUndoWanted = false;
            const said = this.sentenceOf(undone.action);
            const sentence = (/** @type {string} */ name) =>
                undone.isUndone ? this.sentenceOf("waitlist.undo")(said(name)) : said(name);
            const next = undone.isUndone ? texts.redo : texts.undo;
            const from = String(entry.note.from ?? "");
            this.toast.show(sentenceAbout(sentence, undone.name), false, undone.id, next, from);
        }
        const deed = this.history.find(entry.id);
        if (deed) {
            deed.rev = message.rev;
            if (deed.isUndoWanted) {
                this.undo(deed);
            }
        }
        this.history.keep();
        this.renderList();
    }

    /**
     * @param {Entry} entry
     * @param {any} message its reject
     * @param {boolean} isSaid whether what is wrong stands at the fields already
     */
    rejected(entry, message, isSaid) {
        const undone = this.history.find(String(entry.note.undoes ?? ""));
        if (undone && entry.note.isFirst) {
            // The other part is refused as well, and says why.
            return;
        }
        if (undone) {
            undone.isUndoWanted = false;
        }
        const deed = this.history.find(entry.id);
        if (isSaid) {
            this.toast.hide();
        } else {
            this.fail(entry, message);
        }
        const isHalf = undone?.earlier && undone.earlier.rev > (undone.rev ?? 0);
        if (deed?.earlier) {
            this.shorten(deed);
        } else {
            this.history.remove(undone && isHalf ? undone.id : entry.id);
        }
        this.history.keep();
        this.renderList();
    }

    /**
     * @param {Entry} entry
     * @param {any} message
     */
    fail(entry, message) {
        // The server knows best what stood in the way.
        const why = message.problems?.[0]?.message || message.message || texts.refusedOtherwise;
        const undone = this.history.find(String(entry.note.undoes ?? ""));
        const what = this.sentenceOf(undone?.action ?? entry.action);
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
        this.toast.show(sentenceAbout(sentence, name), true, "", "", String(entry.note.from ?? ""));
        this.announcer.warn(sentence(name));
        if (!isWhole) {
            const { id, action, args, at } = entry;
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
        const focused = document.activeElement;
        const isFocused = this.list.contains(focused);
        this.guard.during(() => {
            dropOthers(this.items, new Set(this.history.deeds.map(({ id }) => id)));
            arrange(this.list, this.history.deeds.map((deed) => this.itemOf(deed).element));
        }, true);
        if (isFocused && focused !== document.activeElement) {
            const isKept = focused instanceof HTMLElement && focused.isConnected;
            const first = this.list.querySelector("button");
            const other = first ?? byId("recent-close", HTMLButtonElement);
            (isKept ? focused : other).focus({ preventScroll: true });
        }
    }

    /**
     * The deed's line, as it is now. It stays the same element, so that a finger on its button is
     * still on it when an answer comes.
     * @param {Deed} deed
     */
    itemOf(deed) {
        const item = this.items.get(deed.id) ?? this.newItem(deed);
        item.what.replaceChildren(...sentenceAbout(this.sentenceOf(deed.action), deed.name));
        if (deed.isUndone) {
            item.what.append(make("span", { className: "quiet" }, ` · ${texts.undone}`));
        }
        setText(item.button, deed.isUndone ? texts.redo : texts.undo);
        item.button.dataset.means = String(deed.isUndone);
        item.button.ariaDisabled = String(deed.isUndoWanted);
        return item;
    }

    /** @param {Deed} deed */
    newItem({ id, at }) {
        const what = make("span", { className: "step-text" });
        const button = make("button", { type: "button" });
        button.addEventListener("click", () => this.takeBack(id));
        const time = make("time", { className: "quiet", dateTime: at }, this.time(at));
        const item = { element: make("li", {}, time, what, button), what, button };
        this.items.set(id, item);
        return item;
    }
}
