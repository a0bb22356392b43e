// @ts-check
import { make, setText, words } from "../../../js/dom.js";
import { counted, reasonOf } from "../../../js/texts.js";
import { IssueWords } from "../issues/issuewords.js";

/**
 * An event elsewhere that can't be read.
 * @typedef {object} UnreadableEvent
 * @property {string} [title]
 * @property {string} [start] local
 * @property {string} [timeZone]
 * @property {string} [date] the first day, of an event of whole days
 * @property {string} problem
 * @property {string} reason
 * @property {any} [params]
 */
/** @typedef {{count: number, events: UnreadableEvent[]}} Unreadable the first ones, and how many there are */

/** The events elsewhere that can't be read: which, and why. */
export class UnreadableView {
    /** @param {import("../../../js/ui/desk.js").Desk} desk */
    constructor(desk) {
        // Of whole days, the first is all that it says.
        this.words = new IssueWords(desk, { allDayOn: "{day}" });
        this.sum = make("summary");
        this.list = make("ul", { className: "steps" });
        this.element = make("details", { className: "lines", hidden: true }, this.sum, this.list);
    }

    /** @param {Unreadable | undefined} unreadable */
    update(unreadable) {
        const { count, events } = unreadable ?? { count: 0, events: [] };
        this.element.hidden = count === 0;
        setText(this.sum, count > 0 ? counted("unreadableThere", count) : "");
        const lines = events.map((event) => {
            const when = words(this.words.when(event), "figures");
            const why = words(reasonOf({ ...event, message: event.problem }, "planner"), "quiet");
            const title = event.title ? [make("b", {}, words(event.title)), " "] : [];
            return make("li", {}, make("p", {}, ...title, when, " ", why));
        });
        const rest = count - events.length;
        if (rest > 0) {
            lines.push(make("li", {}, counted("importMore", rest)));
        }
        this.list.replaceChildren(...lines);
    }
}
