// @ts-check
import { byId, make, makeButton, setText, words } from "../../../js/dom.js";
import { text } from "../../../js/texts.js";
import { arrange, dropOthers } from "../../../js/ui/list.js";
import { viewName } from "../../../js/viewname.js";
import { foldOf, isCounted } from "../core/reservations.js";
import { zoneOf } from "../core/zones.js";
import { predict } from "../today/rows.js";
import { dot, texts } from "./texts.js";

/** @typedef {import("../today/rows.js").Row} Row */

/**
 * @typedef {object} ReservationsContext
 * @property {string} timeZone
 * @property {import("../../../js/hours.js").Hours} hours
 * @property {{size: number, minutes: number}[]} [stay]
 */

/** The list of a service day's reservations, those that were cancelled or did not come at its end. */
export class DayReservations {
    /**
     * @param {object} page
     * @param {import("../../../js/ui/desk.js").Desk} page.desk
     * @param {(date: string) => string} page.writeDay
     * @param {(row: Row) => void} page.rebook
     * @param {(date: string) => void} page.reserve
     * @param {(date: string) => Row[]} page.weekRows what the week knows of the day
     */
    constructor({ desk, writeDay, rebook, reserve, weekRows }) {
        this.desk = desk;
        this.writeDay = writeDay;
        this.rebook = rebook;
        this.weekRows = weekRows;
        this.dialog = byId("reservations", HTMLDialogElement);
        this.list = byId("reservations-list", HTMLElement);
        this.date = "";
        /** @type {Map<string, {element: HTMLElement, shown: string}>} */
        this.rows = new Map();
        byId("reservations-new", HTMLButtonElement).addEventListener("click", () => {
            const { date } = this;
            this.dialog.close();
            reserve(date);
        });
        this.dialog.addEventListener("close", () => this.closed());
    }

    /** @param {string} date */
    view(date) {
        return viewName("planner/service", { date });
    }

    /** @param {string} date a service day */
    open(date) {
        this.date = date;
        setText(
            byId("reservations-title", HTMLElement),
            text("reservationsOf", { day: this.writeDay(date) }),
        );
        this.rows.clear();
        this.list.replaceChildren();
        this.desk.watch(this.view(date));
        this.desk.open(this.dialog);
        this.desk.page.draw();
    }

    closed() {
        if (this.date !== "") {
            this.desk.leave(this.view(this.date));
            this.date = "";
        }
    }

    /** @param {ReservationsContext} context */
    render({ timeZone, hours, stay }) {
        if (this.date === "") {
            return;
        }
        const { sync } = this.desk;
        const view = this.view(this.date);
        const doc = /** @type {any} */ (sync.doc(view));
        const zone = zoneOf(timeZone);
        // Until the day has come, and where there is no connection, the week says what it knows.
        const rows = doc
            ? predict(doc, sync.unseen(view), { zone, stay })
            : this.weekRows(this.date);
        const goneLast = (/** @type {Row} */ row) => Number(!isCounted(row));
        const sorted = [...rows].sort((one, other) => goneLast(one) - goneLast(other));
        const isKnown = doc !== null || rows.length > 0;
        setText(
            byId("reservations-about", HTMLElement),
            isKnown ? texts.fold(foldOf(rows)) : text("loading"),
        );
        byId("reservations-none", HTMLElement).hidden = !isKnown || rows.length > 0;
        dropOthers(this.rows, new Set(sorted.map(({ key }) => key)));
        const mayEdit = document.body.classList.contains("may-edit");
        for (const row of sorted) {
            const known = this.rows.get(row.key) ?? { element: make("li", {}), shown: "" };
            this.rows.set(row.key, known);
            const shown = JSON.stringify([row, mayEdit]);
            if (known.shown !== shown) {
                known.shown = shown;
                this.fill(known.element, row, hours.write(zone.local(row.start)), mayEdit);
            }
        }
        arrange(this.list, sorted.map(({ key }) => /** @type {any} */ (this.rows.get(key)).element));
    }

    /**
     * @param {HTMLElement} element
     * @param {Row} row
     * @param {string} time
     * @param {boolean} mayEdit
     */
    fill(element, row, time, mayEdit) {
        const { name, size, status, table, tags = [], notes, phone } = row;
        element.className = isCounted(row) ? "booking" : "booking is-gone";
        element.classList.toggle("is-pending", row.isPending === true);
        const about = make("span", { className: "booking-about quiet" });
        const parts = [table ? text("tableOf", { table }) : "", ...tags, notes ?? "", phone ?? ""];
        about.append(...parts.filter(Boolean).flatMap((part, index) => [index ? dot : "", words(part)]));
        const signs = [
            status === "booked" ? "" : texts.statuses[status],
            row.clash ? texts.signs.tableTwice : "",
            row.override ? texts.signs.override : "",
            row.isNew ? texts.signs.waits : "",
        ].filter(Boolean);
        const what = make(
            "div", { className: "step-text" },
            words(name, "booking-name"), " ",
            make("span", { className: "figures" }, text("sizeOf", { size })),
            ...signs.flatMap((sign) => [" ", make("span", { className: "tag" }, sign)]),
            about,
        );
        element.replaceChildren(
            make("time", { className: "booking-time", dateTime: row.start }, time),
            what,
            ...(mayEdit && !row.isNew ? [this.buttonsOf(row)] : []),
        );
    }

    /** @param {Row} row */
    buttonsOf(row) {
        const buttons = make("div", { className: "buttons" });
        const add = (/** @type {string} */ label, /** @type {() => void} */ press, className = "plain") => {
            const button = makeButton(label, press, { className });
            button.ariaLabel = texts.label(label, row.name);
            buttons.append(button);
        };
        const perform = (/** @type {string} */ action) =>
            this.desk.perform(action, { reservation: row.key }, row.name);
        if (row.status === "booked") {
            add(text("change"), () => {
                this.dialog.close();
                this.rebook(row);
            }, "");
            add(text("noShow"), () => perform("planner.no_show"));
            add(text("cancelIt"), () => perform("planner.cancel"), "wrong");
        } else if (!isCounted(row) && row.party === undefined) {
            add(text("restore"), () => perform("planner.restore"), "");
        }
        return buttons;
    }
}
