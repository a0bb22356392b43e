// @ts-check
import { byId, setText, words } from "../js/dom.js";
import { Filter } from "./filter.js";
import { texts } from "./texts.js";
import { instantOf } from "./zones.js";

/** @typedef {import("./address.js").Place} Place */

/** The fields that the address has, too; `party` is set by a click on an event. */
const fields = /** @type {const} */ ([
    "text", "verdict", "board", "kind", "role", "device", "from", "to", "since", "until",
]);

/** The form of the filter, in step with the address. */
export class FilterForm {
    /**
     * @param {import("./address.js").Address} address
     * @param {import("./looking.js").Looking} looking finds the revisions of a time
     * @param {import("./words.js").Names} names
     * @param {string} timeZone
     * @param {() => void} changed the filter is another one
     */
    constructor(address, looking, names, timeZone, changed) {
        this.address = address;
        this.looking = looking;
        this.names = names;
        this.timeZone = timeZone;
        this.changed = changed;
        this.filter = new Filter({}, { first: 1, last: Infinity }, names);
        this.said = "";
        this.form = byId("filters", HTMLFormElement);
        this.form.addEventListener("submit", (event) => event.preventDefault());
        for (const name of fields) {
            const field = this.field(name);
            // Half a number, or half a time, is another one.
            const isWords = field.type === "text" || field.type === "search";
            field.addEventListener(isWords ? "input" : "change", () =>
                this.change({ [name]: field.value }, isWords),
            );
        }
        byId("filter-clear", HTMLButtonElement).addEventListener("click", () => this.clear());
        byId("filter-no-party", HTMLButtonElement).addEventListener("click", () => {
            this.change({ party: "" });
            this.field("text").focus();
        });
    }

    /**
     * @param {string} name
     * @returns {HTMLInputElement | HTMLSelectElement}
     */
    field(name) {
        return /** @type {HTMLInputElement} */ (byId(`filter-${name}`, HTMLElement));
    }

    clear() {
        const none = Object.fromEntries([...fields, "party"].map((name) => [name, ""]));
        this.change(none);
    }

    /**
     * @param {Place} changes
     * @param {boolean} [isStep] whether it is one more of many small steps
     */
    change(changes, isStep = false) {
        this.address.go(changes, isStep);
        void this.show();
    }

    /** Shows what the address says, and has it looked for if that is something else than before. */
    async show() {
        const { place } = this.address;
        for (const name of fields) {
            const field = this.field(name);
            if (field.value !== (place[name] ?? "")) {
                field.value = place[name] ?? "";
            }
        }
        const said = JSON.stringify([...fields, "party"].map((name) => Reflect.get(place, name)));
        if (said === this.said) {
            return;
        }
        this.said = said;
        const sinceInstant = place.since ? instantOf(place.since, this.timeZone) : "";
        const untilInstant = place.until ? endOf(place.until, this.timeZone) : "";
        let problem = "";
        let bounds = { first: whole(place.from) || 1, last: whole(place.to) || Infinity };
        try {
            if (sinceInstant) {
                const before = await this.looking.revBefore(sinceInstant);
                bounds = { ...bounds, first: Math.max(bounds.first, before + 1) };
            }
            if (untilInstant && untilInstant <= new Date().toISOString()) {
                const last = await this.looking.revBefore(untilInstant);
                bounds = { ...bounds, last: Math.min(bounds.last, last) };
            }
        } catch {
            problem = texts.badTime;
        }
        if (this.said !== said) {
            // Another filter was wanted meanwhile, whatever has become of this one.
            return;
        }
        if (problem) {
            // Asked for again, it is looked for again.
            this.said = "";
        }
        if (whole(place.from) > whole(place.to) && place.to) {
            problem = texts.badRange;
        }
        setText(byId("filter-problem", HTMLElement), problem);
        this.filter = new Filter({ ...place, sinceInstant, untilInstant }, bounds, this.names);
        this.changed();
    }

    render() {
        const { party = "" } = this.address.place;
        byId("filter-story", HTMLElement).hidden = !party;
        const name = this.names.named(party);
        const place = byId("filter-party", HTMLElement);
        if (party && place.textContent !== texts.storyOf + name) {
            place.replaceChildren(texts.storyOf, words(name));
        }
    }
}

/** @param {string | undefined} text */
function whole(text) {
    const number = Number(text);
    return Number.isSafeInteger(number) && number > 0 ? number : 0;
}

/**
 * The instant after a time that the clocks show: all of its minute, or of its second, belongs to it.
 * @param {string} shown
 * @param {string} timeZone
 */
function endOf(shown, timeZone) {
    const instant = instantOf(shown, timeZone);
    const lengthMs = shown.length > 16 ? 1000 : 60_000;
    return instant && new Date(Date.parse(instant) + lengthMs).toISOString();
}
