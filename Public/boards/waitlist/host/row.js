// @ts-check
import { make, setText, words } from "../../../js/dom.js";
import { minutesSince } from "../../../js/times.js";
import { Details } from "./details.js";
import { texts } from "./texts.js";

/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */
/** @typedef {import("./predict.js").Row} Row */

/**
 * What a row may ask for.
 * @typedef {object} RowActions
 * @property {(key: string, isByKeyboard: boolean) => void} step the next step of the party
 * @property {(key: string, action: string, args?: JSONObject) => void} act
 * @property {(key: string, direction: -1 | 1) => void} move
 * @property {(key: string) => void} discard closes a row with what was typed in it
 * @property {(control: HTMLElement) => void} refuse shows that a tap on a control was not taken
 * @property {(text: string) => void} copy copies a text, and says so
 * @property {import("./drafts.js").Drafts} drafts what was typed in rows and not saved
 * @property {(sentence: string) => void} say to those who hear the page
 * @property {(change: () => void, isByOthers?: boolean) => void} around wraps what makes the row
 * higher or lower
 */

/**
 * @typedef {object} RowContext
 * @property {(instant: string | number) => string} time
 * @property {number} nowMs
 * @property {boolean} isOffline
 * @property {boolean} isNumbered whether the screens call the parties by their numbers
 */

/** One party's row: what is shown of it, its next step, and what is behind *More*. */
export class RowView {
    /**
     * @param {Row} row
     * @param {RowActions} actions
     */
    constructor(row, actions) {
        this.key = row.key;
        this.row = row;
        this.actions = actions;
        this.isSettling = false;
        this.number = make("span", { className: "number figures" });
        this.name = words("", "name");
        this.badge = make("span", { className: "badge figures" });
        this.when = make("span", { className: "when figures" });
        this.extras = words("", "extras");
        this.stepButton = make("button", { type: "button", className: "step" });
        this.moreButton = make(
            "button",
            { type: "button", className: "plain more", ariaExpanded: "false" },
            texts.more,
        );
        this.details = new Details(actions);
        const called = make("span", { className: "called" }, this.number, this.name);
        const who = make("div", { className: "who" }, called, this.when, this.extras);
        const main = make(
            "div",
            { className: "row-main" },
            this.badge,
            who,
            this.stepButton,
            this.moreButton,
        );
        this.element = make("li", { className: "row" }, main, this.details.element);
        this.stepButton.addEventListener("click", ({ detail }) => this.step(detail === 0));
        this.moreButton.addEventListener("click", () => actions.around(() => this.toggle()));
        this.element.addEventListener("keydown", (event) => this.pressed(event));
    }

    /** @param {boolean} isByKeyboard */
    step(isByKeyboard) {
        if (this.isSettling) {
            this.actions.refuse(this.stepButton);
        } else if (!this.row.isNew) {
            this.actions.step(this.key, isByKeyboard);
        }
    }

    toggle() {
        if (this.isOpen) {
            this.close();
        } else if (!this.row.isNew) {
            this.moreButton.ariaExpanded = "true";
            this.element.classList.add("is-open");
            this.details.open(this.row);
        }
    }

    get isOpen() {
        return this.moreButton.ariaExpanded === "true";
    }

    /** Whether something was typed behind *More* that has not been saved. */
    get isUnsaved() {
        return this.isOpen && this.details.isChanged;
    }

    close() {
        this.moreButton.ariaExpanded = "false";
        this.element.classList.remove("is-open");
        this.details.close();
    }

    /** Closes the row, and what was typed in it is given up. */
    discard() {
        this.details.discard();
        this.close();
    }

    /** @param {KeyboardEvent} press */
    pressed(press) {
        if (press.key === "Escape" && !press.isComposing && this.isOpen) {
            this.actions.around(() => this.close());
            this.moreButton.focus();
        }
    }

    /**
     * The row's party has gone on, while the row has to stay where it is: it is not pressed again.
     */
    settle() {
        this.isSettling = true;
        this.stepButton.ariaDisabled = "true";
        this.element.classList.add("is-settling");
    }

    /**
     * @param {Row} row
     * @param {RowContext} context
     */
    update(row, context) {
        const hasMoved = this.row.status !== row.status;
        this.row = row;
        this.isSettling = false;
        const kind = row.leftAt ? "gone" : /** @type {"waiting"} */ (row.status);
        const step = texts.steps[kind];
        setText(this.number, context.isNumbered ? texts.number(row.number) : "");
        setText(this.name, row.name);
        if (this.badge.title !== texts.partyOf(row.size)) {
            this.badge.title = texts.partyOf(row.size);
            this.badge.replaceChildren(
                make("span", { className: "aside" }, texts.partyOf(row.size)),
                make("span", { ariaHidden: "true" }, String(row.size)),
            );
        }
        setText(this.when, this.whenText(row, context));
        setText(this.extras, [...(row.tags ?? []), row.notes ?? ""].filter(Boolean).join(" · "));
        setText(this.stepButton, step);
        this.stepButton.ariaLabel = texts.stepLabel(step, row.name);
        this.moreButton.ariaLabel = texts.moreLabel(row.name);
        this.stepButton.ariaDisabled = String(Boolean(row.isNew));
        this.moreButton.ariaDisabled = String(Boolean(row.isNew));
        this.element.dataset.status = kind;
        this.element.classList.toggle("is-pending", Boolean(row.isPending));
        this.element.classList.remove("is-settling");
        this.details.update(row);
        // What is behind *More* was opened for where the party stood; what is being typed there is
        // not taken away.
        if (this.isOpen && (kind === "gone" || hasMoved) && !this.details.isChanged) {
            this.close();
        }
        this.moreButton.hidden = kind === "gone" && !this.isOpen;
    }

    /**
     * @param {Row} row
     * @param {RowContext} context
     */
    whenText(row, { time, nowMs, isOffline }) {
        if (row.leftAt) {
            return texts.left(texts.statuses[row.status] ?? row.status, time(row.leftAt));
        }
        const since = row.status === "ready" && row.readyAt ? row.readyAt : row.arrivedAt;
        const ago = texts.ago(minutesSince(since, nowMs));
        const parts = [
            texts.arrived(time(row.arrivedAt), since === row.arrivedAt ? ago : texts.called(ago)),
        ];
        if (row.isPending && isOffline) {
            parts.push(texts.toBeSent);
        }
        return parts.join(" · ");
    }
}
