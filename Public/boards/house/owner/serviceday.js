// @ts-check
import { byId, make, setText } from "../../../js/dom.js";
import { pageLanguage } from "../../../js/page.js";
import { arrange, dropOthers } from "../../../js/ui/list.js";
import { isSame } from "../../../js/same.js";
import { Merge } from "../../../js/ui/merge.js";
import { showProblems, takeBackProblem } from "../../../js/ui/problems.js";
import { choose, chosen, fillChoices, focusChosen } from "./choices.js";
import { button, DayHours, typedTime, writeTimes } from "./dayhours.js";
import { datesFrom, datesMax, tidied, timeOf, weekdays } from "./hours.js";
import { texts } from "./texts.js";

/** @typedef {import("./hours.js").Hours} Hours */
/** @typedef {{ dayStart: string, hours: Hours | null, exceptions: Hours | null }} ServiceDay */

const parts = /** @type {(keyof ServiceDay)[]} */ (["dayStart", "hours", "exceptions"]);
/** A Monday, from which weekdays are counted to be named. */
const mondayMs = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;

/** When the house is open, and when its day begins: a form that follows what is set, except where it
 * is being changed. */
export class ServiceDayForm {
    /**
     * @param {(action: string, args: import("../../../js/tablecast.js").JSONObject) => string} ask
     * @param {(sentence: string) => void} say to those who hear the page
     */
    constructor(ask, say) {
        this.ask = ask;
        /** @type {ServiceDay | null} */
        this.known = null;
        this.form = byId("hours-form", HTMLFormElement);
        this.dayStart = byId("hours-day-start", HTMLInputElement);
        this.when = byId("hours-when", HTMLElement);
        this.week = byId("hours-week", HTMLElement);
        this.dates = byId("hours-dates", HTMLElement);
        this.from = byId("hours-from", HTMLInputElement);
        this.until = byId("hours-until", HTMLInputElement);
        this.addDates = byId("hours-add-dates", HTMLButtonElement);
        this.undo = byId("hours-undo", HTMLButtonElement);
        /** @type {Record<string, HTMLInputElement>} */
        this.inputs = { dayStart: this.dayStart, from: this.from };
        this.places = {
            dayStart: byId("hours-day-start-problem", HTMLElement),
            hours: byId("hours-problem", HTMLElement),
            exceptions: byId("hours-dates-problem", HTMLElement),
            from: byId("hours-from-problem", HTMLElement),
            nothing: byId("hours-nothing", HTMLElement),
        };
        /** @type {Map<string, DayHours>} */
        this.days = new Map();
        /** @type {Map<string, DayHours>} */
        this.exceptions = new Map();
        fillChoices(this.when, "hours-when", texts.hoursWhen, texts.hoursWhenAbout);
        this.fillWeek();
        writeTimes(this.dayStart);
        const around = (/** @type {() => void} */ change) => {
            change();
            this.changed();
        };
        this.merge = new Merge(this.mergedFields(), { say, around });
        for (const part of parts) {
            this.places[part].after(this.merge.questions[part]);
        }
        this.form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.submit();
        });
        this.form.addEventListener("input", () => this.changed());
        this.undo.addEventListener("click", () => {
            this.merge.take(this.known ?? {});
            this.changed();
        });
        this.addDates.addEventListener("click", () => this.addFromFields());
    }

    fillWeek() {
        const writer = new Intl.DateTimeFormat(pageLanguage(), { weekday: "long", timeZone: "UTC" });
        let before = "";
        for (const [place, day] of weekdays.entries()) {
            const weekday = writer.format(mondayMs + place * dayMs);
            const name = capitalized(weekday);
            const copies = before ? [this.copyButton(before, day, name)] : [];
            const row = new DayHours(`hours-${day}`, name, () => this.changed(), copies);
            this.days.set(day, row);
            this.week.append(row.element);
            before = weekday;
        }
    }

    /**
     * @param {string} before the name of the day before
     * @param {string} day
     * @param {string} name
     */
    copyButton(before, day, name) {
        const text = texts.asOn(before);
        const copy = button(text, texts.label(text, name));
        copy.className = "plain";
        copy.addEventListener("click", () => {
            const source = this.days.get(weekdays[weekdays.indexOf(day) - 1]);
            const target = this.days.get(day);
            if (source && target) {
                target.know(source.spans);
            }
            this.changed();
        });
        return copy;
    }

    /** @returns {ServiceDay} as it is typed, which may be wrong */
    get typed() {
        const week = chosen(this.when) === "always" ? null : tidied(spansOf(this.days), false);
        const dates = tidied(spansOf(this.exceptions), true);
        return {
            dayStart: typedTime(this.dayStart),
            hours: week,
            exceptions: Object.keys(dates).length > 0 ? dates : null,
        };
    }

    /** @returns {Record<keyof ServiceDay, import("../../../js/ui/merge.js").MergedField>} */
    mergedFields() {
        const settled = (/** @type {keyof ServiceDay} */ part) => () =>
            takeBackProblem(this.inputs[part], this.places[part]);
        return {
            dayStart: {
                label: texts.dayStart,
                read: () => this.typed.dayStart,
                write: (value) => {
                    this.dayStart.value = String(value ?? "");
                },
                named: String,
                focus: () => this.dayStart.focus(),
                settled: settled("dayStart"),
            },
            hours: {
                label: texts.open,
                read: () => this.typed.hours,
                write: (value) => {
                    const hours = /** @type {Hours | null} */ (value);
                    choose(this.when, hours ? "some" : "always");
                    // While the house is always open, the hours stay for when they are wanted again.
                    this.days.forEach((row, day) => hours && row.know(hours[day] ?? []));
                },
                named: (value) => this.inWords(/** @type {Hours | null} */ (value), "hours"),
                focus: () => focusChosen(this.when),
                settled: settled("hours"),
            },
            exceptions: {
                label: texts.dates,
                read: () => this.typed.exceptions,
                write: (value) => {
                    const dates = /** @type {Hours} */ (value ?? {});
                    dropOthers(this.exceptions, new Set(Object.keys(dates)));
                    Object.entries(dates).forEach(([date, spans]) => this.row(date).know(spans));
                },
                named: (value) => this.inWords(/** @type {Hours | null} */ (value), "exceptions"),
                focus: () => this.from.focus(),
                settled: settled("exceptions"),
            },
        };
    }

    /**
     * The days on which somebody else's hours are not those that stand in the form.
     * @param {Hours | null} theirs
     * @param {"hours" | "exceptions"} part
     */
    inWords(theirs, part) {
        if (!theirs) {
            return part === "hours" ? texts.hoursWhen.always : "";
        }
        const isTyped = part === "exceptions" || chosen(this.when) === "some";
        const typed = (isTyped && this.typed[part]) || {};
        const days = part === "hours" ? weekdays : Object.keys(theirs).sort();
        const others = days.filter((day) => !isSame(theirs[day], typed[day]));
        return (others.length > 0 ? others : days)
            .map((day) => texts.label(this.nameOf(day, part), spansInWords(theirs[day] ?? [])))
            .join("; ");
    }

    /**
     * @param {string} day
     * @param {"hours" | "exceptions"} part
     */
    nameOf(day, part) {
        return part === "hours" ? (this.days.get(day)?.name ?? day) : dateInWords(day);
    }

    /** The settings that would be changed. */
    get changes() {
        const { typed } = this;
        const touched = this.known ? parts.filter((part) => this.merge.isTouched(part)) : [];
        return Object.fromEntries(touched.map((part) => [part, typed[part]]));
    }

    /**
     * Shows the present settings. What is being changed stays.
     * @param {{ dayStart: string, hours?: Hours, exceptions?: Hours }} settings
     * @param {(id: string) => boolean} isShown whether they show what a change did
     */
    know({ dayStart, hours, exceptions }, isShown) {
        const now = {
            dayStart,
            hours: hours ? tidied(hours, false) : null,
            exceptions: exceptions ? tidied(exceptions, true) : null,
        };
        const isSaved = this.merge.isSaved(isShown);
        if (!isSaved && isSame(now, this.known)) {
            return;
        }
        if (this.known) {
            this.merge.know(now, isSaved);
        } else {
            this.merge.take(now);
        }
        this.known = now;
        this.draw();
    }

    /** Something was typed: removes the problems. */
    changed() {
        this.show([]);
        this.draw();
    }

    /** Shows the rows that are of use, and whether anything is changed. */
    draw() {
        this.week.hidden = chosen(this.when) !== "some";
        const dates = [...this.exceptions.keys()].sort();
        arrange(this.dates, dates.map((date) => this.row(date).element));
        this.dates.hidden = dates.length === 0;
        this.addDates.disabled = dates.length >= datesMax;
        this.undo.hidden = Object.keys(this.changes).length === 0;
    }

    /**
     * The row of a date with hours of its own.
     * @param {string} date
     */
    row(date) {
        const known = this.exceptions.get(date);
        if (known) {
            return known;
        }
        const name = dateInWords(date);
        const remove = button(texts.removeDate, texts.label(texts.removeDate, name));
        remove.className = "plain";
        remove.addEventListener("click", () => {
            this.exceptions.delete(date);
            row.element.remove();
            this.changed();
            this.from.focus();
        });
        const row = new DayHours(`hours-${date}`, name, () => this.changed(), [remove]);
        this.exceptions.set(date, row);
        return row;
    }

    addFromFields() {
        if (this.from.value === "") {
            this.show([{ field: "from", message: texts.dateRequired }]);
            return;
        }
        const room = datesMax - this.exceptions.size;
        const dates = datesFrom(this.from.value, this.until.value, datesMax + 1);
        const added = dates.filter((date) => !this.exceptions.has(date));
        if (added.length > room) {
            this.show([{ field: "from", message: texts.datesMax(datesMax) }]);
            return;
        }
        added.forEach((date) => this.row(date));
        this.from.value = "";
        this.until.value = "";
        this.changed();
        this.exceptions.get(dates[0])?.add.focus();
    }

    submit() {
        const { changes } = this;
        const { undecided } = this.merge;
        if (undecided) {
            this.show([undecided]);
            this.merge.focus();
            return;
        }
        const shown = [
            ...("hours" in changes && changes.hours ? this.days.values() : []),
            ...("exceptions" in changes ? this.exceptions.values() : []),
        ];
        const wrong = shown.map((row) => row.check()).filter(Boolean);
        if (wrong.length > 0) {
            wrong[0]?.focus();
        } else if (changes.dayStart !== undefined && timeOf(String(changes.dayStart)) === "") {
            const fault = changes.dayStart === "" ? "missing" : "wrong";
            this.show([{ field: "dayStart", message: texts.hoursFaults[fault] }]);
        } else if (changes.hours && Object.keys(changes.hours).length === 0) {
            this.show([{ field: "hours", message: texts.hoursRequired }]);
            this.days.get(weekdays[0])?.add.focus();
        } else if (Object.keys(changes).length === 0) {
            this.show([{ field: "nothing", message: texts.nothingChanged }]);
        } else {
            this.merge.save(changes, () => this.ask("house.configure", changes));
        }
    }

    /**
     * @param {string} id of a change
     * @param {any} message its ack or reject
     * @returns {boolean} whether what is wrong stands at the fields
     */
    answered(id, message) {
        return this.merge.answered(id, message) && this.show(message.problems ?? []);
    }

    /** @param {import("../../../js/ui/problems.js").Problem[]} problems */
    show(problems) {
        return showProblems(problems, this.inputs, this.places);
    }
}

/**
 * @param {Map<string, DayHours>} rows
 * @returns {Hours}
 */
function spansOf(rows) {
    return Object.fromEntries([...rows].map(([day, row]) => [day, row.spans]));
}

/** @param {import("./hours.js").Span[]} spans */
function spansInWords(spans) {
    return spans.map((span) => span.join("–")).join(", ") || texts.closed;
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
