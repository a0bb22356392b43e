// @ts-check
import { Merge } from "../../../js/ui/forms.js";
import { byId, make, reasonOf, setText, takeBackProblem, text } from "../../../js/ui/page.js";
import { pacingRow, RowsField, stayRow, texts } from "./rows.js";

/** @typedef {{days?: string[], from?: string, to?: string, covers: number}} PacingRule */
/** @typedef {{size: number, minutes: number}} StayStep */
/** @typedef {{days: string[], from: string, to: string, covers: string}} TypedRule */
/** @typedef {{size: string, minutes: string}} TypedStep */
/** @typedef {{index: number, field: string, key: string}} Fault a problem at its place, by the key of its text */

const rulesMax = 20;
const stepsMax = 10;
const coversRange = { min: 1, max: 500 };
const sizeRange = { min: 1, max: 99 };
const minutesRange = { min: 15, max: 480 };
const lateRange = { min: 1, max: 120 };

/**
 * A whole number within a range; `undefined` for anything else.
 * @param {string} typed
 * @param {{min: number, max: number}} range
 */
function numberIn(typed, { min, max }) {
    const text = typed.trim();
    const value = Number(text);
    return /^\d+$/.test(text) && value >= min && value <= max ? value : undefined;
}

/**
 * The rules as the setting takes them, or their problems.
 * @param {TypedRule[]} typed
 * @returns {{value: PacingRule[], faults: Fault[]}}
 */
export function readPacing(typed) {
    /** @type {Fault[]} */
    const faults = [];
    const value = typed.map(({ days, from, to, covers }, index) => {
        const number = numberIn(covers, coversRange);
        if (number === undefined) {
            faults.push({ index, field: "covers", key: "coversWrong" });
        }
        if (from !== "" && from === to) {
            faults.push({ index, field: "to", key: "spanWrong" });
        }
        /** @type {PacingRule} */
        const rule = { covers: number ?? 0 };
        // No days means all days.
        if (days.length > 0 && days.length < 7) {
            rule.days = days;
        }
        if (from !== "") {
            rule.from = from;
        }
        if (to !== "") {
            rule.to = to;
        }
        return rule;
    });
    return { value, faults };
}

/**
 * @param {PacingRule[] | undefined} rules
 * @returns {TypedRule[]}
 */
export function typedPacing(rules = []) {
    return rules.map(({ days = [], from = "", to = "", covers }) => ({
        days, from, to, covers: String(covers),
    }));
}

/**
 * The steps as the setting takes them, by size, or their problems.
 * @param {TypedStep[]} typed
 * @returns {{value: StayStep[], faults: Fault[]}}
 */
export function readStay(typed) {
    /** @type {Fault[]} */
    const faults = [];
    const sizes = new Set();
    const value = typed.map((step, index) => {
        const size = numberIn(step.size, sizeRange);
        const minutes = numberIn(step.minutes, minutesRange);
        if (size === undefined) {
            faults.push({ index, field: "size", key: "sizeWrong" });
        } else if (sizes.has(size)) {
            faults.push({ index, field: "size", key: "sizeTwice" });
        }
        if (minutes === undefined) {
            faults.push({ index, field: "minutes", key: "minutesWrong" });
        }
        sizes.add(size);
        return { size: size ?? 0, minutes: minutes ?? 0 };
    });
    return { value: value.sort((one, other) => one.size - other.size), faults };
}

/**
 * @param {StayStep[] | undefined} steps
 * @returns {TypedStep[]}
 */
export function typedStay(steps = []) {
    return steps.map(({ size, minutes }) => ({ size: String(size), minutes: String(minutes) }));
}

/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */

const names = /** @type {const} */ (["pacing", "stay", "lateMinutes"]);

/**
 * The form of the settings of reservations: covers per quarter hour, stays, and lateness. Fields that are not
 * being edited follow the settings.
 */
export class RulesForm {
    /**
     * @param {(changes: JSONObject) => string} send
     * @param {(sentence: string) => void} say announces a sentence
     */
    constructor(send, say) {
        this.send = send;
        /** @type {JSONObject | null} */
        this.known = null;
        const changed = () => this.mark();
        this.pacing = new RowsField({
            id: "pacing", label: text("pacing"), about: text("pacingAbout"), none: text("noPacing"),
            add: text("addRule"), blank: { days: [], from: "", to: "", covers: "" }, max: rulesMax,
            isOrdered: true, row: pacingRow, changed,
        });
        this.stay = new RowsField({
            id: "stay", label: text("stay"), about: text("stayAbout"), none: text("noStay"),
            add: text("addStep"), blank: { size: "", minutes: "" }, max: stepsMax, row: stayRow, changed,
        });
        this.late = make("input", {
            id: "late-minutes", inputMode: "numeric", className: "figures", autocomplete: "off",
            "aria-describedby": "late-about late-problem",
        });
        this.lateProblem = make("p", { className: "problem", id: "late-problem" });
        this.late.addEventListener("input", changed);
        this.undo = byId("rules-undo", HTMLButtonElement);
        this.nothing = byId("rules-nothing", HTMLElement);
        this.merge = new Merge(this.mergedFields(), {
            say, around: (change) => {
                change();
                this.mark();
            },
        });
        const late = make(
            "div", { className: "field" },
            make("label", { htmlFor: "late-minutes" }, text("lateMinutes")), this.late,
            make("p", { className: "about", id: "late-about" }, text("lateAbout")), this.lateProblem,
        );
        const { questions } = this.merge;
        byId("rules-fields", HTMLElement).append(
            this.pacing.element, questions.pacing, this.stay.element, questions.stay, late,
            questions.lateMinutes,
        );
        byId("rules-form", HTMLFormElement).addEventListener("submit", (event) => {
            event.preventDefault();
            this.submit();
        });
        this.undo.addEventListener("click", () => {
            this.merge.take(this.known ?? {});
            this.mark();
        });
    }

    /** @returns {Record<typeof names[number], import("../../../js/ui/forms.js").MergedField>} */
    mergedFields() {
        return {
            pacing: {
                label: text("pacing"),
                read: () => this.good(readPacing(this.pacing.value)),
                write: (value) => this.pacing.write(typedPacing(/** @type {any} */ (value) ?? [])),
                named: (value) => rulesText(/** @type {any} */ (value) ?? []),
                focus: () => this.pacing.focus(),
            },
            stay: {
                label: text("stay"),
                read: () => this.good(readStay(this.stay.value)),
                write: (value) => this.stay.write(typedStay(/** @type {any} */ (value) ?? [])),
                named: (value) => stepsText(/** @type {any} */ (value) ?? []),
                focus: () => this.stay.focus(),
            },
            lateMinutes: {
                label: text("lateMinutes"),
                read: () => numberIn(this.late.value, lateRange),
                write: (value) => {
                    this.late.value = String(value ?? "");
                },
                named: (value) => text("minutesLong", { minutes: String(value) }),
                focus: () => this.late.focus(),
                settled: () => takeBackProblem(this.late, this.lateProblem),
            },
        };
    }

    /**
     * @param {{value: object[], faults: Fault[]}} read
     * @returns {any} `undefined` while something is wrong
     */
    good({ value, faults }) {
        return faults.length > 0 ? undefined : value;
    }

    /** Whether leaving the page would lose typed text. */
    get isChanged() {
        return this.known !== null && this.merge.touched.length > 0;
    }

    /**
     * @param {JSONObject | undefined} settings
     * @param {(id: string) => boolean} isShown whether the settings include a change
     */
    know(settings, isShown) {
        if (!settings) {
            return;
        }
        const known = Object.fromEntries(names.map((name) => [name, settings[name] ?? null]));
        if (this.merge.update(known, isShown)) {
            this.known = known;
            this.markButtons();
        }
    }

    /** Removes the problems after typing. */
    mark() {
        setText(this.nothing, "");
        takeBackProblem(this.late, this.lateProblem);
        this.markButtons();
    }

    /** Enables the buttons that apply. */
    markButtons() {
        this.undo.hidden = !this.isChanged;
    }

    submit() {
        this.mark();
        const pacing = readPacing(this.pacing.value);
        const stay = readStay(this.stay.value);
        this.pacing.show(pacing.faults);
        this.stay.show(stay.faults);
        const late = numberIn(this.late.value, lateRange);
        if (late === undefined) {
            this.showLate(text("lateWrong"));
        }
        const { undecided, touched } = this.merge;
        if (pacing.faults.length > 0) {
            this.pacing.focus(pacing.faults[0]);
        } else if (stay.faults.length > 0) {
            this.stay.focus(stay.faults[0]);
        } else if (late === undefined) {
            this.late.focus();
        } else if (undecided) {
            setText(this.nothing, undecided.message);
            this.merge.focus();
        } else if (touched.length === 0) {
            setText(this.nothing, text("nothingChanged"));
        } else {
            const typed = /** @type {Record<string, any>} */ ({
                pacing: pacing.value, stay: stay.value.length > 0 ? stay.value : null, lateMinutes: late,
            });
            const changes = Object.fromEntries(touched.map((name) => [name, typed[name]]));
            this.merge.save(changes, () => this.send(changes));
        }
    }

    /** @param {string} sentence */
    showLate(sentence) {
        setText(this.lateProblem, sentence);
        this.late.setAttribute("aria-invalid", "true");
    }

    /**
     * @param {string} id of a change
     * @param {any} message its ack or reject
     * @returns {boolean} whether it was this form's change
     */
    answered(id, message) {
        if (!this.merge.answered(id, message)) {
            return false;
        }
        for (const problem of message.problems ?? []) {
            const sentence = reasonOf(problem, "planner");
            if (problem.field === "lateMinutes") {
                this.showLate(sentence);
            } else {
                setText(problem.field === "stay" ? this.stay.problem : this.pacing.problem, sentence);
            }
        }
        return true;
    }
}

/**
 * The rules in words, for the question which ones to keep.
 * @param {PacingRule[]} rules
 */
function rulesText(rules) {
    return rules
        .map(({ days, from = "", to = "", covers }) => {
            const when = days ? days.map((day) => texts.weekdays[day]).join(" ") : text("everyDay");
            return `${when} ${from}–${to}: ${covers}`;
        })
        .join("; ");
}

/** @param {StayStep[]} steps */
function stepsText(steps) {
    return steps.map(({ size, minutes }) => `${size}: ${text("minutesLong", { minutes })}`).join("; ");
}
