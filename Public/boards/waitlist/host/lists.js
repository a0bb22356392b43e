// @ts-check
import { glide, placesOf } from "../../../js/ui/dialogs.js";
import {
    arrange, byId, dropOthers, make, makeButton, minutesSince, runAfter, sentenceAbout, setText,
    stopTimer, words,
} from "../../../js/ui/page.js";
import { texts } from "./texts.js";

/** @typedef {import("./predict.js").Lists} Lists */
/** @typedef {import("./predict.js").Row} Row */

/**
 * What a row may ask for.
 * @typedef {object} RowActions
 * @property {(row: Row) => void} step the next step of the party, as the row was shown
 * @property {(key: string) => void} more opens everything about the party
 */

/**
 * @typedef {object} RowContext
 * @property {(instant: string | number) => string} time
 * @property {number} nowMs
 * @property {boolean} isOffline
 * @property {boolean} isNumbered whether the screens call the parties by their numbers
 * @property {(key: string) => boolean} isUnsaved whether something was typed about a party and not saved
 */

/** Above this count of parties, rows have one line; at this count or below, two again. */
const compactAbove = 12;
const comfortableFrom = 9;
/** How long a new row is marked. */
const markedMs = 8000;

/**
 * When a party came, or was called, and how long ago.
 * @param {Row} row
 * @param {RowContext} context
 */
export function whenText(row, { time, nowMs, isOffline }) {
    if (row.leftAt) {
        return texts.left(texts.statuses[row.status] ?? row.status, time(row.leftAt));
    }
    const isCalled = row.status === "ready" && row.readyAt;
    const ago = texts.ago(minutesSince(isCalled || row.arrivedAt, nowMs));
    const parts = [texts.arrived(time(row.arrivedAt), isCalled ? texts.called(ago) : ago)];
    if (row.isPending && isOffline) {
        parts.push(texts.toBeSent);
    }
    return parts.join(" · ");
}

/** One party's row: what is shown of it, its next step, and the way to everything else. */
class RowView {
    /**
     * @param {Row} row
     * @param {RowActions} actions
     */
    constructor(row, actions) {
        this.key = row.key;
        this.row = row;
        this.badge = make("span", { className: "badge figures" });
        this.number = make("span", { className: "number figures" });
        this.name = words("", "name");
        this.chips = make("span", { className: "row-chips" });
        this.notes = words("", "notes");
        this.when = make("span", { className: "when figures" });
        this.phone = make("span", { className: "phone figures" });
        this.minutes = make("span", { className: "minutes figures" });
        this.step = makeButton("", () => this.row.isNew || actions.step(this.row), { className: "step" });
        this.more = makeButton("", () => this.row.isNew || actions.more(this.key), {
            className: "plain more", "aria-haspopup": "dialog",
        });
        this.element = make(
            "li",
            { className: "row" },
            this.badge,
            make(
                "div",
                { className: "who" },
                make("span", { className: "called" }, this.number, this.name, this.chips),
                make("span", { className: "about" }, this.when, this.notes, this.phone),
            ),
            this.minutes,
            this.step,
            this.more,
        );
    }

    /**
     * @param {Row} row
     * @param {RowContext} context
     */
    update(row, context) {
        this.row = row;
        const kind = row.leftAt ? "gone" : /** @type {"waiting"} */ (row.status);
        const said = texts.partyOf(row.size);
        if (this.badge.title !== said) {
            this.badge.title = said;
            this.badge.replaceChildren(
                make("span", { className: "aside" }, said),
                make("span", { ariaHidden: "true" }, String(row.size)),
            );
        }
        setText(this.number, context.isNumbered ? texts.number(row.number) : "");
        setText(this.name, row.name);
        this.drawChips(row, context);
        setText(this.notes, row.notes ?? "");
        setText(this.when, whenText(row, context));
        setText(this.phone, row.phone ?? "");
        const since = row.status === "ready" && row.readyAt ? row.readyAt : row.arrivedAt;
        setText(this.minutes, texts.minutes(minutesSince(since, context.nowMs)));
        setText(this.step, texts.steps[kind]);
        this.step.ariaLabel = texts.stepLabel(texts.steps[kind], row.name);
        this.more.ariaLabel = texts.moreLabel(row.name);
        this.step.ariaDisabled = this.more.ariaDisabled = String(Boolean(row.isNew));
        this.element.dataset.status = kind;
        this.element.classList.toggle("is-pending", Boolean(row.isPending));
    }

    /**
     * @param {Row} row
     * @param {RowContext} context
     */
    drawChips({ key, tags = [], isPending }, { isUnsaved, isOffline }) {
        const news = isUnsaved(key) ? [texts.notSaved] : isPending && isOffline ? [texts.toBeSent] : [];
        const shown = [...news, ...tags].join("\n");
        if (this.chips.dataset.shown !== shown) {
            this.chips.dataset.shown = shown;
            this.chips.replaceChildren(
                ...news.map((each) => make("span", { className: "tag is-attention" }, each)),
                ...tags.map((each) => make("span", { className: "tag" }, words(each))),
            );
        }
    }
}

/** The rows of all lists, each party's row being one element that moves from list to list. */
export class ListsView {
    /** @param {RowActions} actions */
    constructor(actions) {
        /** @type {Record<keyof Lists, HTMLElement>} */
        this.places = {
            pending: byId("pending", HTMLElement),
            ready: byId("ready", HTMLElement),
            waiting: byId("waiting", HTMLElement),
            gone: byId("gone", HTMLElement),
        };
        this.actions = actions;
        /** @type {Map<string, RowView>} */
        this.views = new Map();
        this.isFirst = true;
        this.isCompact = false;
        /** The key of the row that is marked; empty for none. */
        this.marked = "";
        this.timer = 0;
    }

    /**
     * A party that was known by the change that added it has got its id.
     * @param {string} oldKey
     * @param {string} key
     */
    rename(oldKey, key) {
        const view = this.views.get(oldKey);
        if (view && !this.views.has(key)) {
            this.views.delete(oldKey);
            view.key = key;
            this.views.set(key, view);
        }
    }

    /**
     * Brings a row into sight, and marks it for a while.
     * @param {string} key
     */
    show(key) {
        const view = this.views.get(key);
        stopTimer(this.timer);
        this.views.forEach(({ element }) => element.classList.toggle("is-marked", element === view?.element));
        view?.element.scrollIntoView({ block: "nearest" });
        this.timer = runAfter(markedMs, () => view?.element.classList.remove("is-marked"));
    }

    /**
     * @param {Lists} lists
     * @param {RowContext} context
     */
    render(lists, context) {
        const count = lists.pending.length + lists.ready.length + lists.waiting.length;
        this.isCompact = count > (this.isCompact ? comfortableFrom : compactAbove);
        document.body.classList.toggle("is-compact", this.isCompact);
        const before = placesOf(this.elements);
        const focused = document.activeElement;
        const holder = [...this.views.values()].find((view) => view.element.contains(focused));
        const place = holder?.element.parentElement;
        const index = place ? [...place.children].indexOf(holder.element) : -1;
        dropOthers(this.views, new Set(Object.values(lists).flatMap((rows) => rows.map(({ key }) => key))));
        for (const name of /** @type {(keyof Lists)[]} */ (Object.keys(lists))) {
            this.fill(this.places[name], lists[name], context);
        }
        if (focused instanceof HTMLElement && focused !== document.activeElement && focused.isConnected) {
            focused.focus({ preventScroll: true });
        }
        if (place && document.activeElement === document.body) {
            focusAt(place, index);
        }
        if (!this.isFirst) {
            glide(this.elements, before);
        }
        this.isFirst = false;
    }

    get elements() {
        return [...this.views.values()].map(({ element }) => element);
    }

    /**
     * @param {HTMLElement} place
     * @param {Row[]} rows
     * @param {RowContext} context
     */
    fill(place, rows, context) {
        const elements = rows.map((row) => {
            const view = this.views.get(row.key) ?? new RowView(row, this.actions);
            this.views.set(row.key, view);
            view.update(row, context);
            return view.element;
        });
        arrange(place, elements);
    }
}

/**
 * Takes the cursor to the row that has come in the place of one that has gone.
 * @param {HTMLElement} place
 * @param {number} index
 */
function focusAt(place, index) {
    const row = place.children[Math.min(index, place.childElementCount - 1)];
    const target = row?.querySelector(".step") ?? place.closest("section, dialog")?.querySelector("h2");
    if (target instanceof HTMLHeadingElement) {
        target.tabIndex = -1;
    }
    if (target instanceof HTMLElement) {
        target.focus({ preventScroll: true });
    }
}

/** The button that calls the next party. It says whom, and calls this party or nobody. */
export class CallNext {
    /**
     * @param {object} page
     * @param {(row: Row, sizeMax: number | undefined) => void} page.call
     * @param {(row: Row) => string} page.nameOf
     * @param {() => void} page.changed another size was chosen
     */
    constructor({ call, nameOf, changed }) {
        this.nameOf = nameOf;
        this.button = byId("call-next", HTMLButtonElement);
        this.select = byId("size-max", HTMLSelectElement);
        /** @type {Row | undefined} */
        this.row = undefined;
        this.select.addEventListener("change", changed);
        this.button.addEventListener("click", () => {
            if (this.row && !this.row.isNew) {
                call(this.row, this.sizeMax);
            }
        });
    }

    get sizeMax() {
        return this.select.value === "" ? undefined : Number(this.select.value);
    }

    /** @param {Row[]} waiting in their order */
    render(waiting) {
        const sizeMax = this.sizeMax ?? Infinity;
        const row = waiting.find((each) => each.size <= sizeMax);
        this.row = row;
        this.button.ariaDisabled = String(!row || Boolean(row.isNew));
        const name = row ? this.nameOf(row) : "";
        const sentence = (/** @type {string} */ shown) =>
            row ? texts.callNextLabel(shown, row.size) : texts.callNext;
        if (this.button.ariaLabel !== sentence(name)) {
            this.button.ariaLabel = sentence(name);
            this.button.replaceChildren(...sentenceAbout(sentence, name));
        }
    }
}
