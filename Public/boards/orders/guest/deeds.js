// @ts-check
import { mark, openDialogID, Toast } from "../../../js/ui/dialogs.js";
import {
    byId, counted, isNews, make, makeButton, renderList, sentenceAbout, setText, showProblems,
    takeBackProblem, text,
} from "../../../js/ui/page.js";
import { descriptionOfLine, quantityNodes } from "./menuview.js";

/** @typedef {"name" | "phone" | "address"} Field */
/** @typedef {{kind: string, name?: string, phone?: string, address?: string}} ContactTab */

const fields = /** @type {Field[]} */ (["name", "phone", "address"]);

/** The fields for the guest's name and phone, and for the address of a delivery. */
export class Contact {
    /**
     * @param {(values: Record<string, string | null>) => void} save
     */
    constructor(save) {
        this.save = save;
        this.form = byId("contact", HTMLFormElement);
        this.button = byId("save-contact", HTMLButtonElement);
        this.inputs = {
            name: byId("name", HTMLInputElement),
            phone: byId("phone", HTMLInputElement),
            address: byId("address", HTMLTextAreaElement),
        };
        this.problems = {
            name: byId("name-problem", HTMLElement),
            phone: byId("phone-problem", HTMLElement),
            address: byId("address-problem", HTMLElement),
        };
        /**
         * The hub's values.
         * @type {Record<Field, string>}
         */
        this.known = { name: "", phone: "", address: "" };
        this.form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.send();
        });
        this.form.addEventListener("input", ({ target }) => {
            const { name } = /** @type {HTMLInputElement} */ (target);
            const field = /** @type {Field} */ (name);
            takeBackProblem(this.inputs[field], this.problems[field]);
            this.button.hidden = Object.keys(this.changes).length === 0;
        });
    }

    /**
     * The typed and unsaved values.
     * @returns {Record<string, string | null>}
     */
    get changes() {
        const typed = fields.map((field) => {
            return /** @type {const} */ ([field, this.inputs[field].value.trim()]);
        });
        const changed = typed.filter(([field, value]) => value !== this.known[field]);
        return Object.fromEntries(changed.map(([field, value]) => [field, value || null]));
    }

    /** Saves the typed values, if there are any. */
    send() {
        const { changes } = this;
        if (Object.keys(changes).length > 0) {
            this.save(changes);
        }
        this.button.hidden = true;
    }

    /**
     * Shows the hub's values, except in fields with typed text.
     * @param {ContactTab} tab
     * @param {boolean} canEdit
     */
    render(tab, canEdit) {
        this.form.hidden = tab.kind === "table" || !canEdit;
        byId("address-part", HTMLElement).hidden = tab.kind !== "delivery";
        for (const field of fields) {
            const value = tab[field] ?? "";
            const input = this.inputs[field];
            if (input.value.trim() === this.known[field] && input.value !== value) {
                input.value = value;
            }
            this.known[field] = value;
        }
    }

    /**
     * Shows the problems at their fields.
     * @param {{field: string, message: string}[]} problems
     * @returns {boolean} whether any of them is shown here
     */
    refuse(problems) {
        const own = problems.filter(({ field }) => field in this.inputs);
        if (own.length > 0 && !this.form.hidden) {
            showProblems(own, this.inputs, this.problems);
            return true;
        }
        return false;
    }
}

/** @typedef {import("../basket.js").Hindrance} Hindrance */
/** @typedef {import("../lines.js").KeyedLine} KeyedLine */
/** @typedef {import("../menu.js").Dish} Dish */

/**
 * A line of the basket as shown; `why` says why it can't be placed.
 * @typedef {{line: KeyedLine, name: string, amount: string, why: string}} ShownLine
 */

/**
 * @typedef {object} BasketDeeds
 * @property {(key: string) => void} edit
 * @property {(keys: string[]) => void} remove
 * @property {() => void} place
 */

/** The fields of problems with a whole basket. Other fields are lines' ids. */
const ownFields = new Set(["", "table", "phone", "address", "lines"]);

/** The basket, with the reasons why lines can't be placed. */
export class BasketView {
    /** @param {BasketDeeds} deeds */
    constructor(deeds) {
        this.deeds = deeds;
        this.list = byId("basket", HTMLElement);
        this.none = byId("basket-none", HTMLElement);
        this.placing = byId("placing", HTMLElement);
        this.problem = byId("place-problem", HTMLElement);
        this.hindered = byId("hindered", HTMLElement);
        this.removeThese = byId("remove-these", HTMLButtonElement);
        /** @type {Map<string, LineView>} */
        this.views = new Map();
        /** @type {string[]} */
        this.bad = [];
        /**
         * The hub's reasons for refusing lines, until something changes.
         * @type {Map<string, string>}
         */
        this.refused = new Map();
        /** @type {unknown} */
        this.menu = null;
        byId("place", HTMLButtonElement).addEventListener("click", () => this.place());
        this.removeThese.addEventListener("click", () => deeds.remove(this.bad));
    }

    place() {
        setText(this.problem, "");
        if (this.bad.length > 0) {
            setText(this.problem, text("removeFirst"));
            this.removeThese.focus();
            return;
        }
        this.deeds.place();
    }

    /**
     * Shows the problems of a refused basket: at its lines, or under the button.
     * @param {{field: string, message: string}[]} problems
     * @returns {boolean} whether anything is shown here
     */
    refuse(problems) {
        this.refused = new Map(problems.map(({ field, message: why }) => [field, why]));
        // Lines placed a moment ago are not in the basket again yet.
        const isOfLine = ({ field = "" }) => !ownFields.has(field);
        const others = problems.filter((each) => !isOfLine(each)).map((each) => each.message);
        setText(this.problem, others.join(" "));
        return problems.length > 0;
    }

    /**
     * Takes the present menu. With another menu, the hub's reasons may no longer apply.
     * @param {unknown} menu
     */
    know(menu) {
        if (menu !== this.menu) {
            this.menu = menu;
            this.refused.clear();
        }
    }

    /** Forgets the hub's reasons after a change of the basket, to which they may not apply. */
    forgive() {
        this.refused.clear();
        setText(this.problem, "");
    }

    /**
     * @param {ShownLine[]} lines
     * @param {object} whole
     * @param {number} whole.dishes
     * @param {string} whole.sum
     * @param {string} whole.fee
     * @param {string} whole.about the reason why nothing can be placed here now; empty if there is
     * none
     */
    render(lines, { dishes, sum, fee, about }) {
        const shown = new Map(lines.map((each) => [each.line.key, each]));
        this.bad = lines
            .filter(({ line, why }) => why || this.refused.has(line.key))
            .map(({ line }) => line.key);
        this.moveFocus(shown);
        renderList(
            this.list, this.views, [...shown].map(([key, each]) => ({ key, each })),
            (key) => new LineView(() => this.deeds.edit(key)),
            (view, { key, each }) => view.update(each, this.refused.get(key) ?? each.why),
        );
        this.none.hidden = lines.length > 0;
        this.placing.hidden = lines.length === 0;
        this.hindered.hidden = this.bad.length === 0;
        const hindered = this.bad.length === 0 ? "" : counted("hindered", this.bad.length);
        setText(byId("hindered-about", HTMLElement), hindered);
        setText(this.removeThese, counted("removeThese", this.bad.length));
        setText(byId("sum-count", HTMLElement), counted("dishes", dishes));
        setText(byId("sum", HTMLElement), sum);
        setText(byId("fee", HTMLElement), fee);
        setText(byId("place-about", HTMLElement), about);
        byId("place", HTMLButtonElement).hidden = about !== "";
    }

    /**
     * Moves the focus from a removed line, or from a button removed with the last one, to the next
     * line or to the heading.
     * @param {Map<string, ShownLine>} shown
     */
    moveFocus(shown) {
        const going = [...this.views].find(
            ([key, { element }]) => !shown.has(key) && element.contains(document.activeElement),
        );
        const isWithout =
            (this.removeThese === document.activeElement && this.bad.length === 0) ||
            (this.placing.contains(document.activeElement) && shown.size === 0);
        if (going || isWithout) {
            const next = [...this.views].find(([key]) => shown.has(key));
            (next?.[1].edit ?? byId("order-title", HTMLElement)).focus({ preventScroll: true });
        }
    }
}

/** One line of the basket. */
class LineView {
    /** @param {() => void} edit */
    constructor(edit) {
        this.what = make("span", { className: "line-name" });
        this.about = make("p", { className: "about" });
        this.why = make("p", { className: "line-problem" });
        this.amount = make("span", { className: "amount" });
        this.edit = makeButton(text("edit"), edit, { className: "plain" });
        const properties = { className: "line-main", "data-pending": text("notSent") };
        const main = make("div", properties, this.what, this.about, this.why);
        this.element = make("li", { className: "line" }, main, this.amount, this.edit);
    }

    /**
     * @param {ShownLine} shown
     * @param {string} why
     */
    update({ line, name, amount }, why) {
        if (isNews(this.what, [line.quantity, name])) {
            this.what.replaceChildren(...quantityNodes(line.quantity, name));
        }
        setText(this.about, descriptionOfLine(line));
        this.about.hidden = this.about.textContent === "";
        setText(this.why, why);
        this.why.hidden = why === "";
        setText(this.amount, amount);
        this.edit.ariaLabel = text("editNamed", { name });
        this.element.classList.toggle("is-bad", why !== "");
        this.element.classList.toggle("is-pending", Boolean(line.isPending));
    }
}

/** @typedef {import("../../../js/tablecast.js").Entry} Entry */
/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */
/** @typedef {{action: string, args: JSONObject}} Wish */

/**
 * An action by one tap. It consists of one or more changes, which are undone together. `revs` are
 * the revisions of their events, once known.
 * @typedef {object} Deed
 * @property {string} id of the first change
 * @property {string} said the key of its sentence
 * @property {string} name its subject
 * @property {Map<string, number | undefined>} revs
 * @property {boolean} isUndoWanted
 */

/**
 * Actions that show as done only when the hub confirms them: the kitchen can't cook an order that it
 * doesn't have.
 */
const awaited = new Set(["orders.place"]);

/** The time after which nobody watches the place where an answer would appear. */
const lateAfterMs = 10_000;

/**
 * The actions of this phone. The line at the bottom reports done ones, with *Undo*, and refused
 * ones. Late refusals, after a lost connection, stay on the page until they are dismissed.
 */
export class GuestDeeds {
    /**
     * @param {import("../../../js/tablecast.js").Sync} sync
     * @param {import("../../../js/ui/page.js").Announcer} announcer
     * @param {import("../../../js/ui/dialogs.js").Refusals} refusals
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
     * Makes a change, and reports that it is done or waits.
     * @param {string} action
     * @param {JSONObject} args
     * @param {string} [name] its subject
     * @param {string} [said] the key of its sentence
     */
    perform(action, args, name = "", said = action) {
        this.performAll([{ action, args }], name, said);
    }

    /**
     * Makes several changes as one action.
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
        const sentence = (/** @type {string} */ shown) => text(`done.${said}`, { name: shown });
        this.toast.show(sentenceAbout(sentence, name), false, id, text("undo"));
        this.announcer.say(sentence(name));
    }

    /** @param {Deed} deed */
    sayWaiting({ id }) {
        const isLive = this.sync.life === "live";
        const sentence = [document.createTextNode(text("notSent"))];
        this.toast.showWaiting(sentence, id, text("undo"), isLive);
        if (!isLive) {
            this.announcer.say(text("notSent"));
        }
    }

    /** @param {string} id of a change */
    find(id) {
        return this.deeds.find(({ revs }) => revs.has(id));
    }

    /**
     * Undoes an action: unsent changes at once, the others as soon as they are answered.
     * @param {string} id
     */
    takeBack(id) {
        const deed = this.find(id);
        if (!deed || deed.isUndoWanted) {
            return;
        }
        deed.isUndoWanted = true;
        // In reverse, because a change may depend on earlier ones.
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
     * Undoes a change silently, because another one replaces it.
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
            text("deeds.takenBack", { what: text(`done.${deed.said}`, { name: shown }) });
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
     * @param {boolean} isSaid whether the problem is already shown at its place
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
        const why = said.join(" · ") || message.message || text("deeds.refusedOtherwise");
        const key = note.undoes === undefined ? "deeds.failed" : "deeds.notTakenBack";
        const sentence = (/** @type {string} */ shown) =>
            text(key, { what: text(`done.${note.said ?? action}`, { name: shown }), why });
        this.announcer.warn(sentence(name));
        if (isSaid) {
            // The toast may already show another action's refusal.
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
     * Shows a message that is not about a change.
     * @param {string} sentence
     * @param {boolean} [isWrong]
     */
    tell(sentence, isWrong = false) {
        this.toast.show([document.createTextNode(sentence)], isWrong);
        this.announcer.warn(sentence);
    }

    /** Forgets the actions after the journal was replaced, because they can't be undone. */
    forget() {
        this.deeds = [];
        this.toast.hide();
    }
}
