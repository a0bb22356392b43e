// @ts-check
import { byId, make, setText, words } from "../js/dom.js";
import { boards } from "./boards.js";
import { Filter } from "./filter.js";
import { texts } from "./texts.js";
import { instantOf } from "../js/zones.js";

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
        /** Whether its times could not be looked for. */
        this.isUnfound = false;
        this.form = byId("filters", HTMLFormElement);
        this.offer();
        // What was typed before this ran: it waits for the words of the boards.
        const typed = fields.filter((name) => this.field(name).value !== "");
        address.go(Object.fromEntries(typed.map((name) => [name, this.field(name).value])), true);
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

    /** Offers the boards, their roles, and the kinds of their events. */
    offer() {
        const known = [...boards.values()];
        const option = (/** @type {string} */ value, /** @type {string[]} */ ...said) =>
            make("option", { value }, ...said);
        this.field("board").append(...known.map(({ name, title }) => option(name, title)));
        const roles = known.flatMap((board) => board.roles);
        this.field("role").append(...roles.map(([role, title]) => option(role, title)));
        const kinds = new Set([...known.flatMap((board) => board.kinds), "configured", "undone"]);
        byId("kinds", HTMLElement).append(...[...kinds].sort().map((kind) => option(kind)));
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
     * Shows the story of a party alone: what else was looked for would hide its causes, and is had
     * again by going back.
     * @param {string} party
     */
    tell(party) {
        this.change({ ...Object.fromEntries(fields.map((name) => [name, ""])), party });
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
        const odd = fields.filter((name) => place[name] && this.isOdd(name, place[name] ?? ""));
        const good = { ...place, ...Object.fromEntries(odd.map((name) => [name, ""])) };
        const problems = odd.map((name) => texts.odd(this.label(name), place[name] ?? ""));
        const { since, until, from, to } = good;
        const sinceInstant = since ? instantOf(since, this.timeZone) : "";
        const untilInstant = until ? endOf(until, this.timeZone) : "";
        let bounds = { first: whole(from) || 1, last: whole(to) || Infinity };
        let isUnfound = false;
        try {
            bounds = await this.narrowed(bounds, sinceInstant, untilInstant);
        } catch {
            isUnfound = true;
            problems.push(texts.badTime);
        }
        if (this.said !== said) {
            // Another filter was asked for meanwhile.
            return;
        }
        this.isUnfound = isUnfound;
        if (from && to && whole(from) > whole(to)) {
            problems.push(texts.badRange);
        }
        setText(byId("filter-problem", HTMLElement), problems.join(" "));
        this.filter = new Filter({ ...good, sinceInstant, untilInstant }, bounds, this.names);
        this.changed();
    }

    /**
     * The bounds within a stretch of time. Where nothing later is known, they stay open: the filter
     * looks at the times, too.
     * @param {import("./filter.js").Bounds} bounds
     * @param {string} sinceInstant
     * @param {string} untilInstant
     */
    async narrowed({ first, last }, sinceInstant, untilInstant) {
        if (sinceInstant) {
            const { rev } = await this.looking.revBefore(sinceInstant);
            first = Math.max(first, rev + 1);
        }
        if (untilInstant) {
            const { rev, isLast } = await this.looking.revBefore(untilInstant);
            last = isLast ? last : Math.min(last, rev);
        }
        return { first, last };
    }

    /** Looks once more for what could not be found without a connection. */
    retry() {
        if (this.isUnfound) {
            this.said = "";
            void this.show();
        }
    }

    /**
     * Whether something has come that is later than all that is looked for: then it is known where
     * it ends.
     * @param {import("./stream.js").JournalEvent[]} events
     */
    came(events) {
        const { bounds, place } = this.filter;
        const { untilInstant } = place;
        const isOver = events.some(
            ({ rev, time }) => rev !== undefined && untilInstant && time >= untilInstant,
        );
        if (isOver && bounds.last === Infinity) {
            this.said = "";
            void this.show();
        }
    }

    /**
     * Whether an address says what the form can't have.
     * @param {typeof fields[number]} name
     * @param {string} value
     */
    isOdd(name, value) {
        const isNumber = name === "from" || name === "to";
        return this.field(name).value === "" || (isNumber && whole(value) === 0);
    }

    /** @param {typeof fields[number]} name */
    label(name) {
        return this.field(name).labels?.[0]?.textContent ?? name;
    }

    render() {
        const { party = "" } = this.address.place;
        byId("filter-story", HTMLElement).hidden = !party;
        const name = this.names.named(party);
        const place = byId("filter-party", HTMLElement);
        if (party && place.textContent !== `${texts.storyOf} ${name}`) {
            place.replaceChildren(texts.storyOf, " ", words(name));
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
