// @ts-check
import { glide, placesOf } from "../../../js/ui/dialogs.js";
import {
    familyAbout, familyOf, make, minutesSince, renderList, setText, text, words,
} from "../../../js/ui/page.js";
import { tabName } from "../lines.js";
import { linesInOrder, stepOf, stepOfLine, urgencyOf } from "./rounds.js";

/** Families of texts on the kitchen's page. */
export const texts = {
    done: familyAbout("done"),
    urgencies: familyOf("urgencies"),
    statuses: familyOf("statuses"),
    lineSteps: familyOf("lineSteps"),
    steps: familyOf("steps"),
    summary: (/** @type {string} */ rounds, /** @type {number} */ late) =>
        late > 0 ? text("summaryLate", { rounds, late }) : text("summary", { rounds }),
};

/**
 * The time since something was placed: `14 min`, `1 h 05`.
 * @param {string} instant
 * @param {number} nowMs
 */
function ageOf(instant, nowMs) {
    const minutes = minutesSince(instant, nowMs);
    return minutes < 60
        ? text("minutes", { minutes })
        : text("hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** @typedef {import("./rounds.js").Line} Line */

/** One line of a round: a button that takes its next step. */
class LineView {
    /**
     * @param {string} id
     * @param {(id: string) => void} step
     */
    constructor(id, step) {
        this.quantity = make("span", { className: "quantity figures" });
        this.name = words("", "line-name");
        this.notes = words("", "line-notes");
        this.station = words("", "station about");
        this.status = make("span", { className: "line-status awaits" });
        const what = make("span", { className: "grow" }, this.name, this.notes, this.station);
        this.button = make(
            "button",
            { type: "button", className: "line whole" },
            this.quantity,
            what,
            this.status,
        );
        this.button.addEventListener("click", () => step(id));
        this.element = make("li", {}, this.button);
    }

    /**
     * @param {Line} line
     * @param {boolean} hasStation whether the ticket shows lines of several stations
     */
    update(line, hasStation) {
        const { name, quantity, status, notes = "", station = "" } = line;
        const said = texts.statuses[status] ?? status;
        setText(this.quantity, text("quantity", { quantity }));
        this.quantity.classList.toggle("is-many", quantity > 1);
        setText(this.name, name);
        setText(this.notes, notes);
        setText(this.station, hasStation ? station : "");
        setText(this.status, status === "placed" ? "" : said);
        this.button.dataset.status = status;
        this.button.classList.toggle("is-pending", Boolean(line.isPending));
        const step = stepOfLine(line);
        this.button.ariaDisabled = String(step === undefined);
        const what = [text("quantity", { quantity }), name, notes, hasStation ? station : "", said];
        const sentence = what.filter(Boolean).join(", ");
        this.button.ariaLabel =
            step === undefined ? sentence : text("stepLabel", { step: texts.lineSteps[status], name: sentence });
    }
}

/** @typedef {import("./rounds.js").Row} Row */

/**
 * @typedef {object} TicketContext
 * @property {(instant: string | number) => string} time
 * @property {number} nowMs
 * @property {number} targetMinutes
 * @property {boolean} hasStations whether tickets show lines of several stations
 */

/**
 * @typedef {object} TicketActions
 * @property {(key: string) => void} step takes the next step of a round
 * @property {(key: string, line: string) => void} stepLine
 */

/** A round's ticket: its guests, its age, its lines, and its next step. */
class Ticket {
    /**
     * @param {string} key
     * @param {TicketActions} actions
     */
    constructor(key, actions) {
        this.key = key;
        this.actions = actions;
        this.place = make("kbd", { className: "place badge", ariaHidden: "true" });
        this.name = words("", "ticket-name");
        this.about = make("p", { className: "about figures" });
        this.age = make("span", { className: "age figures strong block" });
        this.urgency = make("span", { className: "urgency badge" });
        this.title = make("h3", {}, this.name);
        this.stepButton = make("button", { type: "button", className: "step" });
        this.stepButton.addEventListener("click", () => actions.step(key));
        this.list = make("ol", { className: "lines goes-on" });
        /** @type {Map<string, LineView>} */
        this.lines = new Map();
        this.head = make(
            "div",
            { className: "ticket-head" },
            make("div", { className: "grow" }, this.title, this.about),
            make("p", { className: "ticket-age" }, this.age, this.urgency),
        );
        // The key is beside the button that it presses, so that it is not read as the table.
        const foot = make("div", { className: "ticket-foot" }, this.place, this.stepButton);
        this.element = make("li", { className: "row ticket box" }, this.head, this.list, foot);
    }

    /** Disables a ticket that stays in place under a finger although its round has left. */
    settle() {
        this.element.classList.add("is-settling");
        for (const button of this.element.querySelectorAll("button")) {
            button.ariaDisabled = "true";
        }
    }

    /**
     * @param {Row} row
     * @param {number} index among the tickets
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
        setText(this.about, text("about", { round: row.round, time: time(row.placedAt) }));
        setText(this.age, ageOf(row.placedAt, nowMs));
        setText(this.urgency, urgency === "" ? "" : texts.urgencies[urgency]);
        this.updateLines(row, context);
        const step = stepOf(row);
        const said = step ? texts.steps[step.action] : "";
        setText(this.stepButton, said);
        this.stepButton.dataset.action = step?.action ?? "";
        this.stepButton.classList.toggle("ready", step?.action === "orders.done");
        this.stepButton.ariaLabel = text("stepLabel", { step: said, name });
        this.stepButton.ariaDisabled = String(!step);
    }

    /**
     * @param {Row} row
     * @param {TicketContext} context
     */
    updateLines(row, { hasStations }) {
        const lines = linesInOrder(row.lines).map(([key, line]) => ({ key, line }));
        const step = (/** @type {string} */ id) => this.actions.stepLine(this.key, id);
        renderList(this.list, this.lines, lines, (key) => new LineView(key, step), (view, { line }) =>
            view.update(line, hasStations));
    }
}

/** The tickets of the rounds; each is one element that moves up as others leave. */
export class Tickets {
    /**
     * @param {HTMLElement} place
     * @param {TicketActions} actions
     */
    constructor(place, actions) {
        this.place = place;
        this.actions = actions;
        /** @type {Map<string, Ticket>} */
        this.tickets = new Map();
        this.isFirst = true;
    }

    /**
     * The rounds whose heads are wholly visible.
     * @returns {Set<string>}
     */
    get seen() {
        const frame = this.place.getBoundingClientRect();
        const right = Math.min(frame.right, document.documentElement.clientWidth);
        const bottom = Math.min(frame.bottom, window.innerHeight);
        const isSeen = (/** @type {DOMRect} */ head) =>
            head.left >= frame.left - 1 && head.right <= right + 1 && head.top >= 0 &&
            head.bottom <= bottom + 1;
        const shown = [...this.tickets.values()].filter(({ head }) => {
            return isSeen(head.getBoundingClientRect());
        });
        return new Set(shown.map(({ key }) => key));
    }

    /**
     * The ticket shown in a place.
     * @param {number} index
     */
    at(index) {
        const element = this.place.children[index];
        return [...this.tickets.values()].find((each) => each.element === element);
    }

    /** @param {string} key of a round to scroll to */
    reveal(key) {
        this.tickets.get(key)?.element.scrollIntoView({ block: "nearest", inline: "start" });
    }

    get elements() {
        return [...this.tickets.values()].map(({ element }) => element);
    }

    /**
     * @param {Row[]} rows
     * @param {TicketContext} context
     * @param {boolean} isHeld whether every ticket must stay in place
     */
    render(rows, context, isHeld) {
        if (isHeld) {
            this.updateInPlace(rows, context);
            return;
        }
        const before = placesOf(this.elements);
        const focused = document.activeElement;
        const holder = [...this.tickets.values()].find(({ element }) => element.contains(focused));
        const index = holder ? [...this.place.children].indexOf(holder.element) : -1;
        renderList(this.place, this.tickets, rows, (key) => new Ticket(key, this.actions), (ticket, row, at) =>
            ticket.update(row, at, context));
        this.keepFocus(focused, index);
        if (!this.isFirst) {
            glide(this.elements, before);
        }
        this.isFirst = false;
    }

    /**
     * @param {Row[]} rows
     * @param {TicketContext} context
     */
    updateInPlace(rows, context) {
        const byKey = new Map(rows.map((row) => [row.key, row]));
        [...this.place.children].forEach((_, index) => {
            const ticket = this.at(index);
            const row = ticket && byKey.get(ticket.key);
            if (row) {
                ticket.update(row, index, context);
            } else {
                ticket?.settle();
            }
        });
    }

    /**
     * Keeps the focus on its control, or moves it to the ticket in the place of a removed one.
     * @param {Element | null} focused
     * @param {number} index
     */
    keepFocus(focused, index) {
        if (!(focused instanceof HTMLElement) || focused === document.activeElement) {
            return;
        }
        const next = this.place.children[Math.min(index, this.place.childElementCount - 1)];
        const target = focused.isConnected ? focused : next?.querySelector(".step");
        if (target instanceof HTMLElement) {
            target.focus({ preventScroll: true });
        }
    }
}
