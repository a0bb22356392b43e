// @ts-check
import { byId, make, setText, words } from "../../../js/dom.js";
import { request, runAfter, stopTimer } from "../../../js/now.js";
import { counted, text } from "../../../js/texts.js";
import { typedPosition } from "./stops.js";

/** @typedef {import("../types.js").Stop} Stop */

/** After this time without another letter, the hub is asked. */
const restMs = 100;
const limit = 20;

/**
 * The field in which one looks for a stop: by its name, its town, a postcode, or a position. What is
 * found stands below it as one types. An older question is given up.
 */
export class StopSearch {
    /**
     * @param {object} page
     * @param {string} page.address of the route
     * @param {string} page.as
     * @param {import("./stops.js").KnownStops} page.known
     * @param {() => number} page.now
     * @param {() => boolean} page.isLost
     * @param {(metres: number) => string} page.distance
     * @param {(instant: number) => string} page.time
     * @param {(stop: Stop) => void} page.chosen
     * @param {(position: {lat: number, lon: number}) => void} page.went
     */
    constructor(page) {
        this.page = page;
        this.input = byId("search", HTMLInputElement);
        this.list = byId("found", HTMLElement);
        this.say = byId("search-say", HTMLElement);
        this.place = byId("search-found", HTMLElement);
        this.timer = 0;
        /** @type {AbortController | null} */
        this.abort = null;
        /** @type {Stop[]} */
        this.stops = [];
        this.active = -1;
        this.shown = "";
        /** What the list is for. */
        this.askedFor = "";
        this.input.addEventListener("input", () => this.later());
        this.input.addEventListener("focus", () => this.input.select());
        this.input.addEventListener("keydown", (event) => this.pressed(event));
        this.input.form?.addEventListener("submit", (event) => {
            event.preventDefault();
            void this.enter();
        });
        document.addEventListener("pointerdown", (event) => {
            if (event.target instanceof Node && !this.input.form?.contains(event.target)) {
                this.close();
            }
        });
        this.input.form?.addEventListener("focusout", (event) => {
            if (!(event.relatedTarget instanceof Node) ||
                !this.input.form?.contains(event.relatedTarget)) {
                this.close();
                this.show(this.shown);
            }
        });
    }

    get isOpen() {
        return !this.place.hidden;
    }

    /** @param {string} name of what is shown */
    show(name) {
        // What somebody is typing stays.
        if (document.activeElement !== this.input || (name !== this.shown && !this.isOpen)) {
            this.input.value = name;
        }
        this.shown = name;
    }

    later() {
        stopTimer(this.timer);
        this.abort?.abort();
        if (this.input.value.trim() === "") {
            this.close();
            return;
        }
        this.timer = runAfter(restMs, () => void this.ask());
    }

    /** Asks for what is typed; whether the answer is still wanted. */
    async ask() {
        stopTimer(this.timer);
        this.abort?.abort();
        const typed = this.input.value.trim();
        const { signal } = this.abort = new AbortController();
        try {
            const stops = await this.load(typed, signal);
            if (signal.aborted) {
                return false;
            }
            this.render(typed, stops.stops, stops.total, "");
        } catch {
            if (signal.aborted) {
                return false;
            }
            const { known } = this.page;
            const stops = known.search(typed);
            const told = known.atMs > 0
                ? text("searchOffline", { time: this.page.time(known.atMs) })
                : text("searchFailed");
            this.render(typed, stops, stops.length, told);
        }
        return true;
    }

    /**
     * @param {string} typed
     * @param {AbortSignal} signal
     * @returns {Promise<{stops: Stop[], total: number}>}
     */
    async load(typed, signal) {
        const { address, as, known, now } = this.page;
        const position = typedPosition(typed);
        const q = position ? `${position.lat},${position.lon}` : typed;
        const query = new URLSearchParams({ q, limit: String(limit), as });
        const answer = await request(`${address}?${query}`, { cache: "no-store", signal });
        if (!answer.ok) {
            throw new Error(String(answer.status));
        }
        const said = await answer.json();
        known.learn(said.stops, now());
        return said;
    }

    /** Asks for some of the stops in advance, for when there is no connection. */
    async prepare() {
        const { address, as, known, now } = this.page;
        try {
            const answer = await request(`${address}?${new URLSearchParams({ q: "", limit: "200", as })}`);
            known.learn((await answer.json()).stops, now());
        } catch {
            // They are learned as one searches.
        }
    }

    /**
     * @param {string} typed
     * @param {Stop[]} stops
     * @param {number} total
     * @param {string} said
     */
    render(typed, stops, total, said) {
        this.askedFor = typed;
        this.stops = stops;
        this.active = -1;
        this.list.replaceChildren(...stops.map((stop, index) => this.item(stop, index)));
        const position = typedPosition(typed);
        const count = stops.length === 0
            ? (position ? text("searchNoStops") : text("searchNone"))
            : total > stops.length
                ? text("searchSome", { count: stops.length, total })
                : counted("searchFound", stops.length);
        setText(this.say, [said, count].filter(Boolean).join(" "));
        this.list.hidden = stops.length === 0;
        this.place.hidden = document.activeElement !== this.input;
        this.input.ariaExpanded = String(this.isOpen && stops.length > 0);
        this.mark();
    }

    /**
     * @param {Stop} stop
     * @param {number} index
     */
    item(stop, index) {
        const about = [
            stop.town !== stop.name ? stop.town : "", stop.zip, stop.mode,
            stop.metres === undefined ? "" : this.page.distance(stop.metres),
        ];
        const item = make("li", { id: `found-${index}`, className: "found", role: "option" },
            words(stop.name, "found-name"), " ",
            words(about.filter(Boolean).join(" · "), "found-about"));
        item.ariaSelected = "false";
        // The field keeps the focus.
        item.addEventListener("pointerdown", (event) => event.preventDefault());
        item.addEventListener("click", () => this.choose(stop));
        return item;
    }

    mark() {
        [...this.list.children].forEach((item, index) => {
            item.ariaSelected = String(index === this.active);
            if (index === this.active) {
                item.scrollIntoView({ block: "nearest" });
            }
        });
        if (this.active >= 0) {
            this.input.setAttribute("aria-activedescendant", `found-${this.active}`);
        } else {
            this.input.removeAttribute("aria-activedescendant");
        }
    }

    /** @param {KeyboardEvent} event */
    pressed(event) {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step && this.isOpen && this.stops.length > 0) {
            event.preventDefault();
            const count = this.stops.length;
            this.active = this.active < 0 && step < 0 ? count - 1 : (this.active + step + count) % count;
            this.mark();
        } else if (step && this.input.value.trim() !== "") {
            event.preventDefault();
            void this.ask();
        } else if (event.key === "Escape") {
            event.preventDefault();
            if (this.isOpen) {
                this.close();
            } else {
                this.input.value = "";
            }
        }
    }

    /** Takes what is marked, or the first of what is found; of a typed position, the position. */
    async enter() {
        const typed = this.input.value.trim();
        if (typed === "") {
            return;
        }
        const marked = this.isOpen ? this.stops[this.active] : undefined;
        const position = typedPosition(typed);
        if (marked) {
            this.choose(marked);
        } else if (position) {
            this.close();
            this.page.went(position);
        } else if (this.isOpen && this.askedFor === typed) {
            this.chooseFirst();
        } else if (await this.ask()) {
            this.chooseFirst();
        }
    }

    chooseFirst() {
        if (this.stops[0]) {
            this.choose(this.stops[0]);
        }
    }

    /** @param {Stop} stop */
    choose(stop) {
        this.input.value = stop.name;
        // The next letter begins another search.
        this.input.select();
        this.close();
        this.page.chosen(stop);
    }

    close() {
        stopTimer(this.timer);
        this.abort?.abort();
        this.place.hidden = true;
        this.active = -1;
        this.input.ariaExpanded = "false";
        this.mark();
    }
}
