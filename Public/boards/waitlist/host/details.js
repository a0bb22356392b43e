// @ts-check
import { make, makeButton, sentenceAbout } from "../../../js/dom.js";
import { Fields } from "./fields.js";
import { texts } from "./texts.js";

/** @typedef {import("./predict.js").Row} Row */
/** @typedef {import("./row.js").RowActions} RowActions */

/** In which states each of the steps can be taken; a step that can't keeps its place. */
const legal = /** @type {Record<string, string[]>} */ ({
    up: ["waiting"],
    down: ["waiting"],
    "waitlist.seat": ["waiting"],
    "waitlist.unready": ["ready"],
    "waitlist.no_show": ["pending", "waiting", "ready"],
    "waitlist.cancel": ["pending", "waiting", "ready"],
});

/**
 * What is behind *More*: the rarer steps, everything about the party, to be read and changed, and
 * apart from these the steps that end its visit. Each button has its own place, in which there is
 * never another one.
 */
export class Details {
    /** @param {RowActions} actions */
    constructor(actions) {
        this.actions = actions;
        this.element = make("div", { className: "details", hidden: true });
        this.news = make("div", { className: "details-news", hidden: true });
        this.ends = make("div", { className: "detail-ends" });
        this.key = "";
        this.isGone = false;
        /** Whether the news has not been brought into sight yet. */
        this.isNews = false;
        /** @type {Fields | undefined} */
        this.fields = undefined;
        /** @type {Map<string, HTMLButtonElement>} */
        this.buttons = new Map();
        /** @type {HTMLButtonElement[]} */
        this.openers = [];
    }

    /** @param {Row} row */
    open(row) {
        this.key = row.key;
        this.fields = new Fields(row, this.actions);
        this.openers = [];
        const steps = make(
            "div",
            { className: "detail-buttons" },
            this.button("up", texts.moveUp, () => this.actions.move(this.key, -1)),
            this.button("down", texts.moveDown, () => this.actions.move(this.key, 1)),
            this.step("waitlist.seat", texts.seatNow),
            this.step("waitlist.unready", texts.unready),
        );
        this.ends.replaceChildren(
            ...this.question("waitlist.no_show", texts.noShow, texts.noShowOf, row.name),
            ...this.question("waitlist.cancel", texts.cancel, texts.cancelOf, row.name),
        );
        this.element.replaceChildren(steps, this.form(this.fields), this.ends);
        this.element.hidden = false;
        this.fields.resume(this.actions.drafts.of(row.key));
        this.update(row);
    }

    /** Whether something was typed that has not been saved. */
    get isChanged() {
        return this.fields?.isChanged ?? false;
    }

    /** What was typed stays with the party until it is saved or discarded. */
    keepDraft() {
        if (this.fields) {
            this.actions.drafts.keep(this.key, this.fields.draft);
        }
    }

    discard() {
        this.actions.drafts.keep(this.key, undefined);
        this.fields = undefined;
    }

    close() {
        this.keepDraft();
        this.element.hidden = true;
        this.element.replaceChildren();
        this.fields = undefined;
        this.news.hidden = true;
    }

    /** @param {Row} row */
    update(row) {
        if (!this.fields || !this.save) {
            return;
        }
        this.key = row.key;
        this.isGone = Boolean(row.leftAt);
        this.fields.update(row);
        for (const [step, button] of this.buttons) {
            const isEnd = (step === "up" && row.isFirst) || (step === "down" && row.isLast);
            const isLegal = !this.isGone && legal[step].includes(row.status);
            button.ariaDisabled = String(!isLegal || isEnd);
        }
        this.save.textContent = this.isGone ? texts.restoreAndSave : texts.save;
        this.save.ariaDisabled = String(Boolean(row.isNew));
        if (this.news.hidden === this.isGone) {
            this.showNews(row);
        }
    }

    /**
     * Says what has happened to the party while something was being typed.
     * @param {Row} row
     */
    showNews(row) {
        this.news.hidden = !this.isGone;
        this.news.replaceChildren();
        if (!this.isGone) {
            return;
        }
        this.ask(null);
        const sentence = make("p", {});
        sentence.append(...sentenceAbout(texts.leftMeanwhile[row.status], row.name));
        const buttons = make(
            "div",
            { className: "refused-buttons" },
            makeButton(texts.copy, () => this.actions.copy(this.fields?.typedText ?? "")),
            makeButton(texts.discard, () => this.actions.discard(this.key)),
        );
        this.news.append(sentence, buttons);
        this.isNews = true;
        this.actions.say(texts.leftMeanwhile[row.status](row.name));
    }

    /** Brings the news into sight, once. */
    showInSight() {
        if (this.isNews) {
            this.isNews = false;
            this.news.scrollIntoView({ block: "nearest" });
        }
    }

    /**
     * @param {string} step
     * @param {string} text
     * @param {() => void} press
     */
    button(step, text, press) {
        const button = makeButton(text, () => {
            if (button.ariaDisabled !== "true") {
                press();
            }
        });
        this.buttons.set(step, button);
        return button;
    }

    /**
     * @param {string} action
     * @param {string} text
     */
    step(action, text) {
        return this.button(action, text, () => this.actions.act(this.key, action));
    }

    /**
     * A step that asks once, in place: the button, and beside it the room for the one that does it.
     * @param {string} action
     * @param {string} text
     * @param {(name: string) => string} sentence
     * @param {string} name
     */
    question(action, text, sentence, name) {
        const opener = this.button(action, text, () => {
            // The second tap of a double tap takes nothing back, and answers nothing.
            this.actions.around(
                () => this.ask(opener.ariaExpanded === "true" ? null : opener),
                true,
            );
        });
        opener.className = "wrong";
        opener.ariaExpanded = "false";
        this.openers.push(opener);
        const answer = make("button", { type: "button", className: "answer" });
        answer.append(...sentenceAbout(sentence, name));
        answer.addEventListener("click", () => this.actions.act(this.key, action));
        return [opener, answer];
    }

    /** @param {HTMLButtonElement | null} asked whose question is to be open */
    ask(asked) {
        for (const opener of this.openers) {
            opener.ariaExpanded = String(opener === asked);
        }
    }

    /** @param {Fields} fields */
    form(fields) {
        this.save = make("button", { type: "submit", className: "action" }, texts.save);
        const form = make(
            "form",
            { className: "detail-form", noValidate: true },
            ...fields.elements,
            this.news,
            this.save,
        );
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            const args = this.save?.ariaDisabled === "true" ? null : fields.take();
            if (args) {
                this.actions.drafts.keep(this.key, undefined);
                if (this.isGone) {
                    this.actions.act(this.key, "waitlist.restore");
                }
                this.actions.act(this.key, "waitlist.edit", args);
            }
        });
        return form;
    }

    /**
     * Shows what the server found wrong with an edit.
     * @param {import("../../../js/tablecast.js").JSONObject} args
     * @param {import("../../../js/ui/problems.js").Problem[]} problems
     * @returns {boolean} whether it could be shown
     */
    show(args, problems) {
        return this.fields?.putBack(args, problems) ?? false;
    }
}
