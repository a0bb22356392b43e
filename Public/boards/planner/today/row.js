// @ts-check
import { make, makeButton, setText, words } from "../../../js/ui/page.js";
import { fill } from "../core/dates.js";
import { minutesLate } from "./rows.js";

/** @typedef {import("./rows.js").Row} Row */

/**
 * @typedef {object} RowActions
 * @property {(row: Row) => void} arrive
 * @property {(row: Row) => void} seat
 * @property {(row: Row) => void} change opens the form
 * @property {(row: Row, deed: "cancel" | "no_show" | "restore") => void} act
 */
/**
 * @typedef {object} RowContext
 * @property {(instant: string | number) => string} time
 * @property {number} nowMs
 * @property {number} lateMinutes
 * @property {boolean} isOffline
 */

/** How long before its time it is said how soon somebody comes. */
const soonMinutes = 60;

/** One reservation: when, who, how many, where; its next steps; and what is behind *More*. */
export class ReservationRow {
    /**
     * @param {Row} row
     * @param {RowActions} actions
     * @param {Record<string, string>} texts
     */
    constructor(row, actions, texts) {
        this.row = row;
        this.actions = actions;
        this.texts = texts;
        this.time = make("span", { className: "r-time figures" });
        this.badge = make("span", { className: "badge figures" });
        this.name = words("", "name");
        this.late = make("strong", { className: "r-late" });
        this.when = make("span", { className: "when figures" });
        this.extras = words("", "extras");
        this.arrived = makeButton(texts.arrived, () => actions.arrive(this.row), {
            className: "step r-arrived",
        });
        this.seat = makeButton(texts.seatNow, () => actions.seat(this.row), { className: "r-seat" });
        this.restore = makeButton(texts.restore, () => actions.act(this.row, "restore"), {
            className: "step r-restore",
        });
        this.more = makeButton(texts.more, () => this.toggle(), {
            className: "plain more", ariaExpanded: "false",
        });
        this.details = make("div", { className: "details", hidden: true });
        this.phone = make("a", { className: "r-phone" });
        this.notes = words("", "r-notes");
        this.change = makeButton(texts.change, () => actions.change(this.row));
        this.noShow = makeButton(texts.noShow, () => actions.act(this.row, "no_show"));
        this.cancel = makeButton(texts.cancel, () => actions.act(this.row, "cancel"));
        this.about = make("p", { className: "quiet" });
        const buttons = make(
            "div", { className: "detail-buttons" }, this.change, this.noShow, this.cancel,
        );
        this.details.append(this.phone, this.notes, this.about, buttons);
        const line = make("span", { className: "r-line" }, this.late, this.when);
        const who = make(
            "div", { className: "who" }, make("span", { className: "called" }, this.name), line,
            this.extras,
        );
        const steps = make(
            "div", { className: "r-steps" }, this.arrived, this.seat, this.restore, this.more,
        );
        const main = make("div", { className: "row-main" }, this.time, this.badge, who, steps);
        this.element = make("li", { className: "reservation" }, main, this.details);
        this.element.addEventListener("keydown", (event) => {
            if (event.key === "Escape" && this.isOpen) {
                // The sheet stays open.
                event.preventDefault();
                event.stopPropagation();
                this.close();
                this.more.focus();
            }
        });
    }

    get isOpen() {
        return this.more.ariaExpanded === "true";
    }

    /** The first button that can be pressed; none where the row is not shown any more. */
    get firstButton() {
        return [...this.element.querySelectorAll("button")].find(
            (button) => button.getClientRects().length > 0,
        );
    }

    toggle() {
        if (this.isOpen) {
            this.close();
        } else {
            this.more.ariaExpanded = "true";
            this.details.hidden = false;
            this.element.classList.add("is-open");
        }
    }

    close() {
        this.more.ariaExpanded = "false";
        this.details.hidden = true;
        this.element.classList.remove("is-open");
    }

    /**
     * @param {Row} row
     * @param {RowContext} context
     */
    update(row, context) {
        const { texts } = this;
        if (row.status !== this.row.status) {
            // What is behind *More* was opened for what it was.
            this.close();
        }
        this.row = row;
        setText(this.time, context.time(row.start));
        setText(this.name, row.name);
        this.drawSize(row.size);
        const late = minutesLate(row, context.nowMs, context.lateMinutes);
        setText(this.late, late > 0 ? fill(texts.late, { minutes: late }) : "");
        setText(this.when, this.whenText(row, context).join(" · "));
        setText(this.extras, [...(row.tags ?? []), row.notes ?? ""].filter(Boolean).join(" · "));
        this.element.dataset.state = row.status;
        this.element.classList.toggle("is-late", late > 0);
        this.element.classList.toggle("is-pending", Boolean(row.isPending));
        this.drawButtons(row);
        this.drawDetails(row);
    }

    /** @param {number} size */
    drawSize(size) {
        const said = fill(this.texts.partyOf, { size });
        if (this.badge.title !== said) {
            this.badge.title = said;
            this.badge.replaceChildren(
                make("span", { className: "aside" }, said),
                make("span", { ariaHidden: "true" }, String(size)),
            );
        }
    }

    /**
     * @param {Row} row
     * @param {RowContext} context
     */
    whenText(row, context) {
        const { texts } = this;
        const { time, nowMs } = context;
        const minutes = Math.ceil((Date.parse(row.start) - nowMs) / 60_000);
        const isBooked = row.status === "booked";
        const isSoon = isBooked && minutes > 0 && minutes <= soonMinutes;
        const passed = minutesLate(row, nowMs, 0);
        const isDue = isBooked && Date.parse(row.start) <= nowMs &&
            minutesLate(row, nowMs, context.lateMinutes) === 0;
        return [
            isSoon ? fill(texts.inMinutes, { minutes }) : "",
            isDue ? fill(passed > 0 ? texts.expectedAgo : texts.expectedNow, { minutes: passed }) : "",
            row.status === "arrived" && row.arrivedAt
                ? fill(texts.waitsSince, { time: time(row.arrivedAt) }) : "",
            row.status === "seated"
                ? fill(texts.seatedAt, { time: row.seatedAt ? time(row.seatedAt) : "" }) : "",
            row.status === "cancelled" || row.status === "no_show"
                ? fill(texts[`left.${row.status}`], { time: row.leftAt ? time(row.leftAt) : "" }) : "",
            row.table ? fill(texts.atTable, { table: row.table }) : "",
            row.clash ? texts.clash : "",
            row.override ? texts.override : "",
            row.isPending && context.isOffline ? texts.toBeSent : "",
        ]
            .map((part) => part.trim())
            .filter(Boolean);
    }

    /** @param {Row} row */
    drawButtons(row) {
        const { texts } = this;
        const isComing = row.status === "booked";
        const isGone = row.status === "cancelled" || row.status === "no_show";
        this.arrived.hidden = !isComing;
        this.seat.hidden = !isComing && row.status !== "arrived";
        this.restore.hidden = !isGone;
        this.more.hidden = !isComing && !this.hasMore(row) && !this.isOpen;
        this.arrived.ariaLabel = fill(texts.label, { what: texts.arrived, name: row.name });
        this.seat.ariaLabel = fill(texts.label, { what: texts.seatNow, name: row.name });
        this.restore.ariaLabel = fill(texts.label, { what: texts.restore, name: row.name });
        this.more.ariaLabel = fill(texts.label, { what: texts.more, name: row.name });
        const isUnknown = String(Boolean(row.isNew) || (row.status === "arrived" && !row.party));
        for (const button of [this.arrived, this.seat, this.restore, this.more]) {
            button.ariaDisabled = isUnknown;
        }
    }

    /** @param {Row} row */
    hasMore(row) {
        return Boolean(row.phone || (row.notes ?? "").length > 40);
    }

    /** @param {Row} row */
    drawDetails(row) {
        const { texts } = this;
        const isComing = row.status === "booked";
        this.phone.hidden = !row.phone;
        this.phone.href = `tel:${row.phone ?? ""}`;
        setText(this.phone, row.phone ?? "");
        this.notes.hidden = !row.notes;
        setText(this.notes, row.notes ?? "");
        const listed = row.status === "arrived" || row.status === "seated";
        setText(this.about, listed ? texts.onTheList : "");
        this.about.hidden = !listed;
        for (const button of [this.change, this.noShow, this.cancel]) {
            button.hidden = !isComing;
        }
        this.change.ariaLabel = fill(texts.label, { what: texts.change, name: row.name });
        this.noShow.ariaLabel = fill(texts.label, { what: texts.noShow, name: row.name });
        this.cancel.ariaLabel = fill(texts.label, { what: texts.cancel, name: row.name });
    }
}
