// @ts-check
import { Form } from "../../../js/ui/forms.js";
import {
    byId, counted, familyOf, isNews, make, makeButton, pageLanguage, renderList, setText, text,
    words,
} from "../../../js/ui/page.js";
import { byText, positionOf, starsText } from "../refs.js";
import { mapAddress, outward, placeAddress, writeWay } from "../words.js";
import { nameToKeep } from "./data.js";
import { dot, fill, Marks, PlaceRow, texts, wordsOf } from "./placesview.js";

/** @typedef {import("../types.js").Favourite} Favourite */
/** @typedef {import("./placesview.js").RowOfPlace} RowOfPlace */

/** The dialog with everything about one place. */
export class OpenedPlace {
    /**
     * @param {object} page
     * @param {import("../../../js/ui/desk.js").Desk} page.desk
     * @param {import("./placesview.js").PlaceActions} page.actions
     * @param {(key: string) => void} page.edit
     * @param {(key: string) => void} page.visit
     */
    constructor({ desk, actions, edit, visit }) {
        this.desk = desk;
        this.dialog = byId("opened", HTMLDialogElement);
        this.facts = byId("opened-facts", HTMLElement);
        this.foot = byId("opened-foot", HTMLElement);
        this.key = "";
        /** @type {RowOfPlace} */
        this.row = /** @type {any} */ (null);
        this.marks = new Marks(actions, () => this.row);
        this.edit = makeButton(text("edit"), () => edit(String(this.row.favourite)));
        this.visit = makeButton(text("noteVisit"), () => visit(String(this.row.favourite)));
        this.foot.append(this.edit, this.visit, this.marks.check, this.marks.heart);
        this.dialog.addEventListener("close", () => {
            this.key = "";
        });
    }

    /**
     * @param {string} key for later drawings
     * @param {RowOfPlace} row
     * @param {Favourite | undefined} favourite
     */
    open(key, row, favourite) {
        this.key = key;
        this.draw(row, favourite);
        this.desk.open(this.dialog);
    }

    /**
     * @param {RowOfPlace} row
     * @param {Favourite | undefined} favourite
     */
    draw(row, favourite) {
        this.row = row;
        if (!isNews(this, [row, favourite])) {
            return;
        }
        const { place, name } = row;
        const said = wordsOf(place, this.desk.time);
        byId("opened-title", HTMLElement).replaceChildren(words(name));
        const way = place.metres === undefined ? "" : text("wayAbout", { way: writeWay(place.metres, row.units) });
        setText(byId("opened-way", HTMLElement), way);
        const position = positionOf(place);
        const own = favourite?.rating;
        const address = placeAddress(place);
        const wheelchair = familyOf("wheelchair");
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
            ["wheelchair", place.wheelchair && (wheelchair[place.wheelchair] ?? place.wheelchair)],
            ["ownRating", own === undefined ? "" : texts.stars(starsText(own))],
            ["tags", favourite?.tags?.join(", ")],
            ["notes", favourite?.notes],
        ];
        const names = familyOf("facts");
        this.facts.replaceChildren(...facts.filter(([, value]) => value).flatMap(([key, value]) => [
            make("dt", {}, names[key]),
            make("dd", {}, typeof value === "string" ? words(value, "kept-lines") : value ?? ""),
        ]));
        this.foot.hidden = !row.mayEdit;
        this.edit.hidden = this.visit.hidden = row.favourite === undefined;
        this.marks.update(row);
    }
}

/** @param {string} address */
function shortened(address) {
    return address.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "");
}

const sorts = ["name", "rating", "distance", "visit"];
const starSteps = [5, 4.5, 4, 3.5, 3, 2.5, 2, 1.5, 1, 0.5];

/** The list of the house's favourites, with its own stars, notes and visits. */
export class FavouritesView {
    /**
     * @param {object} page
     * @param {import("../../../js/ui/desk.js").Desk} page.desk
     * @param {import("./data.js").NearbyData} page.data
     * @param {(key: string) => RowOfPlace} page.rowOf
     * @param {import("./placesview.js").PlaceActions} page.actions
     * @param {(row: RowOfPlace) => string} page.fromStop
     */
    constructor({ desk, data, rowOf, actions, fromStop }) {
        this.desk = desk;
        this.data = data;
        this.rowOf = rowOf;
        this.actions = actions;
        this.fromStop = fromStop;
        this.list = byId("favourite-list", HTMLElement);
        this.sort = "name";
        /** @type {Map<string, FavouriteItem>} */
        this.items = new Map();
        this.edited = "";
        this.visited = "";
        const select = byId("favourites-sort", HTMLSelectElement);
        select.addEventListener("change", () => {
            this.sort = select.value;
            desk.render();
        });
        /** @type {Form} */
        this.form = new Form(desk, "favourite", () => this.send());
        /** @type {Form} */
        this.visitForm = new Form(desk, "visit", () => this.sendVisit());
        byId("add-favourite", HTMLButtonElement).addEventListener("click", () => this.openNew());
        fill("favourite-rating", [
            ["", text("notRated")],
            ...starSteps.map((stars) => [String(stars), texts.stars(starsText(stars))]),
        ], "");
    }

    draw() {
        const { favourites } = this.data.doc;
        const rows = Object.keys(favourites).map((key) => ({ key, row: this.rowOf(key) }));
        const compare = comparing[this.sort] ?? comparing.name;
        rows.sort((one, other) =>
            compare(one.row, other.row, favourites[one.key], favourites[other.key]) ||
            byText(one.row.name, other.row.name) || byText(one.key, other.key));
        fill("favourites-sort", sorts.map((sort) => [sort, texts.sorts[sort]]), this.sort);
        renderList(this.list, this.items, rows, (key) => new FavouriteItem(key, this), (item, { key, row }) =>
            item.update(row, favourites[key]));
        byId("favourites-empty", HTMLElement).hidden = rows.length > 0;
    }

    openNew() {
        this.edited = "";
        setText(byId("favourite-title", HTMLElement), text("addFavourite"));
        this.openForm({}, true);
    }

    /** @param {string} key */
    edit(key) {
        const favourite = this.data.doc.favourites[key];
        this.edited = key;
        byId("favourite-title", HTMLElement).replaceChildren(words(this.rowOf(key).name));
        this.openForm(favourite, favourite.ref === undefined);
    }

    /**
     * @param {Partial<Favourite>} favourite
     * @param {boolean} isTyped whether it was typed, and not taken from a source
     */
    openForm(favourite, isTyped) {
        byId("favourite-typed", HTMLElement).hidden = !isTyped;
        byId("favourite-place", HTMLElement).hidden = !isTyped;
        this.form.open(favourite);
        this.form.inputs[isTyped ? "name" : "rating"].focus();
    }

    /** @returns {string | undefined} */
    send() {
        const key = this.edited;
        const known = this.data.doc.favourites[key];
        if (!known) {
            return this.desk.perform("nearby.add", { name: "", ...this.form.changes() }, this.form.value("name"));
        }
        return this.form.change(this.form.changes(known), (changes) =>
            this.desk.perform("nearby.edit", { favourite: key, ...changes }, nameToKeep(known)));
    }

    /** @param {string} key */
    visit(key) {
        this.visited = key;
        byId("visit-title", HTMLElement).replaceChildren(words(this.rowOf(key).name));
        const today = new Intl.DateTimeFormat("en-CA", { timeZone: this.desk.house.zone });
        this.visitForm.open({ on: today.format(this.desk.nowMs), notes: "" });
    }

    /** @returns {string | undefined} */
    sendVisit() {
        const known = this.data.doc.favourites[this.visited];
        return this.desk.perform("nearby.visit", {
            favourite: this.visited, on: "", ...this.visitForm.changes(),
        }, nameToKeep(known ?? {}));
    }
}

const language = pageLanguage();
const dayFormat = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    day: "numeric", month: "long", year: "numeric", timeZone: "UTC",
});

/** @param {string} date */
function writeDay(date) {
    return dayFormat.format(Date.parse(`${date}T00:00Z`));
}

/** @type {Record<string, (a: RowOfPlace, b: RowOfPlace, one: Favourite, other: Favourite) => number>} */
const comparing = {
    name: (one, other) => one.name.localeCompare(other.name),
    rating: (_, __, one, other) => (other.rating ?? 0) - (one.rating ?? 0),
    distance: (one, other) =>
        (one.place.metres ?? Infinity) - (other.place.metres ?? Infinity) || 0,
    visit: (_, __, one, other) => byText(lastVisit(other), lastVisit(one)),
};

/** @param {Favourite} favourite */
function lastVisit({ visits }) {
    return Object.values(visits).map(({ on }) => on).sort().pop() ?? "";
}

/** A favourite's row, with the house's own stars, notes and visits. */
class FavouriteItem {
    /**
     * @param {string} key
     * @param {FavouritesView} view
     */
    constructor(key, view) {
        this.key = key;
        this.view = view;
        this.row = new PlaceRow(view.actions, view.desk.time);
        this.element = this.row.element;
        this.notes = words("", "place-notes kept-lines");
        this.tags = make("p", { className: "place-tags beside" });
        this.visits = make("details", { className: "visits" });
        this.summary = make("summary", {});
        this.visitList = make("ul", { className: "steps" });
        this.visits.append(this.summary, this.visitList);
        this.buttons = make("p", { className: "place-buttons buttons needs-edit needs-sign-in" },
            makeButton(text("edit"), () => view.edit(key)),
            makeButton(text("noteVisit"), () => view.visit(key)));
        this.row.what.append(this.tags, make("p", {}, this.notes), this.visits);
        this.element.append(this.buttons);
    }

    /**
     * @param {RowOfPlace} row
     * @param {Favourite} favourite
     */
    update(row, favourite) {
        this.row.update(row);
        const from = this.view.fromStop(row);
        if (!isNews(this, [row.name, from, favourite])) {
            return;
        }
        setText(this.notes, favourite.notes ?? "");
        const about = [from, row.place.address ?? ""].filter(Boolean);
        this.tags.replaceChildren(
            ...about.map((each) => words(each, "quiet")),
            ...(favourite.tags ?? []).map((tag) => make("span", { className: "tag quiet" }, words(tag))));
        const visits = Object.entries(favourite.visits).sort(
            ([one, a], [other, b]) => byText(b.on, a.on) || byText(other, one));
        this.visits.hidden = visits.length === 0;
        const last = visits[0]?.[1].on ?? "";
        setText(this.summary, visits.length === 0 ? "" : [
            counted("visits", visits.length), text("lastVisit", { day: writeDay(last) }),
        ].join(dot));
        this.visitList.replaceChildren(...visits.map(([key, { on, notes }]) => make("li", {},
            make("span", { className: "step-text" },
                make("span", { className: "figures" }, writeDay(on)),
                ...(notes ? [dot, words(notes, "kept-lines")] : [])),
            this.removal(key, favourite, on))));
    }

    /**
     * @param {string} visit
     * @param {Favourite} favourite
     * @param {string} on
     */
    removal(visit, favourite, on) {
        const remove = () => this.view.data.change("nearby.unvisit", { visit }, nameToKeep(favourite));
        return makeButton(text("removeVisit"), remove, {
            className: "plain needs-edit", ariaLabel: text("removeVisitOf", { day: writeDay(on) }),
        });
    }
}
