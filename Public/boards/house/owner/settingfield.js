// @ts-check
import { make, setText } from "../../../js/dom.js";
import { choose, chosen, fillChoices } from "./choices.js";
import { checked, kindOf, written } from "./settingvalue.js";
import { texts } from "./texts.js";

/** @typedef {import("../../../js/tablecast.js").JSONValue} JSONValue */
/** @typedef {import("./settingvalue.js").SettingDescription} SettingDescription */

/** More than this is typed on several lines. */
const oneLineMax = 120;

/**
 * The field of a setting, as its schema wants it.
 * @param {string} id unique on the page
 * @param {SettingDescription} setting
 * @param {Record<string, string>} words its board's own
 */
export function fieldOf(id, setting, words) {
    switch (setting.isSecret ? "secret" : kindOf(setting.schema)) {
        case "choice":
            return new ChoiceField(id, setting, words);
        case "choices":
            return new ChoicesField(id, setting, words);
        case "flag":
            return new FlagField(id, setting, words);
        case "secret":
            return new SecretField(id, setting, words);
        default:
            return new TextField(id, setting, words);
    }
}

/** What all fields have: a label, a sentence about it, and a place for what is wrong. */
class SettingField {
    /**
     * @param {string} id
     * @param {SettingDescription} setting
     * @param {Record<string, string>} words
     */
    constructor(id, setting, words) {
        this.id = id;
        this.setting = setting;
        this.words = words;
        this.label = words[`settings.${setting.name}`] ?? setting.summary;
        /**
         * Takes a secret away.
         * @type {HTMLButtonElement | undefined}
         */
        this.clear = undefined;
        this.problem = make("p", { className: "problem", id: `${id}-problem` });
        this.about = make("p", { className: "about", id: `${id}-about` }, this.help);
        this.about.hidden = this.help === "";
    }

    /** The sentence about it, what it takes, and what it usually is. */
    get help() {
        const { setting, words } = this;
        const { defaultValue } = setting;
        const usual = defaultValue === undefined ? "" : this.named(defaultValue);
        return [
            words[`settings.${setting.name}.about`] ?? "",
            isNumber(setting.schema) ? texts.numberFrom(setting.schema) : "",
            usual === "" ? "" : texts.usually(usual),
        ]
            .filter(Boolean)
            .join(" ");
    }

    get described() {
        return `${this.about.id} ${this.problem.id}`;
    }

    /**
     * A value in words.
     * @param {JSONValue} value
     * @returns {string}
     */
    named(value) {
        if (Array.isArray(value)) {
            return value.map((each) => this.named(each)).join(", ");
        }
        if (typeof value === "boolean") {
            return value ? texts.yes : texts.no;
        }
        if (typeof value === "number") {
            return texts.number(value);
        }
        return this.words[`settings.${this.setting.name}.${value}`] ?? written(value);
    }

    /**
     * What the choices of a list are called, by their values.
     * @param {string[]} choices
     */
    names(choices) {
        return Object.fromEntries(choices.map((choice) => [choice, this.named(choice)]));
    }

    /** @param {string} problem */
    show(problem) {
        setText(this.problem, problem);
    }

    focus() {}

    /** Forgets a typed secret. */
    forget() {}

    /**
     * What it holds: the value, or what is wrong with it. Nothing typed is the default value.
     * @returns {{ value: JSONValue } | { problem: string }}
     */
    read() {
        return { value: null };
    }

    /** @param {JSONValue} value */
    write(value) {}

    /** @param {...HTMLElement} parts */
    group(...parts) {
        const legend = make("legend", { className: "label" }, this.label);
        return make(
            "fieldset",
            { "aria-describedby": this.described },
            legend,
            ...parts,
            this.about,
            this.problem,
        );
    }
}

/** A text or a number; values of other kinds as JSON. */
class TextField extends SettingField {
    /** @param {ConstructorParameters<typeof SettingField>} args */
    constructor(...args) {
        super(...args);
        const kind = kindOf(this.setting.schema);
        const isLong = (this.setting.schema["x-charactersMax"] ?? 0) > oneLineMax;
        const isOneLine = isNumber(this.setting.schema) || (kind === "text" && !isLong);
        this.input = isOneLine
            ? make("input", { inputMode: kind === "integer" ? "numeric" : "text" })
            : make("textarea", { rows: 3 });
        this.input.id = this.id;
        this.input.dir = "auto";
        this.input.classList.toggle("figures", isNumber(this.setting.schema));
        this.input.setAttribute("aria-describedby", this.described);
        const label = make("label", { htmlFor: this.id }, this.label);
        this.element = make("div", {}, label, this.input, this.about, this.problem);
    }

    /** @param {string} problem */
    show(problem) {
        super.show(problem);
        this.input.toggleAttribute("aria-invalid", false);
        if (problem) {
            this.input.setAttribute("aria-invalid", "true");
        }
    }

    focus() {
        this.input.focus();
    }

    read() {
        return checked(this.setting.schema, this.input.value, this.setting.defaultValue);
    }

    /** @param {JSONValue} value */
    write(value) {
        this.input.value = written(value);
    }
}

/** One of a few words. */
class ChoiceField extends SettingField {
    /** @param {ConstructorParameters<typeof SettingField>} args */
    constructor(...args) {
        super(...args);
        this.place = make("div", { className: "options" });
        const choices = this.setting.schema.enum ?? [];
        const abouts = choices.map((choice) => {
            return [choice, this.words[`settings.${this.setting.name}.${choice}.about`] ?? ""];
        });
        fillChoices(this.place, this.id, this.names(choices), Object.fromEntries(abouts));
        this.element = this.group(this.place);
    }

    focus() {
        this.place.querySelector("input")?.focus();
    }

    read() {
        return { value: chosen(this.place) || null };
    }

    /** @param {JSONValue} value */
    write(value) {
        choose(this.place, String(value ?? ""));
    }
}

/** Any of a few words. */
class ChoicesField extends SettingField {
    /** @param {ConstructorParameters<typeof SettingField>} args */
    constructor(...args) {
        super(...args);
        const names = this.names(this.setting.schema.items?.enum ?? []);
        this.boxes = Object.keys(names).map((value) => make("input", { type: "checkbox", value }));
        const options = this.boxes.map((box) => option(box, names[box.value]));
        this.element = this.group(make("div", { className: "languages" }, ...options));
    }

    focus() {
        this.boxes[0]?.focus();
    }

    read() {
        const value = this.boxes.filter((box) => box.checked).map((box) => box.value);
        const least = this.setting.schema.minItems ?? 0;
        return value.length < least ? { problem: texts.chooseSome(least) } : { value };
    }

    /** @param {JSONValue} value */
    write(value) {
        for (const box of this.boxes) {
            box.checked = Array.isArray(value) && value.includes(box.value);
        }
    }
}

/** Yes or no. */
class FlagField extends SettingField {
    /** @param {ConstructorParameters<typeof SettingField>} args */
    constructor(...args) {
        super(...args);
        this.box = make("input", { type: "checkbox", "aria-describedby": this.described });
        this.element = make("div", {}, option(this.box, this.label), this.about, this.problem);
    }

    focus() {
        this.box.focus();
    }

    read() {
        return { value: this.box.checked };
    }

    /** @param {JSONValue} value */
    write(value) {
        this.box.checked = value === true;
    }
}

/** A secret: the page only knows whether it is set. An empty field leaves it as it is. */
class SecretField extends SettingField {
    /** @param {ConstructorParameters<typeof SettingField>} args */
    constructor(...args) {
        super(...args);
        this.is = make("p", { className: "secret-is", id: `${this.id}-is` });
        this.input = make("input", {
            type: "password",
            id: this.id,
            autocomplete: "new-password",
            spellcheck: false,
            "aria-describedby": `${this.is.id} ${this.described}`,
        });
        this.clear = make("button", { type: "button" }, texts.secretRemove);
        this.clear.ariaLabel = texts.label(texts.secretRemove, this.label);
        const label = make("label", { htmlFor: this.id }, this.label);
        const row = make("div", { className: "with-button" }, make("div", {}, this.input), this.clear);
        this.element = make("div", {}, label, row, this.is, this.about, this.problem);
    }

    focus() {
        this.input.focus();
    }

    read() {
        const typed = this.input.value.trim();
        return typed === "" ? { value: null } : checked(this.setting.schema, typed, undefined);
    }

    forget() {
        this.input.value = "";
    }

    /** @param {JSONValue} isSet */
    write(isSet) {
        this.clear.hidden = isSet !== true;
        setText(this.is, isSet === true ? texts.secretIsSet : texts.secretIsNot);
    }
}

/**
 * @param {HTMLInputElement} box
 * @param {string} name
 */
function option(box, name) {
    return make("label", { className: "choice option" }, box, make("b", {}, name));
}

/** @param {SettingDescription["schema"]} schema */
function isNumber(schema) {
    return ["integer", "number"].includes(kindOf(schema));
}
