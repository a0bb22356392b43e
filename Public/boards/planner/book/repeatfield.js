// @ts-check
import { byId, make, makeButton, text } from "../../../js/ui/page.js";
import { addDays, civilWriter, dayCodes, weekdayOf } from "../core/dates.js";
import { isLastOfMonth, ordinalOf, readRule, writeRule } from "../core/week.js";

/** @typedef {import("../core/week.js").Repeat} Repeat */

/**
 * The fields for the repetition of an event: the usual ways, the days of a weekly rule, and the
 * end. Any other rule is shown as written.
 */
export class RepeatField {
    /**
     * @param {string} language
     * @param {import("./when.js").When} when
     * @param {() => void} changed
     */
    constructor(language, when, changed) {
        this.when = when;
        this.short = civilWriter(language, { weekday: "short" });
        this.long = civilWriter(language, { weekday: "long" });
        this.select = byId("event-repeat", HTMLSelectElement);
        this.more = byId("event-repeating", HTMLElement);
        this.weekdays = byId("event-weekdays", HTMLElement);
        this.ruleField = byId("event-rule-field", HTMLElement);
        this.rule = byId("event-rule", HTMLInputElement);
        this.untilField = byId("event-until-field", HTMLElement);
        this.until = byId("event-until", HTMLInputElement);
        this.date = "";
        this.first = "";
        this.wasRead = /** @type {Repeat | undefined} */ (undefined);
        this.chips = dayCodes.map((code, index) => {
            const day = addDays("1970-01-05", index);
            const chip = makeButton(this.short(day), () => {
                chip.ariaPressed = String(chip.ariaPressed !== "true");
                changed();
            });
            chip.className = "chip";
            chip.ariaLabel = this.long(day);
            chip.dataset.code = code;
            return chip;
        });
        this.weekdays.replaceChildren(...this.chips);
        this.select.addEventListener("change", () => {
            this.show();
            changed();
        });
        this.until.addEventListener("change", changed);
    }

    /**
     * @param {string} rule empty for no repetition
     * @param {string} date the event's first day
     * @param {string} timeZone
     */
    write(rule, date, timeZone) {
        this.first = rule;
        this.date = date;
        const read = rule === "" ? undefined : readRule(rule, date, timeZone);
        this.wasRead = read;
        const isOther = rule !== "" && (!read || this.isMore(read));
        this.offer();
        this.rule.value = isOther ? rule : "";
        this.until.value = read?.until ?? "";
        const days = read && read.days.length > 0 ? read.days : [dayCodes[weekdayOf(date)]];
        this.press(days);
        this.select.value = rule === "" ? "none" : isOther ? "rule" : this.choiceOf(read);
        this.show();
    }

    /**
     * Whether a rule has parts that the form has no field for.
     * @param {Repeat} rule
     */
    isMore({ frequency, interval, ordinal, count }) {
        const offered = [undefined, ordinalOf(this.date), this.lastOf];
        const isRare = interval > (frequency === "WEEKLY" ? 2 : 1);
        return count !== undefined || isRare || !offered.includes(ordinal);
    }

    get lastOf() {
        return `-1${dayCodes[weekdayOf(this.date)]}`;
    }

    /** @param {Repeat | undefined} read */
    choiceOf(read) {
        switch (read?.frequency) {
            case "DAILY":
                return "daily";
            case "WEEKLY":
                return read.interval === 2 ? "fortnightly" : "weekly";
            case "MONTHLY":
                return read.ordinal === undefined
                    ? "monthly"
                    : read.ordinal === this.lastOf ? "monthlyLast" : "monthlyOn";
            default:
                return "yearly";
        }
    }

    offer() {
        const option = (/** @type {string} */ value, /** @type {string} */ label) =>
            make("option", { value }, label);
        const { date } = this;
        const day = this.when.ordinalDay(ordinalOf(date));
        const last = this.when.ordinalDay(this.lastOf);
        this.select.replaceChildren(
            option("none", text("repeatNone")),
            option("daily", text("repeatDaily")),
            option("weekly", text("repeatWeekly")),
            option("fortnightly", text("repeatFortnightly")),
            option("monthly", text("repeatMonthly", { day: Number(date.slice(8)) })),
            option("monthlyOn", text("repeatMonthlyOn", { day })),
            ...(isLastOfMonth(date)
                ? [option("monthlyLast", text("repeatMonthlyOn", { day: last }))]
                : []),
            option("yearly", text("repeatYearly")),
            option("rule", text("repeatRule")),
        );
    }

    /** @param {string[]} days */
    press(days) {
        this.chips.forEach((chip) => {
            chip.ariaPressed = String(days.includes(chip.dataset.code ?? ""));
        });
    }

    /**
     * Takes the event's new day. A weekly rule on only the old day follows it.
     * @param {string} date
     */
    moveTo(date) {
        if (date === this.date || date === "") {
            return;
        }
        const pressed = this.pressed;
        if (pressed.length === 1 && pressed[0] === dayCodes[weekdayOf(this.date)]) {
            this.press([dayCodes[weekdayOf(date)]]);
        }
        const { value } = this.select;
        this.date = date;
        this.offer();
        this.select.value = value;
        if (this.select.value === "") {
            this.select.value = "monthlyOn";
        }
    }

    get pressed() {
        return this.chips.filter(({ ariaPressed }) => ariaPressed === "true")
            .map(({ dataset }) => dataset.code ?? "");
    }

    show() {
        const { value } = this.select;
        this.more.hidden = value === "none";
        this.weekdays.hidden = value !== "weekly" && value !== "fortnightly";
        this.ruleField.hidden = value !== "rule";
        this.untilField.hidden = value === "rule";
    }

    /** The rule as an action takes it; empty for no repetition. */
    read() {
        const { value } = this.select;
        if (value === "none") {
            return "";
        }
        if (value === "rule") {
            return this.rule.value.trim();
        }
        const frequencies = /** @type {Record<string, Repeat["frequency"]>} */ ({
            daily: "DAILY", weekly: "WEEKLY", fortnightly: "WEEKLY", monthly: "MONTHLY",
            monthlyOn: "MONTHLY", monthlyLast: "MONTHLY", yearly: "YEARLY",
        });
        const ordinals = /** @type {Record<string, string>} */ ({
            monthlyOn: ordinalOf(this.date), monthlyLast: this.lastOf,
        });
        const repeat = {
            frequency: frequencies[value],
            interval: value === "fortnightly" ? 2 : 1,
            days: this.pressed,
            ordinal: ordinals[value],
            until: this.until.value || undefined,
        };
        // A rule with the same meaning keeps its original text.
        const { wasRead } = this;
        const isSame = wasRead !== undefined &&
            writeRule(wasRead, this.date) === writeRule(repeat, this.date);
        return isSame ? this.first : writeRule(repeat, this.date);
    }
}
