// @ts-check
import { byId, oncePerFrame, setText } from "../dom.js";
import { Hours } from "../hours.js";
import { House } from "../house.js";
import { runEvery } from "../now.js";
import { pageLanguage, pageState } from "../page.js";
import { Sync } from "../tablecast.js";
import { inWords, text, writeTimesBy } from "../texts.js";
import { Announcer } from "./announcer.js";
import { copyText } from "./copy.js";
import { measureCover } from "./cover.js";
import { Deeds } from "./deeds.js";
import { carry, closeByTap } from "./dialog.js";
import { guardTaps } from "./guard.js";
import { LifeSign } from "./life.js";
import { PageMenu } from "./pagemenu.js";
import { Refusals } from "./refusals.js";
import { Standing } from "./standing.js";
import { askBeforeLeaving, showUnsent } from "./unsent.js";

/** @typedef {import("../tablecast.js").Entry} Entry */
/** @typedef {import("../tablecast.js").JSONObject} JSONObject */

/**
 * @typedef {object} DeskPage
 * @property {string} name the page's own, for what it keeps in the tab's storage
 * @property {string[]} views what it watches from the start
 * @property {Record<string, (name: string) => string>} done what was done, by action
 * @property {Record<string, (name: string) => string>} [waiting] what is said of actions that are
 * done only when the hub says so, until then
 * @property {() => void} draw draws everything; it is called once per frame when something changed
 * @property {(entry: Entry, message: any) => boolean | void} [answered] takes an answer; whether what
 * is wrong with the change stands at its place already
 * @property {(action: string, args: JSONObject) => string[]} [typed] what somebody wrote for a change
 * @property {(entry: Entry, message: any) => import("./deeds.js").Refused | undefined} [refused] the
 * page's own words about a change that was not done
 * @property {(action: string) => boolean} [mayTryAgain] whether a change that was refused may be done
 * later
 * @property {(refusal: import("./refusals.js").Refusal) => boolean} [again] takes a change
 * that is to be tried again; whether it did
 * @property {(id: string, again: () => void, leave: () => void) => void} [locked] asks for the PIN
 * that a change needs first
 * @property {(failure: import("../tablecast.js").Failure) => void} [failed] a view of others on the page
 * can't be read
 * @property {() => boolean} [isLosing] whether something typed would be lost with the page
 * @property {() => { life: import("../tablecast.js").Life, asOfMs: number }[]} [sources] what it shows
 * besides its views
 */

/**
 * What the pages of the staff have in common: the connection and its sign, the clock, what was done
 * and can be taken back, what was refused, the dialogs, the one live region.
 */
export class Desk {
    /** @param {DeskPage} page */
    constructor(page) {
        this.page = page;
        this.state = pageState();
        this.role = this.state.role ?? "host";
        this.render = oncePerFrame(page.draw);
        this.hours = new Hours(pageLanguage());
        this.house = new House(() => this.nowMs, this.hours);
        this.time = this.house.time;
        writeTimesBy((time) => this.hours.write(time));
        /** @type {Sync} */
        this.sync = new Sync({
            role: this.role,
            views: page.views,
            state: this.state,
            changed: this.render,
            answered: (entry, answer) => this.answered(entry, inWords(answer, entry.action)),
            failed: (failure) => this.failed(failure),
            locked: page.locked,
            renewed: () => this.deeds.forget(),
        });
        this.announcer = new Announcer(byId("announcer", HTMLElement));
        guardTaps(() => this.sayMoved());
        const place = `tablecast.${this.state.venue}.${page.name}`;
        const refusals = new Refusals({
            place: `${place}.refused`,
            time: this.time,
            again: (refusal) => this.again(refusal),
            copy: (words) => this.copy(words),
            typed: page.typed ?? (() => []),
            mayTryAgain: page.mayTryAgain,
        });
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
        this.sign = new LifeSign(byId("sign", HTMLElement), this.time, this.render);
        this.standing = new Standing(this.sync, {
            venue: this.state.venue,
            view: page.views[0],
            role: this.role,
            parts: ".needs-sign-in, #toast",
            sentence: text("desk.signedOut", { role: this.role }),
        });
        /**
         * What to do about views that can't be read.
         * @type {Map<string, () => void>}
         */
        this.missing = new Map();
        this.said = "";
        /** @type {import("./formdialog.js").FormDialog[]} */
        this.forms = [];
    }

    /**
     * Now, by the hub's clock.
     * @returns {number}
     */
    get nowMs() {
        return this.sync.clock.now();
    }

    /**
     * What is on this page for its first time; then everything goes by itself.
     * @param {number} [everyMs] how often the page is drawn at least
     */
    start(everyMs = 10_000) {
        this.wireDialogs([this.announcer.region]);
        const dock = document.querySelector(".dock");
        measureCover(
            [byId("top", HTMLElement)],
            dock instanceof HTMLElement ? dock : undefined,
        );
        new PageMenu(this.state);
        askBeforeLeaving(
            () =>
                (this.sync.outbox.waitingCount > 0 || Boolean(this.page.isLosing?.())) &&
                !this.standing.isGoingToThePad,
        );
        runEvery(everyMs, this.render);
        this.page.draw();
        this.sync.start();
    }

    /**
     * Opens dialogs by the buttons that name them, and closes them by theirs, by Escape, and by a
     * tap beside them.
     * @param {HTMLElement[]} guests what goes into the one that is open
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
     * Asks for a change, says that it was done, and shows it at once.
     * @param {string} action
     * @param {JSONObject} args
     * @param {string} name what it is about
     * @param {JSONObject} [note]
     */
    perform(action, args, name, note = {}) {
        const id = this.deeds.perform(action, args, name, note);
        this.page.draw();
        return id;
    }

    /** @param {import("./refusals.js").Refusal} refusal */
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
        const isSaid = this.page.answered?.(entry, message) === true;
        if (message.type === "ack") {
            this.deeds.acknowledged(entry, message);
        } else {
            this.deeds.rejected(entry, message, isSaid);
        }
    }

    /**
     * A view that can't be read would leave the page without life.
     * @param {import("../tablecast.js").Failure} failure
     */
    failed(failure) {
        const { view, code } = failure;
        this.page.failed?.(failure);
        if (view === this.page.views[0] && code === "not_found") {
            // The owner has switched off the page's board; the hub says so in its place.
            location.reload();
        } else if (view !== undefined && this.missing.has(view)) {
            const gone = this.missing.get(view);
            this.leave(view);
            gone?.();
        }
    }

    /**
     * Watches one more view, or none instead of it.
     * @param {string} view
     * @param {() => void} [gone] it is not there, or may not be read
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
     * Says something that went well or wrong without being a change.
     * @param {string} sentence
     * @param {boolean} [isWrong]
     */
    tell(sentence, isWrong = false) {
        this.deeds.toast.show([document.createTextNode(sentence)], isWrong);
        this.announcer.warn(sentence);
    }

    /** Something has come to mean something else under the finger that is on it. */
    sayMoved() {
        this.announcer.warn(text("desk.justMoved"));
    }

    /** @param {string} words */
    copy(words) {
        const isCopied = copyText(words);
        this.tell(isCopied ? text("desk.copied") : text("desk.notCopied"), !isCopied);
    }

    /**
     * Draws what stands around the page's own.
     * @param {{name: string, timeZone: string} | undefined} venue
     */
    drawFrame(venue) {
        this.house.know(venue);
        // The page is as current as the oldest of what it shows.
        const sources = [this.sync, ...(this.page.sources?.() ?? [])];
        const lives = sources.map((each) => each.life);
        const life = lives.includes("refused") ? "refused" : lives.includes("stale") ? "stale" : "live";
        this.sign.show(life, Math.min(...sources.map(({ asOfMs }) => asOfMs)), this.sync.silentMs);
        showUnsent(this.sync, life === "live");
        this.standing.show(life === "refused");
        setText(byId("clock", HTMLElement), this.time(this.nowMs));
    }

    /**
     * Everything has been drawn.
     * @param {string} summary the page in a sentence, for those who hear it
     */
    drawn(summary) {
        const isLost = document.documentElement.dataset.life === "stale";
        this.announcer.sayLost(isLost, text("desk.offline"));
        if (isLost) {
            this.forms.forEach((form) => form.lost());
        }
        if (!isLost && this.said !== "" && summary !== this.said) {
            this.announcer.say(summary);
        }
        // When the connection is back, it is said how things are.
        this.said = isLost ? text("desk.offline") : summary;
    }
}
