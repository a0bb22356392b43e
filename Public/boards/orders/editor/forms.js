// @ts-check
import { make } from "../../../js/dom.js";
import { text } from "../../../js/texts.js";
import {
    allergensField, choiceField, countField, priceField, rateField, textField,
} from "./fields.js";
import { missingIn } from "./predict.js";
import { languageName, texts } from "./texts.js";
import { beside, ThingForm, translations } from "./thingform.js";

/** @typedef {import("./fields.js").Field} Field */
/** @typedef {import("./values.js").Values} Values */

/**
 * @typedef {object} Surroundings
 * @property {string} language of the page
 * @property {() => string} currency
 * @property {string[]} languages into which the menu is translated
 * @property {() => {key: string, name: string}[]} sections
 * @property {string} vat the house's rate, in words
 * @property {(sentence: string) => void} say
 */

/**
 * @param {string} language
 * @param {string} named
 * @param {boolean} hasDescription
 * @returns {Record<string, Field>}
 */
function translationFields(language, named, hasDescription) {
    /** @type {Record<string, Field>} */
    const fields = {
        [`texts.${language}.name`]: textField(texts.label(texts.fields.name, named), { language }),
    };
    if (hasDescription) {
        const label = texts.label(texts.fields.description, named);
        fields[`texts.${language}.description`] = textField(label, { language, isLong: true });
    }
    return fields;
}

/**
 * @param {string} title
 * @param {any} dish as it is now; only its section for a new one
 * @param {Surroundings} around
 * @param {{save: (values: Values) => string[], remove?: () => void}} page
 */
export function dishForm(title, dish, around, { save, remove }) {
    const { language, languages, currency, sections, vat, say } = around;
    const own = {
        name: textField(texts.fields.name, { isRequired: true }),
        description: textField(texts.fields.description, { isLong: true }),
    };
    const others = languages.map(
        (code) => ({ code, fields: translationFields(code, languageName(code), true) }),
    );
    const missing = missingIn(dish, languages);
    const rest = {
        price: priceField(texts.fields.price, currency, language),
        section: choiceField(texts.fields.section, sections),
        allergens: allergensField(),
        station: textField(texts.fields.station, { list: "station-names" }),
        vat: rateField(texts.fields.vat, language, text("vatAbout", { rate: vat })),
        left: countField(texts.fields.left, text("leftAbout")),
    };
    const parts = [
        translations(
            Object.values(own),
            others.map(({ code, fields }) => ({
                name: languageName(code),
                fields: Object.values(fields),
                isMissing: Boolean(dish.name) && missing.includes(code),
            })),
        ),
        beside(rest.price, rest.section),
        rest.allergens.element,
        beside(rest.station, rest.vat, rest.left),
    ];
    const fields = Object.assign({}, own, rest, ...others.map((each) => each.fields));
    return new ThingForm(title, fields, parts, { save, remove, say });
}

/**
 * @param {string} title
 * @param {any} section as it is now
 * @param {Surroundings} around
 * @param {{save: (values: Values) => string[], remove?: () => void}} page
 */
export function sectionForm(title, section, around, { save, remove }) {
    const { languages, say } = around;
    const name = textField(texts.fields.name, { isRequired: true });
    const station = textField(texts.fields.station, { list: "station-names" });
    const others = languages.map(
        (code) => ({ code, fields: translationFields(code, languageName(code), false) }),
    );
    const missing = missingIn(section, languages);
    const parts = [
        translations(
            [name],
            others.map(({ code, fields }) => ({
                name: languageName(code),
                fields: Object.values(fields),
                isMissing: Boolean(section.name) && missing.includes(code),
            })),
        ),
        station.element,
        make("p", { className: "about" }, text("stationAbout")),
    ];
    const fields = Object.assign({ name, station }, ...others.map((each) => each.fields));
    return new ThingForm(title, fields, parts, { save, remove, say });
}
