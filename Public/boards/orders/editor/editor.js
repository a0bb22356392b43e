// @ts-check
import { Desk } from "../../../js/ui/desk.js";
import { byId, counted, isNews, make, pageLanguage, setText, text } from "../../../js/ui/page.js";
import { inOrder, moneyWriter, rateText, search } from "../menu.js";
import { dishForm, sectionForm, texts } from "./forms.js";
import { Drag, Import, MenuList } from "./list.js";
import { argumentsOf, besideOf, missingIn, rowsOf, translatedInto, valuesOf } from "./items.js";

/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */
/** @typedef {import("../menu.js").MenuDocument} MenuDocument */
/** @typedef {import("./items.js").SectionRow} SectionRow */
/** @typedef {import("./forms.js").ThingForm} ThingForm */
/** @typedef {{kind: "dish" | "section", key: string, section: string}} Opened */

const menuView = "orders/menu";
const settingsView = "orders/settings";
const houseView = "house/settings";
const vatUsual = 1000;
const language = pageLanguage();

const desk = new Desk({
    name: "editor",
    views: [menuView, settingsView, houseView],
    done: texts.done,
    draw,
    answered,
    isLosing: () => form?.isChanged ?? false,
    typed: (_, args) => [args.name, args.description].flatMap(
        (typed) => (typeof typed === "string" ? [typed] : []),
    ),
});
const { sync } = desk;
const list = new MenuList(
    {
        openDish: (key) => open({ kind: "dish", key, section: dishOf(key)?.section ?? "" }),
        openSection: (key) => open({ kind: "section", key, section: "" }),
        newDish: (section) => open({ kind: "dish", key: "", section }),
        moveDish: (key, direction) => moveDish(key, direction),
        moveSection: (key, direction) => {
            moveTo(key, besideOf(inOrder(doc()?.sections ?? {}), key, direction), true);
        },
        stock: (key, left) => desk.perform(
            "orders.stock",
            { dish: key, left },
            stockName(key, left),
        ),
    },
);
const field = byId("search", HTMLInputElement);
const onlyMissing = byId("only-missing", HTMLInputElement);
const address = `/v1/${desk.state.venue}/orders/menu?as=${desk.role}`;
/**
 * The section or dish being edited.
 * @type {Opened | null}
 */
let opened = null;
/** @type {ThingForm | null} */
let form = null;
/**
 * The item to open if the user agrees to lose unsaved text.
 * @type {Opened | null}
 */
let wanted = null;
const discarding = byId("discarding", HTMLDialogElement);

new Drag(byId("sections", HTMLElement), moveTo);
new Import(address, imported);

/** @returns {MenuDocument | null} */
function doc() {
    return /** @type {any} */ (sync.doc(menuView));
}

/** @returns {SectionRow[]} */
function rows() {
    return rowsOf(doc(), sync.unseen(menuView));
}

function languages() {
    return translatedInto(sync.doc(houseView)?.venue.languages ?? [language], doc());
}

function currency() {
    return doc()?.currency ?? "EUR";
}

/** @param {string} key */
function dishOf(key) {
    return doc()?.dishes[key];
}

/** @param {string} key */
function sectionOf(key) {
    return doc()?.sections[key];
}

/**
 * Moves a dish past its neighbour, and from the end of its section into the next.
 * @param {string} key
 * @param {-1 | 1} direction
 */
function moveDish(key, direction) {
    const keys = rows().flatMap(({ dishes }) => dishes.map((row) => row.key));
    moveTo(key, besideOf(keys, key, direction), false);
}

/**
 * @param {string} key
 * @param {{before: string} | {after: string} | undefined} beside
 * @param {boolean} isSection
 */
function moveTo(key, beside, isSection) {
    const thing = isSection ? sectionOf(key) : dishOf(key);
    if (!beside || !thing) {
        return;
    }
    const action = isSection ? "orders.move_section" : "orders.move_dish";
    desk.perform(action, { [isSection ? "section" : "dish"]: key, ...beside }, thing.name);
}

/**
 * @param {string} key
 * @param {number | null} left
 * @param {string} [dish] its name, if the menu does not show it yet
 */
function stockName(key, left, dish = dishOf(key)?.name ?? "") {
    const some = left === 0 ? text("soldOut") : text("left", { count: left ?? 0 });
    const what = left === null ? text("plenty") : some;
    return text("label", { what: dish, name: what });
}

/**
 * Opens another item, or none. Asks first if unsaved text would be lost.
 * @param {Opened | null} next
 * @param {object} [thing] its values, if the menu does not show it yet
 */
function open(next, thing) {
    if (form?.isChanged) {
        wanted = next;
        desk.open(discarding);
        return;
    }
    opened = next;
    form = next ? formOf(next, thing ?? thingOf(next)) : null;
    byId("main", HTMLElement).dataset.shown = next ? "form" : "list";
    draw();
    if (next) {
        byId("editing-title", HTMLElement).focus({ preventScroll: true });
        byId("editing-head", HTMLElement).scrollIntoView({ block: "nearest" });
    }
}

/**
 * @param {Opened} next
 * @param {any} thing its present values
 */
function formOf({ kind, key, section }, thing) {
    const around = {
        language, currency,
        languages: languages(),
        sections: () => rows().map((row) => ({ key: row.key, name: row.section.name })),
        vat: rateText(
            /** @type {any} */ (sync.doc(settingsView))?.settings?.vat ?? vatUsual,
            language,
        ),
        say: (/** @type {string} */ sentence) => desk.announcer.warn(sentence),
    };
    const isNew = key === "";
    const page = {
        save: (/** @type {any} */ values) => save({ kind, key, section }, values),
        ...(isNew ? {} : { remove: () => remove({ kind, key, section }) }),
    };
    const title = isNew ? text(kind === "dish" ? "newDish" : "newSection") : thing.name;
    const made = (kind === "dish" ? dishForm : sectionForm)(title, thing, around, page);
    made.begin(valuesOf(thing, around.languages));
    return made;
}

/** @param {Opened} what */
function thingOf({ kind, key, section }) {
    const found = kind === "dish" ? dishOf(key) : sectionOf(key);
    return found ?? (kind === "dish" ? { section } : {});
}

/**
 * @param {Opened} what
 * @param {import("./items.js").Values} values
 * @returns {string[]} the ids of the changes
 */
function save({ kind, key, section }, values) {
    const thing = /** @type {any} */ (thingOf({ kind, key, section }));
    const { args, left } = argumentsOf(thing, values);
    const name = String(args.name ?? thing.name ?? "");
    const verb = key === "" ? "add" : "edit";
    /** @type {JSONObject} */
    const place = kind === "dish" ? { section: args.section ?? section } : {};
    const which = key === "" ? place : { [kind]: key };
    const ids = [];
    if (Object.keys(args).length > 0) {
        // Empty fields of a new item are left out.
        const said = Object.fromEntries(
            Object.entries(args).filter(([, value]) => key !== "" || value !== null),
        );
        ids.push(
            desk.perform(
                `orders.${verb}_${kind}`,
                { ...said, ...which },
                name,
                // The portions of a new dish follow once the hub has named it.
                key === "" && typeof left === "number" ? { left } : {},
            ),
        );
    }
    if (left !== undefined && key !== "") {
        ids.push(desk.perform("orders.stock", { dish: key, left }, stockName(key, left)));
    }
    return ids;
}

/** @param {Opened} what */
function remove({ kind, key }) {
    const name = (kind === "dish" ? dishOf(key) : sectionOf(key))?.name ?? "";
    if (kind === "section" && Object.values(doc()?.dishes ?? {}).some((dish) => dish.section === key)) {
        desk.tell(text("sectionNotEmpty"), true);
        return;
    }
    form = null;
    open(null);
    desk.perform(`orders.remove_${kind}`, { [kind]: key }, name);
}

/**
 * @param {any} told the hub's answer
 * @param {string} file its name
 */
function imported(told, file) {
    const name = file || text("import");
    if (typeof told.rev === "number") {
        desk.deeds.record("orders.import", name, told.rev);
    } else {
        desk.tell(text("importNothing"));
    }
}

/**
 * @param {import("../../../js/tablecast.js").Entry} entry
 * @param {any} message its ack or reject
 */
function answered({ id, action, args, note }, message) {
    const isSaid = form?.answered(id, message) ?? false;
    if (message.type === "ack" && typeof note.left === "number") {
        const dish = String(message.result?.dish);
        const name = stockName(dish, note.left, String(args.name));
        desk.deeds.rename(id, name);
        desk.deeds.goOn(id, message.rev, "orders.stock", { dish, left: note.left }, name);
    }
    const isAdded = message.type === "ack" && opened?.key === "";
    if (isAdded && action === "orders.add_dish") {
        // Continues with the next dish of the section.
        const section = String(args.section);
        form = null;
        open({ kind: "dish", key: "", section });
    } else if (isAdded && action === "orders.add_section") {
        form = null;
        open({ kind: "section", key: String(message.result?.section), section: "" }, args);
    }
    return isSaid;
}

function draw() {
    const menu = doc();
    const all = rows();
    const into = languages();
    desk.drawFrame(sync.doc(houseView)?.venue);
    const money = moneyWriter(currency(), language);
    const things = all.flatMap(({ section, dishes }) => [
        section,
        ...dishes.map(({ dish }) => dish),
    ]);
    const missing = things.filter((thing) => missingIn(thing, into).length > 0);
    const dishCount = all.reduce((sum, { dishes }) => sum + dishes.length, 0);
    list.render(shown(all, into), { money, languages: into, open: opened?.key ?? "" });
    setText(byId("menu-count", HTMLElement), menu ? String(dishCount) : "");
    byId("missing", HTMLElement).hidden = into.length === 0;
    setText(byId("missing-count", HTMLElement), counted("missingCount", missing.length));
    const isEmpty = all.length === 0;
    byId("none", HTMLElement).hidden = !menu || !isEmpty;
    for (const id of ["filters", "order-about"]) {
        byId(id, HTMLElement).hidden = isEmpty;
    }
    byId("none-found", HTMLElement).hidden = isEmpty || byId(
        "sections",
        HTMLElement,
    ).childElementCount > 0;
    drawForm(menu, all, into);
    drawStations(things);
    desk.drawn(text("summary", { sections: all.length, dishes: dishCount }));
}

/**
 * The items that match the search. With the box checked, only those with missing translations.
 * @param {SectionRow[]} all
 * @param {string[]} into
 */
function shown(all, into) {
    const query = field.value.trim();
    const isFiltered = query !== "" || onlyMissing.checked;
    if (!isFiltered) {
        return all;
    }
    const found = search(doc(), query, language);
    const isShown = (/** @type {any} */ thing) => !onlyMissing.checked || missingIn(
        thing,
        into,
    ).length > 0;
    return all
        .map(
            (row) => ({
                ...row,
                dishes: row.dishes.filter(({ key, dish }) => found.has(key) && isShown(dish)),
            }),
        )
        .filter(({ section, dishes }) => dishes.length > 0 || (query === "" && isShown(section)));
}

/**
 * @param {MenuDocument | null} menu
 * @param {SectionRow[]} all
 * @param {string[]} into
 */
function drawForm(menu, all, into) {
    if (opened && opened.key !== "" && form && menu) {
        const table = opened.kind === "dish" ? menu.dishes : menu.sections;
        const thing = /** @type {Record<string, any>} */ (table)[opened.key];
        if (thing) {
            form.know(valuesOf(thing, into), (id) => !sync.outbox.find(id));
        } else if (!sync.unseen(menuView).some(({ action }) => action.startsWith("orders.add_"))) {
            // Somebody else has removed the item.
            form = null;
            opened = null;
            byId("main", HTMLElement).dataset.shown = "list";
        }
    }
    byId("editing", HTMLElement).hidden = !opened;
    byId("choose-one", HTMLElement).hidden = opened !== null || all.length === 0;
}

/**
 * The existing stations, offered while typing.
 * @param {{station?: string}[]} things
 */
function drawStations(things) {
    const names = [...new Set(things.flatMap(({ station }) => station ?? []))].sort();
    if (isNews(drawStations, names)) {
        const options = names.map((name) => make("option", { value: name }));
        document.getElementById("station-names")?.remove();
        document.body.append(make("datalist", { id: "station-names" }, ...options));
    }
}

byId("export", HTMLAnchorElement).href = address;
for (const button of document.querySelectorAll("button.new-section")) {
    button.addEventListener("click", () => open({ kind: "section", key: "", section: "" }));
}
byId("discard", HTMLButtonElement).addEventListener("click", () => {
    discarding.close();
    form = null;
    open(wanted);
});
byId("editing-close", HTMLButtonElement).addEventListener("click", () => open(null));
field.addEventListener("input", () => desk.render());
onlyMissing.addEventListener("change", () => desk.render());
desk.start();
