// @ts-check
import {
    busyUntil, byId, counted, make, request, runAfter, setText, stopTimer, text, whenPainted,
    words,
} from "../../../js/ui/page.js";
import { writeDistance } from "../words.js";
import { texts } from "./placesview.js";
import { typedPosition } from "./stops.js";

/** @typedef {import("../map/map.js").Mark} Mark */
/** @typedef {import("../refs.js").Position} Position */

const legend = /** @type {const} */ (["stop", "house", "place", "favourite", "chosen"]);

/**
 * The map beside the list, loaded when it comes into view. If the hub has no map library, the list stays
 * alone.
 */
export class MapView {
    /**
     * @param {object} page
     * @param {string} page.base of the routes
     * @param {string} page.as
     * @param {(key: string) => void} page.pressed
     */
    constructor({ base, as, pressed }) {
        this.base = base;
        this.as = as;
        this.pressed = pressed;
        this.element = byId("map", HTMLElement);
        this.say = byId("map-say", HTMLElement);
        /** @type {import("../map/map.js").PlaceMap | null} */
        this.map = null;
        /** @type {"none" | "loading" | "there" | "failed"} */
        this.state = "none";
        /** The lines shown on the map. */
        this.linesOf = "";
        /** The units and images with which the map was made. */
        this.look = "";
        this.isSeen = false;
        this.wanted = () => {};
        new IntersectionObserver((entries) => {
            this.isSeen ||= entries.some(({ isIntersecting }) => isIntersecting);
            this.wanted();
        }).observe(this.element);
    }

    /**
     * @param {object} area
     * @param {Position | null} area.centre
     * @param {string} area.at
     * @param {number} area.radius
     * @param {Mark[]} area.marks
     * @param {string} area.selected
     * @param {import("../refs.js").Units} area.units
     * @param {{tileUrl?: string, tileAttribution?: string}} area.tiles
     */
    draw(area) {
        this.wanted = () => this.draw(area);
        byId("map-part", HTMLElement).hidden = area.centre === null;
        if (!area.centre || !this.isSeen) {
            return;
        }
        const { units, tiles: { tileUrl, tileAttribution } } = area;
        const look = JSON.stringify([units, tileUrl, tileAttribution]);
        if (this.state === "none" || this.state === "there" && look !== this.look) {
            this.look = look;
            void this.load(area);
        }
        if (!this.map) {
            return;
        }
        this.map.showArea(area.centre, area.radius);
        this.map.select(area.selected);
        this.map.showMarks(area.marks);
        void this.drawLines(area.at, area.radius);
    }

    /** @param {Parameters<MapView["draw"]>[0]} area */
    async load({ units, tiles: { tileUrl, tileAttribution } }) {
        this.state = "loading";
        this.map?.remove();
        this.map = null;
        this.linesOf = "";
        try {
            await whenPainted();
            const { drawn, PlaceMap } = await busyUntil(import("../map/map.js"));
            this.map = await PlaceMap.make(this.element, {
                units, tileUrl, tileAttribution, pressed: this.pressed,
                words: {
                    zoomIn: text("zoomIn"), zoomOut: text("zoomOut"), north: text("north"),
                    distance: (metres) => writeDistance(metres, units),
                },
            });
            this.state = "there";
            byId("legend", HTMLElement).replaceChildren(...legend.map((name) => {
                const isChosen = name === "chosen";
                const kind = isChosen ? "place" : name;
                return make("li", {},
                    make("span", { className: `map-mark is-${kind}` }, drawn({ kind, isChosen })),
                    texts.marks[name]);
            }));
            this.wanted();
        } catch {
            this.state = "failed";
            byId("split", HTMLElement).classList.add("has-no-map");
            byId("list-or-map", HTMLElement).hidden = true;
            this.element.hidden = true;
            this.say.hidden = false;
            setText(this.say, text("noMap"));
        }
    }

    /**
     * @param {string} at
     * @param {number} radius
     */
    async drawLines(at, radius) {
        const query = String(new URLSearchParams({ at, radius: String(radius), as: this.as }));
        if (query === this.linesOf) {
            return;
        }
        this.linesOf = query;
        try {
            const answer = await request(`${this.base}/base?${query}`, { cache: "no-store" });
            const lines = await answer.json();
            if (answer.ok && query === this.linesOf) {
                this.map?.showLines(lines);
            }
        } catch {
            // The rings are enough; the lines are requested again with the next place.
            this.linesOf = "";
        }
    }
}

/** *Near me*: asks the browser for its position, which it gives only over https. */
export class NearMe {
    /** @param {(position: {lat: number, lon: number}) => void} found */
    constructor(found) {
        this.found = found;
        this.button = byId("near-me", HTMLButtonElement);
        this.said = byId("near-me-say", HTMLElement);
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

    /** @param {string} sentence */
    say(sentence) {
        setText(this.said, sentence);
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
        /** The purpose of the list. */
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

    /** @param {string} name of the shown stop */
    show(name) {
        // What is being typed stays.
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

    /** Requests some of the stops in advance, for use offline. */
    async prepare() {
        const { address, as, known, now } = this.page;
        try {
            const answer = await request(`${address}?${new URLSearchParams({ q: "", limit: "200", as })}`);
            known.learn((await answer.json()).stops, now());
        } catch {
            // Searches will add the stops later.
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

    /** Chooses the marked result, else the first one; for a typed position, the position. */
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
        // The next key begins a new search.
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
