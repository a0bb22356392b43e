// @ts-check
import { counted, text } from "../../../js/ui/page.js";
import { addDays, civilWriter, dayCodes, daysBetween, timeAt, zoneOf } from "../core/dates.js";
import { readRule } from "../core/week.js";

/** @typedef {import("../core/week.js").Row} Row */

/** Describes the time of an event. */
export class When {
    /**
     * @param {string} language
     * @param {import("../../../js/ui/page.js").Hours} hours
     */
    constructor(language, hours) {
        this.hours = hours;
        this.day = civilWriter(
            language, { weekday: "long", day: "numeric", month: "long", year: "numeric" },
        );
        this.short = civilWriter(language, { day: "numeric", month: "long", year: "numeric" });
        this.weekday = civilWriter(language, { weekday: "long" });
        this.list = new Intl.ListFormat(language === "en" ? "en-GB" : language, { type: "conjunction" });
    }

    /**
     * @param {Row} row
     * @param {string} timeZone
     */
    of(row, timeZone) {
        const { firstDay, lastDay } = row;
        if (row.allDay) {
            return firstDay === lastDay
                ? text("whenAllDay", { day: this.day(firstDay) })
                : text("whenDays", {
                    from: this.day(firstDay), to: this.day(lastDay),
                    days: counted("days", daysBetween(firstDay, lastDay) + 1),
                });
        }
        const zone = zoneOf(timeZone);
        const [from, to] = [row.start ?? "", row.end ?? ""].map((each) => zone.local(each));
        const [start, end] = [row.start ?? "", row.end ?? ""].map((each) => timeAt(this.hours, zone, each));
        if (row.start === row.end) {
            return text("whenAt", { day: this.day(firstDay), time: start });
        }
        return from.slice(0, 10) === to.slice(0, 10)
            ? text("whenTimes", { day: this.day(firstDay), times: `${start}–${end}` })
            : text("whenSpan", {
                from: `${this.day(from.slice(0, 10))}, ${start}`,
                to: `${this.day(to.slice(0, 10))}, ${end}`,
            });
    }

    /**
     * A rule in words; a rule without words is only mentioned.
     * @param {string} rule
     * @param {string} start the day of an occurrence
     * @param {string} timeZone
     */
    repeat(rule, start, timeZone) {
        if (rule === "DATES") {
            return text("repeats.dates");
        }
        const read = readRule(rule, start, timeZone);
        if (!read) {
            return text("repeats.otherRule", { rule });
        }
        const every = this.every(read);
        if (read.until) {
            return text("repeats.until", { every, day: this.short(read.until) });
        }
        return read.count ? text("repeats.times", { every, times: counted("times", read.count) }) : every;
    }

    /** @param {import("../core/week.js").Repeat} repeat */
    every({ frequency, interval, days, ordinal }) {
        switch (frequency) {
            case "DAILY":
                return counted("everyDay", interval);
            case "WEEKLY": {
                const names = dayCodes.filter((code) => days.includes(code)).map(
                    (code) => this.nameOf(code),
                );
                return counted("everyWeek", interval, { days: this.list.format(names) });
            }
            case "MONTHLY":
                return ordinal
                    ? counted("everyMonthOn", interval, { day: this.ordinalDay(ordinal) })
                    : counted("everyMonth", interval);
            default:
                return counted("everyYear", interval);
        }
    }

    /** @param {string} ordinal `2TU`, `-1FR` */
    ordinalDay(ordinal) {
        const which = ordinal.slice(0, -2).replace("-1", "last");
        return text(`ordinals.${which}`, { day: this.nameOf(ordinal.slice(-2)) });
    }

    /** @param {string} code of a day of the week */
    nameOf(code) {
        // 1970-01-05 was a Monday.
        return this.weekday(addDays("1970-01-05", dayCodes.indexOf(code)));
    }
}
