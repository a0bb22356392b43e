// @ts-check
import { Form } from "../../../js/ui/forms.js";
import {
    byId, counted, isNews, make, makeButton, setText, text, words,
} from "../../../js/ui/page.js";
import { mondayOf, timeAt, zoneOf } from "../core/dates.js";
import { isOfSeries, naming, overlapping, titled } from "../core/week.js";
import { noteOf } from "./drag.js";
import { blankValues, changedArgs, endAfter, marks, minutesOf, newArgs, valuesOf } from "./eventargs.js";
import { RepeatField } from "./repeatfield.js";

/** @typedef {import("../core/week.js").Row} Row */
/** @typedef {import("../core/week.js").Scope} Scope */
/** @typedef {import("./eventargs.js").EventValues} EventValues */
/** @typedef {import("./bookview.js").Wanted} Wanted */

/** The most overlaps to name. */
const namedMax = 3;

/**
 * The data and functions that the form needs from the page.
 * @typedef {object} EventFormPage
 * @property {import("../../../js/ui/desk.js").Desk} desk
 * @property {import("./bookdata.js").ScopeQuestion} scope
 * @property {import("./when.js").When} when
 * @property {import("../../../js/ui/page.js").Hours} hours
 * @property {string} language
 * @property {(monday: string) => void} ask loads a week for the warning about overlaps
 * @property {(monday: string) => Row[]} rowsOf the events of a week, if it is loaded
 * @property {(event: Wanted) => void} saved called when the form closes after saving an event
 * @property {() => {timeZone: string, calendars: Record<string, any>}} context
 */

/** The form that adds or changes an event. */
export class EventForm {
    /** @param {EventFormPage} page */
    constructor(page) {
        this.page = page;
        this.form = new Form(page.desk, "event", () => this.send());
        this.calendars = byId("event-calendars", HTMLElement);
        this.overlaps = byId("event-overlaps", HTMLElement);
        this.zoneAbout = byId("event-zone", HTMLElement);
        this.repeat = new RepeatField(page.language, page.when, () => this.look());
        /**
         * The event being changed; `undefined` for a new one.
         * @type {Row | null}
         */
        this.row = null;
        this.calendar = "main";
        this.timeZone = "UTC";
        /** @type {EventValues} */
        this.before = blankValues("1970-01-01", "1970-01-01T00:00");
        /** The values at the last check. */
        this.last = this.before;
        /**
         * The saved event.
         * @type {Wanted | null}
         */
        this.saved = null;
        for (const name of ["allDay", "date", "start", "days", "minutes"]) {
            this.form.controls(name)[0].addEventListener("change", () => this.changed());
        }
        this.form.controls("free")[0].addEventListener("change", () => this.look());
        this.form.dialog?.addEventListener("close", () => {
            page.ask("");
            if (this.saved) {
                page.saved(this.saved);
            }
        });
    }

    /** @param {string} date */
    openNew(date) {
        const { timeZone } = this.page.context();
        this.row = null;
        this.timeZone = timeZone;
        setText(byId("event-title", HTMLElement), text("newEvent"));
        this.fill(blankValues(date, zoneOf(timeZone).local(this.page.desk.nowMs)));
    }

    /** @param {Row} row */
    openEdit(row) {
        const { timeZone } = this.page.context();
        this.row = row;
        this.timeZone = row.timeZone ?? timeZone;
        byId("event-title", HTMLElement).replaceChildren(words(titled(row.title)));
        this.fill(valuesOf(row, this.timeZone));
    }

    /**
     * @param {EventValues} before the event's present values
     * @param {EventValues} [values] the values to show
     */
    fill(before, values = before) {
        const { timeZone } = this.page.context();
        this.before = before;
        this.last = values;
        this.saved = null;
        this.calendar = values.calendar;
        this.form.open({ ...values, days: values.endDate, minutes: values.end });
        byId("event-more", HTMLDetailsElement).open = marks.some((mark) => values[mark]);
        this.repeat.write(values.repeat === "DATES" ? "" : values.repeat, values.date, this.timeZone);
        const isDates = values.repeat === "DATES";
        this.repeat.select.disabled = isDates;
        const isForeign = this.timeZone !== timeZone;
        this.zoneAbout.hidden = !isForeign;
        setText(this.zoneAbout, isForeign ? text("zoneForm", { zone: this.timeZone }) : "");
        this.offerCalendars();
        this.showTimes();
        this.look();
    }

    offerCalendars() {
        const { calendars } = this.page.context();
        const chips = Object.entries(calendars)
            .filter(([key, { readOnly }]) => key !== "reservations" && (!readOnly || key === this.calendar))
            // The house's own zone comes first.
            .sort(([one, { name }], [other, { name: otherName }]) =>
                Number(other === "main") - Number(one === "main") || name.localeCompare(otherName))
            .map(([key, { name, color }]) => {
                const chip = makeButton("", () => {
                    this.calendar = key;
                    this.offerCalendars();
                    this.look();
                }, { className: "chip", ariaPressed: String(key === this.calendar) });
                chip.dataset.color = color;
                chip.append(make("span", { className: "swatch", "aria-hidden": "true" }), words(name));
                return chip;
            });
        const hadFocus = this.calendars.contains(document.activeElement);
        this.calendars.replaceChildren(...chips);
        if (hadFocus) {
            chips.find(({ ariaPressed }) => ariaPressed === "true")?.focus();
        }
        byId("event-calendar-field", HTMLElement).hidden = chips.length < 2;
    }

    /** @returns {EventValues} */
    read() {
        const { form } = this;
        return {
            title: form.value("title"),
            calendar: this.calendar,
            allDay: form.read("allDay") === true,
            date: form.value("date"),
            start: form.value("start"),
            endDate: form.value("days"),
            end: form.value("minutes"),
            location: form.value("location"),
            description: form.value("description"),
            repeat: this.repeat.select.disabled ? this.before.repeat : this.repeat.read(),
            tentative: form.read("tentative") === true,
            private: form.read("private") === true,
            free: form.read("free") === true,
        };
    }

    /** Moves the end with the start, which keeps the event's length. */
    changed() {
        const { inputs } = this.form;
        const now = this.read();
        const isMoved = now.date !== this.last.date || now.start !== this.last.start;
        if (isMoved && now.date && (now.allDay || now.start)) {
            const { endDate, end } = endAfter(this.last, now);
            inputs.days.value = endDate;
            inputs.minutes.value = end;
        }
        this.repeat.moveTo(now.date);
        this.last = this.read();
        this.showTimes();
        this.look();
    }

    showTimes() {
        for (const field of this.form.element.querySelectorAll("[data-timed]")) {
            field.toggleAttribute("hidden", this.form.read("allDay") === true);
        }
    }

    /** Shows the overlaps, if that week is loaded. */
    look() {
        const { ask, rowsOf, hours, context } = this.page;
        const values = this.read();
        const minutes = values.allDay ? 0 : minutesOf(values, this.timeZone);
        if (values.allDay || !(minutes > 0)) {
            this.overlaps.hidden = true;
            return;
        }
        const startMs = zoneOf(this.timeZone).instant(`${values.date}T${values.start}`);
        const venue = zoneOf(context().timeZone);
        const monday = mondayOf(venue.date(startMs));
        ask(monday);
        const found = overlapping({
            event: this.row?.event, calendar: values.calendar, startMs,
            endMs: startMs + minutes * 60_000, free: values.free,
        }, rowsOf(monday));
        this.overlaps.hidden = found.length === 0;
        const items = found.slice(0, namedMax).map((row) => make("li", {},
            words(titled(row.title)), ", ",
            [row.start ?? "", row.end ?? ""].map((each) => timeAt(hours, venue, each)).join("–")));
        const more = found.length - items.length;
        if (isNews(this.overlaps, [found.map(({ key, start, end }) => [key, start, end])])) {
            this.overlaps.replaceChildren(
                make("p", {}, text("overlaps")),
                make("ul", {}, ...items),
                ...(more > 0 ? [make("p", {}, counted("overlapsMore", more))] : []),
            );
        }
    }

    /** @returns {string | undefined} */
    send() {
        const values = this.read();
        const problems = this.problemsOf(values);
        if (problems.length > 0) {
            this.form.show(problems);
            return undefined;
        }
        const { desk, scope, context } = this.page;
        const venueZone = context().timeZone;
        const { row } = this;
        const { date } = values;
        if (!row) {
            const id = desk.perform("planner.add", newArgs(values, venueZone), values.title);
            this.saved = { key: id, date };
            return id;
        }
        const args = changedArgs(this.before, values, this.timeZone, venueZone);
        if (Object.keys(args).length === 0) {
            this.form.close();
            return undefined;
        }
        const perform = (/** @type {Scope} */ chosen) => {
            // Other occurrences of the series may get new keys.
            const key = chosen === "one" ? row.key : undefined;
            this.saved = { key, event: row.event, date };
            const named = { ...naming(row, chosen), ...args };
            return desk.perform("planner.edit", named, values.title, { row: noteOf(row) });
        };
        if (!isOfSeries(row)) {
            return perform("one");
        }
        const isOneOffered = !("calendar" in args) && !("repeat" in args);
        scope.ask(
            (name) => text("editTitle", { name }), titled(row.title),
            (chosen) => this.form.waitFor(perform(chosen)), isOneOffered,
        );
        return undefined;
    }

    /**
     * Predicts the problems that the hub would find.
     * @param {EventValues} values
     */
    problemsOf(values) {
        /** @type {import("../../../js/ui/page.js").Problem[]} */
        const problems = [];
        const miss = (/** @type {string} */ field, /** @type {string} */ message) =>
            problems.push({ field, message });
        if (values.title === "") {
            miss("title", text("titleMissing"));
        }
        if (!values.date) {
            miss("date", text("dateMissing"));
        }
        if (values.allDay) {
            if (!values.endDate || values.endDate < values.date) {
                miss("days", text("endBefore"));
            }
            return problems;
        }
        const local = `${values.date}T${values.start}`;
        const isKnown = values.date && values.start;
        if (!values.start) {
            miss("start", text("timeMissing"));
        } else if (isKnown && !zoneOf(this.timeZone).exists(local)) {
            // The length from a skipped time is undefined.
            miss("start", text("timeSkipped"));
        } else if (isKnown && !(minutesOf(values, this.timeZone) > 0)) {
            // An imported event without a length may stay without one.
            const isAsBefore = this.row?.start !== undefined && this.row.start === this.row.end &&
                minutesOf(values, this.timeZone) === 0;
            if (!isAsBefore) {
                miss("minutes", text("endBefore"));
            }
        }
        return problems;
    }

    /** Takes the present state of the week, and with it of the event. */
    renewed() {
        if (!this.form.isOpen) {
            return;
        }
        const { row } = this;
        const rows = row && this.form.asked === "" ? this.page.rowsOf(mondayOf(row.firstDay)) : [];
        const now = rows.find(({ key }) => key === row?.key);
        if (now && !now.isPending) {
            this.takeOver(now);
        }
        this.look();
    }

    /**
     * Takes over changes by others, except in edited fields.
     * @param {Row} row
     */
    takeOver(row) {
        const { before } = this;
        const values = valuesOf(row, this.timeZone);
        this.row = row;
        if (JSON.stringify(values) === JSON.stringify(before)) {
            return;
        }
        const typed = Object.entries(this.read()).filter(
            ([name, value]) => value !== before[/** @type {keyof EventValues} */ (name)],
        );
        this.fill(values, { ...values, ...Object.fromEntries(typed) });
        this.page.desk.tell(text("changedMeanwhile"));
    }

    /**
     * @param {import("../../../js/tablecast.js").Entry} entry
     * @param {any} message its ack or reject
     */
    answered({ id }, message) {
        if (id === this.form.asked) {
            const event = message.result?.event;
            this.saved = this.saved && message.type === "ack" ? { ...this.saved, event } : null;
        }
    }
}
