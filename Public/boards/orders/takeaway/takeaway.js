// @ts-check
import { Asking, Kept } from "../../../js/ui/asking.js";
import {
    addStyles, make, makeButton, newIdentifier, pageLanguage, panelTexts, setText,
    showProblems, takeBackProblem,
} from "../../../js/ui/page.js";
import { kept } from "../guest/kept.js";
import { Carte } from "./carte.js";

/**
 * The values of the fields.
 * @typedef {{kind: string, name: string, phone: string, address: string}} Typed
 */

/** @typedef {{venue: string, secret: string}} Context */

const folder = "/boards/orders/takeaway";
const fields = /** @type {const} */ (["name", "phone", "address"]);
/** @typedef {(typeof fields)[number]} Field */

/**
 * @template Part
 * @param {(field: Field) => Part} partOf
 */
function ofEach(partOf) {
    return { name: partOf("name"), phone: partOf("phone"), address: partOf("address") };
}

/**
 * The missing required fields: a name to call, and for a delivery an address and a phone number.
 * @param {Typed} typed
 * @returns {Field[]}
 */
export function missingIn(typed) {
    const needed = typed.kind === "delivery" ? fields : fields.slice(0, 1);
    return needed.filter((field) => typed[field].trim() === "");
}

/**
 * The arguments of the change. A typed address that is no longer needed is not sent.
 * @param {Typed} typed
 * @returns {import("../../../js/tablecast.js").JSONObject}
 */
export function argumentsOf({ kind, name, phone, address }) {
    const typed = Object.entries({ name, phone, address: kind === "delivery" ? address : "" });
    const trimmed = typed.map(([field, value]) => [field, value.trim()]);
    const given = trimmed.filter(([, value]) => value !== "");
    return { kind, ...Object.fromEntries(given) };
}

/**
 * The panel behind the join link for orders to take away or to deliver. The first chosen dish opens
 * the tab, and leads to its page.
 * @param {HTMLElement} place
 * @param {Context} context
 */
export async function mount(place, context) {
    addStyles(`${folder}/takeaway.css`);
    const panel = new Takeaway(place, context, await panelTexts(folder));
    panel.resume();
    return {};
}

class Takeaway {
    /**
     * @param {HTMLElement} place
     * @param {Context} context
     * @param {Record<string, string>} texts
     */
    constructor(place, { venue, secret }, texts) {
        this.texts = texts;
        /** @type {Kept<Typed>} */
        this.kept = new Kept(`takeaway.${secret}`);
        this.first = kept.first(venue);
        this.carte = new Carte((dish) => this.choose(dish));
        this.asking = new Asking(venue, "orders.open", secret, (why) => this.say(texts[why]));
        this.isAsking = false;
        this.said = make("p", { className: "said strong", role: "status" });
        this.send = make("button", { type: "submit", className: "action send" }, texts.send);
        this.open = makeButton(texts.open, () => this.show(true), { "aria-expanded": "false" });
        this.kinds = ["takeaway", "delivery"].map((value) => {
            const input = make("input", { type: "radio", name: "kind", value });
            input.checked = value === "takeaway";
            return input;
        });
        this.inputs = {
            name: make("input", {
                dir: "auto", autocomplete: "name", autocapitalize: "words", spellcheck: false,
            }),
            phone: make("input", { type: "tel", dir: "ltr", autocomplete: "tel" }),
            address: make("textarea", { dir: "auto", rows: 2, autocomplete: "street-address" }),
        };
        this.problems = ofEach((field) => make("p", { className: "problem", id: `takeaway-${field}-problem` }));
        this.parts = ofEach((field) => this.part(field));
        this.fields = this.makeFields();
        const properties = { noValidate: true, hidden: true };
        this.form = make("form", properties, this.fields, this.send, this.said);
        place.classList.add("takeaway", "addition", "stack", "box");
        place.setAttribute("aria-labelledby", "takeaway-title");
        place.append(
            make("h2", { id: "takeaway-title" }, texts.title),
            make("p", { className: "quiet" }, texts.about),
            this.open,
            this.form,
            this.carte.element,
        );
        place.hidden = false;
        this.form.addEventListener("input", ({ target }) => this.changed(target));
        this.form.addEventListener("submit", (event) => {
            event.preventDefault();
            if (this.isGood()) {
                this.send.hidden = true;
                void this.carte.load(`/v1/${venue}/orders/carte`, {
                    headers: { Authorization: `Bearer ${secret}` },
                    credentials: "omit",
                });
            }
        });
    }

    /** @param {Field} field */
    part(field) {
        const input = this.inputs[field];
        input.id = `takeaway-${field}`;
        input.setAttribute("aria-describedby", this.problems[field].id);
        const label = make("label", { htmlFor: input.id }, this.texts[field]);
        return make("div", {}, label, input, this.problems[field]);
    }

    makeFields() {
        const choices = this.kinds.map((input) =>
            make("label", {}, input, make("span", {}, this.texts[input.value])),
        );
        const kinds = make(
            "fieldset",
            { className: "kinds picks" },
            make("legend", { className: "label" }, this.texts.kind),
            ...choices,
        );
        const { name, phone, address } = this.parts;
        address.hidden = true;
        return make("fieldset", { className: "fields" }, kinds, name, phone, address);
    }

    /** @returns {Typed} */
    get typed() {
        const { name, phone, address } = this.inputs;
        const kind = this.kinds.find(({ checked }) => checked)?.value ?? "takeaway";
        return { kind, name: name.value, phone: phone.value, address: address.value };
    }

    /** Restores the values typed before a reload, and repeats a request. */
    resume() {
        const { typed, asked } = this.kept;
        if (typed) {
            fields.forEach((field) => (this.inputs[field].value = typed[field] ?? ""));
            this.kinds.forEach((input) => (input.checked = input.value === typed.kind));
            this.parts.address.hidden = typed.kind !== "delivery";
        }
        if (typed || asked) {
            this.show(false);
        }
        if (asked) {
            void this.ask(asked);
        }
    }

    /** @param {boolean} isTapped */
    show(isTapped) {
        this.form.hidden = false;
        this.open.hidden = true;
        if (isTapped) {
            this.kinds[0].focus();
        }
    }

    /** @param {EventTarget | null} target */
    changed(target) {
        const field = fields.find((each) => this.inputs[each] === target);
        if (field) {
            takeBackProblem(this.inputs[field], this.problems[field]);
        }
        this.parts.address.hidden = this.typed.kind !== "delivery";
        this.kept.type(this.typed);
    }

    /** Returns whether all required fields are filled, and shows the missing ones. */
    isGood() {
        this.say("");
        const problems = missingIn(this.typed).map((field) => ({
            field,
            message: this.texts[`problems.${field}.required`],
        }));
        showProblems(problems, this.inputs, this.problems);
        return problems.length === 0;
    }

    /** @param {string} dish the first dish */
    choose(dish) {
        if (!this.isAsking && this.isGood()) {
            this.first.write({ dish });
            const args = { ...argumentsOf(this.typed), secret: newIdentifier() };
            void this.ask(this.kept.asked ?? this.kept.ask({ id: newIdentifier(), args }));
        }
    }

    /** @param {import("../../../js/ui/asking.js").Asked} asked */
    async ask(asked) {
        this.hold(true);
        this.say(this.texts.sending);
        const answer = await this.asking.ask(asked);
        if (answer.kind === "joined") {
            // The button stays disabled until the order's own page opens, which adds the dish.
            this.first.write({ ...this.first.read(), tab: answer.result.tab });
            location.replace(`/t/${answer.ticket}?lang=${pageLanguage()}`);
            return;
        }
        this.kept.refused();
        this.hold(false);
        this.say("");
        if (answer.kind === "invalid") {
            const problems = answer.problems.map(({ field, reason }) => ({
                field,
                message: this.texts[`problems.${field}`] ?? reason,
            }));
            if (showProblems(problems, this.inputs, this.problems)) {
                return;
            }
        }
        this.say(answer.kind === "closed" ? this.texts.closed : this.texts.refused);
    }

    /** @param {boolean} isHeld */
    hold(isHeld) {
        this.isAsking = isHeld;
        this.fields.disabled = isHeld;
        this.send.ariaDisabled = String(isHeld);
    }

    /** @param {string} sentence */
    say(sentence) {
        setText(this.said, sentence);
        if (sentence !== "" && sentence !== this.texts.sending) {
            // The chosen dish may be far below.
            this.said.scrollIntoView({ block: "nearest" });
        }
    }
}
