// @ts-check
import { byId, make, sentenceAbout, setText } from "../dom.js";
import { text } from "../texts.js";
import { openDialogID } from "./dialog.js";
import { History } from "./history.js";
import { arrange, dropOthers } from "./list.js";
import { mark } from "./refusals.js";
import { Toast } from "./toast.js";

/** @typedef {import("./history.js").Deed} Deed */
/** @typedef {import("../tablecast.js").Entry} Entry */
/** @typedef {import("../tablecast.js").JSONObject} JSONObject */
/** @typedef {(name: string) => string} Sentence about somebody or something */

/**
 * What is said of a change that was not done; `isNews` when nothing of it is left to be done, so that
 * it need not be kept.
 * @typedef {{sentence: Sentence, isNews?: boolean}} Refused
 */

/**
 * What was done on this screen: said in the line at the bottom, kept in the list behind *Recent*,
 * and taken back by the `undo` of its board.
 */
export class Deeds {
    /**
     * @param {object} page
     * @param {import("../tablecast.js").Sync} page.sync
     * @param {(instant: string | number) => string} page.time
     * @param {import("./announcer.js").Announcer} page.announcer
     * @param {string} page.place in the tab's storage
     * @param {import("./refusals.js").Refusals} page.refusals
     * @param {Record<string, Sentence>} page.done what was done, by action
     * @param {Record<string, Sentence>} [page.waiting] what is said of actions that are done only when
     * the hub says so, until then
     * @param {(entry: Entry, message: any) => Refused | undefined} [page.refused] the page's own words
     * about a change that was not done
     */
    constructor({ sync, time, announcer, place, refusals, done, waiting = {}, refused = () => undefined }) {
        this.sync = sync;
        this.time = time;
        this.announcer = announcer;
        this.refusals = refusals;
        this.done = { ...done };
        this.waiting = waiting;
        this.refused = refused;
        this.history = new History(place);
        this.toast = new Toast(announcer.region, (id) => this.takeBack(id));
        // Pages on which nothing can be taken back have no list.
        this.list = document.getElementById("recent-steps");
        this.none = document.getElementById("recent-none");
        /** @type {Map<string, {element: Element, what: Element, button: HTMLButtonElement}>} */
        this.items = new Map();
        this.renderList();
    }

    /**
     * Asks for a change and says that it was done, or that it waits.
     * @param {string} action
     * @param {JSONObject} args
     * @param {string} name what it is about
     * @param {JSONObject} [note] what else is to be remembered
     */
    perform(action, args, name, note = {}) {
        const { id, at } = this.sync.mutate(action, args, { ...note, name, from: openDialogID() });
        const deed = { id, action, name, at, isUndone: false, isUndoWanted: false };
        this.history.add(deed);
        this.tell(deed);
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
            deed.rev = undefined;
            deed.id = this.sync.mutate(action, args, { name }).id;
            this.history.keep();
            this.tell(deed);
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
        if (isUndoWanted && deed.rev !== undefined) {
            this.undo(deed, deed.rev);
        }
    }

    /**
     * Calls what a deed is about by another name, now that the hub has said what it is.
     * @param {string} id
     * @param {string} name
     */
    rename(id, name) {
        const deed = this.history.find(id);
        if (deed && deed.name !== name) {
            deed.name = name;
            this.renderList();
            if (this.toast.id === id && !this.toast.element.hidden) {
                this.tell(deed);
            }
        }
    }

    /** @param {Record<string, Sentence>} done what was done, by action */
    learn(done) {
        Object.assign(this.done, done);
        this.renderList();
    }

    /** @param {string} action */
    sentenceOf(action) {
        return this.done[action] ?? ((/** @type {string} */ name) => name);
    }

    /**
     * What is said of a deed whose answer has not come, if it is not done before.
     * @param {Deed} deed
     */
    waitingOf({ action, rev }) {
        return rev === undefined ? this.waiting[action] : undefined;
    }

    /** @param {Deed} deed */
    tell(deed) {
        const { id, action, name } = deed;
        const waiting = this.waitingOf(deed);
        if (waiting) {
            const isLive = this.sync.life === "live";
            this.toast.showWaiting(sentenceAbout(waiting, name), id, text("undo"), isLive);
        } else {
            this.say(action, name, id);
        }
    }

    /**
     * @param {string} action
     * @param {string} name
     * @param {string} id
     * @param {string} [from] the id of the dialog in which it was done
     */
    say(action, name, id, from) {
        this.toast.show(sentenceAbout(this.sentenceOf(action), name), false, id, text("undo"), from);
    }

    /** Takes back what was done last, if it can be. */
    takeBackLast() {
        const last = this.history.deeds.find(({ isUndone, isUndoWanted }) => !isUndone && !isUndoWanted);
        if (last) {
            this.takeBack(last.id);
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
            if (deed.earlier) {
                deed.isUndoWanted = true;
                this.shorten(deed);
            } else {
                this.history.remove(id);
            }
            const what = this.sentenceOf(deed.action);
            const sentence = (/** @type {string} */ name) =>
                text("deeds.takenBack", { what: what(name) });
            this.toast.show(sentenceAbout(sentence, deed.name), false);
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
        const { id, name, action, earlier } = deed;
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
        const from = String(entry.note.from ?? "");
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
                undone.isUndone ? text("deeds.takenBack", { what: said(name) }) : said(name);
            const next = undone.isUndone ? text("deeds.redo") : text("undo");
            this.toast.show(sentenceAbout(sentence, undone.name), false, undone.id, next, from);
        }
        const deed = this.history.find(entry.id);
        if (deed) {
            deed.rev = message.rev;
            if (deed.isUndoWanted) {
                this.undo(deed, message.rev);
            } else if (this.waiting[deed.action] && this.toast.isFree(deed.id)) {
                this.say(deed.action, deed.name, deed.id, from);
            }
        }
        this.history.keep();
        this.renderList();
    }

    /**
     * @param {Entry} entry
     * @param {any} message its reject
     * @param {boolean} [isSaid] whether what is wrong stands at its place already
     */
    rejected(entry, message, isSaid = false) {
        const undone = this.history.find(String(entry.note.undoes ?? ""));
        if (undone && entry.note.isFirst) {
            // The other part is refused as well, and says why.
            return;
        }
        if (undone) {
            undone.isUndoWanted = false;
        }
        const deed = this.history.find(entry.id);
        const isHalf = undone?.earlier && undone.earlier.rev > (undone.rev ?? 0);
        if (deed?.earlier) {
            this.shorten(deed);
        } else {
            this.history.remove(undone && isHalf ? undone.id : entry.id);
        }
        this.history.keep();
        this.renderList();
        if (isSaid) {
            this.toast.hide();
        } else {
            this.fail(entry, message, undone);
        }
    }

    /**
     * @param {Entry} entry
     * @param {any} message
     * @param {Deed} [undone]
     */
    fail(entry, message, undone) {
        const { id, action, args, note, at } = entry;
        const said = (message.problems ?? []).map((/** @type {any} */ each) => each.message);
        // The hub knows best what stood in the way.
        const why = said.join(" · ") || message.message || text("deeds.refusedOtherwise");
        const what = this.sentenceOf(undone?.action ?? action);
        const name = String(note.name ?? "");
        const own = undone ? undefined : this.refused(entry, message);
        /** @type {Sentence} */
        const usual = (shown) => {
            const places = { what: what(shown), why };
            if (!undone) {
                return text("deeds.failed", places);
            }
            return undone.isUndone
                ? text("deeds.notDoneAgain", places)
                : text("deeds.notTakenBack", places);
        };
        const sentence = own?.sentence ?? usual;
        this.toast.show(sentenceAbout(sentence, name), true, "", "", String(note.from ?? ""));
        this.announcer.warn(sentence(name));
        if (!own?.isNews) {
            this.refusals.add({ id, action, args, name, sentence: sentence(mark), at });
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
        const { list, none } = this;
        if (!list || !none) {
            return;
        }
        none.hidden = this.history.deeds.length > 0;
        const focused = document.activeElement;
        const isFocused = list.contains(focused);
        dropOthers(this.items, new Set(this.history.deeds.map(({ id }) => id)));
        arrange(list, this.history.deeds.map((deed) => this.itemOf(deed).element));
        if (isFocused && focused !== document.activeElement) {
            const isKept = focused instanceof HTMLElement && focused.isConnected;
            const first = list.querySelector("button");
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
        const sentence = this.waitingOf(deed) ?? this.sentenceOf(deed.action);
        item.what.replaceChildren(...sentenceAbout(sentence, deed.name));
        if (deed.isUndone) {
            item.what.append(make("span", { className: "quiet" }, ` · ${text("deeds.undone")}`));
        }
        setText(item.button, deed.isUndone ? text("deeds.redo") : text("undo"));
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
