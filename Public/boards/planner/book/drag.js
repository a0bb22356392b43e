// @ts-check
import { clickMs } from "../../../js/ui/dialogs.js";
import { elapsedMs, runAfter, stopTimer, text } from "../../../js/ui/page.js";
import { daysBetween } from "../core/dates.js";
import { isOfSeries, movedTo, naming, titled } from "../core/week.js";

/** @typedef {import("../core/week.js").Row} Row */
/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */

/** The pause after which a move by the keyboard is final. */
const restMs = 1500;

/** Moves and deletes events, and asks first how much of a series the change covers. */
export class Changes {
    /**
     * @param {object} page
     * @param {import("../../../js/ui/desk.js").Desk} page.desk
     * @param {import("./bookdata.js").ScopeQuestion} page.scope
     * @param {() => string} page.timeZone the venue's
     * @param {(row: Row) => boolean} page.isReadOnly whether its calendar is read-only
     * @param {() => void} page.draw
     * @param {(row: Row) => void} page.follow moves the focus to an event's new place
     */
    constructor({ desk, scope, timeZone, isReadOnly, draw, follow }) {
        this.desk = desk;
        this.scope = scope;
        this.timeZone = timeZone;
        this.isReadOnly = isReadOnly;
        this.draw = draw;
        this.follow = follow;
        /**
         * The event being moved by the keyboard, and its total shift. One change is made when the keys
         * are released.
         * @type {{row: Row, days: number, minutes: number} | null}
         */
        this.nudged = null;
        this.timer = 0;
    }

    /**
     * Returns whether an event can be changed here, and shows the reason if not.
     * @param {Row} row
     */
    mayChange(row) {
        if (this.isReadOnly(row)) {
            this.desk.tell(text("readOnly"), true);
            return false;
        }
        if (row.isNew) {
            this.desk.tell(text("notSentYet"), true);
            return false;
        }
        return true;
    }

    /**
     * @param {Row} row
     * @param {{days?: number, minutes?: number}} by
     * @param {{leave?: () => void, asked?: () => void}} [then]
     */
    move(row, by, then = {}) {
        const { leave = () => {}, asked = () => {} } = then;
        const to = movedTo(row, by, this.timeZone());
        if (!to || !this.mayChange(row)) {
            leave();
            return;
        }
        const perform = (/** @type {import("../core/week.js").Scope} */ scope) => {
            const args = { ...naming(row, scope), ...to };
            this.desk.perform("planner.edit", args, titled(row.title), { row: noteOf(row) });
        };
        if (isOfSeries(row)) {
            const take = (/** @type {import("../core/week.js").Scope} */ scope) => {
                perform(scope);
                asked();
            };
            this.scope.ask((name) => text("moveTitle", { name }), titled(row.title), take, true, leave);
        } else {
            perform("one");
        }
    }

    /** @param {Row} row */
    delete(row) {
        if (!this.mayChange(row)) {
            return;
        }
        const perform = (/** @type {import("../core/week.js").Scope} */ scope) =>
            this.desk.perform("planner.delete", naming(row, scope), titled(row.title));
        if (isOfSeries(row)) {
            this.scope.ask((name) => text("deleteTitle", { name }), titled(row.title), perform);
        } else {
            perform("one");
        }
    }

    /**
     * Moves an event one step by the keyboard. The step is shown at once; the change is made when the
     * keys are released.
     * @param {Row} row
     * @param {{days?: number, minutes?: number}} by
     */
    nudge(row, { days = 0, minutes = 0 }) {
        if (row.allDay && minutes !== 0) {
            this.desk.tell(text("noTime"), true);
            return;
        }
        if (!this.nudged || this.nudged.row.key !== row.key) {
            this.settle();
            if (!this.mayChange(row)) {
                return;
            }
            this.nudged = { row, days: 0, minutes: 0 };
        }
        this.nudged.days += days;
        this.nudged.minutes += minutes;
        stopTimer(this.timer);
        this.timer = runAfter(restMs, () => this.settle());
        this.draw();
    }

    /** Makes the change for the event moved by the keyboard. */
    settle() {
        stopTimer(this.timer);
        const { nudged } = this;
        this.nudged = null;
        if (nudged && (nudged.days !== 0 || nudged.minutes !== 0)) {
            // The question takes the focus from the row, which returns to its former place until the
            // answer.
            const follow = () => this.follow(nudged.row);
            this.move(nudged.row, nudged, { leave: follow, asked: follow });
        } else if (nudged) {
            this.draw();
        }
    }

    /**
     * The changes that a week shows before they are requested.
     * @returns {import("../../../js/tablecast.js").Entry[]}
     */
    get foreseen() {
        const { nudged } = this;
        const to = nudged && movedTo(nudged.row, nudged, this.timeZone());
        if (!nudged || !to) {
            return [];
        }
        const args = { ...naming(nudged.row), ...to };
        const note = { row: noteOf(nudged.row) };
        return [{ id: "nudged", action: "planner.edit", args, note, at: "", isSent: false }];
    }
}

/**
 * A copy of the row before a change, so that its new week can show it before the answer.
 * @param {Row} row
 * @returns {JSONObject}
 */
export function noteOf(row) {
    return JSON.parse(JSON.stringify(row));
}


/** The distance after which a mouse drags an event. */
const startPx = 6;
/**
 * The time that a finger rests on an event before it drags; until then it scrolls or turns the page.
 */
const pressMs = 350;
/** Within this distance of the edge, the page is turned. */
const edgePx = 36;
const turnAfterMs = 700;

/**
 * Drags events to another day: with the mouse at once, with a finger after a rest on the event. The
 * target day is marked, and the page is turned at the edge.
 */
export class Drag {
    /**
     * @param {HTMLElement} place
     * @param {object} page
     * @param {(element: Element) => {row: Row, date: string} | undefined} page.rowAt
     * @param {(row: Row, days: number) => void} page.drop
     * @param {(direction: -1 | 1) => void} page.turn
     * @param {() => boolean} page.isAllowed
     */
    constructor(place, { rowAt, drop, turn, isAllowed }) {
        this.place = place;
        this.rowAt = rowAt;
        this.drop = drop;
        this.turn = turn;
        this.isAllowed = isAllowed;
        /** @type {{row: Row, from: string, item: HTMLElement, x: number, y: number} | null} */
        this.held = null;
        this.isOn = false;
        this.pointer = { id: 0, x: 0, y: 0 };
        this.pressTimer = 0;
        this.turnTimer = 0;
        /** @type {HTMLElement | null} */
        this.ghost = null;
        this.endedAtMs = -Infinity;
        place.addEventListener("pointerdown", (event) => this.pressed(event));
        window.addEventListener("pointermove", (event) => this.moved(event));
        window.addEventListener("pointerup", (event) => this.released(event));
        window.addEventListener("pointercancel", () => this.end());
        window.addEventListener("blur", () => this.end());
        document.addEventListener("keydown", (event) => {
            if (event.key === "Escape" && this.isOn) {
                event.preventDefault();
                this.end();
            }
        });
        // Dragging neither scrolls nor opens a menu.
        place.addEventListener(
            "touchmove", (event) => this.isOn && event.preventDefault(), { passive: false },
        );
        place.addEventListener("contextmenu", (event) => this.held && event.preventDefault());
        place.addEventListener("dragstart", (event) => event.preventDefault());
        place.addEventListener("click", (event) => {
            if (elapsedMs() - this.endedAtMs < clickMs) {
                event.preventDefault();
                event.stopPropagation();
            }
        }, true);
    }

    /** @param {PointerEvent} event */
    pressed({ target, clientX, clientY, pointerId, pointerType, button, isPrimary }) {
        const item = target instanceof Element ? target.closest(".event, .bar") : null;
        const found = item ? this.rowAt(item) : undefined;
        if (!(item instanceof HTMLElement) || !found || button !== 0 || !isPrimary) {
            return;
        }
        if (!this.isAllowed()) {
            return;
        }
        const from = this.dayAt(clientX, clientY)?.dataset.date ?? found.date;
        this.held = { row: found.row, from, item, x: clientX, y: clientY };
        this.pointer = { id: pointerId, x: clientX, y: clientY };
        if (pointerType !== "mouse") {
            this.pressTimer = runAfter(pressMs, () => this.begin());
        }
    }

    /** @param {PointerEvent} event */
    moved({ clientX, clientY, pointerId, pointerType }) {
        const { held } = this;
        if (!held || pointerId !== this.pointer.id) {
            return;
        }
        this.pointer = { id: pointerId, x: clientX, y: clientY };
        const far = Math.hypot(clientX - held.x, clientY - held.y);
        if (!this.isOn && far >= startPx) {
            if (pointerType === "mouse") {
                this.begin();
            } else if (far >= 2 * startPx) {
                // The finger is scrolling or turning the page.
                this.end();
                return;
            }
        }
        if (this.isOn) {
            this.follow();
        }
    }

    begin() {
        const { held } = this;
        stopTimer(this.pressTimer);
        if (!held) {
            return;
        }
        this.isOn = true;
        document.getSelection()?.removeAllRanges();
        const box = held.item.getBoundingClientRect();
        this.ghost = /** @type {HTMLElement} */ (held.item.cloneNode(true));
        this.ghost.classList.add("is-ghost");
        this.ghost.classList.remove("is-rest");
        this.ghost.setAttribute("aria-hidden", "true");
        this.ghost.style.width = `${Math.min(box.width, 280)}px`;
        held.item.classList.add("is-dragged");
        document.body.append(this.ghost);
        document.documentElement.classList.add("is-dragging");
        this.follow();
    }

    follow() {
        const { x, y } = this.pointer;
        if (this.ghost) {
            this.ghost.style.transform = `translate(${x + 8}px, ${y + 8}px)`;
        }
        this.mark(this.dayAt(x, y));
        const direction = x < edgePx ? -1 : x > window.innerWidth - edgePx ? 1 : 0;
        if (direction === 0) {
            stopTimer(this.turnTimer);
            this.turnTimer = 0;
        } else if (this.turnTimer === 0) {
            this.turnTimer = runAfter(turnAfterMs, () => {
                this.turnTimer = 0;
                this.turn(direction);
                this.follow();
            });
        }
        if (y > window.innerHeight - edgePx) {
            window.scrollBy(0, 12);
        } else if (y < 2 * edgePx) {
            window.scrollBy(0, -12);
        }
    }

    /**
     * The day under a point, or else the day in the same column.
     * @param {number} x
     * @param {number} y
     * @returns {HTMLElement | undefined}
     */
    dayAt(x, y) {
        const days = [...this.place.querySelectorAll(".day")].map((day) => ({
            day: /** @type {HTMLElement} */ (day), box: day.getBoundingClientRect(),
        })).filter(({ box }) => box.width > 0 && x >= box.left && x < box.right);
        const at = days.find(({ box }) => y >= box.top && y < box.bottom);
        return (at ?? (days.length === 1 ? days[0] : undefined))?.day;
    }

    /** @param {HTMLElement | undefined} day */
    mark(day) {
        for (const each of this.place.querySelectorAll(".day.is-target")) {
            if (each !== day) {
                each.classList.remove("is-target");
            }
        }
        day?.classList.add("is-target");
    }

    /** @param {PointerEvent} event */
    released({ pointerId }) {
        const { held, isOn } = this;
        if (!held || pointerId !== this.pointer.id) {
            return;
        }
        const { x, y } = this.pointer;
        const date = isOn ? this.dayAt(x, y)?.dataset.date : undefined;
        if (isOn) {
            this.endedAtMs = elapsedMs();
        }
        this.end();
        const days = date === undefined ? 0 : daysBetween(held.from, date);
        if (days !== 0) {
            this.drop(held.row, days);
        }
    }

    end() {
        stopTimer(this.pressTimer);
        stopTimer(this.turnTimer);
        this.turnTimer = 0;
        this.held?.item.classList.remove("is-dragged");
        this.ghost?.remove();
        this.ghost = null;
        this.mark(undefined);
        document.documentElement.classList.remove("is-dragging");
        this.held = null;
        this.isOn = false;
    }
}

/** The distance of a swipe that turns the page. */
const swipePx = 56;
const swipeMs = 700;

/**
 * Turns pages by a swipe.
 * @param {HTMLElement} place
 * @param {(direction: -1 | 1) => void} turn
 * @param {() => boolean} isBusy whether the finger is used otherwise
 */
export function turnBySwipe(place, turn, isBusy) {
    /** @type {{id: number, x: number, y: number, atMs: number} | null} */
    let began = null;
    place.addEventListener("pointerdown", ({ pointerId, pointerType, isPrimary, clientX, clientY }) => {
        const isFinger = pointerType !== "mouse" && isPrimary;
        began = isFinger
            ? { id: pointerId, x: clientX, y: clientY, atMs: elapsedMs() }
            : null;
    });
    place.addEventListener("pointercancel", () => {
        began = null;
    });
    place.addEventListener("pointerup", ({ pointerId, clientX, clientY }) => {
        if (!began || pointerId !== began.id || isBusy()) {
            return;
        }
        const x = clientX - began.x;
        const isQuick = elapsedMs() - began.atMs < swipeMs;
        if (isQuick && Math.abs(x) > swipePx && Math.abs(x) > 2 * Math.abs(clientY - began.y)) {
            turn(x < 0 ? 1 : -1);
        }
        began = null;
    });
}
