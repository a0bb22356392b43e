// @ts-check
import {
    byId, counted, familyAbout, familyOf, isNews, make, makeButton, renderList, runAfter, setText,
    stopTimer, StoredValue, text, words,
} from "../../../js/ui/page.js";
import { isFleeting, metresOfMile, positionOf, Refs, roundsInOrder, starsText } from "../refs.js";
import { icon, readersUnits, writeDistance, writeKind, writeWay } from "../words.js";
import { filterCount, kinds, sorts } from "./place.js";

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

/** Arranges words in a row, with dots between them. */
export const dot = " · ";

/** @typedef {import("../types.js").Favourite} Favourite */
/** @typedef {import("../types.js").HostDocument} HostDocument */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Round} Round */
/** @typedef {import("../types.js").Venue} Venue */

export const hostView = "nearby/host";
export const settingsView = "nearby/settings";
export const displayView = "nearby/display";
export const houseView = "house/settings";
export const sendersView = "house/senders";

/** The name of a stop as the centre of a search. */
export const stopStart = "stop:";

/** The page's data: the documents of the board, and the places behind refs. */
export class NearbyData {
    /** @param {import("../../../js/ui/desk.js").Desk} desk */
    constructor(desk) {
        this.desk = desk;
        this.base = `/v1/${desk.state.venue}/nearby`;
        this.mayEdit = desk.role === "host" || desk.role === "owner";
        this.refs = new Refs({
            address: `${this.base}/places`, as: desk.role, changed: () => desk.render(),
        });
        this.chosenRound = new StoredValue(`tablecast.${desk.state.venue}.nearby.round`);
        /** @type {HostDocument} */
        this.doc = { favourites: {}, rounds: {} };
        /** @type {Map<string, string>} */
        this.favouriteOfRef = new Map();
    }

    /** Reads the documents anew for each drawing. */
    renew() {
        const { sync } = this.desk;
        const doc = /** @type {HostDocument | null} */ (/** @type {unknown} */ (sync.doc(hostView)));
        this.doc = doc ?? { favourites: {}, rounds: {} };
        this.favouriteOfRef = new Map(Object.entries(this.doc.favourites).flatMap(
            ([key, { ref }]) => (ref === undefined ? [] : [[ref, key]]),
        ));
    }

    /** @returns {any} */
    get settings() {
        return /** @type {any} */ (this.desk.sync.doc(settingsView));
    }

    /** @returns {Partial<Venue> & {radius?: number, source?: string}} */
    get venue() {
        const shown = /** @type {any} */ (this.desk.sync.doc(displayView));
        return this.settings?.settings ?? shown?.venue ?? {};
    }

    /** @returns {{name: string, timeZone: string} | undefined} */
    get house() {
        const { sync } = this.desk;
        return /** @type {any} */ (sync.doc(houseView))?.venue ??
            /** @type {any} */ (sync.doc(displayView))?.venue;
    }

    /** The position of the house. */
    get position() {
        return positionOf(this.venue);
    }

    get units() {
        return readersUnits(this.venue.units);
    }

    /** Whether the venue's settings are loaded. */
    get isThere() {
        return Boolean(this.settings ?? this.desk.sync.doc(displayView));
    }

    /** Whether the house can send mail; `undefined` until that is known. */
    get sendsMail() {
        const doc = /** @type {any} */ (this.desk.sync.doc(sendersView));
        return doc && "email" in doc.senders;
    }

    /** The data on which answers depend: the imports, the source, and the house's position. */
    get ingredients() {
        const { feeds, source } = this.settings ?? {};
        const { lat, lon, radius, source: name } = this.venue;
        return JSON.stringify([feeds, source?.state, lat, lon, radius, name]);
    }

    /** The round that gets the check marks: the one chosen here, or the newest. */
    get roundNow() {
        const open = this.openRounds;
        const chosen = this.chosenRound.read();
        return open.includes(chosen) ? chosen : open[0];
    }

    get openRounds() {
        const { rounds } = this.doc;
        return roundsInOrder(rounds).filter((key) => rounds[key].state === "open");
    }

    /**
     * The option of the current round that is this place.
     * @param {{ref?: string, favourite?: string}} place
     * @returns {string | undefined}
     */
    optionOf({ ref, favourite }) {
        const options = this.doc.rounds[this.roundNow ?? ""]?.options ?? {};
        return Object.keys(options).find((key) =>
            (ref !== undefined && options[key].ref === ref) ||
            (favourite !== undefined && options[key].favourite === favourite));
    }

    /**
     * What the house has made of a place.
     * @param {Partial<Place>} place
     * @param {string | undefined} favourite its key, if it is one
     */
    marksOf({ ref }, favourite) {
        const round = this.roundNow ?? "";
        const option = this.optionOf({ ref, favourite });
        const { mayEdit, units } = this;
        return {
            favourite, option, mayEdit, units,
            ownRating: this.doc.favourites[favourite ?? ""]?.rating,
            round: this.doc.rounds[round]?.title,
            isHeartAsked: favourite === undefined
                ? this.isAsked("nearby.add", { ref }) : this.isAsked("nearby.remove", { favourite }),
            isCheckAsked: option === undefined
                ? this.isAsked("nearby.choose", chosen(round, ref, favourite))
                : this.isAsked("nearby.drop", { option }),
        };
    }

    // MARK: Changes

    /**
     * Whether a change waits for the hub.
     * @param {string} action
     * @param {Record<string, unknown>} args some of its arguments
     */
    isAsked(action, args) {
        return this.desk.sync.unseen(hostView).some((entry) => entry.action === action &&
            Object.entries(args).every(([name, value]) => entry.args[name] === value));
    }

    /**
     * Makes a change, unless it waits for the hub already.
     * @param {string} action
     * @param {Record<string, string>} args
     * @param {string} name its subject
     */
    change(action, args, name) {
        if (!this.isAsked(action, args)) {
            this.desk.perform(action, args, name);
        }
    }

    /**
     * Adds a place to the favourites, or removes it.
     * @param {Partial<Place>} place
     * @param {string | undefined} favourite its key, if it is one
     * @param {string} at the position where it was found
     */
    toggleFavourite(place, favourite, at) {
        const name = nameToKeep(place);
        if (favourite === undefined) {
            const stop = at.startsWith(stopStart) ? { stop: at.slice(stopStart.length) } : {};
            this.change("nearby.add", { ref: String(place.ref), .../** @type {Record<string, string>} */ (stop) }, name);
        } else {
            this.change("nearby.remove", { favourite }, name);
        }
    }

    /**
     * Makes a place an option of the current round, or removes it.
     * @param {Partial<Place>} place
     * @param {string | undefined} favourite its key, if it is one
     */
    toggleOption(place, favourite) {
        const round = this.roundNow;
        const option = this.optionOf({ ref: place.ref, favourite });
        if (round && option === undefined) {
            this.change("nearby.choose", chosen(round, place.ref, favourite), nameToKeep(place));
        } else if (option !== undefined) {
            this.change("nearby.drop", { option }, nameToKeep(place));
        }
    }
}

/**
 * The arguments by which a place becomes an option.
 * @param {string} round
 * @param {string | undefined} ref
 * @param {string | undefined} favourite
 * @returns {Record<string, string>}
 */
function chosen(round, ref, favourite) {
    return ref === undefined ? { round, favourite: String(favourite) } : { round, ref };
}

/**
 * The name of a place to store. If only the source may show the name, a generic word.
 * @param {{ref?: string, name?: string}} place
 */
export function nameToKeep({ ref, name }) {
    return isFleeting(ref) || name === undefined ? text("place") : name;
}

/**
 * A place as its row shows it: `number` is that in the list and on the map.
 * @typedef {{place: Partial<Place>, name: string, number?: string, isSelected?: boolean} &
 *     ReturnType<NearbyData["marksOf"]>} RowOfPlace
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
 * What can be done with a place.
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
        this.facts = make("p", { className: "place-facts" });
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
/** @typedef {import("./place.js").Shown} Shown */

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
            "p", { className: `note beside${isWarning ? " is-attention" : ""}` }, make("span", { className: "grow" }, sentence),
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
