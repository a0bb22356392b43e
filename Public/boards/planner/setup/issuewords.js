// @ts-check
import { counted, text } from "../../../js/texts.js";
import { addDays, civilWriter, isDate } from "../core/dates.js";
import { Hours } from "../../../js/hours.js";
import { dayCodes, readRule } from "../core/repeat.js";
import { zoneOf } from "../core/zones.js";
import { texts } from "./texts.js";

/** Writes what the two sides of an issue say, for people. */
export class IssueWords {
    /** @param {import("../../../js/ui/desk.js").Desk} desk */
    constructor(desk) {
        this.desk = desk;
        const { lang } = document.documentElement;
        this.hours = new Hours(lang);
        this.day = civilWriter(lang, { weekday: "short", day: "numeric", month: "long", year: "numeric" });
        this.list = new Intl.ListFormat(lang === "en" ? "en-GB" : lang, { type: "conjunction" });
    }

    /** @param {string} instant */
    moment(instant) {
        const local = zoneOf(this.desk.house.zone).local(instant);
        return `${this.day(local.slice(0, 10))}, ${this.hours.write(local)}`;
    }

    /** @param {string} at the original start of an occurrence */
    occurrence(at) {
        const date = `${at.slice(0, 4)}-${at.slice(4, 6)}-${at.slice(6, 8)}`;
        return isDate(date) ? this.day(date) : at;
    }

    /**
     * @param {string} kind
     * @param {any} value
     * @returns {string}
     */
    value(kind, value) {
        switch (kind) {
            case "when": return this.when(value ?? {});
            case "repeat": return this.repeat(value);
            case "exclusion": return value ? text("happens") : text("leftOut");
            case "status": return texts.statuses[value ?? "confirmed"] ?? String(value);
            case "private": return value ? text("isPrivate") : text("isNotPrivate");
            case "free": return value ? text("isFree") : text("isBusy");
            case "deleted":
                return value ? [value.title, this.when(value)].filter(Boolean).join(" · ") : text("isDeleted");
            default: return value ? String(value) : text("isEmpty");
        }
    }

    /** @param {{start?: string, timeZone?: string, minutes?: number, date?: string, days?: number}} value */
    when({ start, timeZone, minutes, date, days = 1 }) {
        if (date) {
            return days > 1
                ? text("fromTo", { from: this.day(date), to: this.day(addDays(date, days - 1)) })
                : text("allDayOn", { day: this.day(date) });
        }
        if (!start) {
            return "";
        }
        const local = `${this.day(start.slice(0, 10))}, ${this.hours.write(start)}`;
        const zone = timeZone && timeZone !== this.desk.house.zone ? ` (${timeZone})` : "";
        return `${local}${zone}${minutes ? ` · ${text("minutesLong", { minutes })}` : ""}`;
    }

    /** @param {string | null} rule */
    repeat(rule) {
        if (!rule) {
            return text("happensOnce");
        }
        const read = rule === "DATES" ? undefined : readRule(rule, "1970-01-05");
        if (!read || read.ordinal) {
            return rule === "DATES" ? text("onDates") : text("byRule", { rule });
        }
        // A rule without days means the day of its start, which is not at hand here.
        const named = rule.includes("BYDAY=") ? dayCodes.filter((code) => read.days.includes(code)) : [];
        const days = named.map((code) => texts.weekdaysLong[code]);
        return [
            every(read),
            days.length > 0 ? this.list.format(days) : "",
            read.until ? text("untilDay", { day: this.day(read.until) }) : "",
            read.count ? counted("timesLong", read.count) : "",
        ].filter(Boolean).join(", ");
    }
}

/** @param {import("../core/repeat.js").Repeat} repeat */
function every({ frequency, interval }) {
    switch (frequency) {
        case "DAILY": return counted("everyDays", interval);
        case "WEEKLY": return counted("everyWeeks", interval);
        case "MONTHLY": return counted("everyMonths", interval);
        default: return counted("everyYears", interval);
    }
}
