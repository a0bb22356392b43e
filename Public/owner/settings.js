// @ts-check
import { byId, make, setText } from "../js/dom.js";
import { openJoinLink } from "../js/joincode.js";
import { showProblems } from "../js/problems.js";
import { timeWriter } from "../js/times.js";
import { choose, chosen, fillChoices } from "./choices.js";
import { LanguageChoice } from "./languages.js";
import { texts } from "./texts.js";

/**
 * @typedef {object} Settings
 * @property {string} name
 * @property {string} timeZone
 * @property {string} labels
 * @property {string} selfCheckIn
 * @property {string[]} languages the house's own first
 * @property {string} [joinLink]
 */
/** @typedef {Pick<Settings, "name" | "timeZone" | "languages" | "selfCheckIn" | "labels">} Typed */

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

/** The settings of the house: a form that follows what they are, except where it is being changed. */
export class SettingsForm {
    /**
     * @param {(action: string, args: import("../js/tablecast.js").JSONObject, name: string) => string} ask
     * @param {() => number} now
     */
    constructor(ask, now) {
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
        this.problems = {
            name: byId("settings-name-problem", HTMLElement),
            timeZone: byId("settings-zone-problem", HTMLElement),
            languages: byId("settings-languages-problem", HTMLElement),
            selfCheckIn: byId("settings-check-in-problem", HTMLElement),
            labels: byId("settings-labels-problem", HTMLElement),
        };
        this.fill();
        const form = byId("settings-form", HTMLFormElement);
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.submit();
        });
        form.addEventListener("input", () => {
            this.show([]);
            this.mark();
        });
        this.undo.addEventListener("click", () => this.take(this.settings));
    }

    fill() {
        const zones = /** @type {any} */ (Intl).supportedValuesOf?.("timeZone") ?? [];
        const options = ["UTC", ...zones].map((value) => make("option", { value }));
        byId("zones", HTMLElement).append(...options);
        fillChoices(this.checkIn, "check-in", texts.checkIn, texts.checkInAbout);
        fillChoices(this.labels, "labels", texts.labels, texts.labelsAbout);
    }

    /** @returns {Typed} */
    get typed() {
        return {
            name: this.name.value.trim(),
            timeZone: this.zone.value.trim(),
            languages: this.languages.value,
            selfCheckIn: chosen(this.checkIn),
            labels: chosen(this.labels),
        };
    }

    /** @param {Typed} typed */
    set typed(typed) {
        this.name.value = typed.name;
        this.zone.value = typed.timeZone;
        this.languages.value = typed.languages;
        choose(this.checkIn, typed.selfCheckIn);
        choose(this.labels, typed.labels);
    }

    /**
     * What the form says that the settings are not.
     * @returns {Partial<Typed>}
     */
    get changes() {
        const { settings } = this;
        const changed = Object.entries(this.typed).filter(
            ([field, value]) =>
                settings &&
                String(value) !== String(settings[/** @type {keyof Typed} */ (field)]),
        );
        return Object.fromEntries(changed);
    }

    /**
     * The settings are these now.
     * @param {Settings | null} settings
     */
    know(settings) {
        if (!settings || JSON.stringify(settings) === JSON.stringify(this.settings)) {
            return;
        }
        const changes = this.settings ? this.changes : {};
        this.take(settings);
        // What is being typed stays.
        this.typed = { ...settings, ...changes };
        this.mark();
    }

    /** @param {Settings | null} settings */
    take(settings) {
        this.settings = settings;
        if (settings) {
            this.typed = settings;
            this.joinIsBelow.hidden = openJoinLink(settings) === "";
        }
        this.show([]);
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
        if (changes.timeZone !== undefined && !isZone(changes.timeZone)) {
            this.show([{ field: "timeZone", message: texts.zoneUnknown }]);
        } else if (Object.keys(changes).length === 0) {
            this.show([{ field: "labels", message: texts.nothingChanged }]);
        } else {
            this.show([]);
            this.ask("house.configure", changes, "");
        }
    }

    /**
     * @param {import("../js/problems.js").Problem[]} problems
     * @returns {boolean} whether each has its place
     */
    show(problems) {
        return showProblems(problems, { name: this.name, timeZone: this.zone }, this.problems);
    }
}
