// @ts-check
import { byId, make, setText } from "../../../js/dom.js";
import { busyUntil, request } from "../../../js/now.js";
import { text } from "../../../js/texts.js";
import { writeDistance } from "../words.js";
import { texts } from "./texts.js";

/** @typedef {import("../map/map.js").Mark} Mark */
/** @typedef {import("../distances.js").Position} Position */

const legend = /** @type {const} */ (["stop", "house", "place", "favourite", "chosen"]);

/** The map beside the list. It is loaded when it is seen; where the hub has none, the list stands alone. */
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
        /** The lines that are shown. */
        this.linesOf = "";
        /** With what units and images the map was made. */
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
     * @param {import("../distances.js").Units} area.units
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
            // The rings are enough; the lines are asked for again with the next place.
            this.linesOf = "";
        }
    }
}
