// @ts-check
import { busyUntil, byId, isNews, request, setText, text, whenPainted } from "../../../js/ui/page.js";
import { writeDistance } from "../words.js";

/** @typedef {import("./map.js").PlaceMap} PlaceMap */
/** @typedef {{at: string, radius: number}} Area */

/** The page's map, loaded when it comes into view. If the hub has no map library, a sentence takes its place. */
export class MapView {
    /**
     * @param {object} page
     * @param {string} page.base of the routes
     * @param {string} page.as
     * @param {(key: string) => void} page.pressed
     * @param {(map: typeof import("./map.js")) => void} [page.made] called once the map is there
     * @param {() => void} [page.failed]
     */
    constructor(page) {
        this.page = page;
        this.element = byId("map", HTMLElement);
        /** @type {PlaceMap | null} */
        this.map = null;
        /** @type {"none" | "loading" | "there" | "failed"} */
        this.state = "none";
        this.linesOf = "";
        this.isSeen = false;
        this.wanted = () => {};
        new IntersectionObserver((entries) => {
            this.isSeen ||= entries.some(({ isIntersecting }) => isIntersecting);
            this.wanted();
        }, { rootMargin: "200px" }).observe(this.element);
    }

    /**
     * @param {import("../refs.js").Units} units
     * @param {{tileUrl?: string, tileAttribution?: string}} venue
     * @param {((map: PlaceMap) => Area) | null} show draws on the map, and returns the area of its lines; `null` while
     * there is nothing to show
     */
    draw(units, venue, show) {
        this.wanted = () => this.draw(units, venue, show);
        byId("map-part", HTMLElement).hidden = show === null;
        if (!show || !this.isSeen) {
            return;
        }
        const { tileUrl, tileAttribution } = venue;
        if (this.state !== "loading" && this.state !== "failed" && isNews(this, [units, tileUrl, tileAttribution])) {
            void this.load(units, { tileUrl, tileAttribution });
        }
        if (this.map) {
            void this.drawLines(show(this.map));
        }
    }

    /**
     * @param {import("../refs.js").Units} units
     * @param {{tileUrl?: string, tileAttribution?: string}} tiles
     */
    async load(units, tiles) {
        const { pressed, made, failed } = this.page;
        this.state = "loading";
        this.map?.remove();
        this.map = null;
        this.linesOf = "";
        try {
            await whenPainted();
            const module = await busyUntil(import("./map.js"));
            this.map = await module.PlaceMap.make(this.element, {
                units, ...tiles, pressed,
                words: {
                    zoomIn: text("zoomIn"), zoomOut: text("zoomOut"), north: text("north"),
                    distance: (metres) => writeDistance(metres, units),
                },
            });
            this.state = "there";
            made?.(module);
            this.wanted();
        } catch {
            this.state = "failed";
            this.element.hidden = true;
            const say = byId("map-say", HTMLElement);
            say.hidden = false;
            setText(say, text("noMap"));
            failed?.();
        }
    }

    /**
     * The imported lines of streets, rails and water.
     * @param {Area} area
     */
    async drawLines({ at, radius }) {
        const query = String(new URLSearchParams({ at, radius: String(radius), as: this.page.as }));
        if (query === this.linesOf) {
            return;
        }
        this.linesOf = query;
        try {
            const answer = await request(`${this.page.base}/base?${query}`, { cache: "no-store" });
            const lines = await answer.json();
            if (answer.ok && query === this.linesOf) {
                this.map?.showLines(lines);
            }
        } catch {
            // The map works without the lines. They are requested again with the next area.
            this.linesOf = "";
        }
    }
}
