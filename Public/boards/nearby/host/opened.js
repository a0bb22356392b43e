// @ts-check
import { byId, make, makeButton, setText, words } from "../../../js/dom.js";
import { familyOf, text } from "../../../js/texts.js";
import { starsText } from "../distances.js";
import { isWebAddress, mapAddress, sourceAddress, writeWay } from "../words.js";
import { toggle, wordsOf } from "./placerow.js";
import { texts } from "./texts.js";

/** @typedef {import("../types.js").Favourite} Favourite */
/** @typedef {import("./placerow.js").RowOfPlace} RowOfPlace */

/** Everything that is known of one place. */
export class OpenedPlace {
    /**
     * @param {object} page
     * @param {import("../../../js/ui/desk.js").Desk} page.desk
     * @param {(row: RowOfPlace) => void} page.heart
     * @param {(row: RowOfPlace) => void} page.check
     * @param {(key: string) => void} page.edit
     * @param {(key: string) => void} page.visit
     */
    constructor({ desk, heart, check, edit, visit }) {
        this.desk = desk;
        this.dialog = byId("opened", HTMLDialogElement);
        this.facts = byId("opened-facts", HTMLElement);
        this.foot = byId("opened-foot", HTMLElement);
        this.key = "";
        this.shown = "";
        /** @type {RowOfPlace} */
        this.row = /** @type {any} */ (null);
        this.heart = toggle("heart", texts.favourite, () => heart(this.row));
        this.check = toggle("check", texts.choose, () => check(this.row));
        this.edit = makeButton(text("edit"), () => edit(String(this.row.favourite)));
        this.visit = makeButton(text("noteVisit"), () => visit(String(this.row.favourite)));
        this.foot.append(this.edit, this.visit, this.check, this.heart);
        this.dialog.addEventListener("close", () => {
            this.key = "";
        });
    }

    /**
     * @param {string} key by which it is drawn again
     * @param {RowOfPlace} row
     * @param {Favourite | undefined} favourite
     */
    open(key, row, favourite) {
        this.key = key;
        this.shown = "";
        this.draw(row, favourite);
        this.desk.open(this.dialog);
    }

    /**
     * @param {RowOfPlace} row
     * @param {Favourite | undefined} favourite
     */
    draw(row, favourite) {
        const shown = JSON.stringify([row, favourite]);
        if (shown === this.shown) {
            return;
        }
        this.shown = shown;
        this.row = row;
        const { place, name } = row;
        const said = wordsOf(place, this.desk.time);
        byId("opened-title", HTMLElement).replaceChildren(words(name));
        const way = place.metres === undefined ? "" : text("wayAbout", { way: writeWay(place.metres, row.units) });
        setText(byId("opened-way", HTMLElement), way);
        const position = typeof place.lat === "number" && typeof place.lon === "number"
            ? { lat: place.lat, lon: place.lon } : null;
        const own = favourite?.rating;
        const address = isWebAddress(place.url) ? String(place.url) : sourceAddress(place.ref);
        /** @type {[string, Node | string | undefined][]} */
        const facts = [
            ["kind", said.about],
            ["openNow", said.open],
            ["rating", said.stars],
            ["price", said.price],
            ["address", place.address],
            ["phone", place.phone && make("a", { href: `tel:${place.phone.replace(/[^+\d]/g, "")}` }, place.phone)],
            ["url", address ? outward(address, shortened(address)) : ""],
            ["onMap", position ? outward(mapAddress(position), text("openStreetMap")) : ""],
            ["wheelchair", place.wheelchair && (wheelchair()[place.wheelchair] ?? place.wheelchair)],
            ["ownRating", own === undefined ? "" : texts.stars(starsText(own))],
            ["tags", favourite?.tags?.join(", ")],
            ["notes", favourite?.notes],
        ];
        this.facts.replaceChildren(...facts.filter(([, value]) => value).flatMap(([key, value]) => [
            make("dt", {}, factNames()[key]),
            make("dd", {}, typeof value === "string" ? words(value, "kept-lines") : value ?? ""),
        ]));
        this.foot.hidden = !row.mayEdit;
        this.edit.hidden = this.visit.hidden = row.favourite === undefined;
        this.heart.hidden = row.favourite === undefined && place.ref === undefined;
        this.heart.ariaPressed = String(row.favourite !== undefined);
        this.heart.ariaLabel = texts.favouriteNamed(name);
        this.check.hidden = row.round === undefined;
        this.check.ariaPressed = String(row.option !== undefined);
        this.check.ariaLabel = texts.chooseNamed(name, row.round ?? "");
    }
}

const factNames = () => familyOf("facts");
const wheelchair = () => familyOf("wheelchair");

/**
 * A link that leads out of the house.
 * @param {string} address
 * @param {string} said
 */
export function outward(address, said) {
    return make("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, said);
}

/** @param {string} address */
function shortened(address) {
    return address.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "");
}
