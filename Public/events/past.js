// @ts-check
import { byId, elapsedMs, make, request, setText, text, words } from "../js/ui/page.js";
import { rowsTable, settingsMembers } from "./opened.js";
import { boardOfView, boards, eventWords, texts } from "./words.js";

/** @typedef {import("./stream.js").JournalEvent} JournalEvent */
/** @typedef {import("./opened.js").OpenedContext} OpenedContext */
/** @typedef {{rev: number, doc: Record<string, any>}} ViewAt */
/**
 * The views at a revision, and at the one before if requested.
 * @typedef {{rev: number, then: ViewAt[], before: ViewAt[], event: JournalEvent | null}} Answer
 */

/** The interval of redrawing the present while events keep coming. */
const renewMs = 500;

/** The views whose past can be shown. */
export const views = [...boards.values()].flatMap((board) => board.views);

/**
 * All views at a revision, beside the present or the revision before. While an answer is pending,
 * revisions that the slider only passes are not requested.
 */
export class Past {
    /**
     * @param {OpenedContext & {
     *     doc: (view: string) => Record<string, any> | null,
     *     newest: () => number,
     *     range: (since: number, until: number) => Promise<JournalEvent[]>,
     * }} context
     * @param {(rev: number, isStep: boolean) => void} went
     */
    constructor(context, went) {
        this.context = context;
        this.went = went;
        this.slider = byId("past-slider", HTMLInputElement);
        this.number = byId("past-number", HTMLInputElement);
        this.beside = byId("past-beside", HTMLSelectElement);
        this.place = byId("past-views", HTMLElement);
        /** The requested revision; -1 while the past is closed. */
        this.rev = -1;
        this.isAsking = false;
        /** @type {unknown[]} what the tables were made of */
        this.shown = [];
        /** @type {Answer | null} */
        this.answer = null;
        this.renderedAtMs = -Infinity;
        /** @type {Set<string | undefined>} the raw documents that were unfolded at the last look */
        this.unfolded = new Set();
        /** @type {Set<string>} the tables of which rows are seen that are the same, too */
        this.whole = new Set();
        this.slider.addEventListener("input", () => this.go(Number(this.slider.value), true));
        this.number.addEventListener("change", () => {
            // An empty field gets its revision back.
            this.number.value ||= String(this.rev);
            this.go(Number(this.number.value), false);
        });
        byId("past-previous", HTMLElement).addEventListener("click", () => this.step(-1));
        byId("past-next", HTMLElement).addEventListener("click", () => this.step(1));
    }

    get isOpen() {
        return this.rev >= 0;
    }

    /** @param {number} by */
    step(by) {
        this.go(this.rev + by, false);
    }

    /**
     * @param {number} rev
     * @param {boolean} isStep
     */
    go(rev, isStep) {
        const bounded = Math.min(Math.max(Math.round(rev) || 0, 0), this.context.newest());
        this.went(bounded, isStep);
    }

    /**
     * @param {number} rev -1 closes it
     * @param {boolean} isBesideBefore
     */
    open(rev, isBesideBefore) {
        byId("past", HTMLElement).hidden = rev < 0;
        byId("desk", HTMLElement).hidden = rev >= 0;
        this.rev = rev;
        if (rev < 0) {
            this.answer = null;
            this.shown = [];
            return;
        }
        this.beside.value = isBesideBefore ? "before" : "now";
        this.slider.value = String(rev);
        this.number.value = String(rev);
        this.render();
        void this.ask();
    }

    /** Whether the past is compared with the revision before, and not with the present. */
    get isBesideBefore() {
        return this.beside.value === "before";
    }

    get isAnswered() {
        return (
            this.answer?.rev === this.rev &&
            (!this.isBesideBefore || this.answer.before.length > 0)
        );
    }

    /** Tries again after a reconnection. */
    retry() {
        if (this.isOpen) {
            void this.ask();
        }
    }

    async ask() {
        if (this.isAsking) {
            return;
        }
        this.isAsking = true;
        while (this.isOpen && !this.isAnswered) {
            const { rev } = this;
            try {
                this.answer = await this.read(rev);
                setText(byId("past-problem", HTMLElement), "");
            } catch {
                setText(byId("past-problem", HTMLElement), text("pastNotTold", { rev }));
                break;
            }
            this.render();
        }
        this.isAsking = false;
    }

    /** @param {number} rev */
    async read(rev) {
        const { range } = this.context;
        const [events, ...docs] = await Promise.all([
            rev > 0 ? range(rev - 1, rev) : Promise.resolve([]),
            ...views.map((view) => this.view(view, rev)),
            ...(this.isBesideBefore ? views : []).map((view) =>
                this.view(view, Math.max(0, rev - 1)),
            ),
        ]);
        const then = /** @type {ViewAt[]} */ (docs.slice(0, views.length));
        const before = /** @type {ViewAt[]} */ (docs.slice(views.length));
        return { rev, then, before, event: /** @type {JournalEvent[]} */ (events)[0] ?? null };
    }

    /**
     * @param {string} view
     * @param {number} rev
     * @returns {Promise<ViewAt>}
     */
    async view(view, rev) {
        const { path, role } = this.context;
        const answer = await request(`${path}/views/${view}?rev=${rev}&as=${role}`);
        if (!answer.ok) {
            throw new Error(`The server answered ${answer.status}`);
        }
        return answer.json();
    }

    /** Shows what is loaded. */
    render() {
        if (!this.isOpen) {
            return;
        }
        const newest = this.context.newest();
        if (this.slider.max !== String(newest)) {
            this.slider.max = String(newest);
            this.number.max = String(newest);
            this.slider.value = String(this.rev);
        }
        this.slider.setAttribute("aria-valuetext", text("revOf", { rev: this.rev, newest }));
        setText(byId("past-newest", HTMLElement), text("ofNewest", { newest }));
        byId("past-previous", HTMLButtonElement).ariaDisabled = String(this.rev <= 0);
        byId("past-next", HTMLButtonElement).ariaDisabled = String(this.rev >= newest);
        const { answer } = this;
        this.place.ariaBusy = String(!this.isAnswered);
        this.compare();
    }

    /** Draws the tables, unless they are current or were drawn a moment ago. */
    compare() {
        const { answer } = this;
        const isBefore = this.isBesideBefore;
        if (!answer || (isBefore && answer.before.length === 0)) {
            return;
        }
        const others = views.map((view, index) =>
            isBefore ? answer.before[index].doc : this.context.doc(view),
        );
        const made = [answer, isBefore, ...others];
        const now = elapsedMs();
        const isSame = made.every((each, index) => each === this.shown[index]);
        if (isSame || (this.shown[0] === answer && now - this.renderedAtMs < renewMs)) {
            return;
        }
        this.shown = made;
        this.renderedAtMs = now;
        this.sayEvent(answer.rev, answer.event);
        const { scrollTop } = this.place;
        this.unfolded = new Set(
            [...this.place.querySelectorAll("details")]
                .filter((each) => each.open)
                .map((each) => each.dataset.document),
        );
        const pairs = views.map((view, index) => {
            const [then, other] = [answer.then[index].doc, others[index]];
            // An unloaded view counts as unchanged.
            return { view, then, other, count: other ? differences(then, other) : 0 };
        });
        // Changed views come first, however long the others are.
        pairs.sort((one, other) => +(other.count > 0) - +(one.count > 0));
        this.place.replaceChildren(
            ...pairs.map(({ view, then, other }) =>
                this.viewPart(view, then, other, answer.rev, isBefore),
            ),
        );
        this.place.scrollTop = scrollTop;
    }

    /**
     * Unfolds the unchanged rows of a table on both sides.
     * @param {string} key
     * @param {string} side the one that was clicked
     */
    unfold(key, side) {
        this.whole.add(key);
        this.shown = [];
        this.compare();
        const tables = [...this.place.querySelectorAll(".table")];
        const own = tables.find((each) => each.getAttribute("data-table") === `${key} ${side}`);
        /** @type {HTMLElement | undefined} */ (own)?.focus({ preventScroll: true });
    }

    /**
     * @param {number} rev
     * @param {JournalEvent | null} event
     */
    sayEvent(rev, event) {
        const said = event
            ? [
                  make("time", { dateTime: event.time }, this.context.time(event.time)),
                  " · ",
                  words(this.context.names.wholeActor(event.actor)),
                  " ",
                  ...eventWords(event, this.context.names),
              ]
            : [rev === 0 ? text("beforeAll") : ""];
        byId("past-event", HTMLElement).replaceChildren(...said);
    }

    /**
     * @param {string} view
     * @param {Record<string, any>} then
     * @param {Record<string, any> | null} other
     * @param {number} rev
     * @param {boolean} isBefore whether the other side is the older one
     */
    viewPart(view, then, other, rev, isBefore) {
        const [old, young] = isBefore ? [other, then] : [then, other];
        const titles = isBefore
            ? [text("atRev", { rev: Math.max(0, rev - 1) }), text("atRev", { rev })]
            : [text("atRev", { rev }), text("now")];
        return make(
            "section",
            { className: "view", "aria-label": view },
            make(
                "h3",
                {},
                make("code", {}, view),
                " ",
                make("span", { className: "quiet" }, texts.differences(differences(old, young))),
            ),
            make(
                "div",
                { className: "sides" },
                this.side(view, titles[0], old, young ?? {}, "then"),
                this.side(view, titles[1], young, old ?? {}, "now"),
            ),
        );
    }

    /**
     * @param {string} view
     * @param {string} title
     * @param {Record<string, any> | null} doc
     * @param {Record<string, any>} other
     * @param {"then" | "now"} side
     */
    side(view, title, doc, other, side) {
        if (!doc) {
            return make("div", {}, make("h4", {}, title), text("connecting"));
        }
        const board = boardOfView(view);
        const line = board.words.line?.of;
        const members = Object.keys({ ...doc, ...other }).sort();
        // Things in the line come before those that left it.
        members.sort((one, another) => +(another === line) - +(one === line));
        const parts = members.flatMap((member) => {
            const isSettings = settingsMembers.includes(member);
            if (!isRows(doc[member] ?? other[member])) {
                return [];
            }
            const [rows, others] = [doc, other].map((each) =>
                isSettings ? settingRows(board, each[member] ?? {}) : each[member] ?? {},
            );
            const isSame = differences({ rows }, { rows: others }) === 0;
            if (isSettings && isSame && members.length > 1) {
                return [];
            }
            const key = `${view} ${member}`;
            const folding = {
                key: `${key} ${side}`,
                isWhole: this.whole.has(key),
                unfold: () => this.unfold(key, side),
            };
            return [rowsTable(board, member, rows, others, side, this.context.time, folding)];
        });
        return make("div", {}, make("h4", {}, title), ...parts, this.raw(view, side, doc));
    }

    /**
     * @param {string} view
     * @param {string} side
     * @param {Record<string, any>} doc
     */
    raw(view, side, doc) {
        const key = `${view} ${side}`;
        const content = make("pre", { tabIndex: 0, ariaLabel: text("raw") });
        const details = make(
            "details",
            { "open": this.unfolded.has(key), "data-document": key },
            make("summary", {}, text("raw")),
            content,
        );
        const write = () => {
            content.textContent = details.open ? JSON.stringify(doc, null, 2) : "";
        };
        // The `toggle` event comes only after the page was scrolled to its former position, so the
        // content is written now.
        write();
        details.addEventListener("toggle", write);
        return details;
    }
}

/** @param {unknown} value */
function isRows(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The settings as rows.
 * @param {import("./words.js").Board} board
 * @param {Record<string, any>} settings
 */
function settingRows(board, settings) {
    return Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [
            name,
            { setting: board.column(name), value },
        ]),
    );
}

/**
 * The number of rows that differ.
 * @param {Record<string, any> | null} old
 * @param {Record<string, any> | null} young
 */
function differences(old, young) {
    let count = 0;
    for (const member of Object.keys({ ...old, ...young })) {
        const [one, other] = [old?.[member] ?? {}, young?.[member] ?? {}];
        for (const key of Object.keys({ ...one, ...other })) {
            count += JSON.stringify(one[key]) === JSON.stringify(other[key]) ? 0 : 1;
        }
    }
    return count;
}
