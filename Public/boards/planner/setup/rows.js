// @ts-check
import { make, makeButton, setText } from "../../../js/dom.js";
import { text } from "../../../js/texts.js";
import { dayCodes } from "../core/repeat.js";
import { texts } from "./texts.js";

/** @typedef {import("./rules.js").Fault} Fault */
/**
 * A row of a list that is edited.
 * @template T
 * @typedef {object} EditedRow
 * @property {HTMLElement} element
 * @property {() => T} read
 * @property {(field: string) => void} focus
 * @property {HTMLElement} problem
 */

/**
 * A list of rows that one adds, takes away and, where their order matters, moves.
 * @template T
 */
export class RowsField {
    /**
     * @param {object} options
     * @param {string} options.id unique on the page
     * @param {string} options.label
     * @param {string} options.about
     * @param {string} options.none what is said without rows
     * @param {string} options.add the button's text
     * @param {T} options.blank a new row
     * @param {number} options.max
     * @param {boolean} [options.isOrdered] whether rows can be moved
     * @param {(value: T, id: string, changed: () => void) => EditedRow<T>} options.row
     * @param {() => void} options.changed
     */
    constructor(options) {
        this.options = options;
        /** @type {EditedRow<T>[]} */
        this.rows = [];
        this.count = 0;
        this.list = make("ol", { className: "edited" });
        this.none = make("p", { className: "about" }, options.none);
        this.add = makeButton(options.add, () => {
            this.append(options.blank);
            this.rows[this.rows.length - 1].focus("");
            this.changed();
        });
        this.problem = make("p", { className: "problem" });
        this.element = make(
            "fieldset", { className: "rows-field", id: options.id },
            make("legend", {}, make("h3", {}, options.label)),
            make("p", { className: "about" }, options.about),
            this.none, this.list, this.add, this.problem,
        );
    }

    /** @returns {T[]} */
    get value() {
        return this.rows.map((row) => row.read());
    }

    /** @param {T[]} values */
    write(values) {
        this.rows = [];
        this.list.replaceChildren();
        values.forEach((value) => this.append(value));
        this.mark();
    }

    /** @param {T} value */
    append(value) {
        this.count += 1;
        const { options } = this;
        const row = options.row(value, `${options.id}-${this.count}`, () => this.changed());
        const number = make("span", { className: "edited-number figures quiet" });
        const buttons = make("div", { className: "edited-buttons" });
        const move = (/** @type {-1 | 1} */ step) => this.move(row, step);
        if (options.isOrdered) {
            buttons.append(
                makeButton("↑", () => move(-1), { className: "plain", ariaLabel: text("moveUp") }),
                makeButton("↓", () => move(1), { className: "plain", ariaLabel: text("moveDown") }),
            );
        }
        buttons.append(makeButton(text("remove"), () => {
            this.rows = this.rows.filter((each) => each !== row);
            row.element.remove();
            this.add.focus();
            this.changed();
        }, { className: "plain" }));
        row.element.prepend(number);
        row.element.append(buttons, row.problem);
        this.rows.push(row);
        this.list.append(row.element);
    }

    /**
     * @param {EditedRow<T>} row
     * @param {-1 | 1} step
     */
    move(row, step) {
        const index = this.rows.indexOf(row);
        const other = this.rows[index + step];
        if (!other) {
            return;
        }
        this.rows[index] = other;
        this.rows[index + step] = row;
        other.element[step < 0 ? "before" : "after"](row.element);
        const button = row.element.querySelector(`.edited-buttons button:nth-child(${step < 0 ? 1 : 2})`);
        this.changed();
        if (button instanceof HTMLButtonElement) {
            button.focus();
        }
    }

    changed() {
        this.mark();
        this.options.changed();
    }

    /** Numbers the rows, and shows which buttons are of use. */
    mark() {
        this.rows.forEach((row, index) => {
            const number = row.element.firstElementChild;
            if (number) {
                setText(number, this.options.isOrdered ? `${index + 1}.` : "");
            }
        });
        this.none.hidden = this.rows.length > 0;
        this.add.hidden = this.rows.length >= this.options.max;
        this.show([]);
    }

    /** @param {Fault[]} faults */
    show(faults) {
        setText(this.problem, "");
        this.rows.forEach((row, index) => {
            const own = faults.filter((fault) => fault.index === index);
            setText(row.problem, own.map(({ key }) => texts.faults[key] ?? "").join(" "));
        });
    }

    /** @param {Fault} [fault] */
    focus(fault) {
        const row = this.rows[fault?.index ?? 0];
        if (row) {
            row.focus(fault?.field ?? "");
        } else {
            this.add.focus();
        }
    }
}

/**
 * A field of a row, with its label above.
 * @param {string} id
 * @param {string} label
 * @param {HTMLInputElement} input
 */
function field(id, label, input) {
    input.id = id;
    return make("div", { className: "edited-field" }, make("label", { htmlFor: id }, label), input);
}

/**
 * A rule of covers: on which days, from when to when, how many.
 * @param {import("./rules.js").TypedRule} rule
 * @param {string} id
 * @param {() => void} changed
 * @returns {EditedRow<import("./rules.js").TypedRule>}
 */
export function pacingRow(rule, id, changed) {
    const days = dayCodes.map((day) => {
        const button = makeButton(texts.weekdays[day], () => {
            button.ariaPressed = String(button.ariaPressed !== "true");
            sayDays();
            changed();
        }, { ariaLabel: texts.weekdaysLong[day], ariaPressed: String(rule.days.includes(day)) });
        return { day, button };
    });
    const chosen = () => days.filter(({ button }) => button.ariaPressed === "true");
    const when = make("span", { className: "label" });
    const sayDays = () => setText(when, chosen().length === 0 ? text("everyDay") : text("onDays"));
    sayDays();
    const from = make("input", { type: "time", value: rule.from });
    const to = make("input", { type: "time", value: rule.to });
    const covers = make("input", {
        inputMode: "numeric", value: rule.covers, className: "figures", autocomplete: "off",
    });
    for (const input of [from, to, covers]) {
        input.addEventListener("input", changed);
    }
    const buttons = make("div", { className: "edited-days" }, ...days.map(({ button }) => button));
    const group = make("div", { role: "group", "aria-label": text("days") }, when, buttons);
    const problem = make("p", { className: "problem" });
    const element = make(
        "li", { className: "edited-row" }, group,
        field(`${id}-from`, text("from"), from), field(`${id}-to`, text("to"), to),
        field(`${id}-covers`, text("covers"), covers),
    );
    return {
        element, problem,
        read: () => ({
            days: chosen().map(({ day }) => day), from: from.value, to: to.value, covers: covers.value,
        }),
        focus: (name) => (name === "to" ? to : covers).focus(),
    };
}

/**
 * How long parties up to a size stay.
 * @param {import("./rules.js").TypedStep} step
 * @param {string} id
 * @param {() => void} changed
 * @returns {EditedRow<import("./rules.js").TypedStep>}
 */
export function stayRow(step, id, changed) {
    const number = (/** @type {string} */ value) =>
        make("input", { inputMode: "numeric", value, className: "figures", autocomplete: "off" });
    const size = number(step.size);
    const minutes = number(step.minutes);
    for (const input of [size, minutes]) {
        input.addEventListener("input", changed);
    }
    const problem = make("p", { className: "problem" });
    const element = make(
        "li", { className: "edited-row" },
        field(`${id}-size`, text("upToSize"), size), field(`${id}-minutes`, text("stayMinutes"), minutes),
    );
    return {
        element, problem,
        read: () => ({ size: size.value, minutes: minutes.value }),
        focus: (name) => (name === "minutes" ? minutes : size).focus(),
    };
}
