// @ts-check
import { make, setText, words } from "../../../js/dom.js";
import { text } from "../../../js/texts.js";
import { starsText } from "../distances.js";
import { icon } from "../icons.js";
import { writeKind, writeWay } from "../words.js";
import { dot, texts } from "./texts.js";

/** @typedef {import("../types.js").Place} Place */

/**
 * A place as a row shows it.
 * @typedef {object} RowOfPlace
 * @property {Partial<Place>} place
 * @property {string} name
 * @property {string} [number] in the list, as on the map
 * @property {string} [favourite] its key
 * @property {number} [ownRating] the house's stars
 * @property {string} [option] its key in the round of now
 * @property {string} [round] the title of the round of now
 * @property {boolean} [isSelected]
 * @property {boolean} mayEdit
 * @property {import("../distances.js").Units} units
 */

/**
 * The words of a place's row.
 * @param {Partial<Place>} place
 * @param {(instant: string) => string} time
 */
export function wordsOf(place, time) {
    const { cuisine = [], rating, reviews, price, open, closesAt } = place;
    const cuisines = cuisine.map((each) => each.replace(/_/g, " ")).join(", ");
    const stars = rating === undefined ? "" : texts.stars(starsText(rating));
    return {
        about: [writeKind(place), cuisines].filter(Boolean).join(dot),
        stars: stars && reviews !== undefined ? `${stars} (${texts.reviews(reviews)})` : stars,
        price: price === undefined ? "" : "$".repeat(price),
        open: open === undefined ? "" : !open
            ? texts.closed
            : closesAt === undefined ? texts.open : texts.openUntil(time(closesAt)),
    };
}

/** The row of a place: what it is, how far, its heart and its check mark. */
export class PlaceRow {
    /**
     * @param {object} actions
     * @param {(row: RowOfPlace) => void} actions.open
     * @param {(row: RowOfPlace) => void} actions.heart
     * @param {(row: RowOfPlace) => void} actions.check
     * @param {(row: RowOfPlace) => void} actions.pointed
     * @param {(instant: string) => string} time
     */
    constructor(actions, time) {
        this.time = time;
        this.shown = "";
        /** @type {RowOfPlace} */
        this.row = /** @type {any} */ (null);
        this.name = words("");
        this.number = make("span", { className: "place-number figures" });
        this.open = make("button", { type: "button", className: "place-open" }, this.name);
        this.open.addEventListener("click", () => actions.open(this.row));
        this.way = make("p", { className: "place-way figures" });
        this.about = words("", "place-about");
        this.facts = make("p", { className: "place-facts" });
        this.heart = toggle("heart", texts.favourite, () => actions.heart(this.row));
        this.check = toggle("check", texts.choose, () => actions.check(this.row));
        this.element = make("li", { className: "place" },
            this.number,
            make("div", { className: "place-what" },
                make("h3", { className: "place-name" }, this.open), this.way,
                make("p", {}, this.about), this.facts),
            make("div", { className: "place-marks needs-sign-in" }, this.check, this.heart));
        this.element.addEventListener("pointerenter", () => actions.pointed(this.row));
        this.element.addEventListener("focusin", () => actions.pointed(this.row));
    }

    /** @param {RowOfPlace} row */
    update(row) {
        this.row = row;
        const shown = JSON.stringify(row);
        if (shown === this.shown) {
            return;
        }
        this.shown = shown;
        const { place, name } = row;
        const said = wordsOf(place, this.time);
        setText(this.name, name);
        setText(this.number, row.number ?? "");
        this.number.hidden = row.number === undefined;
        setText(this.way, place.metres === undefined ? "" : writeWay(place.metres, row.units));
        setText(this.about, said.about);
        const own = row.ownRating === undefined ? "" : texts.ownStars(starsText(row.ownRating));
        this.facts.replaceChildren(...[
            fact(own, "fact is-own"), fact(said.stars, "fact is-stars"), priceFact(said.price),
            fact(said.open, place.open ? "fact is-open" : "fact is-closed"),
        ].flat());
        this.heart.hidden = !row.mayEdit;
        this.heart.ariaPressed = String(row.favourite !== undefined);
        this.heart.ariaLabel = texts.favouriteNamed(name);
        this.check.hidden = !row.mayEdit || row.round === undefined;
        this.check.ariaPressed = String(row.option !== undefined);
        this.check.ariaLabel = texts.chooseNamed(name, row.round ?? "");
        this.element.classList.toggle("is-selected", row.isSelected === true);
    }
}

/**
 * @param {string} said
 * @param {string} className
 */
function fact(said, className) {
    return said === "" ? [] : [make("span", { className }, said)];
}

/** @param {string} price */
function priceFact(price) {
    if (price === "") {
        return [];
    }
    const label = text("priceOf", { price: price.length });
    return [make("span", { className: "fact is-price" },
        make("span", { ariaHidden: "true" }, price), make("span", { className: "aside" }, label))];
}

/**
 * A button that is pressed or not, with its word below.
 * @param {"heart" | "check"} name
 * @param {string} word
 * @param {() => void} press
 */
export function toggle(name, word, press) {
    const button = make("button", { type: "button", className: `mark is-${name}`, ariaPressed: "false" },
        icon(name), make("span", { className: "mark-word" }, word));
    button.addEventListener("click", press);
    return button;
}
