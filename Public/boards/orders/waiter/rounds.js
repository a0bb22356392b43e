// @ts-check
import { byId, make, makeButton, setText, words } from "../../../js/dom.js";
import { text } from "../../../js/texts.js";
import { arrange, dropOthers } from "../../../js/ui/list.js";
import { priceOf } from "../bill.js";
import { isTaken } from "../lines.js";
import { texts } from "./texts.js";

/** @typedef {import("../lines.js").KeyedLine} KeyedLine */
/** @typedef {import("../lines.js").Round} Round */

/**
 * @typedef {object} RoundActions
 * @property {(lines: string[], name: string) => void} serve
 * @property {() => void} changed other lines were chosen
 */

/**
 * What was placed, by rounds. Lines that are chosen can be served, paid, split off or cancelled
 * together.
 */
export class Rounds {
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
     * @param {boolean} isOpen whether the tab is
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
        const keys = rounds.map(({ round }) => String(round));
        dropOthers(this.views, new Set(keys));
        // The newest is what is asked about.
        const elements = [...rounds].reverse().map((round) => {
            const key = String(round.round);
            const view = this.views.get(key) ?? new RoundView(this.actions, this.chosen);
            this.views.set(key, view);
            view.update(round, money, time, isOpen);
            return view.element;
        });
        arrange(this.place, elements);
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
        this.about = make("span", { className: "state figures" });
        this.serve = makeButton(text("serveReady"), () =>
            actions.serve(this.ready.map(({ key }) => key), this.name), { className: "ready" });
        this.list = make("ol", { className: "lines" });
        /** @type {Map<string, PlacedLine>} */
        this.lines = new Map();
        const head = make("div", { className: "round-head" }, this.title, this.about, this.serve);
        this.element = make("section", { className: "round" }, head, this.list);
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
        dropOthers(this.lines, new Set(lines.map(({ key }) => key)));
        const elements = lines.map((line) => {
            const view = this.lines.get(line.key) ?? this.newLine(line.key);
            view.update(line, money, isOpen, this.chosen.has(line.key));
            return view.element;
        });
        arrange(this.list, elements);
    }

    /** @param {string} key */
    newLine(key) {
        const view = new PlacedLine((isChosen) => {
            this.chosen[isChosen ? "add" : "delete"](key);
            this.actions.changed();
        });
        this.lines.set(key, view);
        return view;
    }
}

class PlacedLine {
    /** @param {(isChosen: boolean) => void} choose */
    constructor(choose) {
        this.tick = make("input", { type: "checkbox" });
        this.tick.addEventListener("change", () => choose(this.tick.checked));
        this.name = words("", "line-name");
        this.notes = words("", "line-notes");
        this.status = make("span", { className: "line-status" });
        this.price = make("span", { className: "amount" });
        this.count = make("span", { className: "line-count figures" });
        const what = make("span", {}, this.count, this.name, this.notes);
        const label = make("label", { className: "choice" }, this.tick, what);
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
        setText(this.count, `${texts.quantity(quantity)} `);
        setText(this.name, name);
        setText(this.notes, [person, notes, reason].filter(Boolean).join(" · "));
        // Of a round that is not sent yet its head speaks.
        const isUnsent = isPlacing && status === "placed";
        const said = isUnsent ? "" : (texts.statuses[status] ?? status);
        setText(this.status, [said, paid ? text("paidLine") : ""].filter(Boolean).join(" · "));
        setText(this.price, status === "cancelled" ? "" : money(priceOf(line)));
        this.element.dataset.status = status;
        this.tick.hidden = !isOpen || !isChoosable(line) || Boolean(line.isNew);
        this.tick.checked = isChosen;
        this.tick.ariaLabel = texts.quantityOf(quantity, name);
        this.element.classList.toggle("is-pending", Boolean(line.isPending));
    }
}
