// @ts-check
import { choicesOf } from "../../../js/ui/forms.js";
import { counted, loadLater, make, pageLanguage, setText, text, timeWriter } from "../../../js/ui/page.js";
import { SearchField } from "../../../js/ui/searchfield.js";
import {
    checked, kindOf, numberOutside, numberRange, rateOf, written, writtenNumber, writtenRate,
} from "./values.js";

/** @typedef {import("../../../js/tablecast.js").JSONValue} JSONValue */
/** @typedef {import("./values.js").SettingDescription} SettingDescription */
/** @typedef {{ value: JSONValue } | { problem: string }} Read */

/**
 * How a board reads and writes amounts of money: the module that `settings.<name>.money` names.
 * @typedef {object} Amounts
 * @property {(typed: string, currency: string, language: string) => number | null} parseAmount
 * @property {(amount: number, currency: string, language: string) => string} typedAmount
 */

/** The most characters of a text in a field of one line. */
const oneLineMax = 120;
/** The most choices shown as radio buttons; longer lists are searched. */
const choicesMax = 8;
/** The currencies of most houses. */
const commonCurrencies = ["EUR", "USD", "GBP", "CHF", "JPY", "CAD", "AUD", "MXN"];
/**
 * The present names of cities whose zones some browsers know by a former one.
 * @type {Record<string, string>}
 */
const renamed = {
    Asmera: "Asmara", Calcutta: "Kolkata", Enderbury: "Kanton", Faeroe: "Faroe", Godthab: "Nuuk", Katmandu: "Kathmandu",
    Kiev: "Kyiv", Ponape: "Pohnpei", Rangoon: "Yangon", Saigon: "Ho_Chi_Minh", Truk: "Chuuk",
};

/**
 * Makes the field of a setting from its schema and its board's words.
 * @param {string} id unique on the page
 * @param {SettingDescription} setting
 * @param {Record<string, string>} words the board's own, about the settings
 * @param {() => string} currency the one chosen in the form
 * @returns {Field}
 */
export function fieldOf(id, setting, words, currency) {
    const { name, schema, isSecret } = setting;
    if (`${name}.percent` in words) {
        return new RateField(id, setting, words);
    }
    if (`${name}.money` in words) {
        return new MoneyField(id, setting, words, currency);
    }
    switch (isSecret ? "secret" : kindOf(schema)) {
        case "choice":
            return (schema.enum ?? []).length > choicesMax
                ? new LongChoiceField(id, setting, words)
                : new ChoiceField(id, setting, words);
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

/** The base of all fields: a label, a sentence of help, and a place for the problem. */
export class Field {
    /**
     * @param {string} id
     * @param {SettingDescription} setting
     * @param {Record<string, string>} words
     */
    constructor(id, setting, words) {
        this.id = id;
        this.setting = setting;
        this.words = words;
        this.label = words[setting.name] ?? setting.summary;
        /**
         * The button that removes a secret.
         * @type {HTMLButtonElement | undefined}
         */
        this.clear = undefined;
        /**
         * The control that gets the focus, in fields that have a single one.
         * @type {HTMLInputElement | HTMLTextAreaElement | undefined}
         */
        this.input = undefined;
        /** @type {HTMLElement} */
        this.element = make("div");
        this.problem = make("p", { className: "problem", id: `${id}-problem` });
        this.about = make("p", { className: "about", id: `${id}-about` }, this.help);
        this.about.hidden = this.help === "";
    }

    /** The help: a sentence about the setting, the accepted values, and the default. */
    get help() {
        const { setting, words } = this;
        const { defaultValue } = setting;
        const usual = defaultValue === undefined || defaultValue === null ? "" : this.named(defaultValue);
        return [
            words[`${setting.name}.about`] ?? "",
            this.range,
            usual === "" ? "" : text("setting.usually", { value: usual }),
        ]
            .filter(Boolean)
            .join(" ");
    }

    /** The accepted values, in a sentence. */
    get range() {
        const { schema } = this.setting;
        return ["integer", "number"].includes(kindOf(schema)) ? numberRange(schema) : "";
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
            return value ? text("setting.yes") : text("setting.no");
        }
        if (typeof value === "number") {
            return writtenNumber(value);
        }
        return this.words[`${this.setting.name}.${value}`] ?? written(value);
    }

    /** @param {string} problem */
    show(problem) {
        setText(this.problem, problem);
        this.input?.toggleAttribute("aria-invalid", false);
        if (problem) {
            this.input?.setAttribute("aria-invalid", "true");
        }
    }

    focus() {
        (this.input ?? this.element.querySelector("input"))?.focus();
    }

    /** Updates parts that depend on other fields. */
    draw() {}

    /** Forgets a typed secret. */
    forget() {}

    /**
     * The field's value, or the problem with it. An empty field is the default value.
     * @returns {Read}
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
            { className: "flow", "aria-describedby": this.described },
            legend,
            ...parts,
            this.about,
            this.problem,
        );
    }

    /** @param {...HTMLElement} parts the field first */
    labelled(...parts) {
        const label = make("label", { htmlFor: this.id, id: `${this.id}-label` }, this.label);
        return make("div", { className: "flow" }, label, ...parts, this.about, this.problem);
    }
}

/** A field for a text or a number, and for other kinds of values as JSON. */
class TextField extends Field {
    /** @param {ConstructorParameters<typeof Field>} args */
    constructor(...args) {
        super(...args);
        const { schema } = this.setting;
        const kind = kindOf(schema);
        const isNumber = kind === "integer" || kind === "number";
        const isOneLine = isNumber || (kind === "text" && (schema["x-charactersMax"] ?? 0) <= oneLineMax);
        this.input = isOneLine
            ? make("input", { inputMode: kind === "integer" ? "numeric" : "text" })
            : make("textarea", { rows: 3 });
        this.input.id = this.id;
        this.input.dir = "auto";
        this.input.classList.toggle("figures", isNumber);
        this.input.setAttribute("aria-describedby", this.described);
        this.element = this.labelled(this.input);
    }

    get typed() {
        return this.input.value;
    }

    /** @param {string} typed */
    set typed(typed) {
        this.input.value = typed;
    }

    read() {
        return checked(this.setting.schema, this.typed, this.setting.defaultValue);
    }

    /** @param {JSONValue} value */
    write(value) {
        this.typed = written(value);
    }
}

/** A field for a rate in percent. The hub stores hundredths of a percent. */
class RateField extends TextField {
    /** @param {ConstructorParameters<typeof Field>} args */
    constructor(...args) {
        super(...args);
        this.input.inputMode = "decimal";
        this.label = `${this.label}, ${this.unit}`;
        setText(/** @type {HTMLElement} */ (this.element.firstElementChild), this.label);
    }

    get unit() {
        return this.words[`${this.setting.name}.percent`];
    }

    get range() {
        return numberRange(this.setting.schema, writtenRate);
    }

    /** @param {JSONValue} value */
    named(value) {
        return `${writtenRate(Number(value))} ${this.unit}`;
    }

    /** @returns {Read} */
    read() {
        const { schema, defaultValue = null } = this.setting;
        if (this.typed.trim() === "") {
            return { value: defaultValue };
        }
        const value = rateOf(this.typed);
        if (value === null) {
            return { problem: text("setting.rateRequired", { example: writtenRate(550) }) };
        }
        const { minimum = 0, maximum = Infinity } = schema;
        return value < minimum || value > maximum ? { problem: numberOutside(schema, writtenRate) } : { value };
    }

    /** @param {JSONValue} value */
    write(value) {
        this.typed = value === null ? "" : writtenRate(Number(value));
    }
}

/** A field for an amount of money. The hub stores it in the currency's smallest unit. */
class MoneyField extends TextField {
    /**
     * @param {string} id
     * @param {SettingDescription} setting
     * @param {Record<string, string>} words
     * @param {() => string} currency
     */
    constructor(id, setting, words, currency) {
        super(id, setting, words);
        this.currency = currency;
        this.input.inputMode = "decimal";
        /** @type {Amounts | undefined} */
        this.amounts = undefined;
        /** @type {JSONValue} */
        this.kept = null;
        // Relative to this module, so that both have the same version.
        const address = new URL(`../../..${words[`${setting.name}.money`]}`, import.meta.url);
        loadLater(async () => {
            this.amounts = /** @type {Amounts} */ (await import(address.href));
            this.write(this.kept);
        });
    }

    get range() {
        return "";
    }

    get help() {
        return this.words[`${this.setting.name}.about`] ?? "";
    }

    draw() {
        const label = /** @type {HTMLElement} */ (this.element.firstElementChild);
        const { currency } = this;
        const parts = new Intl.NumberFormat(pageLanguage(), {
            style: "currency", currency: currency(), currencyDisplay: "narrowSymbol",
        }).formatToParts(0);
        const symbol = parts.find(({ type }) => type === "currency")?.value ?? currency();
        setText(label, `${this.label}, ${symbol}`);
    }

    /** @param {JSONValue} value */
    named(value) {
        return this.amounts?.typedAmount(Number(value), this.currency(), pageLanguage()) ?? "";
    }

    /** @returns {Read} */
    read() {
        if (!this.amounts) {
            return { value: this.kept };
        }
        const { schema, defaultValue = null } = this.setting;
        if (this.typed.trim() === "") {
            return { value: defaultValue };
        }
        const value = this.amounts.parseAmount(this.typed, this.currency(), pageLanguage());
        const { minimum = 0, maximum = Infinity } = schema;
        return value === null || value < minimum || value > maximum
            ? { problem: text("setting.amountRequired", { example: this.named(250) }) }
            : { value };
    }

    /** @param {JSONValue} value */
    write(value) {
        this.kept = value;
        this.typed = value === null ? "" : this.named(value);
    }
}

/**
 * The chosen value.
 * @param {HTMLElement} place
 */
export function chosen(place) {
    return place.querySelector("input[type=radio]:checked")?.getAttribute("value") ?? "";
}

/**
 * @param {HTMLElement} place
 * @param {string} value
 */
export function choose(place, value) {
    for (const input of place.querySelectorAll("input")) {
        input.checked = input.value === value;
    }
}

/** A field for one of a few words. */
class ChoiceField extends Field {
    /** @param {ConstructorParameters<typeof Field>} args */
    constructor(...args) {
        super(...args);
        const { name, schema } = this.setting;
        const choices = schema.enum ?? [];
        const titles = choices.map((choice) => [choice, this.named(choice)]);
        const abouts = choices.map((choice) => [choice, this.words[`${name}.${choice}.about`] ?? ""]);
        this.place = make(
            "div",
            { className: "options" },
            ...choicesOf(this.id, Object.fromEntries(titles), Object.fromEntries(abouts)),
        );
        this.element = this.group(this.place);
    }

    focus() {
        const first = this.place.querySelector("input:checked") ?? this.place.querySelector("input");
        /** @type {HTMLElement | null} */ (first)?.focus();
    }

    read() {
        return { value: chosen(this.place) || null };
    }

    /** @param {JSONValue} value */
    write(value) {
        choose(this.place, String(value ?? ""));
    }
}

/** A field for one of many words, which are searched. */
class LongChoiceField extends Field {
    /** @param {ConstructorParameters<typeof Field>} args */
    constructor(...args) {
        super(...args);
        this.search = new SearchField(this.id, {
            choices: this.choices.map((value) => ({ value, label: this.named(value) })),
            common: this.common,
            none: text("setting.noneFound"),
            describedBy: this.described,
            isKnown: (typed) => this.isKnown(typed),
        });
        this.input = this.search.input;
        this.element = this.labelled(this.search.element);
    }

    get choices() {
        return this.setting.schema.enum ?? [];
    }

    /** The choices that come first. */
    get common() {
        return this.isCurrency ? commonCurrencies : [];
    }

    get isCurrency() {
        return isCurrency(this.setting);
    }

    /** @param {string} typed whether it is valid although it is not among the choices */
    isKnown(typed) {
        return false;
    }

    /**
     * @param {JSONValue} value
     * @returns {string}
     */
    named(value) {
        if (this.isCurrency && typeof value === "string") {
            const name = new Intl.DisplayNames(pageLanguage(), { type: "currency" }).of(value);
            return name === value ? value : `${name} (${value})`;
        }
        return super.named(value);
    }

    /** @returns {Read} */
    read() {
        return this.search.isCertain
            ? { value: this.search.value || null }
            : { problem: text("setting.choose") };
    }

    /** @param {JSONValue} value */
    write(value) {
        this.search.value = String(value ?? "");
    }
}

/**
 * Whether a setting is one of the world's currencies.
 * @param {SettingDescription} setting
 */
export function isCurrency({ schema: { enum: choices = [] } }) {
    return choices.length > choicesMax && choices.every((code) => /^[A-Z]{3}$/.test(code));
}

/** A field for a time zone, with its present time. */
export class ZoneField extends LongChoiceField {
    /**
     * @param {string} id
     * @param {SettingDescription} setting
     * @param {Record<string, string>} words
     * @param {() => number} now
     */
    constructor(id, setting, words, now) {
        super(id, setting, words);
        this.now = now;
        this.there = make("p", { className: "about", id: `${id}-now` });
        this.about.after(this.there);
        this.input.setAttribute("aria-describedby", `${this.described} ${this.there.id}`);
        this.input.addEventListener("focus", () => this.learn());
    }

    /** Loads the other names of zones, by which the search finds them too. */
    async learn() {
        const { otherNames } = await import("./zones.js");
        for (const each of this.search.choices) {
            each.also ??= otherNames(each.value, each.label);
        }
        if (this.search.isOpen && !this.search.isCertain) {
            this.search.open(this.input.value);
        }
    }

    get choices() {
        return [...new Set(["UTC", .../** @type {any} */ (Intl).supportedValuesOf?.("timeZone") ?? []])];
    }

    get common() {
        return [...new Set([new Intl.DateTimeFormat().resolvedOptions().timeZone, "UTC"])];
    }

    /** @param {string} typed */
    isKnown(typed) {
        try {
            new Intl.DateTimeFormat("en", { timeZone: typed });
            return typed.includes("/");
        } catch {
            return false;
        }
    }

    /** @param {JSONValue} value */
    named(value) {
        return String(value).replace(/[^/]+$/, (city) => renamed[city] ?? city).replaceAll("_", " ");
    }

    draw() {
        const zone = this.search.value;
        const time = zone && this.search.isCertain ? timeWriter(zone, this.now)(this.now()) : "";
        setText(this.there, time && text("zoneNow", { time }));
    }
}

/** A field for several of a few words. */
class ChoicesField extends Field {
    /** @param {ConstructorParameters<typeof Field>} args */
    constructor(...args) {
        super(...args);
        const values = this.setting.schema.items?.enum ?? [];
        this.boxes = values.map((value) => make("input", { type: "checkbox", value }));
        const options = this.boxes.map((box) => option(box, this.named(box.value)));
        this.element = this.group(make("div", { className: "tiles" }, ...options));
    }

    read() {
        const value = this.boxes.filter((box) => box.checked).map((box) => box.value);
        const count = this.setting.schema.minItems ?? 0;
        return value.length < count ? { problem: counted("setting.chooseSome", count) } : { value };
    }

    /** @param {JSONValue} value */
    write(value) {
        for (const box of this.boxes) {
            box.checked = Array.isArray(value) && value.includes(box.value);
        }
    }
}

/** A field for the languages of the house: its own, and those that guests may also read. */
export class LanguagesField extends Field {
    /** @param {ConstructorParameters<typeof Field>} args */
    constructor(...args) {
        super(...args);
        /**
         * The chosen languages, in the house's order.
         * @type {Set<string>}
         */
        this.wanted = new Set();
        const values = this.setting.schema.items?.enum ?? [];
        this.own = make("div", { className: "tiles" });
        this.boxes = values.map((value) => make("input", { type: "checkbox", value }));
        for (const box of this.boxes) {
            const radio = make("input", { type: "radio", name: this.id, value: box.value });
            this.own.append(option(radio, this.named(box.value), box.value));
            // Called before the form's own listener.
            box.addEventListener("input", () => {
                if (box.checked) {
                    this.wanted.add(box.value);
                } else {
                    this.wanted.delete(box.value);
                }
            });
        }
        const others = this.boxes.map((box) => option(box, this.named(box.value), box.value));
        const part = (/** @type {string} */ title, /** @type {HTMLElement[]} */ ...parts) =>
            make("fieldset", { className: "flow", "aria-describedby": this.problem.id },
                make("legend", { className: "label" }, title), ...parts);
        this.element = make(
            "div",
            { className: "flow" },
            part(this.label, this.own, this.about),
            part(
                text("otherLanguages"),
                make("div", { className: "tiles" }, ...others),
                make("p", { className: "about" }, text("otherLanguagesAbout")),
                this.problem,
            ),
        );
        this.own.addEventListener("input", () => this.mark());
    }

    focus() {
        /** @type {HTMLElement | null} */ (this.own.querySelector("input:checked"))?.focus();
    }

    /** The house's own language comes first. */
    read() {
        const own = chosen(this.own);
        return { value: own ? [own, ...[...this.wanted].filter((each) => each !== own)] : null };
    }

    /** @param {JSONValue} value */
    write(value) {
        const languages = Array.isArray(value) ? value.map(String) : [];
        this.wanted = new Set(languages);
        choose(this.own, languages[0] ?? "");
        this.mark();
    }

    /** The house's own language is always on. */
    mark() {
        const own = chosen(this.own);
        for (const box of this.boxes) {
            box.disabled = box.value === own;
            box.checked = box.disabled || this.wanted.has(box.value);
        }
    }
}

/** A field for yes or no. */
class FlagField extends Field {
    /** @param {ConstructorParameters<typeof Field>} args */
    constructor(...args) {
        super(...args);
        this.input = make("input", { type: "checkbox", "aria-describedby": this.described });
        this.element = make("div", {}, option(this.input, this.label), this.about, this.problem);
    }

    read() {
        return { value: this.input.checked };
    }

    /** @param {JSONValue} value */
    write(value) {
        this.input.checked = value === true;
    }
}

/** A field for a secret. The page knows only whether it is set; an empty field keeps it. */
class SecretField extends Field {
    /** @param {ConstructorParameters<typeof Field>} args */
    constructor(...args) {
        super(...args);
        this.is = make("p", { className: "about", id: `${this.id}-is` });
        this.input = make("input", {
            type: "password",
            id: this.id,
            autocomplete: "new-password",
            spellcheck: false,
            "aria-describedby": `${this.is.id} ${this.described}`,
        });
        this.clear = make("button", { type: "button" }, text("setting.secretRemove"));
        this.clear.ariaLabel = text("label", { what: text("setting.secretRemove"), name: this.label });
        const row = make("div", { className: "with-button" }, make("div", {}, this.input), this.clear);
        this.element = this.labelled(row, this.is);
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
        setText(this.is, isSet === true ? text("setting.secretIsSet") : text("setting.secretIsNot"));
    }
}

/**
 * @param {HTMLInputElement} box
 * @param {string} name
 * @param {string} [lang] of the name
 */
function option(box, name, lang = "") {
    return make("label", { className: "choice" }, box, make("b", { lang }, name));
}
