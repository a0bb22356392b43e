// @ts-check
import { sortOut } from "../../../js/ui/checks.js";
import { Merge } from "../../../js/ui/forms.js";
import {
    byId, make, makeButton, sentenceAbout, setText, showProblems, takeBackProblem, text,
} from "../../../js/ui/page.js";
import { fieldNames, checks, textOf } from "./form.js";
import { texts, whenText } from "./lists.js";

/** @typedef {import("./lists.js").Row} Row */
/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */
/** @typedef {import("./form.js").FieldName} FieldName */
/** @typedef {import("./form.js").Draft} Draft */

/**
 * The actions of the sheet.
 * @typedef {object} SheetActions
 * @property {(dialog: HTMLDialogElement) => void} open
 * @property {(row: Row) => void} step the next step of the party
 * @property {(key: string, action: string, args?: JSONObject) => string | undefined} act
 * @property {(key: string, to: "up" | "down" | "top") => void} move
 * @property {(row: Row) => void} ticket shows the code of the party's page
 * @property {(sentence: string) => void} say announces a sentence
 * @property {() => boolean} isLive
 * @property {() => void} closed
 */

/**
 * The sheet about one party: its rarer steps, its editable details, and apart from these the steps that end its
 * visit. It shows only possible actions.
 */
export class PartySheet {
    /**
     * @param {SheetActions} actions
     * @param {import("./form.js").Drafts} drafts
     */
    constructor(actions, drafts) {
        this.actions = actions;
        this.drafts = drafts;
        this.dialog = byId("party", HTMLDialogElement);
        this.title = byId("party-title", HTMLElement);
        this.about = byId("party-about", HTMLElement);
        this.news = byId("party-news", HTMLElement);
        this.steps = byId("party-steps", HTMLElement);
        this.form = byId("party-form", HTMLFormElement);
        this.save = byId("party-save", HTMLButtonElement);
        this.discard = byId("party-discard", HTMLButtonElement);
        this.ends = byId("party-ends", HTMLElement);
        this.fields = new Fields(byId("party-fields", HTMLElement), (sentence) => actions.say(sentence));
        /** The party's key; empty while the sheet is closed. */
        this.key = "";
        /** The state for which the steps were drawn. */
        this.shown = "";
        /** The id of the edit whose answer is awaited. */
        this.asked = "";
        this.form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.submit();
        });
        this.form.addEventListener("input", () => this.drawSave());
        this.discard.addEventListener("click", () => this.giveUp());
        this.dialog.addEventListener("close", () => {
            this.keepDraft();
            this.key = "";
            actions.closed();
        });
    }

    /**
     * @param {Row} row
     * @param {import("./lists.js").RowContext} context
     */
    open(row, context) {
        this.keepDraft();
        this.key = row.key;
        this.shown = "";
        this.asked = "";
        this.isOfGone = Boolean(row.leftAt);
        this.fields.take(row);
        this.fields.resume(this.drafts.of(row.key));
        this.update(row, context);
        this.actions.open(this.dialog);
        this.dialog.scrollTop = 0;
    }

    /** Stores the typed text, which stays with the party until it is saved or discarded. */
    keepDraft() {
        if (this.key !== "") {
            this.drafts.keep(this.key, this.fields.draft);
        }
    }

    /** Whether there is unsaved text. */
    get isChanged() {
        return this.key !== "" && this.fields.isChanged;
    }

    /** Discards the typed text. */
    giveUp() {
        this.drafts.keep(this.key, undefined);
        this.key = "";
        this.dialog.close();
    }

    /**
     * @param {Row} row the present one, or the last one if the hub no longer has it
     * @param {import("./lists.js").RowContext} context
     */
    update(row, context) {
        const isGone = Boolean(row.leftAt);
        if (isGone && !this.isOfGone && !this.isChanged) {
            // No action is left in the sheet.
            this.dialog.close();
            return;
        }
        const title = `${row.name}\n${row.size}`;
        if (this.title.dataset.shown !== title) {
            this.title.dataset.shown = title;
            const sentence = (/** @type {string} */ name) => text("nameAndSize", { name, size: row.size });
            this.title.replaceChildren(...sentenceAbout(sentence, row.name));
        }
        setText(this.about, whenText(row, context));
        this.fields.know(row);
        const shown = [row.status, row.isFirst, row.isLast, row.isNew, row.name].join("\n");
        if (this.shown !== shown) {
            this.shown = shown;
            this.drawSteps(row);
            this.drawNews(row, isGone);
        }
        this.form.hidden = isGone && !this.isChanged;
        this.drawSave();
        setText(this.save, isGone ? text("restoreAndSave") : text("save"));
        this.isGone = isGone;
        this.isKnown = !row.isNew;
    }

    drawSave() {
        this.save.ariaDisabled = String(!this.isChanged || this.isKnown === false);
        this.discard.hidden = !this.isChanged;
    }

    /** @param {Row} row */
    drawSteps(row) {
        const { key, status } = row;
        const kind = row.leftAt ? "gone" : /** @type {"waiting"} */ (status);
        const held = this.dialog.contains(document.activeElement) ? document.activeElement?.textContent : null;
        const next = makeButton(texts.steps[kind], () => this.leave(() => this.actions.step(row)), {
            className: "action",
        });
        const moves = /** @type {const} */ ([
            ["top", text("toTop"), row.isFirst], ["up", text("moveUp"), row.isFirst], ["down", text("moveDown"), row.isLast],
        ]);
        const isWaiting = status === "waiting";
        this.steps.replaceChildren(
            next,
            ...(isWaiting ? [this.step("waitlist.seat", text("seatNow"))] : []),
            ...(status === "ready" ? [this.step("waitlist.unready", text("unready"))] : []),
            ...moves.filter(([, , isEnd]) => isWaiting && !isEnd).map(([to, label]) =>
                makeButton(label, () => this.actions.move(key, to))),
            ...(row.isNew ? [] : [makeButton(text("ticket"), () => this.actions.ticket(row), { ariaHasPopup: "dialog" })]),
        );
        this.ends.replaceChildren(
            ...(kind === "gone" ? [] : [
                ...this.question("waitlist.no_show", text("noShow"), (name) => text("noShowOf", { name }), row.name),
                ...this.question("waitlist.cancel", text("cancel"), (name) => text("cancelOf", { name }), row.name),
            ]),
        );
        this.steps.hidden = status === "removed";
        // Keeps the focus on its button while a party is moved step by step.
        if (held && document.activeElement === document.body) {
            const buttons = [...this.dialog.querySelectorAll("button")];
            (buttons.find((each) => each.textContent === held) ?? next).focus({ preventScroll: true });
        }
    }

    /**
     * Reports changes of the party during typing.
     * @param {Row} row
     * @param {boolean} isGone
     */
    drawNews(row, isGone) {
        const isNews = isGone && this.isChanged;
        this.news.hidden = !isNews;
        this.news.replaceChildren(...(isNews ? sentenceAbout(texts.leftMeanwhile[row.status], row.name) : []));
        if (isNews) {
            this.actions.say(texts.leftMeanwhile[row.status](row.name));
        }
    }

    /**
     * Closes the sheet, returns the focus, and continues.
     * @param {() => void} then
     */
    leave(then) {
        this.dialog.close();
        then();
    }

    /**
     * @param {string} action
     * @param {string} label
     */
    step(action, label) {
        const { key } = this;
        return makeButton(label, () => this.leave(() => this.actions.act(key, action)));
    }

    /**
     * A step with a confirmation in place: the button, and the confirming button beside it.
     * @param {string} action
     * @param {string} label
     * @param {(name: string) => string} sentence
     * @param {string} name
     */
    question(action, label, sentence, name) {
        const { key } = this;
        const opener = makeButton(label, () => {
            const isAsked = opener.ariaExpanded !== "true";
            for (const each of this.ends.querySelectorAll("[aria-expanded]")) {
                each.setAttribute("aria-expanded", String(isAsked && each === opener));
            }
        }, { className: "wrong", ariaExpanded: "false" });
        const answer = makeButton("", () => this.leave(() => this.actions.act(key, action)), { className: "answer is-asked one-line" });
        answer.append(...sentenceAbout(sentence, name));
        return [opener, answer];
    }

    submit() {
        const args = this.save.ariaDisabled === "true" ? null : this.fields.args();
        if (!args) {
            return;
        }
        const { key } = this;
        if (this.isGone) {
            this.actions.act(key, "waitlist.restore");
        }
        this.asked = this.actions.act(key, "waitlist.edit", args) ?? "";
        this.fields.sent(args);
        this.drafts.keep(key, undefined);
        if (this.asked === "" || !this.actions.isLive()) {
            this.dialog.close();
        }
    }

    /**
     * Takes the answer to an edit: closes the sheet, or shows the problems at its fields. The toast reports the
     * answer too.
     * @param {import("../../../js/tablecast.js").Entry} entry
     * @param {any} message its ack or reject
     */
    answered({ id, args }, message) {
        const isHere = this.key !== "" && this.key === args.party;
        if (message.type === "reject" && isHere) {
            this.fields.putBack(args, message.problems ?? []);
            this.drawSave();
        } else if (message.type === "ack" && id === this.asked && isHere && !this.isChanged) {
            this.dialog.close();
        }
    }
}

/**
 * The fields of an edited party. Untouched fields follow others' changes. If both changed the same field, the host is
 * asked.
 */
class Fields {
    /**
     * @param {HTMLElement} place
     * @param {(sentence: string) => void} say
     */
    constructor(place, say) {
        /** @type {Record<string, HTMLInputElement | HTMLTextAreaElement>} */
        this.inputs = {};
        /** @type {Record<string, HTMLElement>} */
        this.problems = {};
        this.merge = new Merge(
            Object.fromEntries(fieldNames.map((name) => [name, this.merged(name)])),
            { say },
        );
        place.append(...fieldNames.flatMap((name) => [this.field(name), this.merge.questions[name]]));
    }

    /**
     * @param {FieldName} name
     * @returns {import("../../../js/ui/forms.js").MergedField}
     */
    merged(name) {
        return {
            label: texts.fields[name],
            read: () => checks[name](this.inputs[name].value).value,
            write: (value) => {
                this.inputs[name].value = textOf(value);
            },
            named: textOf,
            focus: () => this.inputs[name].focus(),
            isTouched: (seen) => this.inputs[name].value !== textOf(seen),
            settled: () => takeBackProblem(this.inputs[name], this.problems[name]),
        };
    }

    /** @param {FieldName} name */
    field(name) {
        const id = `party-${name}`;
        const input = make(name === "notes" ? "textarea" : "input", {
            id,
            dir: "auto",
            autocomplete: "off",
            "aria-describedby": `${id}-problem`,
        });
        if (name === "size") {
            input.inputMode = "numeric";
        } else if (name === "phone") {
            input.inputMode = "tel";
        }
        this.inputs[name] = input;
        this.problems[name] = make("p", { className: "problem", id: `${id}-problem` });
        const label = make("label", { htmlFor: id }, texts.fields[name]);
        return make("div", { className: `field-${name}` }, label, input, this.problems[name]);
    }

    /** @param {Row} row */
    take(row) {
        this.merge.take(row);
        showProblems([], this.inputs, this.problems);
    }

    /**
     * Takes the party's present values.
     * @param {Row} row
     */
    know(row) {
        this.merge.know(row);
    }

    /** Whether there is unsaved text. */
    get isChanged() {
        return this.merge.touched.length > 0;
    }

    /**
     * The unsaved values, with those that they replace.
     * @returns {Draft | undefined}
     */
    get draft() {
        const { touched } = this.merge;
        return touched.length === 0
            ? undefined
            : Object.fromEntries(
                  touched.map((name) => [
                      name,
                      { text: this.inputs[name].value, seen: this.merge.seen[name] },
                  ]),
              );
    }

    /**
     * Restores the text that was typed before.
     * @param {Draft} [draft]
     */
    resume(draft = {}) {
        for (const name of fieldNames.filter((each) => each in draft)) {
            this.merge.seen[name] = draft[name].seen;
            this.inputs[name].value = draft[name].text;
        }
    }

    /**
     * The arguments of an edit: only the changed fields.
     * @returns {JSONObject | null} `null` if nothing has changed, or if a field has a problem, which is shown
     */
    args() {
        const { undecided, touched } = this.merge;
        if (undecided) {
            showProblems([undecided], this.inputs, this.problems);
            this.merge.focus();
            return null;
        }
        const typed = touched.map((name) => [name, checks[/** @type {FieldName} */ (name)](this.inputs[name].value)]);
        const { values, problems } = sortOut(Object.fromEntries(typed));
        showProblems(problems, this.inputs, this.problems);
        const names = Object.keys(values);
        if (problems.length > 0 || names.length === 0) {
            return null;
        }
        return { ...values, was: Object.fromEntries(names.map((name) => [name, this.merge.seen[name]])) };
    }

    /**
     * Treats the sent values as seen.
     * @param {JSONObject} args
     */
    sent({ was: _, ...values }) {
        for (const [name, value] of Object.entries(values)) {
            this.merge.follow(name, value);
        }
    }

    /**
     * Marks the values of a refused edit as unsaved again.
     * @param {JSONObject} args
     * @param {import("../../../js/ui/page.js").Problem[]} problems
     */
    putBack(args, problems) {
        const was = /** @type {Record<string, any>} */ (args.was ?? {});
        for (const name of fieldNames) {
            const isStillSeen = textOf(args[name]) === textOf(this.merge.seen[name]);
            if (name in was && isStillSeen) {
                this.merge.seen[name] = was[name];
            }
        }
        showProblems(problems, this.inputs, this.problems);
    }
}
