// @ts-check
import { byId, make, makeButton, words } from "../../../js/dom.js";
import { text } from "../../../js/texts.js";
import { Merge } from "../../../js/ui/merge.js";
import { showProblems } from "../../../js/ui/problems.js";

/** @typedef {import("./fields.js").Field} Field */
/** @typedef {import("./values.js").Values} Values */

/**
 * @typedef {object} FormPage
 * @property {(values: Values) => string[]} save asks for what was changed; returns the ids of the
 * changes
 * @property {(() => void) | undefined} remove takes the thing off the menu
 * @property {(sentence: string) => void} say
 */

/**
 * The form of a section or a dish. What was not touched follows what others change; where both
 * changed the same, it asks whose is to stay.
 */
export class ThingForm {
    /**
     * @param {string} title
     * @param {Record<string, Field>} fields
     * @param {HTMLElement[]} parts the fields as they stand in the form
     * @param {FormPage} page
     */
    constructor(title, fields, parts, page) {
        this.title = title;
        this.fields = fields;
        this.page = page;
        this.merge = new Merge(fields, { say: page.say, around: (change) => change() });
        /** @type {Set<string>} */
        this.asked = new Set();
        for (const [name, field] of Object.entries(fields)) {
            field.element.append(this.merge.questions[name]);
        }
        this.save = make("button", { type: "submit", className: "action" }, text("save"));
        const foot = make("div", { className: "form-foot" }, this.save);
        if (page.remove) {
            foot.append(makeButton(text("removeIt"), page.remove, { className: "wrong" }));
        }
        this.element = make("form", { noValidate: true, autocomplete: "off" }, ...parts, foot);
        this.element.addEventListener("submit", (event) => {
            event.preventDefault();
            this.submit();
        });
    }

    /** @param {Values} values */
    begin(values) {
        this.merge.take(values);
        byId("editing-title", HTMLElement).replaceChildren(words(this.title));
        byId("editing-body", HTMLElement).replaceChildren(this.element);
    }

    /**
     * The thing is this now.
     * @param {Values} values
     * @param {(id: string) => boolean} isShown whether the page shows what a change did
     */
    know(values, isShown) {
        this.merge.know(values, this.merge.isSaved(isShown));
    }

    get isChanged() {
        return this.merge.unsent.length > 0;
    }

    submit() {
        const { undecided, touched } = this.merge;
        if (undecided) {
            this.merge.focus();
            return;
        }
        const problems = Object.entries(this.fields)
            .map(([field, { problem }]) => ({ field, message: problem() }))
            .filter(({ message }) => message !== "");
        this.show(problems);
        if (problems.length > 0 || touched.length === 0) {
            return;
        }
        const values = Object.fromEntries(touched.map((name) => [name, this.fields[name].read()]));
        this.merge.save(values, () => {
            const ids = this.page.save(values);
            ids.forEach((id) => this.asked.add(id));
            return ids[0] ?? "";
        });
    }

    /** @param {import("../../../js/ui/problems.js").Problem[]} problems */
    show(problems) {
        const inputs = Object.fromEntries(
            Object.entries(this.fields).map(([name, { input }]) => [name, input]),
        );
        const places = Object.fromEntries(
            Object.entries(this.fields).map(([name, { place }]) => [name, place]),
        );
        return showProblems(problems, /** @type {any} */ (inputs), places);
    }

    /**
     * @param {string} id of a change
     * @param {any} message its ack or reject
     * @returns {boolean} whether what is wrong stands at its field
     */
    answered(id, message) {
        this.merge.answered(id, message);
        if (!this.asked.delete(id) || message.type === "ack") {
            return false;
        }
        const problems = message.reason === "orders.same_name"
            ? [{ field: "name", message: message.message }]
            : (message.problems ?? []);
        return this.show(problems);
    }
}

/**
 * A row of two fields, or more.
 * @param {...Field} fields
 */
export function beside(...fields) {
    return make("div", { className: "beside" }, ...fields.map(({ element }) => element));
}

/**
 * The translations of a thing, side by side with the house's own words.
 * @param {Field[]} own
 * @param {{name: string, fields: Field[], isMissing: boolean}[]} languages
 */
export function translations(own, languages) {
    const column = (/** @type {string} */ name, /** @type {Field[]} */ fields, /** @type {boolean} */ isMissing) => {
        const mark = isMissing ? [
            make("span", { className: "tag is-attention" }, text("missingMark")),
        ] : [];
        const head = make("h3", {}, name, " ", ...mark);
        return make(
            "div",
            { className: "language" },
            head,
            ...fields.map(({ element }) => element),
        );
    };
    return make(
        "div",
        { className: "languages-beside" },
        column(text("ownLanguage"), own, false),
        ...languages.map(({ name, fields, isMissing }) => column(name, fields, isMissing)),
    );
}
