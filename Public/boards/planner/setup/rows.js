// @ts-check
import { choicesOf } from "../../../js/ui/forms.js";
import {
    counted, familyAbout, familyOf, make, makeButton, reasonOf, setText, text, words,
} from "../../../js/ui/page.js";
import { dayCodes } from "../core/dates.js";
import { IssueWords } from "../issues/issuewords.js";

/** Texts that several of the page's scripts share. */
export const texts = {
    done: familyAbout("done"),
    /** The sentences for finished changes that can't be undone. */
    asked: familyAbout("asked"),
    colors: familyOf("colors"),
    displays: familyOf("displays"),
    displaysAbout: familyOf("displaysAbout"),
    details: familyOf("details"),
    detailsAbout: familyOf("detailsAbout"),
    flags: familyOf("flags"),
    faults: familyOf("faults"),
    kinds: familyOf("kinds"),
    providers: familyOf("providers"),
    accountStates: familyOf("accountStates"),
    accountProblems: familyOf("accountProblems"),
    /** Problems worded differently from those of other servers. */
    googleProblems: familyOf("googleProblems"),
    linkProblems: familyOf("linkProblems"),
    changesRefused: familyOf("changesRefused"),
    weekdays: familyOf("weekdays"),
    weekdaysLong: familyOf("weekdaysLong"),
};

/**
 * Offers the colours of calendars.
 * @param {HTMLElement} place
 */
export function offerColors(place) {
    for (const choice of choicesOf("color", texts.colors)) {
        choice.dataset.color = choice.querySelector("input")?.value;
        choice.querySelector("b")?.before(make("span", { className: "swatch" }));
        place.append(choice);
    }
}

/** A button that asks for confirmation in place, for an action that can't be undone. */
export class Question {
    /**
     * @param {{ask: string, about: string, yes: string, no: string}} texts
     * @param {() => void} act called on *yes*
     */
    constructor({ ask, about, yes, no }, act) {
        this.button = makeButton(ask, () => this.show(true), { className: "wrong" });
        this.keep = makeButton(no, () => this.show(false));
        const go = makeButton(yes, () => {
            this.show(false);
            act();
        }, { className: "is-asked" });
        this.element = make(
            "div", { className: "question note", hidden: true },
            make("p", {}, about), make("div", { className: "buttons field" }, go, this.keep),
        );
    }

    /** @param {boolean} isShown */
    show(isShown) {
        this.element.hidden = !isShown;
        this.button.hidden = isShown;
        (isShown ? this.keep : this.button).focus();
    }
}

/** @typedef {import("../../../js/tablecast.js").DocumentOf<"planner/accounts">} There */
/** @typedef {NonNullable<There["links"][string]["unreadable"]>} Unreadable the first events, and how many there are */

/** The unreadable events of a linked calendar, with the reasons. */
export class UnreadableView {
    /** @param {import("../../../js/ui/desk.js").Desk} desk */
    constructor(desk) {
        // An all-day event shows only its first day.
        this.words = new IssueWords(desk, { allDayOn: "{day}" });
        this.sum = make("summary");
        this.list = make("ul", { className: "steps" });
        this.element = make("details", { className: "lines", hidden: true }, this.sum, this.list);
    }

    /** @param {Unreadable | undefined} unreadable */
    update(unreadable) {
        const { count, events } = unreadable ?? { count: 0, events: [] };
        this.element.hidden = count === 0;
        setText(this.sum, count > 0 ? counted("unreadableThere", count) : "");
        const lines = events.map((event) => {
            const when = words(this.words.when(event), "figures");
            const why = words(reasonOf({ .../** @type {any} */ (event), message: event.problem }, "planner"), "quiet");
            const title = event.title ? [make("b", {}, words(event.title)), " "] : [];
            return make("li", {}, make("p", {}, ...title, when, " ", why));
        });
        const rest = count - events.length;
        if (rest > 0) {
            lines.push(make("li", {}, counted("importMore", rest)));
        }
        this.list.replaceChildren(...lines);
    }
}

/** @typedef {import("../../../js/tablecast.js").Entry} Entry */

/** @typedef {import("../../../js/tablecast.js").DocumentOf<"planner/calendars">["calendars"][string]} Calendar */
/** @typedef {There["feeds"][string]} Feed */
/** @typedef {{key: string, isPending: boolean}} Keyed */

/** The calendars that always exist, which come first, in this order. */
const fixed = ["main", "reservations"];

/** The colours of new calendars, beginning with those least like the two calendars that always exist. */
const newColors = ["orange", "purple", "red", "yellow", "teal", "grey", "blue", "green"];

/**
 * The first unused colour; if all are used, one of the least used.
 * @param {{color: string}[]} calendars
 */
export function freeColor(calendars) {
    const count = (/** @type {string} */ color) => calendars.filter((each) => each.color === color).length;
    return newColors.reduce((best, color) => (count(color) < count(best) ? color : best));
}

/**
 * The problems with a calendar's name.
 * @param {string} name
 * @param {{name: string, key?: string}[]} calendars
 * @param {string} [key] of the calendar to rename
 */
export function nameProblems(name, calendars, key) {
    const message = name === "" ? text("nameMissing") : isTaken(name, calendars, key) ? text("nameTaken") : "";
    return message === "" ? [] : [{ field: "name", message }];
}

/**
 * Whether a calendar already has a name.
 * @param {string} name
 * @param {{name: string, key?: string}[]} calendars
 * @param {string} [key] of the calendar to rename
 */
function isTaken(name, calendars, key) {
    return calendars.some((each) => each.name === name && (key === undefined || each.key !== key));
}

/**
 * A name that no calendar has: the name itself, else with its account, else with a number too.
 * @param {string} name
 * @param {string} from
 * @param {{name: string}[]} calendars
 */
export function freeName(name, from, calendars) {
    let free = isTaken(name, calendars) ? `${name} (${from})` : name;
    for (let number = 2; isTaken(free, calendars); number += 1) {
        free = `${name} (${from} ${number})`;
    }
    return free;
}

/** @param {string} key of a calendar */
export function isFixed(key) {
    return fixed.includes(key);
}

/**
 * Items with their keys, ordered by name. An item is pending while a change of it waits for the hub.
 * @template {{name: string}} T
 * @param {Record<string, T>} things
 * @param {Entry[]} entries
 * @param {"calendar" | "feed"} kind
 * @returns {(T & Keyed)[]}
 */
function rowsOf(things, entries, kind) {
    const changed = new Set(entries.map(({ args }) => args[kind]));
    return Object.entries(things)
        .map(([key, thing]) => ({ ...thing, key, isPending: changed.has(key) }))
        .sort(compare);
}

/**
 * @param {Record<string, Calendar>} calendars
 * @param {Entry[]} entries the changes that wait for the hub
 * @returns {(Calendar & Keyed)[]} those that always exist, then the others by name
 */
export function calendarRows(calendars, entries) {
    const rows = rowsOf(calendars, entries, "calendar");
    const first = fixed.flatMap((each) => rows.filter(({ key }) => key === each));
    return [...first, ...rows.filter(({ key }) => !isFixed(key))];
}

/**
 * @param {Record<string, Feed>} feeds
 * @param {Entry[]} entries the changes that wait for the hub
 */
export function feedRows(feeds, entries) {
    return rowsOf(feeds, entries, "feed");
}

/**
 * @param {{key: string, name: string}} one
 * @param {{key: string, name: string}} other
 */
function compare(one, other) {
    return one.name.localeCompare(other.name) || (one.key < other.key ? -1 : 1);
}

/** @typedef {import("./rules.js").Fault} Fault */
/**
 * A row of an editable list.
 * @template T
 * @typedef {object} EditedRow
 * @property {HTMLElement} element
 * @property {() => T} read
 * @property {(field: string) => void} focus
 * @property {HTMLElement} problem
 */

/**
 * A list of rows that can be added and removed, and moved if their order matters.
 * @template T
 */
export class RowsField {
    /**
     * @param {object} options
     * @param {string} options.id unique on the page
     * @param {string} options.label
     * @param {string} options.about
     * @param {string} options.none the text without rows
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
            "fieldset", { className: "field", id: options.id },
            make("legend", {}, make("h3", {}, options.label)),
            make("p", { className: "about" }, options.about),
            this.none, this.list, make("p", { className: "field" }, this.add), this.problem,
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
        const buttons = make("div", { className: "edited-buttons buttons at-end" });
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

    /** Numbers the rows, and enables the buttons that apply. */
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
    return make("div", {}, make("label", { htmlFor: id }, label), input);
}

/**
 * The row of a rule of covers: its days, hours and number.
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
        }, {
            className: "chip", ariaLabel: texts.weekdaysLong[day], ariaPressed: String(rule.days.includes(day)),
        });
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
    const buttons = make("div", { className: "buttons" }, ...days.map(({ button }) => button));
    const group = make("div", { role: "group", "aria-label": text("days") }, when, buttons);
    const problem = make("p", { className: "problem" });
    const element = make(
        "li", { className: "edited-row beside" }, group,
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
 * The row of the stay of parties up to a size.
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
        "li", { className: "edited-row beside" },
        field(`${id}-size`, text("upToSize"), size), field(`${id}-minutes`, text("stayMinutes"), minutes),
    );
    return {
        element, problem,
        read: () => ({ size: size.value, minutes: minutes.value }),
        focus: (name) => (name === "minutes" ? minutes : size).focus(),
    };
}
