// @ts-check
import { glide, placesOf } from "../../../js/ui/dialogs.js";
import {
    arrange, byId, counted, dropOthers, isNews, make, makeButton, minutesSince, renderList, setText,
    text, viewOf, words,
} from "../../../js/ui/page.js";
import {
    basketOf, basketSum, dishCount, inAddedOrder, isTaken, priceOf, quantitiesOf, roundsOf, sumOf, tabName,
} from "../lines.js";
import { texts } from "./dialogs.js";
import { BillPane } from "./pay.js";
import { Basket, Picker } from "./picker.js";

/** @typedef {import("./predict.js").KeyedTab} KeyedTab */

/**
 * @typedef {object} RowContext
 * @property {(instant: string | number) => string} time
 * @property {number} nowMs
 * @property {(amount: number) => string} money
 * @property {string | undefined} open the key of the open tab
 */

/** One tab in the list: its name, its state, the amount due. The whole row is a button. */
class TabRowView {
    /**
     * @param {string} key
     * @param {(key: string) => void} open
     */
    constructor(key, open) {
        this.key = key;
        this.name = words("", "tab-name awaits");
        this.person = words("", "tab-person");
        this.state = make("span", { className: "tab-state figures small" });
        this.basket = make("span", { className: "tab-basket figures small strong is-attention" });
        this.about = make("span", { className: "about figures" });
        this.due = make("span", { className: "amount" });
        this.button = make(
            "button",
            { type: "button", className: "tab-row whole" },
            this.name,
            this.due,
            this.person,
            this.state,
            this.basket,
            this.about,
        );
        this.button.addEventListener("click", () => {
            if (this.button.ariaDisabled !== "true") {
                open(this.key);
            }
        });
        this.element = make("li", { className: "row box" }, this.button);
    }

    /**
     * @param {KeyedTab} row
     * @param {RowContext} context
     */
    update(row, { time, nowMs, money, open }) {
        const { ready, kitchen, basket, leftAt } = row;
        setText(this.name, tabName(row));
        setText(this.person, row.name ?? "");
        const since = leftAt ?? row.openedAt;
        // The name of a tab without a table has its number.
        setText(this.about, row.table ? `${texts.number(row.number)} · ${time(since)}` : time(since));
        setText(this.due, money(leftAt ? row.total : row.due));
        const state = leftAt
            ? [texts.ended[row.status] ?? row.status]
            : [
                  ready > 0 ? counted("ready", ready) : "",
                  kitchen > 0 ? this.kitchenText(row, nowMs) : "",
              ].filter(Boolean);
        setText(this.state, state.join(" · "));
        setText(this.basket, !leftAt && basket > 0 ? counted("basketCount", basket) : "");
        this.element.dataset.state = ready > 0 ? "ready" : kitchen > 0 ? "kitchen" : "";
        this.element.classList.toggle("is-pending", Boolean(row.isPending));
        this.element.classList.toggle("is-current", row.key === open);
        this.button.ariaDisabled = String(Boolean(row.isNew));
        this.button.ariaCurrent = row.key === open ? "true" : null;
        this.button.dataset.means = row.key;
    }

    /**
     * @param {KeyedTab} row
     * @param {number} nowMs
     */
    kitchenText({ kitchen, waitingSince }, nowMs) {
        const count = counted("kitchen", kitchen);
        return waitingSince ? `${count}, ${text("since", { minutes: minutesSince(waitingSince, nowMs) })}` : count;
    }
}

/** @typedef {import("../lines.js").KeyedLine} KeyedLine */
/** @typedef {import("../lines.js").Round} Round */

/**
 * @typedef {object} RoundActions
 * @property {(lines: string[], name: string) => void} serve
 * @property {() => void} changed called when the selection changes
 */

/**
 * The placed lines, by rounds. Selected lines can be served, paid, split off or cancelled together.
 */
class Rounds {
    /** @param {RoundActions} actions */
    constructor(actions) {
        this.actions = actions;
        this.place = byId("rounds", HTMLElement);
        /** @type {Map<string, RoundView>} */
        this.views = new Map();
        /** @type {Set<string>} */
        this.chosen = new Set();
    }

    reset() {
        this.chosen.clear();
    }

    /**
     * @param {Round[]} rounds
     * @param {(amount: number) => string} money
     * @param {(instant: string) => string} time
     * @param {boolean} isOpen whether the tab is open
     */
    render(rounds, money, time, isOpen) {
        const lines = new Set(
            rounds.flatMap((round) => round.lines).filter(isChoosable).map(({ key }) => key),
        );
        for (const key of this.chosen) {
            if (!lines.has(key) || !isOpen) {
                this.chosen.delete(key);
            }
        }
        // Guests ask about the newest round.
        const newest = rounds.map((round) => ({ key: String(round.round), round })).reverse();
        renderList(
            this.place, this.views, newest, () => new RoundView(this.actions, this.chosen),
            (view, { round }) => view.update(round, money, time, isOpen),
        );
    }
}

/** @param {KeyedLine} line */
function isChoosable(line) {
    return isTaken("orders.cancel_lines", line) || isTaken("orders.serve", line);
}

class RoundView {
    /**
     * @param {RoundActions} actions
     * @param {Set<string>} chosen
     */
    constructor(actions, chosen) {
        this.actions = actions;
        this.chosen = chosen;
        /** @type {KeyedLine[]} */
        this.ready = [];
        this.name = "";
        this.title = make("h4", {});
        this.about = make("span", { className: "state fills small figures" });
        this.serve = makeButton(text("serveReady"), () =>
            actions.serve(this.ready.map(({ key }) => key), this.name), { className: "ready" });
        this.list = make("ol", { className: "lines steps" });
        /** @type {Map<string, PlacedLine>} */
        this.lines = new Map();
        const head = make("div", { className: "head beside" }, this.title, this.about, this.serve);
        this.element = make("section", { className: "round box" }, head, this.list);
    }

    /**
     * @param {Round} round
     * @param {(amount: number) => string} money
     * @param {(instant: string) => string} time
     * @param {boolean} isOpen
     */
    update({ round, status, at, isPlacing, lines }, money, time, isOpen) {
        this.name = text("round", { round });
        this.ready = lines.filter((line) => line.status === "done");
        setText(this.title, this.name);
        const said = isPlacing ? text("notSent") : (texts.statuses[status] ?? status);
        setText(this.about, `${said} · ${time(at)}`);
        this.about.classList.toggle("is-placing", isPlacing);
        this.about.classList.toggle("in-a-moment", isPlacing);
        this.serve.hidden = this.ready.length === 0 || !isOpen;
        renderList(this.list, this.lines, lines, (key) => this.newLine(key), (view, line) =>
            view.update(line, money, isOpen, this.chosen.has(line.key)));
    }

    /** @param {string} key */
    newLine(key) {
        return new PlacedLine((isChosen) => {
            this.chosen[isChosen ? "add" : "delete"](key);
            this.actions.changed();
        });
    }
}

class PlacedLine {
    /** @param {(isChosen: boolean) => void} choose */
    constructor(choose) {
        this.tick = make("input", { type: "checkbox" });
        this.tick.addEventListener("change", () => choose(this.tick.checked));
        this.name = words("", "line-name");
        this.notes = words("", "line-notes");
        this.status = make("span", { className: "line-status awaits" });
        this.price = make("span", { className: "amount" });
        this.count = make("span", { className: "line-count figures" });
        const what = make("span", {}, this.count, this.name, this.notes);
        const label = make("label", { className: "choice fills" }, this.tick, what);
        this.element = make("li", { className: "line" }, label, this.status, this.price);
    }

    /**
     * @param {KeyedLine} line
     * @param {(amount: number) => string} money
     * @param {boolean} isOpen
     * @param {boolean} isChosen
     */
    update(line, money, isOpen, isChosen) {
        const { name = "", quantity, status, notes, person, reason, paid, isPlacing } = line;
        setText(this.count, `${text("quantity", { quantity })} `);
        setText(this.name, name);
        setText(this.notes, [person, notes, reason].filter(Boolean).join(" · "));
        // The head of an unsent round already shows this.
        const isUnsent = isPlacing && status === "placed";
        const said = isUnsent ? "" : (texts.statuses[status] ?? status);
        setText(this.status, [said, paid ? text("paidLine") : ""].filter(Boolean).join(" · "));
        setText(this.price, status === "cancelled" ? "" : money(priceOf(line)));
        this.element.dataset.status = status;
        this.tick.hidden = !isOpen || !isChoosable(line) || Boolean(line.isNew);
        this.tick.checked = isChosen;
        this.tick.ariaLabel = text("quantityOf", { quantity, name });
        this.element.classList.toggle("is-pending", Boolean(line.isPending));
    }
}


/** The open tabs, and those that left today. A row stays one element when it changes lists. */
export class TabList {
    /** @param {(key: string) => void} open */
    constructor(open) {
        this.open = open;
        this.list = byId("tabs", HTMLElement);
        this.gone = byId("gone", HTMLElement);
        this.gonePart = byId("gone-part", HTMLDetailsElement);
        /** @type {Map<string, TabRowView>} */
        this.views = new Map();
        this.isFirst = true;
    }

    /**
     * Renames a tab's row once the hub has given it an id.
     * @param {string} oldKey
     * @param {string} key
     */
    rename(oldKey, key) {
        const view = this.views.get(oldKey);
        if (view && !this.views.has(key)) {
            this.views.delete(oldKey);
            view.key = key;
            this.views.set(key, view);
        }
    }

    /**
     * @param {{tabs: KeyedTab[], gone: KeyedTab[]}} rows
     * @param {RowContext} context
     * @param {boolean} isHeld whether every row must stay in place
     * @param {boolean} isKnown whether the hub has sent the list
     */
    render({ tabs, gone }, context, isHeld, isKnown) {
        const shownGone = this.gonePart.open ? gone : [];
        if (isHeld) {
            for (const row of [...tabs, ...shownGone]) {
                this.views.get(row.key)?.update(row, context);
            }
            return;
        }
        const elements = () => [...this.views.values()].map(({ element }) => element);
        const before = placesOf(elements());
        const focused = document.activeElement;
        dropOthers(this.views, new Set([...tabs, ...shownGone].map(({ key }) => key)));
        this.fill(this.list, tabs, context);
        this.fill(this.gone, shownGone, context);
        if (focused !== document.activeElement && focused?.isConnected) {
            /** @type {HTMLElement} */ (focused).focus({ preventScroll: true });
        }
        setText(byId("tabs-count", HTMLElement), isKnown ? String(tabs.length) : "");
        setText(byId("gone-count", HTMLElement), isKnown ? String(gone.length) : "");
        this.showNone(isKnown && tabs.length === 0);
        this.gonePart.hidden = gone.length === 0;
        if (!this.isFirst) {
            glide(elements(), before);
        }
        this.isFirst = this.isFirst && !isKnown;
    }

    /**
     * If there is no open tab, places the button for a new one under the sentence about that.
     * @param {boolean} isNone
     */
    showNone(isNone) {
        byId("main", HTMLElement).classList.toggle("has-no-tabs", isNone);
        const inHead = byId("open-new", HTMLButtonElement);
        const below = byId("open-first", HTMLButtonElement);
        const [going, coming] = isNone ? [inHead, below] : [below, inHead];
        const isFocused = document.activeElement === going;
        byId("tabs-none", HTMLElement).hidden = !isNone;
        inHead.hidden = isNone;
        if (isFocused) {
            coming.focus({ preventScroll: true });
        }
    }

    /**
     * @param {HTMLElement} place
     * @param {KeyedTab[]} rows
     * @param {RowContext} context
     */
    fill(place, rows, context) {
        const elements = rows.map((row) => {
            const view = viewOf(this.views, row.key, () => new TabRowView(row.key, this.open));
            view.update(row, context);
            return view.element;
        });
        arrange(place, elements);
    }
}

/** @typedef {import("./predict.js").TabDocument} TabDocument */
/** @typedef {import("../menu.js").MenuDocument} MenuDocument */

/**
 * @typedef {import("./picker.js").BasketActions & RoundActions & {
 *     add: (dish: import("../menu.js").ShownDish) => void,
 *     unpay: (payment: string, what: string) => void,
 *     place: () => void,
 * }} TabActions
 */

/** The open tab: its head, and its three panes: orders, menu, bill. */
export class OpenedTab {
    /**
     * @param {TabActions} actions
     * @param {string} language
     */
    constructor(actions, language) {
        this.basket = new Basket(actions);
        this.rounds = new Rounds(actions);
        this.picker = new Picker(actions.add, language);
        this.bill = new BillPane(actions.unpay);
        this.part = byId("tab", HTMLElement);
        this.place = byId("place", HTMLButtonElement);
        this.place.addEventListener(
            "click",
            () => this.place.ariaDisabled !== "true" && actions.place(),
        );
        byId("unchoose", HTMLButtonElement).addEventListener("click", () => {
            this.rounds.reset();
            actions.changed();
        });
        /** The visible pane on screens without room for two. */
        this.pane = "menu";
        this.panes = [...byId("panes", HTMLElement).querySelectorAll("button")];
        for (const button of this.panes) {
            button.addEventListener("click", () => this.show(button.dataset.pane ?? "menu"));
        }
        this.show(this.pane);
    }

    /** @param {string} pane */
    show(pane) {
        this.pane = pane;
        this.part.dataset.pane = pane;
        for (const button of this.panes) {
            button.ariaPressed = String(button.dataset.pane === pane);
        }
    }

    /** Called when another tab is opened. */
    reset() {
        this.basket.reset();
        this.rounds.reset();
        // Another table has other guests.
        this.picker.avoidance.choose([]);
    }

    /**
     * The selected lines.
     * @param {TabDocument} doc
     */
    chosenLines({ lines }) {
        return inAddedOrder(lines).filter(({ key }) => this.rounds.chosen.has(key));
    }

    /**
     * The lines of the basket to place now.
     * @param {TabDocument} doc
     */
    course({ lines }) {
        return basketOf(inAddedOrder(lines)).filter(({ key }) => !this.basket.later.has(key));
    }

    /**
     * @param {TabDocument} doc the predicted one
     * @param {MenuDocument | null} menu
     * @param {import("../billtable.js").Writers} writers
     */
    render(doc, menu, writers) {
        const { money, time } = writers;
        const dishes = menu?.dishes ?? {};
        const lines = inAddedOrder(doc.lines);
        const basket = basketOf(lines);
        const isOpen = doc.tab.status === "open";
        this.part.classList.toggle("has-left", !isOpen);
        if (!isOpen && this.pane === "menu") {
            this.show("bill");
        }
        this.drawHead(doc, time);
        this.basket.render(basket, dishes, money);
        this.rounds.render(roundsOf(lines), money, time, isOpen);
        byId("lines-none", HTMLElement).hidden = lines.length > 0;
        byId("lines-how", HTMLElement).hidden = !isOpen || Object.keys(dishes).length === 0;
        this.picker.render(menu, quantitiesOf(basket), money);
        this.bill.render(doc, writers);
        this.drawPlace(doc, dishes, basket, money, isOpen);
        this.drawChosen(doc, money);
    }

    /**
     * @param {TabDocument} doc
     * @param {(instant: string) => string} time
     */
    drawHead({ tab }, time) {
        const title = byId("tab-title", HTMLElement);
        setText(title, tabName(tab));
        const about = byId("tab-about", HTMLElement);
        const parts = [texts.number(tab.number), text("openSince", { time: time(tab.openedAt) })];
        if (isNews(about, [parts, tab.name, tab.phone, tab.address])) {
            about.replaceChildren(parts.join(" · "));
            for (const said of [tab.name, tab.phone, tab.address]) {
                if (said !== undefined) {
                    about.append(" · ", words(said));
                }
            }
        }
        const left = byId("tab-left", HTMLElement);
        left.hidden = tab.status === "open";
        const when = tab.leftAt === undefined ? "" : time(tab.leftAt);
        setText(
            left,
            left.hidden ? "" : text(
                "leftAt",
                { what: texts.ended[tab.status] ?? tab.status, time: when },
            ),
        );
    }

    /**
     * @param {TabDocument} doc
     * @param {MenuDocument["dishes"]} dishes
     * @param {KeyedLine[]} basket
     * @param {(amount: number) => string} money
     * @param {boolean} isOpen
     */
    drawPlace(doc, dishes, basket, money, isOpen) {
        const course = this.course(doc);
        byId("dock", HTMLElement).hidden = basket.length === 0 || !isOpen;
        const { dishes: count, total } = basketSum(course, dishes);
        const places = { count, amount: money(total) };
        const isAll = course.length === basket.length;
        setText(this.place, isAll ? text("place", places) : text("placeCourse", places));
        // Lines without an id can only be placed with the whole basket.
        const isUnnamed = !isAll && course.some(({ isNew }) => isNew);
        this.place.ariaDisabled = String(course.length === 0 || isUnnamed);
    }

    /**
     * @param {TabDocument} doc
     * @param {(amount: number) => string} money
     */
    drawChosen(doc, money) {
        const chosen = this.chosenLines(doc);
        byId("chosen", HTMLElement).hidden = chosen.length === 0;
        const places = { count: dishCount(chosen), amount: money(sumOf(chosen)) };
        setText(byId("chosen-count", HTMLElement), text("chosen", places));
    }
}
