// @ts-check
import { choicesOf } from "../../../js/ui/forms.js";
import {
    arrange, dropOthers, familyOf, isSame, make, makeButton, pageLanguage, setText, text,
} from "../../../js/ui/page.js";
import { choose, chosen, Field } from "./fields.js";
import {
    datesFrom, datesMax, faultOf, isPastMidnight, spansMax, tidied, timeOf, weekdays,
} from "./values.js";

/** @typedef {import("../../../js/tablecast.js").JSONValue} JSONValue */
/** @typedef {import("./fields.js").Read} Read */
/** @typedef {import("./values.js").Hours} Hours */
/** @typedef {import("./values.js").Span} Span */

/** A Monday, the base date for the names of weekdays. */
const mondayMs = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;

/** @param {string} what the kind of fault in a time */
const faultText = (what) => familyOf("hours.faults")[what];

/** A field for the time when the house's day begins. */
export class DayStartField extends Field {
    /** @param {ConstructorParameters<typeof Field>} args */
    constructor(...args) {
        super(...args);
        this.input = make("input", {
            id: this.id, className: "figures time", inputMode: "numeric", "aria-describedby": this.described,
        });
        writeTimes(this.input);
        this.element = this.labelled(this.input);
    }

    /** @returns {Read} */
    read() {
        const time = timeOf(this.input.value);
        return time ? { value: time } : { problem: faultText(this.input.value.trim() ? "wrong" : "missing") };
    }

    /** @param {JSONValue} value */
    write(value) {
        this.input.value = String(value ?? "");
    }
}

/** The base of the fields of hours: rows of days with their hours. */
class DaysField extends Field {
    /** @param {ConstructorParameters<typeof Field>} args */
    constructor(...args) {
        super(...args);
        /** @type {Map<string, DayHours>} */
        this.days = new Map();
        this.rows = make("div", { className: "week ruled", hidden: true });
    }

    /** Tells the form that a button has changed something. */
    changed() {
        this.rows.dispatchEvent(new CustomEvent("choose", { bubbles: true }));
    }

    /** @returns {Hours} as typed, possibly wrong */
    get spans() {
        return Object.fromEntries([...this.days].map(([day, row]) => [day, row.spans]));
    }

    /** The problem of the first faulty day. */
    get fault() {
        const faults = [...this.days.values()].map((row) => faultOf(row.spans));
        return faults.find(Boolean)?.what;
    }

    /** @param {string} problem found by `read` or by the hub */
    show(problem) {
        const isOfDay = Boolean(problem) && this.fault !== undefined;
        this.days.forEach((row) => (isOfDay ? row.check() : row.show()));
        super.show(isOfDay ? "" : problem);
    }

    focus() {
        const wrong = this.rows.querySelector("[aria-invalid=true]");
        /** @type {HTMLElement | null} */ (wrong ?? this.first)?.focus();
    }

    /**
     * The element to focus if nothing is wrong.
     * @returns {HTMLElement | null}
     */
    get first() {
        return null;
    }

    /** @param {string} day */
    nameOf(day) {
        return this.days.get(day)?.name ?? dateInWords(day);
    }

    /**
     * The days, in words, on which somebody else's hours differ from the typed ones.
     * @param {Hours} theirs
     * @param {string[]} days
     * @param {Hours} typed
     */
    inWords(theirs, days, typed) {
        const others = days.filter((day) => !isSame(theirs[day] ?? [], typed[day] ?? []));
        return (others.length > 0 ? others : days)
            .map((day) => text("label", { what: this.nameOf(day), name: spansInWords(theirs[day] ?? []) }))
            .join("; ");
    }
}

/** A field for the opening hours by weekday, or for *always open*. */
export class WeekField extends DaysField {
    /** @param {ConstructorParameters<typeof Field>} args */
    constructor(...args) {
        super(...args);
        const titles = familyOf("hours.when", ["always", "some"]);
        this.when = make("div", {}, ...choicesOf(this.id, titles, familyOf("hours.whenAbout")));
        const writer = new Intl.DateTimeFormat(pageLanguage(), { weekday: "long", timeZone: "UTC" });
        let before = "";
        for (const [place, day] of weekdays.entries()) {
            const weekday = writer.format(mondayMs + place * dayMs);
            const name = capitalized(weekday);
            const copies = before ? [this.copyButton(before, day, name)] : [];
            const row = new DayHours(`${this.id}-${day}`, name, () => this.changed(), copies);
            this.days.set(day, row);
            this.rows.append(row.element);
            before = weekday;
        }
        this.element = make("div", { className: "flow" }, this.group(this.when), this.rows);
    }

    /**
     * @param {string} before the name of the previous day
     * @param {string} day
     * @param {string} name
     */
    copyButton(before, day, name) {
        return plainButton(text("hours.asOn", { day: before }), name, () => {
            const source = this.days.get(weekdays[weekdays.indexOf(day) - 1]);
            this.days.get(day)?.know(source?.spans ?? []);
            this.changed();
        });
    }

    get isAlways() {
        return chosen(this.when) === "always";
    }

    get first() {
        const add = this.isAlways ? undefined : this.days.get(weekdays[0])?.add;
        return add ?? this.when.querySelector("input");
    }

    /** @returns {Read} */
    read() {
        if (this.isAlways) {
            return { value: null };
        }
        const week = tidied(this.spans, false);
        if (this.fault) {
            return { problem: faultText(this.fault) };
        }
        return Object.keys(week).length > 0 ? { value: week } : { problem: text("hours.required") };
    }

    /** @param {JSONValue} value */
    write(value) {
        const hours = /** @type {Hours | null} */ (value);
        choose(this.when, hours ? "some" : "always");
        // While the house is always open, the typed hours are kept.
        this.days.forEach((row, day) => hours && row.know(hours[day] ?? []));
    }

    draw() {
        this.rows.hidden = this.isAlways;
    }

    /** @param {JSONValue} value */
    named(value) {
        const hours = /** @type {Hours | null} */ (value);
        return hours ? this.inWords(hours, weekdays, this.isAlways ? {} : this.spans) : familyOf("hours.when").always;
    }
}

/** A field for dates with exceptional hours. */
export class DatesField extends DaysField {
    /** @param {ConstructorParameters<typeof Field>} args */
    constructor(...args) {
        super(...args);
        const problemID = `${this.id}-from-problem`;
        const date = (/** @type {string} */ end, /** @type {string} */ label, /** @type {string} */ described) => {
            const id = `${this.id}-${end}`;
            const input = make("input", { type: "date", id, className: "figures", "aria-describedby": described });
            return { input, part: make("div", {}, make("label", { htmlFor: id }, label), input) };
        };
        const from = date("from", text("hours.from"), problemID);
        const until = date("until", text("hours.until"), "");
        this.from = from.input;
        this.until = until.input;
        this.fromProblem = make("p", { className: "problem", id: problemID });
        this.add = makeButton(text("hours.addDates"), () => this.addFromFields());
        const title = make("h3", {}, this.label);
        const fields = make("div", { className: "add-dates" }, from.part, until.part, this.add);
        this.element = make("div", { className: "flow" }, title, this.about, this.rows, fields, this.fromProblem, this.problem);
    }

    get first() {
        return this.from;
    }

    /** @returns {Read} */
    read() {
        if (this.fault) {
            return { problem: faultText(this.fault) };
        }
        const dates = tidied(this.spans, true);
        return { value: Object.keys(dates).length > 0 ? dates : null };
    }

    /** @param {JSONValue} value */
    write(value) {
        const dates = /** @type {Hours} */ (value ?? {});
        dropOthers(this.days, new Set(Object.keys(dates)));
        Object.entries(dates).forEach(([date, spans]) => this.row(date).know(spans));
    }

    draw() {
        arrange(this.rows, [...this.days.keys()].sort().map((date) => this.row(date).element));
        this.rows.hidden = this.days.size === 0;
        this.add.disabled = this.days.size >= datesMax;
    }

    /** @param {JSONValue} value */
    named(value) {
        const dates = /** @type {Hours | null} */ (value);
        return dates ? this.inWords(dates, Object.keys(dates).sort(), this.spans) : "";
    }

    /** @param {string} problem */
    show(problem) {
        super.show(problem);
        this.showFrom("");
    }

    /** @param {string} problem of the dates to add */
    showFrom(problem) {
        setText(this.fromProblem, problem);
        this.from.toggleAttribute("aria-invalid", false);
        if (problem) {
            this.from.setAttribute("aria-invalid", "true");
            this.from.focus();
        }
    }

    /**
     * The row of a date with exceptional hours.
     * @param {string} date
     */
    row(date) {
        const known = this.days.get(date);
        if (known) {
            return known;
        }
        const name = dateInWords(date);
        const remove = plainButton(text("hours.removeDate"), name, () => {
            this.days.delete(date);
            row.element.remove();
            this.changed();
            this.from.focus();
        });
        const row = new DayHours(`${this.id}-${date}`, name, () => this.changed(), [remove]);
        this.days.set(date, row);
        return row;
    }

    addFromFields() {
        if (this.from.value === "") {
            this.showFrom(text("hours.dateRequired"));
            return;
        }
        const room = datesMax - this.days.size;
        const dates = datesFrom(this.from.value, this.until.value, datesMax + 1);
        if (dates.length === 0) {
            this.showFrom(text("hours.datesTurned"));
            return;
        }
        const added = dates.filter((date) => !this.days.has(date));
        if (added.length > room) {
            this.showFrom(text("hours.datesMax", { count: datesMax }));
            return;
        }
        added.forEach((date) => this.row(date));
        this.from.value = "";
        this.until.value = "";
        this.changed();
        this.days.get(dates[0])?.add.focus();
    }
}

/** @param {Span[]} spans */
function spansInWords(spans) {
    return spans.map((span) => span.join("–")).join(", ") || text("hours.closed");
}

/** @param {string} date */
function dateInWords(date) {
    const writer = new Intl.DateTimeFormat(pageLanguage(), {
        weekday: "short",
        day: "numeric",
        month: "short",
        year: "numeric",
        timeZone: "UTC",
    });
    return capitalized(writer.format(Date.parse(date)));
}

/** @param {string} word */
function capitalized(word) {
    return word.charAt(0).toUpperCase() + word.slice(1);
}

/** One day's hours, of a weekday or a date: a row of spans that can be added and removed. */
class DayHours {
    /**
     * @param {string} id unique on the page
     * @param {string} name the day, in words
     * @param {() => void} changed
     * @param {HTMLElement[]} more further buttons of the row
     */
    constructor(id, name, changed, more) {
        this.id = id;
        this.name = name;
        this.changed = changed;
        /** @type {SpanFields[]} */
        this.fields = [];
        this.list = make("ul", { className: "spans" });
        this.closed = make("p", { className: "closed quiet" }, text("hours.closed"));
        this.problem = make("p", { className: "problem", id: `${id}-problem` });
        this.add = plainButton(text("hours.add"), name, () => {
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
     * Takes the present hours.
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
     * Shows the problem of the hours, if any.
     * @returns {HTMLInputElement | undefined} the faulty field
     */
    check() {
        const fault = faultOf(this.spans);
        const fields = fault && this.fields[fault.span];
        const input = fields && (fault.end === 0 ? fields.from : fields.to);
        this.show(fault ? faultText(fault.what) : "", input);
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

/** An opening time and a closing time. */
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
        this.from = timeField(text("hours.opens", { day }), from, problemID);
        this.to = timeField(text("hours.closes", { day }), to, `${id}-note ${problemID}`);
        this.note = make("span", { className: "about", id: `${id}-note` });
        this.remove = plainButton("×", "", remove);
        const dash = make("span", { ariaHidden: "true" }, "–");
        this.element = make("li", {}, this.from, dash, this.to, this.remove, this.note);
        this.mark();
    }

    mark() {
        const from = typedTime(this.from);
        const to = typedTime(this.to);
        setText(this.note, isPastMidnight([from, to]) ? text("hours.nextDay") : "");
        this.remove.ariaLabel = text("label", { what: text("hours.remove"), name: `${this.day} ${from}–${to}` });
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
 * The typed time, or the text itself if it is no time.
 * @param {HTMLInputElement} field
 */
function typedTime({ value }) {
    return timeOf(value) || value.trim();
}

/**
 * Makes a field rewrite the typed time in the usual form.
 * @param {HTMLInputElement} field
 */
function writeTimes(field) {
    field.addEventListener("change", () => {
        field.value = typedTime(field);
    });
}

/**
 * @param {string} words
 * @param {string} name what it is about
 * @param {() => void} press
 */
function plainButton(words, name, press) {
    const ariaLabel = name ? text("label", { what: words, name }) : words;
    return makeButton(words, press, { className: "plain", ariaLabel });
}
