// @ts-check
import { Hours } from "../../../js/ui/page.js";
import { addDays, civilWriter, dayCodes, fill, isDate, plural, zoneOf } from "../core/dates.js";
import { readRule } from "../core/week.js";

/** The fields whose values need their names beside them. */
const named = ["title", "when", "repeat", "location", "description"];
const fields = [...named, "status", "private", "free"];
/** The names of UTC, which is a zone of programs and not of a place. */
const utc = /^((Etc\/)?(UTC|UCT|GMT|Zulu|Universal)|Z)$/;

/**
 * Whether one side deleted what the other edited, and the edit still exists.
 * @param {import("./issues.js").Issue} issue
 * @param {"ours" | "theirs"} side
 */
function isDeletedOn(issue, side) {
    return issue.kind === "deleted" && !issue[side] && issue.gone !== true;
}

/** Writes both sides of an issue for people. */
export class IssueWords {
    /**
     * @param {import("../../../js/ui/desk.js").Desk} desk
     * @param {Record<string, string>} texts
     */
    constructor(desk, texts) {
        this.desk = desk;
        this.texts = texts;
        const { lang } = document.documentElement;
        this.hours = new Hours(lang);
        this.day = civilWriter(lang, { weekday: "short", day: "numeric", month: "long", year: "numeric" });
        this.weekday = civilWriter(lang, { weekday: "long" });
        this.list = new Intl.ListFormat(lang === "en" ? "en-GB" : lang, { type: "conjunction" });
    }

    /**
     * @param {string} key
     * @param {Record<string, string | number>} [places]
     */
    say(key, places = {}) {
        return fill(this.texts[key], places);
    }

    /**
     * @param {string} key of the sentences for one and for several
     * @param {number} count
     */
    number(key, count) {
        const form = `${key}.${plural(count)}`;
        return this.say(form in this.texts ? form : `${key}.other`, { count });
    }

    /** The house's time zone. */
    get clocks() {
        return zoneOf(this.desk.house.zone);
    }

    /** @param {string} time a local one */
    local(time) {
        return `${this.day(time.slice(0, 10))}, ${this.hours.write(time)}`;
    }

    /** @param {string | number} instant */
    moment(instant) {
        return this.local(this.clocks.local(instant));
    }

    /** @param {string} at the original start of an occurrence */
    occurrence(at) {
        const date = `${at.slice(0, 4)}-${at.slice(4, 6)}-${at.slice(6, 8)}`;
        if (!isDate(date)) {
            return at;
        }
        const isInstant = at.endsWith("Z");
        return this.day(isInstant ? this.clocks.date(`${date}T${at.slice(9, 11)}:${at.slice(11, 13)}:00Z`) : date);
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
            case "exclusion":
                // A text is a rule. A flag says whether the series includes this time.
                return typeof value === "string" ? this.repeat(value)
                    : value ? this.say("happens") : this.say("leftOut");
            case "status": return this.texts[`statuses.${value ?? "confirmed"}`] ?? String(value);
            case "private": return value ? this.say("isPrivate") : this.say("isNotPrivate");
            case "free": return value ? this.say("isFree") : this.say("isBusy");
            case "deleted": return value ? [value.title, this.when(value)].filter(Boolean).join(" · ") : this.say("isDeleted");
            default: return value ? String(value) : this.say("isEmpty");
        }
    }

    /**
     * One side in words. An edit of a deleted item is kept until somebody settles the issue.
     * @param {import("./issues.js").Issue} issue
     * @param {"ours" | "theirs"} side
     */
    side(issue, side) {
        return isDeletedOn(issue, side)
            ? this.say(`kept.${side}`)
            : this.value(issue.kind, issue[side]);
    }

    /**
     * The text of the button that takes a side.
     * @param {import("./issues.js").Issue} issue
     * @param {"ours" | "theirs"} side
     */
    take(issue, side) {
        const other = side === "ours" ? "theirs" : "ours";
        if (isDeletedOn(issue, side)) {
            return this.say("takeDeletion");
        }
        return this.say(`${isDeletedOn(issue, other) ? "takeEdit" : "take"}.${side}`);
    }

    /**
     * The edits of something that was deleted, field by field.
     * @param {Record<string, any>} values
     */
    edited(values) {
        return fields.filter((kind) => kind in values).map((kind) => {
            const shown = this.value(kind, values[kind]);
            return named.includes(kind) ? this.say("label", { what: this.say(`issueKinds.${kind}`), name: shown }) : shown;
        });
    }

    /** @param {{start?: string, timeZone?: string, minutes?: number, date?: string, days?: number}} value */
    when({ start, timeZone, minutes, date, days = 1 }) {
        if (date) {
            return days > 1
                ? this.say("fromTo", { from: this.day(date), to: this.day(addDays(date, days - 1)) })
                : this.say("allDayOn", { day: this.day(date) });
        }
        if (!start) {
            return "";
        }
        const length = minutes ? ` · ${this.say("minutesLong", { minutes })}` : "";
        return this.time(start, timeZone) + length;
    }

    /**
     * A time in the house's zone, with its own local time if it is of another place. In an unknown zone it is not
     * converted.
     * @param {string} start a local time
     * @param {string} [timeZone] its zone, if it has one
     */
    time(start, timeZone = this.desk.house.zone) {
        const zone = zoneOf(timeZone);
        if (!zone.isKnown) {
            return `${this.local(start)} (${timeZone})`;
        }
        const instant = zone.instant(start);
        const isElsewhere = !utc.test(timeZone) && this.clocks.local(instant) !== start;
        return this.moment(instant) + (isElsewhere ? ` (${this.hours.write(start)} ${timeZone})` : "");
    }

    /** @param {string | null} rule */
    repeat(rule) {
        if (!rule) {
            return this.say("happensOnce");
        }
        const read = rule === "DATES" ? undefined : readRule(rule, "1970-01-05", this.desk.house.zone);
        if (!read || read.ordinal) {
            return rule === "DATES" ? this.say("onDates") : this.say("byRule", { rule });
        }
        // A rule without days means the day of its start, which is unknown here.
        const named = rule.includes("BYDAY=") ? dayCodes.filter((code) => read.days.includes(code)) : [];
        // 1970-01-05 was a Monday.
        const days = named.map((code) => this.weekday(addDays("1970-01-05", dayCodes.indexOf(code))));
        return [
            this.every(read),
            days.length > 0 ? this.list.format(days) : "",
            read.until ? this.say("untilDay", { day: this.day(read.until) }) : "",
            read.count ? this.number("timesLong", read.count) : "",
        ].filter(Boolean).join(", ");
    }

    /** @param {import("../core/week.js").Repeat} repeat */
    every({ frequency, interval }) {
        switch (frequency) {
            case "DAILY": return this.number("everyDays", interval);
            case "WEEKLY": return this.number("everyWeeks", interval);
            case "MONTHLY": return this.number("everyMonths", interval);
            default: return this.number("everyYears", interval);
        }
    }
}
