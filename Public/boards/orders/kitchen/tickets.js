// @ts-check
import { arrange, dropOthers } from "../../../js/ui/list.js";
import { glide, placesOf } from "../../../js/ui/glide.js";
import { Ticket } from "./ticket.js";

/** @typedef {import("./rounds.js").Row} Row */

/** The rounds on the pass, each round being one element that moves up as others go. */
export class Tickets {
    /**
     * @param {HTMLElement} place
     * @param {import("./ticket.js").TicketActions} actions
     */
    constructor(place, actions) {
        this.place = place;
        this.actions = actions;
        /** @type {Map<string, Ticket>} */
        this.tickets = new Map();
        this.isFirst = true;
    }

    /**
     * The rounds whose heads are seen whole.
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

    /** @param {string} key of a round that is to be seen */
    reveal(key) {
        this.tickets.get(key)?.element.scrollIntoView({ block: "nearest", inline: "start" });
    }

    get elements() {
        return [...this.tickets.values()].map(({ element }) => element);
    }

    /**
     * @param {Row[]} rows
     * @param {import("./ticket.js").TicketContext} context
     * @param {boolean} isHeld whether every ticket has to stay where it is
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
        dropOthers(this.tickets, new Set(rows.map(({ key }) => key)));
        const elements = rows.map((row, at) => {
            const ticket = this.tickets.get(row.key) ?? this.newTicket(row.key);
            ticket.update(row, at, context);
            return ticket.element;
        });
        arrange(this.place, elements);
        this.keepFocus(focused, index);
        if (!this.isFirst) {
            glide(this.elements, before);
        }
        this.isFirst = false;
    }

    /** @param {string} key */
    newTicket(key) {
        const ticket = new Ticket(key, this.actions);
        this.tickets.set(key, ticket);
        return ticket;
    }

    /**
     * @param {Row[]} rows
     * @param {import("./ticket.js").TicketContext} context
     */
    updateInPlace(rows, context) {
        const byKey = new Map(rows.map((row) => [row.key, row]));
        [...this.place.children].forEach((element, index) => {
            const ticket = [...this.tickets.values()].find((each) => each.element === element);
            const row = ticket && byKey.get(ticket.key);
            if (row) {
                ticket.update(row, index, context);
            } else {
                ticket?.settle();
            }
        });
    }

    /**
     * Keeps the cursor with its control, or takes it to the ticket that came in the place of one
     * that has gone.
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
