// @ts-check
import { byId, make, makeButton, setText } from "../../../js/dom.js";
import { runAfter, stopTimer } from "../../../js/now.js";
import { counted, text } from "../../../js/texts.js";
import { arrange, dropOthers } from "../../../js/ui/list.js";
import { metresOfMile } from "../distances.js";
import { writeDistance } from "../words.js";
import { PlaceRow } from "./placerow.js";
import { filterCount, kinds, sorts } from "./place.js";
import { texts } from "./texts.js";

/** @typedef {import("../asking.js").Asked} Asked */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("./place.js").Shown} Shown */
/** @typedef {import("./placerow.js").RowOfPlace} RowOfPlace */

/** Distances in which one can look, in the units of the reader. */
const radii = { km: [0.5, 1, 2, 3, 5, 10, 20], mi: [0.5, 1, 2, 5, 10, 20] };
const pricesMax = [1, 2, 3];
const ratingsMin = [3, 3.5, 4, 4.5];

/** What stands instead of the places, or above them. */
/** @typedef {{kind: string, sentence: string, press?: {label: string, action: () => void}}} Say */

/** The list of the places around a position, its filters, and what is to be said of the answer. */
export class PlacesView {
    /**
     * @param {object} page
     * @param {(changes: Partial<Shown>, isStep?: boolean) => void} page.go
     * @param {() => void} page.again
     * @param {ConstructorParameters<typeof PlaceRow>[0]} page.actions
     * @param {(instant: string | number) => string} page.time
     */
    constructor({ go, again, actions, time }) {
        this.go = go;
        this.again = again;
        this.actions = actions;
        this.time = time;
        this.list = byId("place-list", HTMLElement);
        this.say = byId("places-say", HTMLElement);
        this.empty = byId("places-empty", HTMLElement);
        this.emptyButton = byId("places-empty-button", HTMLButtonElement);
        this.contains = byId("contains", HTMLInputElement);
        /** @type {Map<string, PlaceRow>} */
        this.rows = new Map();
        this.said = "";
        this.pressEmpty = () => {};
        this.emptyButton.addEventListener("click", () => this.pressEmpty());
        for (const [id, name] of Object.entries(selects)) {
            const select = byId(id, HTMLSelectElement);
            select.addEventListener("change", () => go({ [name]: select.value }));
        }
        let timer = 0;
        this.contains.addEventListener("input", () => {
            stopTimer(timer);
            timer = runAfter(100, () => go({ q: this.contains.value }, false));
        });
        byId("open-now", HTMLButtonElement).addEventListener("click", () =>
            go({ open: byId("open-now", HTMLButtonElement).ariaPressed !== "true" }));
        byId("clear-filters", HTMLButtonElement).addEventListener("click", () => this.clear());
        byId("show-list", HTMLButtonElement).addEventListener("click", () => go({ map: false }));
        byId("show-map", HTMLButtonElement).addEventListener("click", () => go({ map: true }));
    }

    clear() {
        this.go({ open: false, kind: "", cuisine: "", priceMax: "", ratingMin: "", q: "" });
        byId("sort", HTMLSelectElement).focus();
    }

    /**
     * @param {Shown} shown
     * @param {number} usual radius of the house
     * @param {"km" | "mi"} units
     * @param {Place[]} places
     */
    drawFilters(shown, usual, units, places) {
        fill("sort", sorts.map((sort) => [sort, texts.sorts[sort]]), shown.sort);
        const metres = units === "mi" ? metresOfMile : 1000;
        const steps = radii[units].map((step) => String(Math.round(step * metres)));
        const named = new Set([...steps, shown.radius].filter(Boolean));
        const sorted = [...named].sort((one, other) => Number(one) - Number(other));
        fill("radius", [
            ["", text("radiusUsual", { distance: writeDistance(usual, units) })],
            .../** @type {[string, string][]} */ (sorted.map(
                (each) => [each, writeDistance(Number(each), units)])),
        ], shown.radius);
        fill("kind", [["", text("any")], ...kinds.map((kind) => [kind, texts.kinds[kind]])], shown.kind);
        const cuisines = [...new Set([...places.flatMap(({ cuisine = [] }) => cuisine), shown.cuisine])];
        const names = cuisines.filter(Boolean).sort();
        fill("cuisine", [
            ["", text("any")], ...names.map((name) => [name, name.replace(/_/g, " ")]),
        ], shown.cuisine);
        byId("cuisine-part", HTMLElement).hidden = names.length === 0;
        // What a source never tells is not asked for.
        const hasPrice = shown.priceMax !== "" || places.some(({ price }) => price !== undefined);
        const hasRating = shown.ratingMin !== "" || places.some(({ rating }) => rating !== undefined);
        byId("price-part", HTMLElement).hidden = !hasPrice;
        byId("rating-part", HTMLElement).hidden = !hasRating;
        fill("price-max", [
            ["", text("any")],
            ...pricesMax.map((price) => [String(price), text("priceMax", { price: "$".repeat(price) })]),
        ], shown.priceMax);
        fill("rating-min", [
            ["", text("any")],
            ...ratingsMin.map((rating) => [String(rating), text("ratingMin", { rating })]),
        ], shown.ratingMin);
        if (document.activeElement !== this.contains) {
            this.contains.value = shown.q;
        }
        byId("open-now", HTMLButtonElement).ariaPressed = String(shown.open);
        byId("clear-filters", HTMLButtonElement).hidden = filterCount(shown) === 0;
        byId("show-list", HTMLButtonElement).ariaPressed = String(!shown.map);
        byId("show-map", HTMLButtonElement).ariaPressed = String(shown.map);
        byId("split", HTMLElement).dataset.shown = shown.map ? "map" : "list";
    }

    /** @param {RowOfPlace[]} rows */
    drawRows(rows) {
        const keys = new Set(rows.map(({ place }) => String(place.ref)));
        dropOthers(this.rows, keys);
        arrange(this.list, rows.map((row) => {
            const key = String(row.place.ref);
            const view = this.rows.get(key) ?? new PlaceRow(this.actions, this.time);
            this.rows.set(key, view);
            view.update(row);
            return view.element;
        }));
        this.list.hidden = rows.length === 0;
    }

    /**
     * Says above the list what is to be known of it.
     * @param {Say[]} says
     */
    drawSay(says) {
        const said = JSON.stringify(says);
        if (said === this.said) {
            return;
        }
        this.said = said;
        this.say.replaceChildren(...says.map(({ kind, sentence, press }) => make(
            "p", { className: `note is-${kind}` }, make("span", {}, sentence),
            ...(press ? [makeButton(press.label, press.action)] : []),
        )));
    }

    /**
     * @param {{title: string, about?: string, press?: {label: string, action: () => void}} | null} empty
     */
    drawEmpty(empty) {
        this.empty.hidden = empty === null;
        if (empty) {
            setText(byId("places-empty-title", HTMLElement), empty.title);
            setText(byId("places-empty-about", HTMLElement), empty.about ?? "");
            this.emptyButton.hidden = !empty.press;
            setText(this.emptyButton, empty.press?.label ?? "");
            this.pressEmpty = empty.press?.action ?? (() => {});
        }
    }

    /**
     * Who is to be named, and how old it is.
     * @param {Asked | null} asked
     */
    drawSource(asked) {
        const answer = asked?.answer;
        const { attribution, asOf, left, source } = answer ?? {};
        const unnamed = left?.unnamed ?? 0;
        setText(byId("source", HTMLElement), [
            attribution,
            asOf && source !== "yelp" ? text("asOf", { time: this.time(asOf) }) : "",
            unnamed > 0 ? counted("unnamed", unnamed) : "",
        ].filter(Boolean).join(" · "));
    }

    /** @param {string} ref */
    reveal(ref) {
        const row = this.rows.get(ref);
        row?.element.scrollIntoView({ block: "nearest" });
        return row;
    }
}

/** Fields that choose one of some values, by the member of what is shown. */
const selects = {
    "sort": "sort", "radius": "radius", "kind": "kind", "cuisine": "cuisine",
    "price-max": "priceMax", "rating-min": "ratingMin",
};

/**
 * @param {string} id
 * @param {string[][]} options value and words
 * @param {string} value
 */
export function fill(id, options, value) {
    const select = byId(id, HTMLSelectElement);
    const shown = JSON.stringify(options);
    if (select.dataset.shown !== shown) {
        select.dataset.shown = shown;
        select.replaceChildren(...options.map(([each, words]) => make("option", { value: each }, words)));
    }
    if (select.value !== value) {
        select.value = value;
    }
}
