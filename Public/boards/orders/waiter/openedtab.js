// @ts-check
import { byId, setText, words } from "../../../js/dom.js";
import { text } from "../../../js/texts.js";
import { basketOf, dishCount, inAddedOrder, roundsOf } from "../lines.js";
import { tabName } from "../naming.js";
import { Basket } from "./basket.js";
import { BillPane } from "./billpane.js";
import { Picker } from "./picker.js";
import { Rounds } from "./rounds.js";
import { texts } from "./texts.js";

/** @typedef {import("./predict.js").TabDocument} TabDocument */
/** @typedef {import("../menu.js").MenuDocument} MenuDocument */
/** @typedef {import("../lines.js").KeyedLine} KeyedLine */

/**
 * @typedef {import("./basket.js").BasketActions & import("./rounds.js").RoundActions & {
 *     add: (dish: import("../menu.js").ShownDish) => void,
 *     unpay: (payment: string, what: string) => void,
 *     place: () => void,
 * }} TabActions
 */

/** The tab that is open: its head, and its three panes: what was ordered, the menu, the bill. */
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
        /** Which pane is shown where there is no room for two. */
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

    /** Another tab is to be shown. */
    reset() {
        this.basket.reset();
        this.rounds.reset();
        // Others sit at that table.
        this.picker.avoidance.choose([]);
        this.bill.shown = "";
    }

    /**
     * The lines that are chosen.
     * @param {TabDocument} doc
     */
    chosenLines({ lines }) {
        return inAddedOrder(lines).filter(({ key }) => this.rounds.chosen.has(key));
    }

    /**
     * The lines of the basket that are to be placed now.
     * @param {TabDocument} doc
     */
    course({ lines }) {
        return basketOf(inAddedOrder(lines)).filter(({ key }) => !this.basket.later.has(key));
    }

    /**
     * @param {TabDocument} doc as it will be
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
        /** @type {Record<string, number>} */
        const counts = {};
        for (const { dish, quantity } of basket) {
            counts[dish] = (counts[dish] ?? 0) + quantity;
        }
        this.picker.render(menu, counts, money);
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
        const shown = JSON.stringify([parts, tab.name, tab.phone, tab.address]);
        if (about.dataset.shown !== shown) {
            about.dataset.shown = shown;
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
        const sum = course.reduce(
            (all, { dish, quantity }) => all + quantity * (dishes[dish]?.price ?? 0),
            0,
        );
        const places = { count: dishCount(course), amount: money(sum) };
        const isAll = course.length === basket.length;
        setText(this.place, isAll ? text("place", places) : text("placeCourse", places));
        // A line that the hub does not know yet goes with the whole basket only.
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
        const sum = chosen.reduce((all, { quantity, price = 0 }) => all + quantity * price, 0);
        const places = { count: dishCount(chosen), amount: money(sum) };
        setText(byId("chosen-count", HTMLElement), text("chosen", places));
    }
}
