// @ts-check
import { Merge } from "../../../js/ui/forms.js";
import {
    byId, familyAbout, familyOf, isSame, make, makeButton, showProblems, takeBackProblem, text,
    words,
} from "../../../js/ui/page.js";
import { allergens, parseAmount, typedAmount } from "../menu.js";
import { missingIn } from "./items.js";

/** Texts that several of the editor's scripts share. */
export const texts = {
    done: familyAbout("done"),
    allergens: familyOf("allergens"),
    fields: familyOf("fields"),
};

/**
 * The name of a language in the page's language.
 * @param {string} code
 */
export function languageName(code) {
    try {
        const names = new Intl.DisplayNames(document.documentElement.lang, { type: "language" });
        return names.of(code) ?? code;
    } catch {
        return code;
    }
}

/** @typedef {import("../../../js/tablecast.js").JSONValue} JSONValue */

/**
 * A field of the form: its element, and how its value is read and written. `read` returns `undefined` while the
 * field has a problem, which `problem` describes.
 * @typedef {import("../../../js/ui/forms.js").MergedField & {
 *     element: HTMLElement, input: HTMLElement, place: HTMLElement, problem: () => string,
 * }} Field
 */

let count = 0;

/**
 * @param {string} label
 * @param {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} input
 * @param {object} value
 * @param {() => JSONValue | undefined} value.read
 * @param {(value: JSONValue) => string} [value.named] formats a value as it is typed
 * @param {(value: JSONValue) => void} [value.write]
 * @param {string} [value.wrong] the problem while `read` returns `undefined`
 * @param {string} [about] a sentence of help
 * @returns {Field}
 */
function field(label, input, { read, named = written, write, wrong = "" }, about = "") {
    count += 1;
    input.id = `field-${count}`;
    const place = make("p", { className: "problem", id: `${input.id}-problem` });
    const settled = () => takeBackProblem(/** @type {any} */ (input), place);
    input.setAttribute("aria-describedby", place.id);
    input.addEventListener("input", settled);
    const help = about === "" ? [] : [make("p", { className: "about" }, about)];
    const element = make(
        "div",
        { className: "field" },
        make("label", { htmlFor: input.id }, label),
        input,
        ...help,
        place,
    );
    return {
        label, element, input, place, read, named, settled,
        write: write ?? ((value) => {
            input.value = named(value);
        }),
        problem: () => (read() === undefined ? wrong : ""),
        isTouched: (seen) => {
            const typed = read();
            const isStillEmpty = seen === null && input.value.trim() === "";
            return typed === undefined ? !isStillEmpty : !isSame(typed, seen);
        },
        focus: () => input.focus(),
    };
}

/** @param {JSONValue} value */
const written = (value) => String(value ?? "");

/**
 * @param {string} label
 * @param {{isLong?: boolean, isRequired?: boolean, language?: string, list?: string}} [options]
 */
function textField(label, options = {}) {
    const { isLong = false, isRequired = false, language, list } = options;
    const input = isLong
        ? make("textarea", { rows: 3, dir: "auto", lang: language })
        : make("input", { dir: "auto", autocomplete: "off", lang: language });
    if (list !== undefined) {
        input.setAttribute("list", list);
    }
    return field(label, input, {
        read: () => input.value.trim() || (isRequired ? undefined : null),
        wrong: text("required", { label }),
    });
}

/** @param {"decimal" | "numeric"} inputMode */
function figures(inputMode) {
    return make("input", { inputMode, className: "figures", autocomplete: "off" });
}

/**
 * A field for a price, in the format of the page's language.
 * @param {string} label
 * @param {() => string} currency
 * @param {string} language
 */
function priceField(label, currency, language) {
    const input = figures("decimal");
    return field(label, input, {
        read: () => parseAmount(input.value, currency(), language) ?? undefined,
        named: (value) => (value === null ? "" : typedAmount(Number(value), currency(), language)),
        wrong: text("noPrice", { example: typedAmount(990, currency(), language) }),
    });
}

/** A currency with two decimals, by whose format hundredths of a percent are written. */
const hundredths = "EUR";

/**
 * A field for a rate of tax in percent; empty for the house's default.
 * @param {string} label
 * @param {string} language
 * @param {string} about
 */
function rateField(label, language, about) {
    const input = figures("decimal");
    return field(label, input, {
        read: () => {
            const typed = input.value.replace("%", "").trim();
            return typed === "" ? null : (parseAmount(typed, hundredths, language) ?? undefined);
        },
        named: (value) =>
            value === null ? "" : typedAmount(Number(value), hundredths, language).replace(
                /[.,]?0+$/,
                (zeros) => (/[.,]/.test(zeros) ? "" : zeros),
            ),
        wrong: text("noRate"),
    }, about);
}

/**
 * A field for a whole number, which may be empty.
 * @param {string} label
 * @param {string} about
 */
function countField(label, about) {
    const input = figures("numeric");
    return field(label, input, {
        read: () => {
            const typed = input.value.trim();
            return typed === "" ? null : /^\d{1,3}$/.test(typed) ? Number(typed) : undefined;
        },
        wrong: text("noCount"),
    }, about);
}

/**
 * @param {string} label
 * @param {() => {key: string, name: string}[]} choices
 */
function choiceField(label, choices) {
    const input = make("select", {});
    return field(label, input, {
        read: () => input.value,
        write: (value) => {
            const options = choices().map(({ key, name }) => make("option", { value: key }, name));
            input.replaceChildren(...options);
            input.value = written(value);
        },
        named: (value) => choices().find(({ key }) => key === value)?.name ?? "",
    });
}

/**
 * A field for the allergens, and for whether they are stated.
 * @returns {Field}
 */
function allergensField() {
    count += 1;
    const id = `field-${count}`;
    const stated = make("input", { type: "checkbox" });
    const ticks = new Map(allergens.map((each) => [each, make("input", { type: "checkbox" })]));
    const place = make("p", { className: "problem", id: `${id}-problem` });
    const choice = (/** @type {HTMLInputElement} */ input, /** @type {string} */ named) =>
        make("label", { className: "choice" }, input, named);
    const grid = make(
        "div",
        { className: "tiles" },
        ...[...ticks].map(([each, input]) => choice(input, texts.allergens[each])),
    );
    const element = make(
        "fieldset",
        { className: "field", id },
        make("legend", { className: "label" }, texts.fields.allergens),
        choice(stated, text("stated")),
        grid,
        place,
    );
    const show = () => {
        grid.hidden = !stated.checked;
    };
    stated.addEventListener("change", show);
    const read = () => {
        const chosen = allergens.filter((each) => ticks.get(each)?.checked);
        return stated.checked ? chosen : null;
    };
    return {
        label: texts.fields.allergens,
        element, input: stated, place, read,
        write: (value) => {
            const list = Array.isArray(value) ? value : [];
            stated.checked = Array.isArray(value);
            ticks.forEach((input, each) => {
                input.checked = list.includes(each);
            });
            show();
        },
        named: (value) =>
            Array.isArray(value)
                ? value.map((each) => texts.allergens[String(each)]).join(", ") || text(
                    "noAllergens",
                )
                : "",
        focus: () => stated.focus(),
        problem: () => "",
    };
}

/** @typedef {import("./items.js").Values} Values */

/**
 * @typedef {object} FormPage
 * @property {(values: Values) => string[]} save saves the changed values; returns the ids of the changes
 * @property {(() => void) | undefined} remove removes the item from the menu
 * @property {(sentence: string) => void} say
 */

/**
 * The form of a section or a dish. Untouched fields follow others' changes. If both changed the same field, it
 * asks which value to keep.
 */
export class ThingForm {
    /**
     * @param {string} title
     * @param {Record<string, Field>} fields
     * @param {HTMLElement[]} parts the fields in their order in the form
     * @param {FormPage} page
     */
    constructor(title, fields, parts, page) {
        this.title = title;
        this.fields = fields;
        this.page = page;
        this.merge = new Merge(fields, page);
        /** @type {Set<string>} */
        this.asked = new Set();
        for (const [name, field] of Object.entries(fields)) {
            field.element.append(this.merge.questions[name]);
        }
        this.save = make("button", { type: "submit", className: "action" }, text("save"));
        const foot = make("div", { className: "dialog-foot form-foot" }, this.save);
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
     * Takes the item's present values.
     * @param {Values} values
     * @param {(id: string) => boolean} isShown whether the page shows a change's result
     */
    know(values, isShown) {
        this.merge.update(values, isShown);
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

    /** @param {import("../../../js/ui/page.js").Problem[]} problems */
    show(problems) {
        /** @param {"input" | "place"} part */
        const parts = (part) => /** @type {any} */ (
            Object.fromEntries(Object.entries(this.fields).map(([name, field]) => [name, field[part]]))
        );
        return showProblems(problems, parts("input"), parts("place"));
    }

    /**
     * @param {string} id of a change
     * @param {any} message its ack or reject
     * @returns {boolean} whether the problem is shown at its field
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
function beside(...fields) {
    return make("div", { className: "pair" }, ...fields.map(({ element }) => element));
}

/**
 * The fields of an item's translations, beside those of the house's own words.
 * @param {Record<string, Field>} own
 * @param {any} thing the present values
 * @param {string[]} languages
 */
function translations(own, thing, languages) {
    const missing = thing.name ? missingIn(thing, languages) : [];
    const column = (/** @type {string} */ name, /** @type {Record<string, Field>} */ fields, isMissing = false) => {
        const head = make("h3", {}, name, " ");
        if (isMissing) {
            head.append(make("span", { className: "tag is-attention" }, text("missingMark")));
        }
        const elements = Object.values(fields).map(({ element }) => element);
        return make("div", { className: "language" }, head, ...elements);
    };
    const others = languages.map((code) => {
        return { code, name: languageName(code), fields: translationFields(code, "description" in own) };
    });
    const element = make(
        "div",
        { className: "pair" },
        column(text("ownLanguage"), own),
        ...others.map(({ code, name, fields }) => column(name, fields, missing.includes(code))),
    );
    /** @type {Record<string, Field>} */
    const fields = Object.assign({}, own, ...others.map((each) => each.fields));
    return { element, fields };
}

/**
 * @typedef {object} Surroundings
 * @property {string} language of the page
 * @property {() => string} currency
 * @property {string[]} languages the languages of translations
 * @property {() => {key: string, name: string}[]} sections
 * @property {string} vat the house's rate, in words
 * @property {(sentence: string) => void} say
 */

/**
 * @param {string} language
 * @param {boolean} hasDescription
 */
function translationFields(language, hasDescription) {
    const name = languageName(language);
    const labelled = (/** @type {string} */ what) => text("label", { what, name });
    /** @type {Record<string, Field>} */
    const fields = {
        [`texts.${language}.name`]: textField(labelled(texts.fields.name), { language }),
    };
    if (hasDescription) {
        fields[`texts.${language}.description`] = textField(
            labelled(texts.fields.description), { language, isLong: true },
        );
    }
    return fields;
}

/**
 * @param {string} title
 * @param {any} dish the present values; for a new one, only its section
 * @param {Surroundings} around
 * @param {{save: (values: Values) => string[], remove?: () => void}} page
 */
export function dishForm(title, dish, around, { save, remove }) {
    const { language, languages, currency, sections, vat, say } = around;
    const own = {
        name: textField(texts.fields.name, { isRequired: true }),
        description: textField(texts.fields.description, { isLong: true }),
    };
    const translated = translations(own, dish, languages);
    const rest = {
        price: priceField(texts.fields.price, currency, language),
        section: choiceField(texts.fields.section, sections),
        allergens: allergensField(),
        station: textField(texts.fields.station, { list: "station-names" }),
        vat: rateField(texts.fields.vat, language, text("vatAbout", { rate: vat })),
        left: countField(texts.fields.left, text("leftAbout")),
    };
    const parts = [
        translated.element,
        beside(rest.price, rest.section),
        rest.allergens.element,
        beside(rest.station, rest.vat, rest.left),
    ];
    return new ThingForm(title, { ...translated.fields, ...rest }, parts, { save, remove, say });
}

/**
 * @param {string} title
 * @param {any} section the present values
 * @param {Surroundings} around
 * @param {{save: (values: Values) => string[], remove?: () => void}} page
 */
export function sectionForm(title, section, around, { save, remove }) {
    const { languages, say } = around;
    const name = textField(texts.fields.name, { isRequired: true });
    const station = textField(texts.fields.station, { list: "station-names" });
    const { element, fields } = translations({ name }, section, languages);
    const parts = [
        element,
        station.element,
        make("p", { className: "about" }, text("stationAbout")),
    ];
    return new ThingForm(title, { ...fields, station }, parts, { save, remove, say });
}
