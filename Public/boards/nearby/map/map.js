// @ts-check
import { addStyles, busyUntil } from "../../../js/ui/page.js";
import { metresBetween, metresOfMile } from "../refs.js";
import { drawing, shapes } from "../words.js";

/** @typedef {import("../refs.js").Position} Position */
/** @typedef {import("../refs.js").Units} Units */

/**
 * A mark on the map. Its name appears when it is pointed at.
 * @typedef {object} Mark
 * @property {string} key
 * @property {"place" | "favourite" | "stop" | "house"} kind
 * @property {string} name
 * @property {string} label its shape and name, in words
 * @property {number} lat
 * @property {number} lon
 * @property {string} [number] the place's number in the list
 * @property {boolean} [isChosen]
 */

/**
 * The texts of a map.
 * @typedef {object} MapWords
 * @property {string} zoomIn
 * @property {string} zoomOut
 * @property {string} north
 * @property {(metres: number) => string} distance
 */

const folder = "/vendor/leaflet";
const address = `${folder}/leaflet.esm.min.js`;
/** The radii of rings, in the reader's units. */
const ringSteps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];
const ringsMax = 4;

/** @type {Promise<any> | null} */
let library = null;

/**
 * Loads the map library, once.
 * @returns {Promise<any>} rejected if the hub does not have it
 */
function loadLeaflet() {
    library ??= busyUntil((async () => {
        const leaflet = await import(address);
        await Promise.all([addStyles(`${folder}/leaflet.css`), addStyles("/boards/nearby/map/map.css")]);
        return leaflet;
    })());
    return library;
}

/**
 * The radii of the rings in metres: all within a radius, but at most four.
 * @param {number} radius in metres
 * @param {Units} units
 */
function ringsWithin(radius, units) {
    const unit = units === "mi" ? metresOfMile : 1000;
    return ringSteps.map((step) => step * unit).filter((metres) => metres <= radius * 1.02).slice(-ringsMax);
}

/**
 * A map of places: with images if the owner has named a server for them, and always with rings of distance,
 * a scale, north, and the imported lines of streets, rails and water.
 */
export class PlaceMap {
    /**
     * @param {HTMLElement} element
     * @param {ConstructorParameters<typeof PlaceMap>[1]} page
     */
    static async make(element, page) {
        return new PlaceMap(element, page, await loadLeaflet());
    }

    /**
     * @param {HTMLElement} element
     * @param {object} page
     * @param {MapWords} page.words
     * @param {Units} page.units
     * @param {(key: string) => void} page.pressed
     * @param {string} [page.tileUrl]
     * @param {string} [page.tileAttribution]
     * @param {any} leaflet
     */
    constructor(element, { words, units, pressed, tileUrl, tileAttribution }, leaflet) {
        this.leaflet = leaflet;
        this.words = words;
        this.units = units;
        this.pressed = pressed;
        const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
        this.map = leaflet.map(element, {
            zoomControl: false, attributionControl: false, zoomSnap: 0.25, maxZoom: 19,
            fadeAnimation: !still, zoomAnimation: !still, markerZoomAnimation: !still,
        });
        leaflet.control.zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut }).addTo(this.map);
        leaflet.control.scale({ metric: units === "km", imperial: units === "mi" }).addTo(this.map);
        this.addNorth();
        if (tileUrl) {
            leaflet.tileLayer(tileUrl, { maxZoom: 19 }).addTo(this.map);
        }
        if (tileUrl && tileAttribution) {
            this.addControl("bottomright", () => {
                const said = document.createElement("div");
                said.className = "leaflet-control-attribution";
                said.textContent = tileAttribution;
                return said;
            });
        }
        this.lines = leaflet.layerGroup().addTo(this.map);
        this.rings = leaflet.layerGroup().addTo(this.map);
        /** @type {Map<string, {marker: any, shown: string}>} */
        this.marks = new Map();
        this.place = "";
        this.selected = "";
        /** The bounds to show once the element has a size. */
        this.bounds = null;
        this.observer = new ResizeObserver(() => this.resized());
        this.observer.observe(element);
    }

    /** Removes the map, so that the element can hold another. */
    remove() {
        this.observer.disconnect();
        this.map.remove();
    }

    addNorth() {
        this.addControl("topright", () => {
            const north = document.createElement("div");
            north.className = "map-north";
            north.title = this.words.north;
            north.append(
                drawing("svg", { "viewBox": "0 0 24 24", "aria-hidden": "true" },
                    drawing("path", { d: "M12,3l5,16-5-4-5,4z" })),
                this.words.north.charAt(0));
            return north;
        });
    }

    /**
     * @param {string} position
     * @param {() => HTMLElement} make
     */
    addControl(position, make) {
        const control = this.leaflet.control({ position });
        control.onAdd = make;
        control.addTo(this.map);
    }

    /** Whether the element has a size. Leaflet caches the first size that it measures. */
    get hasSize() {
        return this.map.getContainer().clientWidth > 0;
    }

    resized() {
        this.map.invalidateSize({ animate: false });
        if (this.bounds && this.hasSize) {
            this.map.fitBounds(this.bounds, { animate: false });
            this.bounds = null;
        }
    }

    /**
     * Shows the area within a radius around a place.
     * @param {Position} centre
     * @param {number} radius in metres
     */
    showArea(centre, radius) {
        const place = `${centre.lat} ${centre.lon} ${radius}`;
        if (place === this.place) {
            return;
        }
        this.place = place;
        const { leaflet } = this;
        this.rings.clearLayers();
        for (const metres of ringsWithin(radius, this.units)) {
            leaflet.circle(centre, { radius: metres, className: "map-ring", interactive: false })
                .addTo(this.rings);
            const top = leaflet.latLng(centre).toBounds(metres * 2).getNorth();
            const label = document.createElement("span");
            label.textContent = this.words.distance(metres);
            leaflet.marker([top, centre.lon], {
                icon: leaflet.divIcon({ className: "map-ring-label", html: label, iconSize: null }),
                interactive: false, keyboard: false,
                // Below the marks, which matter more.
                zIndexOffset: -1500,
            }).addTo(this.rings);
        }
        this.bounds = leaflet.latLng(centre).toBounds(Math.max(radius, 100) * 2);
        this.resized();
    }

    /**
     * Shows the area that contains these places.
     * @param {Position[]} positions
     */
    showAll(positions) {
        const place = JSON.stringify(positions);
        if (place === this.place || positions.length === 0) {
            return;
        }
        this.place = place;
        const bounds = this.leaflet.latLngBounds(positions);
        const centre = bounds.getCenter();
        const farthest = Math.max(...positions.map((each) =>
            metresBetween({ lat: centre.lat, lon: centre.lng }, each)));
        this.bounds = centre.toBounds(Math.max(farthest, 150) * 2.4);
        this.resized();
    }

    /** @param {any} lines GeoJSON */
    showLines(lines) {
        this.lines.clearLayers();
        this.leaflet.geoJSON(lines, {
            interactive: false,
            style: (/** @type {any} */ feature) => ({
                className: `map-line is-${feature.properties?.kind ?? "street"}`, fill: false,
            }),
        }).addTo(this.lines);
    }

    /** @param {Mark[]} marks */
    showMarks(marks) {
        const keys = new Set(marks.map(({ key }) => key));
        for (const [key, { marker }] of this.marks) {
            if (!keys.has(key)) {
                marker.remove();
                this.marks.delete(key);
            }
        }
        for (const mark of marks) {
            const shown = JSON.stringify([mark, mark.key === this.selected]);
            const known = this.marks.get(mark.key);
            if (known?.shown !== shown) {
                known?.marker.remove();
                this.marks.set(mark.key, { marker: this.marker(mark), shown });
            }
        }
    }

    /** @param {Mark} mark */
    marker(mark) {
        const { leaflet } = this;
        const isSelected = mark.key === this.selected;
        const order = { place: 0, favourite: 200, stop: 400, house: 300 }[mark.kind];
        const classes = [
            "map-mark", `is-${mark.kind}`, mark.isChosen ? "is-chosen" : "", isSelected ? "is-selected" : "",
        ];
        const marker = leaflet.marker([mark.lat, mark.lon], {
            icon: leaflet.divIcon({
                className: classes.filter(Boolean).join(" "), html: drawn(mark), iconSize: [32, 32],
            }),
            title: mark.label,
            // The keyboard reaches every place in the list beside the map.
            keyboard: false,
            zIndexOffset: isSelected ? 1000 : mark.isChosen ? 500 : order,
        });
        marker.on("click", () => this.pressed(mark.key));
        // Before the map has a size, the marker has no element.
        marker.on("add", () => {
            const element = marker.getElement();
            element.setAttribute("role", "img");
            element.setAttribute("aria-label", mark.label);
        });
        marker.addTo(this.map);
        return marker;
    }

    /**
     * Selects a mark. The map moves if the mark is out of sight.
     * @param {string} key
     */
    select(key) {
        this.selected = key;
        const marker = this.marks.get(key)?.marker;
        if (marker && !this.bounds && this.hasSize && !this.map.getBounds().contains(marker.getLatLng())) {
            this.map.panTo(marker.getLatLng());
        }
    }
}

/**
 * The shape of a mark: a square, a ring, a disc or a heart, with a check at its corner.
 * @param {Pick<Mark, "kind" | "number" | "isChosen">} mark
 */
export function drawn({ kind, number = "", isChosen }) {
    const body = {
        stop: () => drawing("rect", { class: "mark-body", x: 5, y: 5, width: 22, height: 22, rx: 3 }),
        house: () => drawing("circle", { class: "mark-body", cx: 16, cy: 16, r: 10 }),
        favourite: () => drawing("path", {
            class: "mark-body", d: shapes.heart, transform: "translate(0.4 1) scale(1.3)",
        }),
        place: () => drawing("circle", { class: "mark-body", cx: 16, cy: 16, r: 11 }),
    }[kind]();
    const svg = drawing("svg", { "viewBox": "0 0 32 32", "aria-hidden": "true" }, body);
    if (number !== "") {
        const written = drawing("text", { "class": "mark-number", "x": 16, "y": 20, "text-anchor": "middle" });
        written.textContent = number;
        svg.append(written);
    }
    if (isChosen) {
        svg.append(
            drawing("circle", { class: "mark-chosen", cx: 25, cy: 7, r: 7 }),
            drawing("path", { class: "mark-check", d: "M21.5,7.2l2.6,2.6,4.6-5" }));
    }
    return svg;
}
