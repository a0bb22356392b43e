// @ts-check
import {
    byId, counted, familyAbout, familyOf, isNews, make, makeButton, renderList, runAfter, setText,
    stopTimer, text, words,
} from "../../../js/ui/page.js";
import { metresOfMile, starsText } from "../refs.js";
import { icon, writeDistance, writeKind, writeWay } from "../words.js";
import { filterCount, kinds, sorts } from "./data.js";

/** Texts that several of the page's scripts share. */
export const texts = {
    done: familyAbout("done"),
    sorts: familyOf("sorts"),
    kinds: familyOf("kinds"),
    marks: familyOf("marks"),
    coming: familyOf("coming"),
    /** The name for a place without one. */
    missing: { gone: text("gone"), later: text("later"), place: text("place") },
    stars: (/** @type {string} */ stars) => stars === "1" ? text("star") : text("stars", { stars }),
    ownStars: (/** @type {string} */ stars) =>
        stars === "1" ? text("ownStar") : text("ownStars", { stars }),
};

/** The separator between words in a row. */
export const dot = " · ";

/** @typedef {import("../types.js").Place} Place */

/**
 * A place as its row shows it. `number` is its number in the list and on the map.
 * @typedef {{place: Partial<Place>, name: string, number?: string, isSelected?: boolean} &
 *     ReturnType<import("./data.js").NearbyData["marksOf"]>} RowOfPlace
 */

/**
 * The words in a place's row.
 * @param {Partial<Place>} place
 * @param {(instant: string) => string} time
 */
export function wordsOf(place, time) {
    const { cuisine = [], rating, reviews, price, open, closesAt } = place;
    const cuisines = cuisine.map((each) => each.replace(/_/g, " ")).join(", ");
    const stars = rating === undefined ? "" : texts.stars(starsText(rating));
    return {
        about: [writeKind(place), cuisines].filter(Boolean).join(dot),
        stars: stars && reviews !== undefined ? `${stars} (${counted("reviews", reviews)})` : stars,
        price: price === undefined ? "" : "$".repeat(price),
        open: open === undefined ? "" : !open
            ? text("closed")
            : closesAt === undefined ? text("open") : text("openUntil", { time: time(closesAt) }),
    };
}

/**
 * The actions on a place.
 * @typedef {object} PlaceActions
 * @property {(row: RowOfPlace) => void} open
 * @property {(row: RowOfPlace) => void} heart
 * @property {(row: RowOfPlace) => void} check
 * @property {(row: RowOfPlace) => void} pointed
 */

/** The heart and the check mark of a place. */
export class Marks {
    /**
     * @param {Pick<PlaceActions, "heart" | "check">} actions
     * @param {() => RowOfPlace} row
     */
    constructor(actions, row) {
        this.heart = toggle("heart", text("favourite"), () => actions.heart(row()));
        this.check = toggle("check", text("choose"), () => actions.check(row()));
    }

    /** @param {RowOfPlace} row */
    update({ place, name, favourite, option, round, mayEdit, isHeartAsked, isCheckAsked }) {
        this.heart.hidden = !mayEdit || (favourite === undefined && place.ref === undefined);
        this.heart.ariaPressed = String(favourite !== undefined);
        this.heart.ariaDisabled = String(isHeartAsked);
        this.heart.ariaLabel = text("favouriteNamed", { name });
        this.check.hidden = !mayEdit || round === undefined;
        this.check.ariaPressed = String(option !== undefined);
        this.check.ariaDisabled = String(isCheckAsked);
        this.check.ariaLabel = text("chooseNamed", { name, title: round ?? "" });
    }
}

/**
 * A toggle button with its word below it.
 * @param {"heart" | "check"} name
 * @param {string} word
 * @param {() => void} press
 */
function toggle(name, word, press) {
    const button = makeButton("", press, { className: `mark is-${name}` });
    button.append(icon(name), make("span", {}, word));
    return button;
}

/** The row of a place: its kind, its distance, its heart and its check mark. */
export class PlaceRow {
    /**
     * @param {PlaceActions} actions
     * @param {(instant: string) => string} time
     */
    constructor(actions, time) {
        this.time = time;
        /** @type {RowOfPlace} */
        this.row = /** @type {any} */ (null);
        this.name = words("");
        this.number = make("span", { className: "place-number figures" });
        this.open = makeButton("", () => actions.open(this.row), { className: "plain place-open" });
        this.open.append(this.name);
        this.way = make("p", { className: "place-way figures" });
        this.about = words("", "place-about quiet");
        this.facts = make("p", { className: "place-facts beside" });
        this.marks = new Marks(actions, () => this.row);
        this.what = make("div", { className: "place-what grow" },
            make("h3", {}, this.open), this.way, make("p", {}, this.about), this.facts);
        this.element = make("li", { className: "place" }, this.number, this.what,
            make("div", { className: "place-marks needs-sign-in" }, this.marks.check, this.marks.heart));
        this.element.addEventListener("pointerenter", () => actions.pointed(this.row));
        this.element.addEventListener("focusin", () => actions.pointed(this.row));
    }

    /** @param {RowOfPlace} row */
    update(row) {
        this.row = row;
        if (!isNews(this, row)) {
            return;
        }
        const { place, name } = row;
        const said = wordsOf(place, this.time);
        setText(this.name, name);
        setText(this.number, row.number ?? "");
        this.number.hidden = row.number === undefined;
        setText(this.way, place.metres === undefined ? "" : writeWay(place.metres, row.units));
        setText(this.about, said.about);
        const own = row.ownRating === undefined ? "" : texts.ownStars(starsText(row.ownRating));
        this.facts.replaceChildren(...[
            fact(own, "is-own"), fact(said.stars), priceFact(said.price),
            fact(said.open, place.open ? "is-ready" : "quiet"),
        ].flat());
        this.marks.update(row);
        this.element.classList.toggle("is-selected", row.isSelected === true);
    }
}

/**
 * @param {string} said
 * @param {string} [className]
 */
function fact(said, className = "") {
    return said === "" ? [] : [make("span", { className }, said)];
}

/** @param {string} price */
function priceFact(price) {
    if (price === "") {
        return [];
    }
    const label = text("priceOf", { price: price.length });
    return [make("span", {},
        make("span", { ariaHidden: "true" }, price), make("span", { className: "aside" }, label))];
}

/** @typedef {import("../asking.js").Asked} Asked */
/** @typedef {import("./data.js").Shown} Shown */

/** The radii to choose from, in the reader's units. */
const radii = { km: [0.5, 1, 2, 3, 5, 10, 20], mi: [0.5, 1, 2, 5, 10, 20] };
const pricesMax = [1, 2, 3];
const ratingsMin = [3, 3.5, 4, 4.5];

/**
 * A message above the places.
 * @typedef {{sentence: string, isWarning?: boolean, press?: {label: string, action: () => void}}} Say
 */

/** The list of the places around a position, its filters, and the messages about the answer. */
export class PlacesView {
    /**
     * @param {object} page
     * @param {(changes: Partial<Shown>, isStep?: boolean) => void} page.go
     * @param {() => void} page.again
     * @param {PlaceActions} page.actions
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
     * @param {number} usual the house's default radius
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
        // Filters that the source's data can't support are hidden.
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
        const keyed = rows.map((row) => ({ key: String(row.place.ref), row }));
        renderList(this.list, this.rows, keyed, () => new PlaceRow(this.actions, this.time), (view, { row }) =>
            view.update(row));
        this.list.hidden = rows.length === 0;
    }

    /**
     * Shows the messages above the list.
     * @param {Say[]} says
     */
    drawSay(says) {
        if (!isNews(this, says)) {
            return;
        }
        this.say.replaceChildren(...says.map(({ sentence, isWarning, press }) => make(
            "p", { className: `note beside${isWarning ? " is-attention strong" : ""}` }, make("span", { className: "grow" }, sentence),
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
     * Shows the attribution, and the age of the data.
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
        this.rows.get(ref)?.element.scrollIntoView({ block: "nearest" });
    }
}

/** The fields with choices, by the member of `Shown` that they set. */
const selects = {
    "sort": "sort", "radius": "radius", "kind": "kind", "cuisine": "cuisine",
    "price-max": "priceMax", "rating-min": "ratingMin",
};

/**
 * @param {string} id
 * @param {string[][]} options pairs of value and words
 * @param {string} value
 */
export function fill(id, options, value) {
    const select = byId(id, HTMLSelectElement);
    if (isNews(select, options)) {
        select.replaceChildren(...options.map(([each, words]) => make("option", { value: each }, words)));
    }
    if (select.value !== value) {
        select.value = value;
    }
}
