// @ts-check
import { byId, make, words } from "../../../js/dom.js";
import { request, runAfter, stopTimer } from "../../../js/now.js";
import { counted, text } from "../../../js/texts.js";
import { civilWriter } from "../core/dates.js";
import { serviceDayOf, zoneOf } from "../core/zones.js";
import { dot, texts } from "./texts.js";
import { titled } from "../core/titled.js";

/** After this time without another letter, the hub is asked. */
const restMs = 250;

/**
 * What the finder needs to know of the house.
 * @typedef {object} FinderContext
 * @property {string} timeZone
 * @property {import("../../../js/hours.js").Hours} hours
 * @property {string} dayStart
 * @property {Record<string, any>} calendars
 */

/**
 * Something that was found.
 * @typedef {object} Found
 * @property {string} [event]
 * @property {string} [reservation]
 * @property {string} [at]
 * @property {string} [title]
 * @property {string} [name]
 * @property {number} [size]
 * @property {string} [calendar]
 * @property {string} [location]
 * @property {string} [start]
 * @property {string} [firstDay]
 * @property {string} [status]
 * @property {string} [repeat]
 * @property {number} [visits]
 * @property {number} [noShows]
 */

/** Searches events and reservations of all times, and leads to their pages. */
export class Finder {
    /**
     * @param {object} page
     * @param {import("../../../js/ui/desk.js").Desk} page.desk
     * @param {(date: string, key: string) => void} page.lead
     * @param {(date: string) => void} page.unfold
     * @param {() => FinderContext} page.context
     * @param {string} page.language
     */
    constructor({ desk, lead, unfold, context, language }) {
        this.desk = desk;
        this.lead = lead;
        this.unfold = unfold;
        this.context = context;
        this.dialog = byId("search", HTMLDialogElement);
        this.input = byId("search-text", HTMLInputElement);
        this.say = byId("search-say", HTMLElement);
        this.list = byId("search-found", HTMLElement);
        this.day = civilWriter(
            language, { weekday: "short", day: "numeric", month: "short", year: "numeric" },
        );
        this.timer = 0;
        this.count = 0;
        // Escape would only empty the field.
        this.input.addEventListener("keydown", (event) => {
            if (event.key === "Escape") {
                event.preventDefault();
                this.dialog.close();
            }
        });
        this.input.addEventListener("input", () => {
            stopTimer(this.timer);
            this.timer = runAfter(restMs, () => void this.ask());
        });
    }

    open() {
        this.desk.open(this.dialog);
        this.input.select();
    }

    async ask() {
        const words = this.input.value.trim();
        this.count += 1;
        const asked = this.count;
        if (words === "") {
            this.list.replaceChildren();
            this.say.textContent = "";
            return;
        }
        const { venue } = this.desk.state;
        const query = new URLSearchParams({ q: words, as: this.desk.role });
        try {
            const answer = await request(`/v1/${venue}/planner/search?${query}`, { cache: "no-store" });
            if (!answer.ok) {
                throw new Error(String(answer.status));
            }
            const found = await answer.json();
            if (asked === this.count) {
                this.show(found);
            }
        } catch {
            if (asked === this.count) {
                this.list.replaceChildren();
                this.say.textContent = text("searchFailed");
            }
        }
    }

    /** @param {{events: Found[], reservations: Found[]}} found */
    show({ events, reservations }) {
        const count = events.length + reservations.length;
        this.say.textContent = count === 0 ? text("searchNone") : counted("found", count);
        this.list.replaceChildren(
            ...events.map((each) => this.event(each)),
            ...reservations.map((each) => this.reservation(each)),
        );
    }

    /** @param {Found} found */
    event({ event = "", at, title = "", calendar = "", location, start, firstDay, repeat }) {
        const { timeZone, hours, calendars } = this.context();
        const local = start ? zoneOf(timeZone).local(start) : `${firstDay}T`;
        const date = firstDay ?? local.slice(0, 10);
        const when = start ? `${this.day(date)}, ${hours.write(local)}` : this.day(date);
        const known = calendars[calendar];
        return this.item(known?.color ?? "grey", when, titled(title), [
            known?.name ?? "", location ?? "", repeat ? texts.signs.repeats : "",
        ], () => this.lead(date, at === undefined ? event : `${event}.${at}`));
    }

    /** @param {Found} found */
    reservation({ name = "", size = 0, start = "", status = "", visits = 0, noShows = 0 }) {
        const { timeZone, hours, dayStart } = this.context();
        const zone = zoneOf(timeZone);
        const local = zone.local(start);
        const when = `${this.day(local.slice(0, 10))}, ${hours.write(local)}`;
        return this.item("reservations", when, name, [
            text("sizeOf", { size }),
            status === "booked" ? "" : texts.statuses[status] ?? "",
            visits > 0 ? counted("visits", visits) : "",
            noShows > 0 ? counted("noShows", noShows) : "",
        ], () => this.unfold(serviceDayOf(start, zone, dayStart)));
    }

    /**
     * @param {string} color
     * @param {string} when
     * @param {string} name
     * @param {string[]} about
     * @param {() => void} press
     */
    item(color, when, name, about, press) {
        const button = make("button", { type: "button", className: "found" },
            make("span", { className: "found-when figures" }, when), " ",
            words(name, "found-name"), " ",
            make("span", { className: "found-about quiet" },
                ...about.filter(Boolean).flatMap((part, index) => [index ? dot : "", words(part)])));
        button.addEventListener("click", () => {
            this.dialog.close();
            press();
        });
        const item = make("li", {}, button);
        item.dataset.color = color;
        return item;
    }
}
