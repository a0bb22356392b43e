// @ts-check
import { make, setText } from "../../../js/dom.js";
import { isSame } from "../../../js/same.js";
import { faultOf, isPastMidnight, spansMax, timeOf } from "./hours.js";
import { texts } from "./texts.js";

/** @typedef {import("./hours.js").Span} Span */

/** One day's hours, of a weekday or a date: a row with spans that one adds and takes away. */
export class DayHours {
    /**
     * @param {string} id unique on the page
     * @param {string} name the day, in words
     * @param {() => void} changed
     * @param {HTMLElement[]} more buttons that the row has besides
     */
    constructor(id, name, changed, more) {
        this.id = id;
        this.name = name;
        this.changed = changed;
        /** @type {SpanFields[]} */
        this.fields = [];
        this.list = make("ul", { className: "spans" });
        this.closed = make("p", { className: "closed quiet" }, texts.closed);
        this.problem = make("p", { className: "problem", id: `${id}-problem` });
        this.add = button(texts.addHours, texts.label(texts.addHours, name));
        this.add.className = "plain";
        this.add.addEventListener("click", () => {
            this.append(["", ""]).from.focus();
            this.changed();
        });
        const title = make("p", { className: "day", id: `${id}-name` }, name);
        const buttons = make("div", { className: "buttons" }, this.add, ...more);
        const hours = make("div", {}, this.closed, this.list, this.problem);
        this.element = make(
            "div",
            { className: "day-hours", role: "group", "aria-labelledby": title.id },
            title,
            hours,
            buttons,
        );
        this.mark();
    }

    /** @returns {Span[]} */
    get spans() {
        return this.fields.map(({ from, to }) => [typedTime(from), typedTime(to)]);
    }

    /**
     * The hours are these now.
     * @param {Span[]} spans
     */
    know(spans) {
        if (isSame(spans, this.spans)) {
            return;
        }
        this.fields = [];
        this.list.replaceChildren();
        spans.forEach((span) => this.append(span));
        this.mark();
    }

    /** @param {Span} span */
    append(span) {
        const place = `${this.id}-${this.fields.length}`;
        const fields = new SpanFields(place, this.name, this.problem.id, span, () => {
            this.remove(fields);
        });
        fields.element.addEventListener("input", () => this.mark());
        this.fields.push(fields);
        this.list.append(fields.element);
        this.mark();
        return fields;
    }

    /** @param {SpanFields} fields */
    remove(fields) {
        this.fields = this.fields.filter((each) => each !== fields);
        fields.element.remove();
        this.mark();
        this.add.focus();
        this.changed();
    }

    mark() {
        this.closed.hidden = this.fields.length > 0;
        this.add.hidden = this.fields.length >= spansMax;
        this.fields.forEach((each) => each.mark());
        this.show();
    }

    /**
     * Says what is wrong with the hours, if anything is.
     * @returns {HTMLInputElement | undefined} where it is
     */
    check() {
        const fault = faultOf(this.spans);
        const fields = fault && this.fields[fault.span];
        const input = fields && (fault.end === 0 ? fields.from : fields.to);
        this.show(fault ? texts.hoursFaults[fault.what] : "", input);
        return input;
    }

    /**
     * @param {string} [sentence]
     * @param {HTMLInputElement} [input]
     */
    show(sentence = "", input) {
        setText(this.problem, sentence);
        for (const each of this.fields.flatMap(({ from, to }) => [from, to])) {
            each.toggleAttribute("aria-invalid", false);
            if (each === input) {
                each.setAttribute("aria-invalid", "true");
            }
        }
    }
}

/** When a house opens and closes, once. */
class SpanFields {
    /**
     * @param {string} id
     * @param {string} day
     * @param {string} problemID
     * @param {Span} span
     * @param {() => void} remove
     */
    constructor(id, day, problemID, [from, to], remove) {
        this.day = day;
        this.from = timeField(texts.opens(day), from, problemID);
        this.to = timeField(texts.closes(day), to, `${id}-note ${problemID}`);
        this.note = make("span", { className: "quiet", id: `${id}-note` });
        this.remove = button(texts.removeHours, "");
        this.remove.classList.add("plain");
        this.remove.addEventListener("click", remove);
        const dash = make("span", { ariaHidden: "true" }, "–");
        const ends = make("div", { className: "ends" }, this.from, dash, this.to);
        this.element = make("li", {}, ends, this.remove, this.note);
        this.mark();
    }

    mark() {
        const from = typedTime(this.from);
        const to = typedTime(this.to);
        setText(this.note, isPastMidnight([from, to]) ? texts.nextDay : "");
        this.remove.ariaLabel = texts.label(texts.removeHours, `${this.day} ${from}–${to}`);
    }
}

/**
 * @param {string} label
 * @param {string} value
 * @param {string} describedBy
 */
function timeField(label, value, describedBy) {
    const field = make("input", {
        className: "figures time",
        inputMode: "numeric",
        autocomplete: "off",
        placeholder: "––:––",
        ariaLabel: label,
        "aria-describedby": describedBy,
        value,
    });
    writeTimes(field);
    return field;
}

/**
 * The time that was typed, or the text as it stands there if it is none.
 * @param {HTMLInputElement} field
 */
export function typedTime({ value }) {
    return timeOf(value) || value.trim();
}

/**
 * Makes a field rewrite what was typed in the usual form of a time.
 * @param {HTMLInputElement} field
 */
export function writeTimes(field) {
    field.addEventListener("change", () => {
        field.value = typedTime(field);
    });
}

/**
 * @param {string} text
 * @param {string} label
 */
export function button(text, label) {
    return make("button", { type: "button", ariaLabel: label || text }, text);
}
