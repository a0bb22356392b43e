// @ts-check
import { Desk } from "../../../js/ui/desk.js";
import { Hold } from "../../../js/ui/dialogs.js";
import { byId, loadLater, pageLanguage, setText, text, viewName } from "../../../js/ui/page.js";
import { basketOf, inAddedOrder, tabName } from "../lines.js";
import { moneyWriter } from "../menu.js";
import { CancelDialog, DetailsDialog, MergeDialog, SplitDialog, texts, WishDialog } from "./dialogs.js";
import { OpenedTab, TabList } from "./openedtab.js";
import { PayDialog } from "./pay.js";
import { predictTab, predictTabs } from "./predict.js";

/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */
/** @typedef {import("./predict.js").TabDocument} TabDocument */
/** @typedef {import("./predict.js").HostDocument} HostDocument */
/** @typedef {import("../menu.js").MenuDocument} MenuDocument */

const hostView = "orders/host";
const menuView = "orders/menu";
const settingsView = "orders/settings";
const language = pageLanguage();

const desk = new Desk({
    name: "waiter",
    views: [hostView, menuView],
    done: texts.done,
    waiting: texts.waiting,
    draw,
    answered,
    typed: (_, args) => ["name", "notes", "address", "reason"].flatMap(
        (name) => (typeof args[name] === "string" ? [String(args[name])] : []),
    ),
});
const { sync } = desk;
/** The key of the open tab; empty for none. */
let openKey = "";
/** Whether to focus the open tab as soon as it is loaded. */
let isTitleWanted = false;
/** The id of the change that opens a tab, which is shown once the tab has an id. */
let opening = "";
/** The id of the change that places a basket, whose answer may name the hindering lines. */
let placing = "";
/**
 * The menu when the hub named the hindering lines. With another menu, they may no longer hinder.
 * @type {unknown}
 */
let hinderedBy = null;
let currency = "EUR";
let money = moneyWriter(currency, language);

const list = new TabList(open);
const opened = new OpenedTab(
    {
        add: (dish) => act("orders.add", { dish: dish.key }, dish.name),
        more: ({ dish, notes, person }) => act(
            "orders.add",
            { dish, ...(notes ? { notes } : {}), ...(person ? { person } : {}) },
            dishName(dish),
        ),
        less: ({ key, dish, quantity }) => actOnLine(
            key,
            { quantity: quantity - 1 },
            dishName(dish),
        ),
        edit: (line) => wish.open(line, dishName(line.dish), people()),
        changed: () => draw(),
        serve: (lines, name) => desk.perform("orders.serve", { lines }, `${openName()}: ${name}`),
        unpay: (payment, what) => desk.perform("orders.unpay", { payment }, what),
        place,
    },
    language,
);
const details = new DetailsDialog(
    desk,
    (args, name) => (opening = desk.perform("orders.open", args, name)),
    (args) => {
        opened.basket.problems.clear();
        return act("orders.edit", args, openName());
    },
);
const wish = new WishDialog(desk, (line, args) => actOnLine(line.key, args, dishName(line.dish)));
const split = new SplitDialog(desk, (args) => act("orders.split", args, openName()));
const cancelling = new CancelDialog(desk);
const merging = new MergeDialog(desk, (from, name) => act("orders.merge", { from }, name));
const pay = new PayDialog(
    desk,
    language,
    (args, amount, write) => act("orders.pay", args, write(amount), { amount }),
);
const hold = new Hold([byId("tabs-part", HTMLElement), byId("tab", HTMLElement)], desk.render);

function tabView() {
    return viewName("orders/tab", { tab: openKey });
}

/** @returns {MenuDocument | null} */
function menu() {
    return /** @type {any} */ (sync.doc(menuView));
}

/**
 * The open tab, predicted.
 * @returns {TabDocument | null}
 */
function tab() {
    if (openKey === "") {
        return null;
    }
    const doc = /** @type {any} */ (sync.doc(tabView()));
    return predictTab(doc, sync.unseen(tabView()), openKey, menu()?.dishes ?? {});
}

function rows() {
    return predictTabs(/** @type {any} */ (sync.doc(hostView)), sync.unseen(hostView));
}

function openName() {
    const doc = tab();
    return doc ? tabName(doc.tab) : "";
}

/** @param {string} key */
function dishName(key) {
    return menu()?.dishes[key]?.name ?? text("unknownDish");
}

/** The persons named in lines. */
function people() {
    const names = Object.values(tab()?.lines ?? {}).flatMap(({ person }) => person ?? []);
    return [...new Set(names)];
}

/**
 * Makes a change of the open tab.
 * @param {string} action
 * @param {JSONObject} args
 * @param {string} name
 * @param {JSONObject} [note]
 */
function act(action, args, name, note) {
    return desk.perform(action, { tab: openKey, ...args }, name, note);
}

/**
 * @param {string} line
 * @param {JSONObject} args
 * @param {string} name
 */
function actOnLine(line, args, name) {
    opened.basket.problems.delete(line);
    return desk.perform("orders.change", { line, ...args }, name);
}

/**
 * Opens a tab. The page's address names it, so that the browser's history works.
 * @param {string} key
 */
function open(key) {
    location.hash = key === "" ? "" : `tab=${encodeURIComponent(key)}`;
}

function follow() {
    const key = decodeURIComponent(/^#tab=(.+)$/.exec(location.hash)?.[1] ?? "");
    if (key === openKey) {
        return;
    }
    if (openKey !== "") {
        desk.leave(tabView());
    }
    openKey = key;
    opened.reset();
    if (key !== "") {
        desk.watch(tabView(), () => open(""));
        opened.show("menu");
    }
    isTitleWanted = key !== "";
    draw();
    if (key !== "") {
        window.scrollTo(0, 0);
    }
}

function place() {
    const doc = tab();
    const course = doc ? opened.course(doc) : [];
    if (!doc || course.length === 0) {
        return;
    }
    const isAll = course.length === basketOf(inAddedOrder(doc.lines)).length;
    opened.basket.problems.clear();
    // Places only the shown lines, not lines that others may have just added. If a shown line has no
    // id yet, the whole basket is placed.
    const isUnnamed = course.some(({ isNew }) => isNew);
    /** @type {JSONObject} */
    const args = isUnnamed ? {} : { lines: course.map(({ key }) => key) };
    placing = act("orders.place", args, tabName(doc.tab));
    if (isAll) {
        opened.basket.later.clear();
    }
}

function removeBad() {
    for (const { key, dish } of opened.basket.bad) {
        actOnLine(key, { quantity: 0 }, dishName(dish));
    }
}

/**
 * @param {import("../../../js/tablecast.js").Entry} entry
 * @param {any} message its ack or reject
 * @returns {boolean}
 */
function answered(entry, message) {
    const { id, action, args } = entry;
    if (message.type === "ack") {
        if (action === "orders.open") {
            list.rename(id, String(message.result?.tab));
        }
        if (id === opening) {
            opening = "";
            open(String(message.result?.tab));
        }
        return false;
    }
    if (id === placing && args.tab === openKey) {
        const problems = /** @type {{field: string, message: string}[]} */ (message.problems ?? []);
        opened.basket.problems = new Map(problems.map((each) => [each.field, each.message]));
        hinderedBy = sync.doc(menuView);
        if (problems.length > 0) {
            opened.show("order");
            desk.announcer.warn(problems.map((each) => each.message).join(" "));
            return true;
        }
    }
    return false;
}

function draw() {
    const host = /** @type {HostDocument | null} */ (/** @type {any} */ (sync.doc(hostView)));
    const doc = tab();
    know(doc?.currency ?? host?.currency);
    desk.drawFrame(undefined);
    const isHeld = hold.isActive;
    const all = rows();
    const context = { time: desk.time, nowMs: desk.nowMs, money, open: openKey };
    byId("main", HTMLElement).dataset.shown = openKey === "" ? "list" : "tab";
    byId("tab", HTMLElement).hidden = !doc;
    byId("choose-one", HTMLElement).hidden = openKey !== "" || all.tabs.length === 0;
    drawMissing(doc === null, all.tabs);
    if (hinderedBy !== sync.doc(menuView)) {
        opened.basket.problems.clear();
    }
    if (doc && !isHeld) {
        opened.render(doc, menu(), { money, language, time: desk.time });
        pay.know(doc);
        if (isTitleWanted) {
            isTitleWanted = false;
            byId("tab-title", HTMLElement).focus({ preventScroll: true });
        }
    }
    list.render(all, context, isHeld, host !== null);
    const settings = /** @type {any} */ (sync.doc(settingsView))?.settings;
    byId("open-online", HTMLElement).hidden =
        !settings?.onlineOrders || settings.guestOrders === "off";
    const ready = all.tabs.filter((row) => row.ready > 0).length;
    desk.drawn(text("summary", { tabs: all.tabs.length, ready }));
}

/**
 * Shows a message if the chosen tab is missing and can't be fetched now.
 * @param {boolean} isMissing
 * @param {import("./predict.js").KeyedTab[]} tabs
 */
function drawMissing(isMissing, tabs) {
    const place = byId("tab-missing", HTMLElement);
    const isLost = document.documentElement.dataset.life === "stale";
    const wasHidden = place.hidden;
    place.hidden = openKey === "" || !isMissing || !isLost;
    const row = tabs.find(({ key }) => key === openKey);
    const title = byId("missing-title", HTMLElement);
    setText(title, row ? tabName(row) : "");
    if (wasHidden && !place.hidden && isTitleWanted) {
        title.focus({ preventScroll: true });
    }
}

/** @param {string | undefined} told the currency of the shown document */
function know(told) {
    if (told !== undefined && told !== currency) {
        currency = told;
        money = moneyWriter(currency, language);
    }
}

/**
 * @param {string} id
 * @param {(doc: TabDocument) => void} press
 */
function wire(id, press) {
    const button = byId(id, HTMLButtonElement);
    button.addEventListener("click", () => {
        const doc = tab();
        if (doc && button.ariaDisabled !== "true") {
            press(doc);
        }
    });
}

wire("open-details", ({ tab: opened }) => details.openEdit(opened));
wire("open-code", ({ tab: opened }) => {
    desk.showCode({
        place: "orders/ticket",
        query: { tab: openKey },
        title: [text("codeTitle", { name: tabName(opened) })],
    });
});
wire("open-merge", ({ tab: opened }) => {
    const others = rows().tabs.filter(
        (row) => row.kind === opened.kind && row.key !== openKey && !row.isNew,
    );
    merging.open(opened, others, money);
});
wire("open-cancel", (doc) => {
    const isBegun = Object.values(doc.lines).some(
        ({ status }) => ["cooking", "done", "served"].includes(status),
    );
    const name = tabName(doc.tab);
    cancelling.open(
        text("cancelTabTitle", { name }),
        text("cancelTabNow", { name }),
        isBegun,
        (args) => act("orders.cancel", args, name),
        true,
    );
});
wire("open-pay", (doc) => pay.open(doc, []));
wire("pay-chosen", (doc) => pay.open(doc, opened.rounds.chosen));
wire("serve-chosen", (doc) => {
    const lines = opened.chosenLines(doc).map(({ key }) => key);
    desk.perform("orders.serve", { lines }, tabName(doc.tab));
});
wire("split-chosen", (doc) => split.open(opened.chosenLines(doc), doc.tab));
wire("cancel-chosen", (doc) => {
    const lines = opened.chosenLines(doc);
    const isBegun = lines.some(({ status }) => status !== "placed");
    cancelling.open(text("cancelLinesTitle"), text("cancelLines"), isBegun, (args) =>
        desk.perform(
            "orders.cancel_lines",
            { lines: lines.map(({ key }) => key), ...args },
            tabName(doc.tab),
        ),
    );
});
wire("remove-these", removeBad);
const receipt = loadLater(() => import("../receipt.js"));
wire("print", (doc) => desk.with(receipt, ({ printReceipt }) =>
    printReceipt(doc, {
        house: desk.house.names[0]?.textContent ?? "",
        name: tabName(doc.tab),
        money, language, time: desk.time, nowMs: desk.nowMs,
    })));
wire("close-tab", (doc) => act("orders.close", {}, tabName(doc.tab)));
wire("reopen-tab", (doc) => act("orders.reopen", {}, tabName(doc.tab)));
for (const id of ["open-new", "open-first"]) {
    byId(id, HTMLButtonElement).addEventListener("click", () => details.openNew());
}
byId("open-online", HTMLButtonElement).addEventListener("click", () => {
    desk.showCode({ place: "join", title: [text("onlineTitle")] });
});
for (const id of ["back", "missing-back"]) {
    byId(id, HTMLButtonElement).addEventListener("click", () => open(""));
}
// Waiters don't edit the menu.
const canWrite = desk.role !== "waiter";
const toEditor = byId("to-editor", HTMLButtonElement);
setText(toEditor, canWrite ? text("openEditor") : text("copyEditor"));
toEditor.addEventListener("click", () => {
    const { href } = new URL(`/orders/editor${location.search}`, location.href);
    if (canWrite) {
        location.assign(href);
    } else {
        desk.copy(href);
    }
});
list.gonePart.addEventListener("toggle", () => desk.render());
window.addEventListener("hashchange", follow);
setText(byId("tab-title", HTMLElement), "");
follow();
// Roles that may read the settings see whether guests order by the join link.
if (desk.role !== "waiter") {
    desk.watch(settingsView);
}
desk.start();
