// @ts-check
import {
    make, makeButton, pageLanguage, panelTexts, request, setText, words,
} from "../../../js/ui/page.js";
import "../core/menu.js";

/** @typedef {import("../menutypes.js").MenuDocument} MenuDocument */
/** @typedef {import("../menutypes.js").ShownDish} ShownDish */

const folder = "/boards/orders/takeaway";

/** The menu for readers without an order. The first chosen dish begins one. */
export class Carte {
    /** @param {(dish: string) => void} choose */
    constructor(choose) {
        this.choose = choose;
        /** @type {Record<string, string>} */
        this.texts = {};
        this.said = make("p", { className: "said", role: "status" });
        this.sections = make("div", {});
        this.element = make("div", { className: "carte", hidden: true }, this.said, this.sections);
    }

    /** @param {string} key of a sentence */
    say(key) {
        return this.texts[key] ?? "";
    }

    /**
     * @param {string} address
     * @param {RequestInit} [options] identifies a reader without a ticket
     */
    async load(address, options = {}) {
        try {
            this.texts = await panelTexts(folder);
            this.element.hidden = false;
            const answer = await request(address, options);
            setText(this.said, answer.ok ? "" : this.say("closed"));
            if (answer.ok) {
                this.draw(await answer.json());
            }
        } catch {
            setText(this.said, this.say("noMenu"));
        }
    }

    /** @param {MenuDocument} doc */
    draw(doc) {
        const language = pageLanguage();
        const money = tablecastOrders.moneyWriter(doc.currency, language);
        const sections = tablecastOrders.shownMenu(doc, language).map(({ name, dishes }) =>
            make(
                "section",
                {},
                make("h3", {}, words(name)),
                make("ul", { className: "ruled" }, ...dishes.map((dish) => this.row(dish, money(dish.price)))),
            ),
        );
        this.sections.replaceChildren(...sections);
        setText(this.said, sections.length === 0 ? this.say("noMenu") : "");
        this.sections.querySelector("button")?.focus({ preventScroll: true });
        this.element.scrollIntoView({ block: "start" });
    }

    /**
     * @param {ShownDish} dish
     * @param {string} price
     */
    row({ key, name, description, allergens, isSoldOut }, price) {
        const add = makeButton(this.say("add"), () => this.choose(key));
        add.ariaLabel = this.say("addNamed").replace("{name}", () => name);
        const named = allergens?.map((each) => this.texts[`allergens.${each}`]).join(", ");
        const contains = named
            ? this.say("contains").replace("{allergens}", () => named)
            : this.say("containsNone");
        const what = [
            make("h4", {}, words(name)),
            make("p", {}, words(description)),
            make("p", { className: "about" }, allergens ? contains : this.say("notStated")),
        ];
        const side = [
            make("span", { className: "figures" }, price),
            isSoldOut ? make("p", { className: "about" }, this.say("soldOut")) : add,
        ];
        return make(
            "li",
            { className: "parted" },
            make("div", { className: "grow" }, ...what),
            make("div", {}, ...side),
        );
    }
}
