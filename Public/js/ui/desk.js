// @ts-check
import {
    carry, closeByTap, copyText, dialogHead, guardTaps, holdKeys, mark, measureCover, openDialogID, Refusals, Toast,
} from "./dialogs.js";
import {
    arrange, askBeforeLeaving, busyUntil, byId, dropOthers, Hours, inWords, make, newIdentifier, pageLanguage,
    reasonsOf, request, sentenceAbout, setText, showUnsent, StoredValue, text, viewAddress, writeTimesBy,
} from "./page.js";
import { Frame } from "./pagemenu.js";

/** The type of the problem that a host's browser gets until the PIN is entered. */
const lockedType = "/docs/protocol.html#locked";

/** Freezes the page while this browser is signed out, because changes could not be sent. */
class Standing {
    /** @param {Desk} desk */
    constructor(desk) {
        this.desk = desk;
        this.notice = byId("signed-out", HTMLElement);
        setText(this.notice, text("desk.signedOut", { role: desk.role }));
        /** Whether a reload leads to the PIN, during which unsent changes are kept. */
        this.isGoingToThePad = false;
    }

    /** @param {boolean} isOut */
    show(isOut) {
        if (isOut && this.notice.hidden) {
            void this.goOn();
        }
        this.notice.hidden = !isOut;
        for (const part of document.querySelectorAll(".needs-sign-in, #toast")) {
            part.toggleAttribute("inert", isOut);
        }
        if (isOut) {
            document.querySelectorAll("dialog[open]").forEach((dialog) => {
                /** @type {HTMLDialogElement} */ (dialog).close();
            });
        }
    }

    /** Reconnects if the sign-in is valid again, or reloads the page if the PIN is required. */
    async goOn() {
        const { page, role, state, sync } = this.desk;
        try {
            const answer = await request(viewAddress(state.venue, page.views[0], role), { cache: "no-store" });
            if (answer.ok) {
                // The PIN was entered in another window.
                sync.start();
            } else if ((await answer.json()).type === lockedType) {
                this.isGoingToThePad = true;
                location.reload();
            }
        } catch {
            // The hub is unreachable, or its answer unreadable.
        }
    }
}

/**
 * An action that was done on this screen.
 * @typedef {object} Deed
 * @property {string} id of the change
 * @property {string} action
 * @property {string} name its subject
 * @property {string} at
 * @property {number} [rev] of the event that an undo (or a redo) reverts; missing before the answer
 * @property {{action: string, rev: number}} [earlier] its first part, which is undone after it
 * @property {boolean} isUndone
 * @property {boolean} isUndoWanted whether an undo waits for the answer
 */

const deedsMax = 30;

/** @typedef {import("../tablecast.js").Entry} Entry */
/** @typedef {import("../tablecast.js").JSONObject} JSONObject */
/** @typedef {(name: string) => string} Sentence about somebody or something */

/**
 * The report of a refused change; `isNews` if nothing is left to do about it, so that it need not be kept.
 * @typedef {{sentence: Sentence, isNews?: boolean}} Refused
 */

/**
 * The actions done on this screen: reported in the line at the bottom, listed behind *Recent*, and undone by their
 * boards' `undo`.
 */
class Deeds {
    /**
     * @param {object} page
     * @param {import("../tablecast.js").Sync} page.sync
     * @param {(instant: string | number) => string} page.time
     * @param {import("./page.js").Announcer} page.announcer
     * @param {string} page.place the key in the tab's storage
     * @param {import("./dialogs.js").Refusals} page.refusals
     * @param {Record<string, Sentence>} page.done the sentences for done actions
     * @param {Record<string, Sentence>} [page.waiting] the sentences for actions that count as done only when the
     * hub confirms them, until then
     * @param {(entry: Entry, message: any) => Refused | undefined} [page.refused] the page's own report of a
     * refused change
     */
    constructor({ sync, time, announcer, place, refusals, done, waiting = {}, refused = () => undefined }) {
        this.sync = sync;
        this.time = time;
        this.announcer = announcer;
        this.refusals = refusals;
        this.done = { ...done };
        this.waiting = waiting;
        this.refused = refused;
        this.place = new StoredValue(place);
        /**
         * The actions, the newest first. They survive a reload of the page.
         * @type {Deed[]}
         */
        this.deeds = this.place.read() ?? [];
        this.toast = new Toast(announcer.region, (id) => this.takeBack(id));
        // Pages without undo have no list.
        this.list = document.getElementById("recent-steps");
        this.none = document.getElementById("recent-none");
        /** @type {Map<string, {element: Element, what: Element, button: HTMLButtonElement}>} */
        this.items = new Map();
        this.renderList();
    }

    /** Keeps the actions, and draws their list. */
    changed() {
        this.deeds = this.deeds.slice(0, deedsMax);
        this.place.write(this.deeds);
        this.renderList();
    }

    /** @param {string} id */
    find(id) {
        return this.deeds.find((deed) => deed.id === id);
    }

    /** @param {string} id */
    remove(id) {
        this.deeds = this.deeds.filter((deed) => deed.id !== id);
    }

    /**
     * Records an action that was done by a separate request and can be undone.
     * @param {string} action
     * @param {string} name its subject
     * @param {number} rev of its event
     */
    record(action, name, rev) {
        const id = newIdentifier();
        const at = new Date(this.sync.clock.now()).toISOString();
        this.deeds.unshift({ id, action, name, at, rev, isUndone: false, isUndoWanted: false });
        this.say(action, name, id);
        this.changed();
    }

    /**
     * Makes a change, and reports that it is done or waits.
     * @param {string} action
     * @param {JSONObject} args
     * @param {string} name its subject
     * @param {JSONObject} [note] further data to remember
     */
    perform(action, args, name, note = {}) {
        const { id, at } = this.sync.mutate(action, args, { ...note, name, from: openDialogID() });
        const deed = { id, action, name, at, isUndone: false, isUndoWanted: false };
        this.deeds.unshift(deed);
        this.tell(deed);
        this.changed();
        return id;
    }

    /**
     * Makes a change that continues the last action, so that both are undone together.
     * @param {string} id of the deed
     * @param {number} rev of its event
     * @param {Parameters<Deeds["perform"]>} next
     */
    goOn(id, rev, ...next) {
        const [action, args, name] = next;
        const deed = this.find(id);
        if (!deed) {
            this.perform(...next);
        } else if (!deed.isUndoWanted) {
            deed.earlier = { action: deed.action, rev };
            deed.action = action;
            deed.rev = undefined;
            deed.id = this.sync.mutate(action, args, { name }).id;
            this.tell(deed);
            this.changed();
        }
    }

    /**
     * Reduces an action to its first part, after the second part was refused.
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
     * Renames the subject of an action, once the hub has named it.
     * @param {string} id
     * @param {string} name
     */
    rename(id, name) {
        const deed = this.find(id);
        if (deed && deed.name !== name) {
            deed.name = name;
            this.renderList();
            if (this.toast.id === id && !this.toast.element.hidden) {
                this.tell(deed);
            }
        }
    }

    /** @param {Record<string, Sentence>} done the sentences for done actions */
    learn(done) {
        Object.assign(this.done, done);
        this.renderList();
    }

    /** @param {string} action */
    sentenceOf(action) {
        return this.done[action] ?? ((/** @type {string} */ name) => name);
    }

    /**
     * The sentence for an action without an answer, unless it already counts as done.
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

    /** Undoes the last action, if possible. */
    takeBackLast() {
        const last = this.deeds.find(({ isUndone, isUndoWanted }) => !isUndone && !isUndoWanted);
        if (last) {
            this.takeBack(last.id);
        }
    }

    /**
     * Undoes an action, or redoes an undone one.
     * @param {string} id
     */
    takeBack(id) {
        const deed = this.find(id);
        if (!deed || deed.isUndoWanted) {
            return;
        }
        const entry = this.sync.outbox.find(id);
        if (deed.rev === undefined && entry && this.sync.withdraw(entry)) {
            if (deed.earlier) {
                deed.isUndoWanted = true;
                this.shorten(deed);
            } else {
                this.remove(id);
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
        this.changed();
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
        const undone = this.find(String(entry.note.undoes ?? ""));
        if (undone?.earlier && entry.note.isFirst) {
            // A redo starts with the part that was undone last.
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
        const deed = this.find(entry.id);
        if (deed) {
            deed.rev = message.rev;
            if (deed.isUndoWanted) {
                this.undo(deed, message.rev);
            } else if (this.waiting[deed.action] && this.toast.isFree(deed.id)) {
                this.say(deed.action, deed.name, deed.id, from);
            }
        }
        this.changed();
    }

    /**
     * @param {Entry} entry
     * @param {any} message its reject
     * @param {boolean} [isSaid] whether the problem is already shown at its place
     */
    rejected(entry, message, isSaid = false) {
        const undone = this.find(String(entry.note.undoes ?? ""));
        if (undone && entry.note.isFirst) {
            // The other part is refused as well, and its report says why.
            return;
        }
        if (undone) {
            undone.isUndoWanted = false;
        }
        const deed = this.find(entry.id);
        const isHalf = undone?.earlier && undone.earlier.rev > (undone.rev ?? 0);
        if (deed?.earlier) {
            this.shorten(deed);
        } else {
            this.remove(undone && isHalf ? undone.id : entry.id);
        }
        this.changed();
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
        // The hub's reason is more exact than the page's.
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

    /** Forgets the actions after the journal was replaced, because they can't be undone. */
    forget() {
        this.deeds = [];
        this.toast.hide();
        this.changed();
    }

    renderList() {
        const { list, none } = this;
        if (!list || !none) {
            return;
        }
        none.hidden = this.deeds.length > 0;
        const focused = document.activeElement;
        const isFocused = list.contains(focused);
        dropOthers(this.items, new Set(this.deeds.map(({ id }) => id)));
        arrange(list, this.deeds.map((deed) => this.itemOf(deed).element));
        if (isFocused && focused !== document.activeElement) {
            const isKept = focused instanceof HTMLElement && focused.isConnected;
            const first = list.querySelector("button");
            const other = first ?? byId("recent-close", HTMLButtonElement);
            (isKept ? focused : other).focus({ preventScroll: true });
        }
    }

    /**
     * The present line of an action. It stays the same element, so that a finger stays on its button when an answer
     * comes.
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

/** @typedef {import("../tablecast.js").Sync} Sync */

/**
 * @typedef {object} DeskPage
 * @property {string} name of the page, for its keys in the tab's storage
 * @property {string[]} views that it watches from the start
 * @property {Record<string, (name: string) => string>} done the sentences for done actions
 * @property {Record<string, (name: string) => string>} [waiting] the sentences for actions that count as done only
 * when the hub confirms them, until then
 * @property {() => void} draw draws everything; called once per frame when something has changed
 * @property {(entry: Entry, message: any) => boolean | void} [answered] takes an answer before the forms do; returns
 * whether the change's problem is already shown at its place
 * @property {(action: string, args: JSONObject) => string[]} [typed] returns the typed texts in a change
 * @property {(entry: Entry, message: any) => Refused | undefined} [refused] the page's own report of a refused
 * change
 * @property {(action: string) => boolean} [mayTryAgain] whether a refused change can be tried again
 * @property {(refusal: import("./dialogs.js").Refusal) => boolean} [again] tries a change again; returns whether it
 * did
 * @property {(failure: import("../tablecast.js").Failure) => void} [failed] called when another board's view can't
 * be read
 * @property {() => boolean} [isLosing] whether leaving the page would lose typed text
 * @property {() => { life: import("../tablecast.js").Life, asOfMs: number }[]} [sources] its other data sources,
 * besides views
 */

/**
 * The common parts of the staff's pages: the connection and its sign, the clock, done actions with undo, refusals,
 * dialogs, and the single live region.
 */
export class Desk extends Frame {
    /** @param {DeskPage} page */
    constructor(page) {
        super(page.draw);
        this.page = page;
        this.hours = new Hours(pageLanguage());
        writeTimesBy((time) => this.hours.write(time));
        /** @type {Sync} */
        this.sync = new tablecast.Sync({
            role: this.role,
            views: page.views,
            state: this.state,
            changed: this.render,
            answered: (entry, answer) => this.answered(entry, inWords(answer, entry.action)),
            failed: (failure) => this.failed(failure),
            locked: (id, again, leave) => void this.demand(id, again, leave),
            renewed: () => this.deeds.forget(),
        });
        this.clock = this.sync.clock;
        guardTaps(() => this.sayMoved());
        this.fillBar();
        this.addHeads();
        this.addRecent();
        const place = `tablecast.${this.state.venue}.${page.name}`;
        const refusals = new Refusals({
            place: `${place}.refused`,
            time: this.time,
            again: (refusal) => this.again(refusal),
            copy: (words) => this.copy(words),
            typed: page.typed ?? (() => []),
            mayTryAgain: page.mayTryAgain,
        });
        this.place(refusals.part);
        /** @type {Deeds} */
        this.deeds = new Deeds({
            sync: this.sync,
            time: this.time,
            announcer: this.announcer,
            place: `${place}.${this.state.epoch}.recent`,
            refusals,
            done: page.done,
            waiting: page.waiting,
            refused: page.refused,
        });
        this.standing = new Standing(this);
        /**
         * The handlers of views that can't be read.
         * @type {Map<string, () => void>}
         */
        this.missing = new Map();
        this.said = "";
        /** @type {import("./forms.js").Form[]} */
        this.forms = [];
        /** @type {Promise<import("./pin.js").PINGate> | undefined} */
        this.gate = undefined;
        /** @type {import("./codedialog.js").CodeDialog | undefined} */
        this.codes = undefined;
    }

    /** Adds the sign of life, the number of refusals, and the clock to the bar. */
    fillBar() {
        const bar = byId("top", HTMLElement);
        bar.querySelector("h1")?.after(
            make("div", { className: "connection" },
                this.sign.element, make("p", { id: "waiting-changes", className: "small strong" })),
            make("span", { className: "grow" }),
            make("button", {
                "type": "button", "id": "open-refused", "className": "wrong not-done figures", "hidden": true,
                "data-opens": bar.dataset.refusedIn,
            }),
        );
        bar.append(make("span", { id: "clock", className: "clock figures" }));
    }

    /** Adds a head to each dialog. Its title is a fixed text, or is set by the code that opens it. */
    addHeads() {
        for (const dialog of document.querySelectorAll("dialog[data-text-head]")) {
            const key = dialog.getAttribute("data-text-head");
            dialog.setAttribute("aria-labelledby", `${dialog.id}-title`);
            dialog.prepend(dialogHead(dialog.id, key ? text(key) : ""));
        }
    }

    /** Adds the list of done actions, opened by a button of the page. A page may add to it. */
    addRecent() {
        if (!document.querySelector("[data-opens=recent]")) {
            return;
        }
        const more = document.getElementById("recent-more");
        more?.removeAttribute("hidden");
        document.body.append(make(
            "dialog",
            { id: "recent", className: "sheet", "aria-labelledby": "recent-title" },
            dialogHead("recent", text("recent")),
            ...(more ? [more] : []),
            make("ol", { id: "recent-steps", className: "steps" }),
            make("p", { id: "recent-none", className: "quiet" }, text("recentNone")),
        ));
    }

    /**
     * Places the refusals at the top of the page, or with the recent actions if their button opens those.
     * @param {HTMLElement} part
     */
    place(part) {
        const main = document.querySelector("main");
        main?.prepend(make("p", { id: "signed-out", className: "signed-out", hidden: true }));
        if (byId("open-refused", HTMLElement).dataset.opens === "recent") {
            byId("recent-steps", HTMLElement).before(part);
        } else {
            byId("signed-out", HTMLElement).after(part);
        }
    }

    /**
     * Asks an owner for the PIN before a change that needs it. Hosts enter it when they open the page.
     * @param {string} id of the change
     * @param {() => void} again
     * @param {() => void} leave called if nobody enters the PIN
     */
    async demand(id, again, leave) {
        const { state, announcer } = this;
        try {
            this.gate ??= busyUntil(import("./pin.js").then(({ PINGate }) => new PINGate(state.venue, announcer)));
            (await this.gate).demand(id, again, leave);
        } catch {
            this.gate = undefined;
            leave();
        }
    }

    /**
     * Shows a code to scan. It needs the hub, so its script is loaded only on demand.
     * @param {import("./codedialog.js").Code} code
     */
    showCode(code) {
        this.with(() => busyUntil(import("./codedialog.js")), ({ CodeDialog }) => {
            this.codes ??= new CodeDialog(this);
            void busyUntil(this.codes.open(code));
        });
    }

    /**
     * Uses a module once it is loaded. Keys typed until then go to the field that it opens.
     * @template Module
     * @param {() => Promise<Module>} load
     * @param {(module: Module) => void} use
     */
    with(load, use) {
        const release = holdKeys();
        load().then(use, () => this.tell(text("pad.unreachable"), true)).finally(release);
    }

    /**
     * Draws the page for the first time; from then on it updates itself.
     * @param {number} [everyMs] the longest interval between drawings
     */
    start(everyMs = 10_000) {
        this.wireDialogs([this.announcer.region]);
        const dock = document.querySelector(".dock");
        measureCover(
            [byId("top", HTMLElement)],
            dock instanceof HTMLElement ? dock : undefined,
        );
        askBeforeLeaving(
            () =>
                (this.sync.outbox.waitingCount > 0 || Boolean(this.page.isLosing?.())) &&
                !this.standing.isGoingToThePad,
        );
        this.begin(everyMs);
        this.sync.start();
    }

    /**
     * Opens dialogs by the buttons that name them, and closes them by their own, by Escape, and by a tap outside.
     * @param {HTMLElement[]} guests elements to move into the open dialog
     */
    wireDialogs(guests) {
        this.guests = guests;
        for (const dialog of document.querySelectorAll("dialog")) {
            closeByTap(dialog);
        }
        for (const button of document.querySelectorAll("[data-opens]")) {
            const id = button.getAttribute("data-opens") ?? "";
            button.addEventListener("click", () => this.open(byId(id, HTMLDialogElement)));
        }
    }

    /** @param {HTMLDialogElement} dialog */
    open(dialog) {
        if (!dialog.open) {
            carry(dialog, this.guests ?? []);
            dialog.showModal();
        }
    }

    /**
     * Makes a change, reports that it is done, and shows it at once.
     * @param {string} action
     * @param {JSONObject} args
     * @param {string} name its subject
     * @param {JSONObject} [note]
     */
    perform(action, args, name, note = {}) {
        const id = this.deeds.perform(action, args, name, note);
        this.draw();
        return id;
    }

    /**
     * Makes a change with a secret such as a password. It bypasses the outbox, which is stored in the tab, and is not
     * repeated.
     * @param {string} action
     * @param {JSONObject} args
     * @param {string} name its subject
     * @param {JSONObject} [note]
     * @returns {string} the change's id
     */
    askAlone(action, args, name, note = {}) {
        const id = newIdentifier();
        const entry = { id, action, args: {}, note: { ...note, name }, at: "", isSent: true };
        void this.post(entry, JSON.stringify({ type: "mutate", id, action, args }));
        return id;
    }

    /**
     * @param {Entry} entry
     * @param {string} body
     */
    async post(entry, body) {
        const { role, state } = this;
        const headers = { "Content-Type": "application/json" };
        /** @type {any} */
        let message = { type: "reject", message: text("pad.unreachable") };
        try {
            const address = `/v1/${state.venue}/mutations?as=${encodeURIComponent(role)}`;
            message = await (await request(address, { method: "POST", headers, body })).json();
        } catch {
            // The hub is unreachable, or its answer unreadable.
        }
        const take = () => {
            const answer = inWords(message, entry.action);
            if (!this.isShown(entry, answer) && answer.type !== "ack") {
                this.tell(reasonsOf(message, entry.action) || text("deeds.refusedOtherwise"), true);
            }
        };
        if (message.needs === "pin") {
            void this.demand(entry.id, () => void this.post(entry, body), take);
        } else {
            take();
        }
    }

    /** @param {import("./dialogs.js").Refusal} refusal */
    again(refusal) {
        if (!this.page.again?.(refusal)) {
            this.perform(refusal.action, refusal.args, refusal.name);
        }
    }

    /**
     * @param {Entry} entry
     * @param {any} message its ack or reject
     */
    answered(entry, message) {
        const isShown = this.isShown(entry, message);
        if (message.type === "ack") {
            this.deeds.acknowledged(entry, message);
        } else {
            this.deeds.rejected(entry, message, isShown);
        }
    }

    /**
     * Whether the page or a form shows the problem with a change at its place.
     * @param {Entry} entry
     * @param {any} message its ack or reject
     */
    isShown(entry, message) {
        const isShown = this.page.answered?.(entry, message) === true;
        return this.forms.map((form) => form.answered(entry.id, message)).includes(true) || isShown;
    }

    /**
     * Handles a view that can't be read, because with it the page would never be live.
     * @param {import("../tablecast.js").Failure} failure
     */
    failed(failure) {
        const { view, code } = failure;
        this.page.failed?.(failure);
        if (view === this.page.views[0] && code === "not_found") {
            // The owner has switched off the page's board. The reloaded page will say so.
            location.reload();
        } else if (view !== undefined && this.missing.has(view)) {
            const gone = this.missing.get(view);
            this.leave(view);
            gone?.();
        }
    }

    /**
     * Watches another view, or stops doing so if it can't be read.
     * @param {string} view
     * @param {() => void} [gone] called if it is missing or forbidden
     */
    watch(view, gone = () => {}) {
        this.missing.set(view, gone);
        this.sync.subscribe(view);
    }

    /** @param {string} view */
    leave(view) {
        this.missing.delete(view);
        this.sync.unsubscribe(view);
    }

    /**
     * Reports a success or failure that is no change.
     * @param {string} sentence
     * @param {boolean} [isWrong]
     */
    tell(sentence, isWrong = false) {
        this.deeds.toast.show([document.createTextNode(sentence)], isWrong);
        this.announcer.warn(sentence);
    }

    /** Reports that a control changed its meaning under a finger. */
    sayMoved() {
        this.announcer.warn(text("desk.justMoved"));
    }

    /** @param {string} words */
    copy(words) {
        const isCopied = copyText(words);
        this.tell(isCopied ? text("desk.copied") : text("desk.notCopied"), !isCopied);
    }

    /**
     * Draws the parts around the page's own.
     * @param {{name: string, timeZone: string} | undefined} venue
     */
    drawFrame(venue) {
        this.house.know(venue);
        // The page is as current as its oldest source.
        const sources = [this.sync, ...(this.page.sources?.() ?? [])];
        const lives = sources.map((each) => each.life);
        const life = lives.includes("refused") ? "refused" : lives.includes("stale") ? "stale" : "live";
        this.sign.show(life, Math.min(...sources.map(({ asOfMs }) => asOfMs)), this.sync.silentMs);
        showUnsent(this.sync, life === "live");
        this.standing.show(life === "refused");
        setText(byId("clock", HTMLElement), this.time(this.nowMs));
    }

    /**
     * Called when everything is drawn.
     * @param {string} summary the page in a sentence, to announce
     */
    drawn(summary) {
        const isLost = this.sayLost(text("desk.offline"));
        if (isLost) {
            this.forms.forEach((form) => form.lost());
        }
        if (!isLost && this.said !== "" && summary !== this.said) {
            this.announcer.say(summary);
        }
        // After a reconnection, the page's state is announced.
        this.said = isLost ? text("desk.offline") : summary;
    }
}
