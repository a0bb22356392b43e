// @ts-check
import { closeByTap, copyText, measureCover, Refusals } from "../../../js/ui/dialogs.js";
import {
    Announcer, askBeforeLeaving, byId, counted, forgetJoining, House, inWords, LifeSign, make, oncePerFrame,
    pageLanguage, pageState, runEvery, setText, showUnsent, text, words,
} from "../../../js/ui/page.js";
import { foreseenLines, hindrancesOf } from "../basket.js";
import { basketOf, basketSum, billOf, isSameWish, quantitiesOf, statusOf } from "../lines.js";
import { moneyWriter, nameIn } from "../menu.js";
import { BasketView, Contact, GuestDeeds } from "./deeds.js";
import { againOf, dayText, kept, orderOf } from "./kept.js";
import { LineDialog, MenuView, Sides } from "./menuview.js";
import {
    BillView, PastView, RoundsView, showTab, showTitles, whyHindered, whyNotPlaced,
} from "./roundsview.js";
import "../../../js/core/sync.js";

/** @typedef {import("../../../js/tablecast.js").Sync} Sync */

/** @typedef {import("../lines.js").KeyedLine} KeyedLine */
/** @typedef {import("../lines.js").Line} Line */
/** @typedef {import("../menu.js").MenuDocument} MenuDocument */
/** @typedef {import("./kept.js").PastOrder} PastOrder */

/**
 * @typedef {object} GuestDocument
 * @property {{name: string, timeZone: string}} venue
 * @property {string} currency
 * @property {{number: number, kind: string, status: string, openedAt: string, table?: string,
 *     name?: string, phone?: string, address?: string, reason?: string}} tab
 * @property {Record<string, Line>} lines
 * @property {import("../lines.js").Bill} bill
 */

forgetJoining();
const state = pageState();
const tab = state.subject ?? "";
const language = pageLanguage();
const house = new House(() => sync.clock.now());
const { time } = house;
const render = oncePerFrame(draw);
const views = ["orders/guest", "orders/menu", "notice/display"];
const { guestOrders, deliveryFee } = document.body.dataset;
/** @type {Sync} */
const sync = new tablecast.Sync({
    // A phone may have several tickets; the page uses its own.
    role: tab ? `guest:${tab}` : "guest",
    views,
    state,
    changed: render,
    answered: (entry, answer) => answered(entry, inWords(answer, entry.action)),
    // An unknown order has no view; the connection is not the cause.
    failed: ({ view }) => view === "orders/guest" && sync.unsubscribe(view),
    renewed: () => deeds.forget(),
});
const announcer = new Announcer(byId("announcer", HTMLElement));
/** @type {Refusals} */
const refusals = new Refusals({
    place: `tablecast.orders.${state.venue}.${tab}.refused`,
    time,
    again: ({ action, args, name }) => deeds.perform(action, args, name),
    copy: copyText,
    typed: (_, { notes }) => (typeof notes === "string" ? [notes] : []),
});
byId("notices", HTMLElement).after(refusals.part);
/** @type {GuestDeeds} */
const deeds = new GuestDeeds(sync, announcer, refusals);
const sign = new LifeSign(byId("sign", HTMLElement), time, render);
const sides = new Sides();
const menu = new MenuView(language, { more, less }, searched);
const basket = new BasketView({ edit, remove, place });
const contact = new Contact((values) => deeds.perform("orders.edit", { tab, ...values }));
const rounds = new RoundsView((line) =>
    deeds.perform("orders.cancel_lines", { lines: [line.key] }, shownName(line)),
);
const bill = new BillView(language);
const past = new PastView(state.venue, language, (at) => dayText(at, house.zone, language), again);
let isFirst = true;
const dialog = new LineDialog((line, name, values) => {
    const said = values.quantity === 0 ? "remove" : "orders.change";
    change(line, values, name, said);
});
const confirmation = byId("confirm", HTMLDialogElement);
/**
 * The names of dishes, even of those that left the menu while this page was open.
 * @type {Map<string, string>}
 */
const called = new Map();

/** @returns {GuestDocument | null} */
function guestDoc() {
    return /** @type {any} */ (sync.doc("orders/guest"));
}

/** @returns {MenuDocument | null} */
function menuDoc() {
    return /** @type {any} */ (sync.doc("orders/menu"));
}

function dishes() {
    return menuDoc()?.dishes ?? {};
}

/** The predicted lines of the tab. */
function lines() {
    return foreseenLines(guestDoc()?.lines ?? {}, sync.unseen("orders/guest"), tab, dishes());
}

/**
 * A line's dish in the page's language, even if it was placed under the house's own name.
 * @param {Line} line
 */
function shownName({ dish, name }) {
    const known = dishes()[dish];
    if (known) {
        called.set(dish, nameIn(known, language));
    }
    const isSame = name === undefined || name === known?.name;
    return isSame ? (called.get(dish) ?? text("gone")) : name;
}

/** Whether guests may change their order. */
function canOrder() {
    return guestDoc()?.tab.status === "open" && guestOrders !== "off";
}

/**
 * @param {string} dish
 * @param {string} name
 */
function more(dish, name) {
    basket.forgive();
    deeds.perform("orders.add", { tab, dish }, name);
}

/**
 * Removes one of a dish from the basket, preferably from the line without wishes.
 * @param {string} dish
 * @param {string} name
 */
function less(dish, name) {
    const own = basketOf(lines()).filter((line) => line.dish === dish);
    const line = own.find(({ notes, person }) => !notes && !person) ?? own[own.length - 1];
    if (!line) {
        return;
    }
    const said = line.quantity > 1 ? "orders.change" : "remove";
    change(line, { quantity: line.quantity - 1 }, name, said);
}

/**
 * Changes a line. A pending addition has no id at the hub, so it is undone and added again with the new
 * values. The hub may also have confirmed it while the dialog was open.
 * @param {KeyedLine} line
 * @param {{quantity?: number, notes?: string | null, person?: string | null}} values
 * @param {string} name
 * @param {string} said
 */
function change(line, values, name, said) {
    basket.forgive();
    const known = line.isNew ? basketOf(lines()).find((each) => isSameWish(each, line)) : line;
    if (known && !known.isNew) {
        deeds.perform("orders.change", { line: known.key, ...values }, name, said);
        return;
    }
    const isOfLine = (/** @type {import("../../../js/tablecast.js").Entry} */ { action, args }) =>
        action === "orders.add" && args.tab === tab && args.dish === line.dish &&
        (args.notes ?? "") === (line.notes ?? "") && (args.person ?? "") === (line.person ?? "");
    sync.outbox.entries
        .filter((entry) => !entry.ack && isOfLine(entry))
        .forEach((entry) => deeds.replace(entry));
    const { quantity = line.quantity, notes = line.notes, person = line.person } = values;
    if (quantity > 0) {
        const wishes = { ...(notes ? { notes } : {}), ...(person ? { person } : {}) };
        const wish = { tab, dish: line.dish, quantity, ...wishes };
        deeds.perform("orders.add", wish, name, said);
    }
}

/** @param {string} key of a line */
function edit(key) {
    const line = lines().find((each) => each.key === key);
    if (line) {
        const people = lines().flatMap(({ person }) => person ?? []);
        dialog.show(line, shownName(line), [...new Set(people)].sort());
    }
}

/** @param {string[]} keys of lines that can't be placed */
function remove(keys) {
    const bad = basketOf(lines()).filter(({ key }) => keys.includes(key));
    const wishes = bad.map(({ key }) => {
        return { action: "orders.change", args: { line: key, quantity: 0 } };
    });
    basket.forgive();
    if (wishes.length > 0) {
        deeds.performAll(wishes, bad.map(shownName).join(", "), "remove");
    }
    byId("place", HTMLButtonElement).focus();
}

function place() {
    contact.send();
    deeds.perform("orders.place", { tab });
}

/** @param {PastOrder} order */
function again(order) {
    const { wishes, leftOut } = againOf(order, dishes());
    const missing = leftOut
        .map(({ quantity, name }) => text("quantityOf", { quantity, name }))
        .join(", ");
    if (wishes.length === 0) {
        deeds.tell(text("nothingAgain"), true);
        return;
    }
    const all = wishes.map((wish) => ({ action: "orders.add", args: { tab, ...wish } }));
    const names = wishes.map(({ dish, quantity }) => {
        return text("quantityOf", { quantity, name: nameIn(dishes()[dish], language) });
    });
    deeds.performAll(all, names.join(", "), "again");
    setText(byId("place-problem", HTMLElement), missing === "" ? "" : text("leftOut", { dishes: missing }));
    if (missing !== "") {
        announcer.warn(text("leftOut", { dishes: missing }));
    }
    sides.show("order");
}

/**
 * @param {import("../../../js/tablecast.js").Entry} entry
 * @param {any} message
 */
function answered(entry, message) {
    if (message.type === "ack") {
        deeds.acknowledged(entry, message);
        if (entry.action === "orders.place") {
            // Now the order's number and progress at the top matter most.
            window.scrollTo(0, 0);
            byId("tab-name", HTMLElement).focus({ preventScroll: true });
        }
        return;
    }
    /** @type {{field: string, message: string}[]} */
    const problems = message.problems ?? [];
    let isSaid = false;
    if (entry.action === "orders.place") {
        sides.show("order");
        const others = problems.filter(({ field }) => field !== "phone" && field !== "address");
        const isInContact = contact.refuse(problems);
        isSaid = basket.refuse(others) || isInContact;
    } else if (entry.action === "orders.edit") {
        isSaid = contact.refuse(problems);
    }
    deeds.rejected(entry, message, isSaid);
}

function searched() {
    draw();
    if (menu.said !== "") {
        announcer.say(menu.said);
    }
}

/**
 * @param {GuestDocument} doc
 * @param {KeyedLine[]} all
 * @param {(amount: number) => string} money
 */
function drawBasket(doc, all, money) {
    const chosen = basketOf(all);
    const hindrances = hindrancesOf(chosen, dishes());
    const shown = chosen.map((line) => ({
        line,
        name: shownName(line),
        amount: money(line.quantity * (dishes()[line.dish]?.price ?? 0)),
        why: whyHindered(hindrances.get(line.key), shownName(line)),
    }));
    const sum = basketSum(chosen, dishes());
    const isFirstRound = !all.some(({ round }) => round !== undefined);
    const fee = Number(deliveryFee);
    const hasFee = doc.tab.kind === "delivery" && isFirstRound && fee > 0;
    basket.know(menuDoc());
    basket.render(shown, {
        dishes: sum.dishes,
        sum: money(sum.total),
        fee: hasFee ? text("fee", { amount: money(fee) }) : "",
        about: whyNotPlaced(doc.tab, guestOrders),
    });
    const status = progress(doc);
    const none = status ? text(`statuses.${status}`) : text("basketNone");
    const said = sum.dishes === 0 ? none : `${counted("dishes", sum.dishes)} · ${text("basket")}`;
    sides.render(said, sum.dishes === 0 ? "" : money(sum.total), doc.tab.status === "open");
}

/**
 * The progress of the order, once the hub has all of it.
 * @param {GuestDocument | null} doc
 */
function progress(doc) {
    const all = doc?.tab.status === "open" ? lines() : [];
    const isPlaced = all.length > 0 &&
        all.every(({ round, isPlacing }) => round !== undefined && !isPlacing);
    return isPlaced ? statusOf(all) : undefined;
}

/** Places the rounds first once the whole order is placed, because guests return for them. */
function leadWithOrder() {
    const isAwaited = document.body.dataset.progress !== "";
    const rounds = byId("rounds-part", HTMLElement);
    const next = byId(isAwaited ? "basket-part" : "bill-part", HTMLElement);
    if (rounds.nextElementSibling !== next) {
        next.before(rounds);
    }
    if (isAwaited && isFirst) {
        sides.show("order");
    }
    isFirst = false;
}

/** @param {GuestDocument} doc */
function drawOrder(doc) {
    const money = moneyWriter(doc.currency, language);
    const all = lines();
    const named = all.map((line) => ({ ...line, name: shownName(line) }));
    menu.render(menuDoc(), quantitiesOf(basketOf(all)), money, canOrder());
    byId("basket-part", HTMLElement).hidden = !canOrder();
    contact.render(doc.tab, canOrder());
    drawBasket(doc, all, money);
    rounds.render(named, money, time, canOrder());
    // Without pending changes, the hub's bill is shown.
    const isForeseen = all.some(({ isPending }) => isPending);
    const { delivery, paid, tip } = doc.bill;
    bill.render(named, isForeseen ? billOf(all, { delivery, paid, tip }) : doc.bill, money);
    if (sync.life === "live" && !isForeseen) {
        past.keep(tab, orderOf(tab, doc, named));
    }
    past.render(tab, canOrder());
    showTitles(doc.tab.status === "open", canOrder());
    const isBegun = all.some(({ status }) => ["cooking", "done", "served"].includes(status));
    const canCancel = canOrder() && doc.tab.kind !== "table" && !isBegun;
    byId("cancel-order", HTMLButtonElement).hidden = !canCancel;
    if (!canCancel) {
        confirmation.close();
    }
}

function draw() {
    const doc = guestDoc();
    house.know(doc?.venue);
    sign.show(sync.life, sync.asOfMs, sync.silentMs);
    showUnsent(sync, sync.life === "live");
    showTab(doc?.tab, guestOrders, announcer, progress(doc));
    if (doc) {
        leadWithOrder();
        drawOrder(doc);
        const known = Object.entries(doc.lines).map(([key, line]) => ({ ...line, key }));
        const news = rounds.news(known);
        if (news !== "") {
            announcer.say(news);
        }
    }
    drawNotices();
    const isLost = document.documentElement.dataset.life === "stale";
    announcer.sayLost(isLost, text("offline"));
}

function drawNotices() {
    const notices = Object.values(sync.doc("notice/display")?.notices ?? {});
    const items = notices.map(({ text, level }) =>
        make("li", { className: `notice note is-${level}` }, words(text)),
    );
    byId("notices", HTMLElement).replaceChildren(...items);
}

/** Adds the dish that was chosen before the order existed. */
function addFirst() {
    const first = kept.first(state.venue);
    const begun = first.read();
    const dish = dishes()[begun?.dish];
    if (begun?.tab === tab && dish && canOrder()) {
        first.write(null);
        more(begun.dish, nameIn(dish, language));
    }
}

/** Shows guests who ordered ahead the way back to their place in line. */
function offerBack() {
    const back = kept.back(state.venue).read();
    if (back?.tab === tab && /^\/(?!\/)/.test(back.address)) {
        byId("back", HTMLAnchorElement).href = back.address;
        byId("back-part", HTMLElement).hidden = false;
    }
}

byId("cancel-order", HTMLButtonElement).addEventListener("click", () => confirmation.showModal());
byId("cancel-now", HTMLButtonElement).addEventListener("click", () => {
    confirmation.close();
    deeds.perform("orders.cancel", { tab });
});
closeByTap(confirmation);
addFirst();
askBeforeLeaving(() => sync.outbox.waitingCount > 0);
offerBack();
runEvery(30_000, render);
measureCover([], byId("bar", HTMLElement));
draw();
sync.start();
