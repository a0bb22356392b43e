// @ts-check
import { byId, counted, make, request, runAfter, setText, stopTimer, text, words } from "../../../js/ui/page.js";
import { Combobox, steps } from "../../../js/ui/searchfield.js";
import { typedPosition } from "./data.js";

/** The button *Near me*, which requests the browser's position. Browsers give it only over https. */
export class NearMe {
    /** @param {(position: {lat: number, lon: number}) => void} found */
    constructor(found) {
        this.found = found;
        this.button = byId("near-me", HTMLButtonElement);
        const said = byId("near-me-say", HTMLElement);
        this.say = (/** @type {string} */ sentence) => setText(said, sentence);
        this.isAsking = false;
        this.button.addEventListener("click", () => this.press());
    }

    press() {
        if (!window.isSecureContext) {
            this.say(text("needsHTTPS"));
        } else if (!navigator.geolocation) {
            this.say(text("noPlaceKnown"));
        } else if (!this.isAsking) {
            this.isAsking = true;
            this.say(text("askingPlace"));
            navigator.geolocation.getCurrentPosition(
                ({ coords }) => {
                    this.isAsking = false;
                    this.say("");
                    this.found({ lat: coords.latitude, lon: coords.longitude });
                },
                ({ code, PERMISSION_DENIED }) => {
                    this.isAsking = false;
                    this.say(code === PERMISSION_DENIED ? text("placeDenied") : text("noPlaceKnown"));
                },
                { maximumAge: 60_000, timeout: 20_000 },
            );
        }
    }
}

/** @typedef {import("../types.js").Stop} Stop */

/** The pause after a key before the hub is asked. */
const restMs = 100;
const limit = 20;

/**
 * The field that searches stops: by name, town, postcode, or position. The results appear below it while
 * typing. A new request abandons the older one.
 */
export class StopSearch extends Combobox {
    /**
     * @param {object} page
     * @param {string} page.address of the route
     * @param {string} page.as
     * @param {import("./data.js").KnownStops} page.known
     * @param {() => number} page.now
     * @param {(metres: number) => string} page.distance
     * @param {(instant: number) => string} page.time
     * @param {(stop: Stop) => void} page.chosen
     * @param {(position: {lat: number, lon: number}) => void} page.went
     */
    constructor(page) {
        super(byId("search", HTMLInputElement), byId("found", HTMLElement), byId("search-found", HTMLElement));
        this.page = page;
        this.say = byId("search-say", HTMLElement);
        this.timer = 0;
        /** @type {AbortController | null} */
        this.abort = null;
        /** @type {Stop[]} */
        this.stops = [];
        this.shown = "";
        /** The text for which the list was requested. */
        this.askedFor = "";
        this.input.addEventListener("input", () => this.later());
        this.input.addEventListener("focus", () => this.input.select());
        this.input.addEventListener("keydown", (event) => this.pressed(event));
        this.input.form?.addEventListener("submit", (event) => {
            event.preventDefault();
            void this.enter();
        });
        this.input.addEventListener("blur", () => {
            this.close();
            this.show(this.shown);
        });
    }

    /** @param {string} name of the shown stop */
    show(name) {
        // Typed text stays.
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

    /** Requests the results for the typed text; returns whether they are still wanted. */
    async ask() {
        stopTimer(this.timer);
        this.abort?.abort();
        const typed = this.input.value.trim();
        const position = typedPosition(typed);
        const { signal } = this.abort = new AbortController();
        try {
            const q = position ? `${position.lat},${position.lon}` : typed;
            const { stops, total } = await this.load({ q, limit: String(limit) }, signal);
            if (!signal.aborted) {
                this.render(typed, stops, total, "");
            }
        } catch {
            if (!signal.aborted) {
                const { known, time } = this.page;
                const stops = known.search(typed);
                this.render(typed, stops, stops.length, known.atMs > 0
                    ? text("searchOffline", { time: time(known.atMs) }) : text("searchFailed"));
            }
        }
        return !signal.aborted;
    }

    /**
     * @param {Record<string, string>} parameters
     * @param {AbortSignal} [signal]
     * @returns {Promise<{stops: Stop[], total: number}>} rejected if there is no answer
     */
    async load(parameters, signal) {
        const { address, as, known, now } = this.page;
        const query = new URLSearchParams({ ...parameters, as });
        const answer = await request(`${address}?${query}`, { cache: "no-store", signal });
        if (!answer.ok) {
            throw new Error(String(answer.status));
        }
        const said = await answer.json();
        known.learn(said.stops, now());
        return said;
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
        this.fill(stops.map((stop, index) => this.item(stop, index)));
        const position = typedPosition(typed);
        const count = stops.length === 0
            ? (position ? text("searchNoStops") : text("searchNone"))
            : total > stops.length
                ? text("searchSome", { count: stops.length, total })
                : counted("searchFound", stops.length);
        setText(this.say, [said, count].filter(Boolean).join(" "));
        this.list.hidden = stops.length === 0;
        if (document.activeElement !== this.input) {
            this.close();
        }
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
        return make("li", { id: `found-${index}`, role: "option" },
            make("strong", {}, words(stop.name)), " ", words(about.filter(Boolean).join(" · "), "quiet"));
    }

    /** @param {number} place */
    lead(place) {
        super.lead(place);
        this.options.forEach((each, index) => {
            each.ariaSelected = String(index === place);
        });
    }

    /** @param {KeyboardEvent} event */
    pressed(event) {
        const step = steps[event.key];
        if (step) {
            event.preventDefault();
            if (this.isOpen) {
                this.move(step);
            } else if (this.input.value.trim() !== "") {
                void this.ask();
            }
        } else if (event.key === "Escape") {
            event.preventDefault();
            if (this.isOpen) {
                this.close();
            } else {
                this.input.value = "";
            }
        }
    }

    /** Chooses the marked result, or else the first one, or a typed position. */
    async enter() {
        const typed = this.input.value.trim();
        const position = typedPosition(typed);
        const marked = this.isOpen ? this.stops[this.active] : undefined;
        if (typed === "") {
            return;
        }
        if (position && !marked) {
            this.close();
            this.page.went(position);
        } else if (marked || (this.isOpen && this.askedFor === typed) || await this.ask()) {
            this.take(Math.max(0, this.active));
        }
    }

    /** @param {number} place */
    take(place) {
        const stop = this.stops[place];
        if (!stop) {
            return;
        }
        this.input.value = stop.name;
        // The next key begins a new search.
        this.input.select();
        this.close();
        this.page.chosen(stop);
    }

    close() {
        stopTimer(this.timer);
        this.abort?.abort();
        super.close();
    }
}
