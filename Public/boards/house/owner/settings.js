// @ts-check
import { byId, make, setText } from "../../../js/dom.js";
import { openJoinLink } from "../../../js/joincode.js";
import { isSame } from "../../../js/same.js";
import { Merge } from "../../../js/ui/merge.js";
import { showProblems, takeBackProblem } from "../../../js/ui/problems.js";
import { reasonOf } from "../../../js/texts.js";
import { timeWriter } from "../../../js/times.js";
import { choose, chosen, fillChoices, focusChosen } from "./choices.js";
import { LanguageChoice } from "./languages.js";
import { texts } from "./texts.js";

/** @typedef {import("../../../js/tablecast.js").DocumentOf<"house/settings">["venue"]} Settings */
/**
 * What stands in the fields.
 * @typedef {object} Typed
 * @property {string} name
 * @property {string} timeZone
 * @property {string[]} languages
 * @property {string} selfCheckIn
 * @property {string} labels
 */

/**
 * Whether there is such a time zone, for this browser.
 * @param {string} zone
 */
function isZone(zone) {
    try {
        new Intl.DateTimeFormat("en", { timeZone: zone });
        return zone === "UTC" || zone.includes("/");
    } catch {
        return false;
    }
}

/** The form with the settings of the house, which follows them except where it is being changed. */
export class SettingsForm {
    /**
     * @param {(action: string, args: import("../../../js/tablecast.js").JSONObject, name: string) => string} ask
     * @param {() => number} now
     * @param {(sentence: string) => void} say to those who hear the page
     */
    constructor(ask, now, say) {
        this.ask = ask;
        this.now = now;
        /** @type {Settings | null} */
        this.settings = null;
        this.name = byId("settings-name", HTMLInputElement);
        this.zone = byId("settings-zone", HTMLInputElement);
        this.languages = new LanguageChoice(
            byId("settings-own", HTMLElement),
            byId("settings-others", HTMLElement),
        );
        this.checkIn = byId("settings-check-in", HTMLElement);
        this.labels = byId("settings-labels", HTMLElement);
        this.joinIsBelow = byId("settings-join", HTMLElement);
        this.undo = byId("settings-undo", HTMLButtonElement);
        /** @type {Record<string, HTMLInputElement>} */
        this.inputs = { name: this.name, timeZone: this.zone };
        this.problems = {
            name: byId("settings-name-problem", HTMLElement),
            timeZone: byId("settings-zone-problem", HTMLElement),
            languages: byId("settings-languages-problem", HTMLElement),
            selfCheckIn: byId("settings-check-in-problem", HTMLElement),
            labels: byId("settings-labels-problem", HTMLElement),
        };
        this.fill();
        const around = (/** @type {() => void} */ change) => {
            change();
            this.mark();
        };
        this.merge = new Merge(this.mergedFields(), { say, around });
        for (const [name, question] of Object.entries(this.merge.questions)) {
            this.problems[/** @type {keyof Typed} */ (name)].after(question);
        }
        const form = byId("settings-form", HTMLFormElement);
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.submit();
        });
        form.addEventListener("input", () => {
            this.show([]);
            this.mark();
        });
        this.undo.addEventListener("click", () => this.settings && this.take(this.settings));
    }

    fill() {
        const zones = /** @type {any} */ (Intl).supportedValuesOf?.("timeZone") ?? [];
        const options = ["UTC", ...zones].map((value) => make("option", { value }));
        byId("zones", HTMLElement).append(...options);
        fillChoices(this.checkIn, "check-in", texts.checkIn, texts.checkInAbout);
        fillChoices(this.labels, "labels", texts.labels, texts.labelsAbout);
    }

    /** @returns {Record<keyof Typed, import("../../../js/ui/merge.js").MergedField>} */
    mergedFields() {
        const settled = (/** @type {keyof Typed} */ name) => () =>
            takeBackProblem(this.inputs[name], this.problems[name]);
        const typed = (
            /** @type {"name" | "timeZone"} */ name,
            /** @type {HTMLInputElement} */ input,
        ) => ({
            label: texts.settingNames[name],
            read: () => input.value.trim(),
            write: (/** @type {any} */ value) => {
                input.value = value;
            },
            named: String,
            focus: () => input.focus(),
            settled: settled(name),
        });
        const chosenOf = (
            /** @type {"selfCheckIn" | "labels"} */ name,
            /** @type {HTMLElement} */ place,
            /** @type {Record<string, string>} */ titles,
        ) => ({
            label: texts.settingNames[name],
            read: () => chosen(place),
            write: (/** @type {any} */ value) => choose(place, value),
            named: (/** @type {any} */ value) => titles[value],
            focus: () => focusChosen(place),
            settled: settled(name),
        });
        return {
            name: typed("name", this.name),
            timeZone: typed("timeZone", this.zone),
            languages: {
                label: texts.settingNames.languages,
                read: () => this.languages.value,
                write: (value) => {
                    this.languages.value = /** @type {string[]} */ (value);
                },
                named: (value) =>
                    /** @type {string[]} */ (value).map((each) => texts.languages[each]).join(", "),
                focus: () => focusChosen(this.languages.own),
                settled: settled("languages"),
            },
            selfCheckIn: chosenOf("selfCheckIn", this.checkIn, texts.checkIn),
            labels: chosenOf("labels", this.labels, texts.labels),
        };
    }

    /**
     * The settings that would be changed.
     * @returns {Partial<Typed>}
     */
    get changes() {
        const { fields, touched } = this.merge;
        return this.settings
            ? Object.fromEntries(touched.map((name) => [name, fields[name].read()]))
            : {};
    }

    /**
     * Shows the present settings.
     * @param {Settings} settings
     * @param {(id: string) => boolean} isShown whether they show what a change did
     */
    know(settings, isShown) {
        const isSaved = this.merge.isSaved(isShown);
        if (!isSaved && isSame(settings, this.settings)) {
            return;
        }
        if (this.settings) {
            this.settings = settings;
            this.merge.know(settings, isSaved);
            this.joinIsBelow.hidden = openJoinLink(settings) === "";
        } else {
            this.take(settings);
        }
        this.mark();
    }

    /** @param {Settings} settings */
    take(settings) {
        this.settings = settings;
        this.merge.take(settings);
        this.joinIsBelow.hidden = openJoinLink(settings) === "";
        this.mark();
    }

    /** Shows what time it is there, and whether anything is changed. */
    mark() {
        this.undo.hidden = Object.keys(this.changes).length === 0;
        this.tick();
    }

    tick() {
        const zone = this.zone.value.trim();
        const sentence = isZone(zone)
            ? texts.zoneNow(timeWriter(zone, () => this.now())(this.now()))
            : "";
        setText(byId("settings-zone-now", HTMLElement), sentence);
    }

    submit() {
        const { changes } = this;
        const { undecided } = this.merge;
        if (undecided) {
            this.show([undecided]);
            this.merge.focus();
        } else if (changes.timeZone !== undefined && !isZone(changes.timeZone)) {
            const refusal = { field: "timeZone", reason: "house.bad_time_zone" };
            this.show([{ field: "timeZone", message: reasonOf(refusal, "house") }]);
        } else if (Object.keys(changes).length === 0) {
            this.show([{ field: "labels", message: texts.nothingChanged }]);
        } else {
            this.show([]);
            this.merge.save(changes, () => this.ask("house.configure", changes, ""));
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

    /**
     * @param {import("../../../js/ui/problems.js").Problem[]} problems
     * @returns {boolean} whether each has its place
     */
    show(problems) {
        return showProblems(problems, this.inputs, this.problems);
    }
}
