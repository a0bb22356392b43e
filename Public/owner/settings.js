// @ts-check
import { byId, make, setText } from "../js/dom.js";
import { timeWriter } from "../js/times.js";
import { choose, chosen } from "./dialogs.js";
import { texts } from "./texts.js";

/** @typedef {{name: string, timeZone: string, labels: string}} Settings */

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
        this.labels = byId("settings-labels", HTMLElement);
        this.undo = byId("settings-undo", HTMLButtonElement);
        this.problems = {
            name: byId("settings-name-problem", HTMLElement),
            timeZone: byId("settings-zone-problem", HTMLElement),
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
        for (const [value, example] of Object.entries(texts.labels)) {
            const input = make("input", { type: "radio", name: "labels", value });
            const about = make("span", { className: "quiet" }, texts.labelsAbout[value]);
            this.labels.append(
                make("label", { className: "choice" }, input, make("b", {}, example), about),
            );
        }
    }

    /** What the form says that the settings are not. */
    get changes() {
        /** @type {Record<string, string>} */
        const changes = {};
        const { settings } = this;
        const typed = {
            name: this.name.value.trim(),
            timeZone: this.zone.value.trim(),
            labels: chosen(this.labels),
        };
        for (const [field, value] of Object.entries(typed)) {
            if (settings && value !== settings[/** @type {keyof Settings} */ (field)]) {
                changes[field] = value;
            }
        }
        return changes;
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
        this.name.value = changes.name ?? settings.name;
        this.zone.value = changes.timeZone ?? settings.timeZone;
        choose(this.labels, changes.labels ?? settings.labels);
        this.mark();
    }

    /** @param {Settings | null} settings */
    take(settings) {
        this.settings = settings;
        if (settings) {
            this.name.value = settings.name;
            this.zone.value = settings.timeZone;
            choose(this.labels, settings.labels);
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
     * @param {{field: string, message: string}[]} problems
     * @returns {boolean} whether each has its place
     */
    show(problems) {
        const inputs = { name: this.name, timeZone: this.zone };
        for (const [field, place] of Object.entries(this.problems)) {
            const problem = problems.find((each) => each.field === field);
            setText(place, problem?.message ?? "");
        }
        for (const [field, input] of Object.entries(inputs)) {
            if (problems.some((each) => each.field === field)) {
                input.setAttribute("aria-invalid", "true");
                input.focus();
            } else {
                input.removeAttribute("aria-invalid");
            }
        }
        return problems.length > 0 && problems.every(({ field }) => field in this.problems);
    }
}
