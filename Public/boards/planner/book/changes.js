// @ts-check
import { runAfter, stopTimer } from "../../../js/now.js";
import { text } from "../../../js/texts.js";
import { isOfSeries, movedTo, naming } from "../core/moves.js";
import { titled } from "../core/titled.js";

/** @typedef {import("../core/week.js").Row} Row */
/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */

/** After this time without another step, what was moved by the keyboard stays there. */
const restMs = 1500;

/** Moves and deletes events, and asks first how much of a series is meant. */
export class Changes {
    /**
     * @param {object} page
     * @param {import("../../../js/ui/desk.js").Desk} page.desk
     * @param {import("./scope.js").ScopeQuestion} page.scope
     * @param {() => string} page.timeZone the venue's
     * @param {(row: Row) => boolean} page.isReadOnly whether its calendar only comes from elsewhere
     * @param {() => void} page.draw
     * @param {(row: Row) => void} page.follow has the cursor go where an event is now
     */
    constructor({ desk, scope, timeZone, isReadOnly, draw, follow }) {
        this.desk = desk;
        this.scope = scope;
        this.timeZone = timeZone;
        this.isReadOnly = isReadOnly;
        this.draw = draw;
        this.follow = follow;
        /**
         * What the keyboard moves, and by how much so far: it is one change, made when the keys are
         * let go.
         * @type {{row: Row, days: number, minutes: number} | null}
         */
        this.nudged = null;
        this.timer = 0;
    }

    /**
     * Whether an event can be changed here; says why not.
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
        const perform = (/** @type {import("../core/moves.js").Scope} */ scope) => {
            const args = { ...naming(row, scope), ...to };
            this.desk.perform("planner.edit", args, titled(row.title), { row: noteOf(row) });
        };
        if (isOfSeries(row)) {
            const take = (/** @type {import("../core/moves.js").Scope} */ scope) => {
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
        const perform = (/** @type {import("../core/moves.js").Scope} */ scope) =>
            this.desk.perform("planner.delete", naming(row, scope), titled(row.title));
        if (isOfSeries(row)) {
            this.scope.ask((name) => text("deleteTitle", { name }), titled(row.title), perform);
        } else {
            perform("one");
        }
    }

    /**
     * Moves an event one step by the keyboard. It is shown there at once, and moved for good when
     * the keys are let go.
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

    /** What was moved by the keyboard stays where it is. */
    settle() {
        stopTimer(this.timer);
        const { nudged } = this;
        this.nudged = null;
        if (nudged && (nudged.days !== 0 || nudged.minutes !== 0)) {
            // The question takes the cursor from the row, which goes back meanwhile.
            const follow = () => this.follow(nudged.row);
            this.move(nudged.row, nudged, { leave: follow, asked: follow });
        } else if (nudged) {
            this.draw();
        }
    }

    /**
     * The changes that a week shows though nothing has been asked for yet.
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
 * The row as it was, so that the week that it goes to can show it before the answer.
 * @param {Row} row
 * @returns {JSONObject}
 */
export function noteOf(row) {
    return JSON.parse(JSON.stringify(row));
}
