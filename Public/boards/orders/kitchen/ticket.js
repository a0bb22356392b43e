// @ts-check
import { make, setText, words } from "../../../js/dom.js";
import { arrange, dropOthers } from "../../../js/ui/list.js";
import { LineView } from "./line.js";
import { tabName } from "../naming.js";
import { ageOf } from "./names.js";
import { linesInOrder, stepOf, urgencyOf } from "./rounds.js";
import { texts } from "./texts.js";

/** @typedef {import("./rounds.js").Row} Row */

/**
 * @typedef {object} TicketContext
 * @property {(instant: string | number) => string} time
 * @property {number} nowMs
 * @property {number} targetMinutes
 * @property {boolean} hasStations whether lines of several stations stand together
 */

/**
 * @typedef {object} TicketActions
 * @property {(key: string, isByKeyboard: boolean) => void} step takes the next step of a round
 * @property {(key: string, line: string, isByKeyboard: boolean) => void} stepLine
 */

/** One round on the pass: for whom, how old it is, its lines, and its next step. */
export class Ticket {
    /**
     * @param {string} key
     * @param {TicketActions} actions
     */
    constructor(key, actions) {
        this.key = key;
        this.actions = actions;
        this.place = make("kbd", { className: "place figures", ariaHidden: "true" });
        this.name = words("", "ticket-name");
        this.about = make("p", { className: "ticket-about figures" });
        this.age = make("span", { className: "age figures" });
        this.urgency = make("span", { className: "urgency" });
        this.title = make("h3", {}, this.name);
        this.stepButton = make("button", { type: "button", className: "step" });
        this.stepButton.addEventListener("click", ({ detail }) => actions.step(key, detail === 0));
        this.list = make("ol", { className: "lines goes-on" });
        /** @type {Map<string, LineView>} */
        this.lines = new Map();
        this.head = make(
            "div",
            { className: "ticket-head" },
            this.place,
            make("div", { className: "whose-round" }, this.title, this.about),
            make("p", { className: "ticket-age" }, this.age, this.urgency),
        );
        this.element = make("li", { className: "row ticket" }, this.head, this.list, this.stepButton);
    }

    /** The round has gone on, while the ticket has to stay where it is: it is not pressed again. */
    settle() {
        this.element.classList.add("is-settling");
        for (const button of this.element.querySelectorAll("button")) {
            button.ariaDisabled = "true";
        }
    }

    /**
     * @param {Row} row
     * @param {number} index among those on the pass
     * @param {TicketContext} context
     */
    update(row, index, context) {
        const { time, nowMs, targetMinutes } = context;
        const urgency = urgencyOf(row.placedAt, nowMs, targetMinutes);
        const name = tabName(row);
        this.element.classList.remove("is-settling");
        this.element.dataset.urgency = urgency;
        this.place.hidden = index > 8;
        setText(this.place, String(index + 1));
        setText(this.name, name);
        setText(this.about, texts.about(row.number, row.round, time(row.placedAt)));
        setText(this.age, ageOf(row.placedAt, nowMs));
        setText(this.urgency, urgency === "" ? "" : texts.urgencies[urgency]);
        this.updateLines(row, context);
        const step = stepOf(row);
        const said = step ? texts.steps[step.action] : "";
        setText(this.stepButton, said);
        this.stepButton.dataset.action = step?.action ?? "";
        this.stepButton.ariaLabel = texts.stepLabel(said, name);
        this.stepButton.ariaDisabled = String(!step);
    }

    /**
     * @param {Row} row
     * @param {TicketContext} context
     */
    updateLines(row, { hasStations }) {
        const entries = linesInOrder(row.lines);
        dropOthers(this.lines, new Map(entries));
        const elements = entries.map(([id, line]) => {
            const view = this.lines.get(id) ?? this.newLine(id);
            view.update(line, hasStations);
            return view.element;
        });
        arrange(this.list, elements);
    }

    /** @param {string} id */
    newLine(id) {
        const view = new LineView(id, (line, isByKeyboard) =>
            this.actions.stepLine(this.key, line, isByKeyboard),
        );
        this.lines.set(id, view);
        return view;
    }
}
