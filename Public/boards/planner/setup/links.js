// @ts-check
import { make, makeButton, setText, words } from "../../../js/dom.js";
import { counted, text } from "../../../js/texts.js";
import { Question } from "./question.js";
import { texts } from "./texts.js";

/**
 * @typedef {object} Link
 * @property {string} account
 * @property {number} waiting
 * @property {number} failed
 * @property {number} [left] events of the other side that are not shown here
 * @property {string} [problem]
 * @property {import("./unreadable.js").Unreadable} [unreadable]
 */
/**
 * @typedef {object} Write
 * @property {string} calendar
 * @property {string} event
 * @property {string} title
 * @property {"add" | "edit" | "delete"} change
 * @property {"waiting" | "failed"} state
 * @property {number} [status]
 */
/** @typedef {import("./accounts.js").CalendarRow} CalendarRow */

/** The status of a write whose event is there as it was, though the server says that it has changed. */
const unchanged = 412;

/** What a calendar's row says of the calendar elsewhere with which it is in step. */
export class LinkView {
    /**
     * @param {string} key of the calendar
     * @param {(action: string, args: import("../../../js/tablecast.js").JSONObject, name: string) => string} ask
     */
    constructor(key, ask) {
        this.name = "";
        this.sum = make("p", { className: "state" });
        this.left = make("p", { className: "about" });
        this.list = make("ul", { className: "steps writes" });
        this.now = makeButton("", () => ask("planner.sync", { calendar: key }, this.name));
        this.question = new Question({
            ask: text("unlink"), about: text("unlinkAbout"), yes: text("unlinkNow"), no: text("keepLinked"),
        }, () => ask("planner.unlink", { calendar: key }, this.name));
        this.element = make(
            "div", { className: "link", hidden: true }, this.sum, this.left, this.list,
            make("div", { className: "buttons" }, this.now, this.question.button), this.question.element,
        );
    }

    /**
     * @param {CalendarRow} calendar
     * @param {Link | undefined} link
     * @param {Write[]} writes
     * @param {string} with_ the name of the account and of the calendar there
     * @param {boolean} isConnected whether the account is ready
     * @param {(instant: string) => string} time
     */
    update(calendar, link, writes, with_, isConnected, time) {
        this.name = calendar.name;
        this.element.hidden = !calendar.account;
        if (!calendar.account) {
            return;
        }
        const { waiting = 0, failed = 0, left = 0, problem } = link ?? {};
        const parts = [
            problem
                ? texts.linkProblems[problem] ?? problem
                : !isConnected
                    ? text("notConnected", { with: with_ })
                    : calendar.staleSince ? text("staleSince", { with: with_, time: time(calendar.staleSince) }) : text("inStep", { with: with_ }),
            !calendar.waitsUntil
                ? ""
                : calendar.staleSince
                    ? text("askedToWait", { time: time(calendar.waitsUntil) })
                    : text("waitsUntil", { time: time(calendar.waitsUntil) }),
            calendar.readOnly ? text("onlyInwards") : "",
            waiting > 0 ? counted("writesWaiting", waiting) : "",
            failed > 0 ? counted("writesFailed", failed) : "",
        ];
        setText(this.sum, parts.filter(Boolean).join(" · "));
        this.sum.classList.toggle("is-wrong", Boolean(problem) || failed > 0);
        const isLate = !isConnected || Boolean(calendar.staleSince);
        this.sum.classList.toggle("is-late", isLate && !problem && failed === 0);
        setText(this.left, left > 0 ? counted("leftThere", left) : "");
        setText(this.now, failed > 0 || problem ? text("tryAgain") : text("askNow"));
        this.now.hidden = !isConnected;
        this.now.ariaLabel = texts.label(this.now.textContent ?? "", this.name);
        this.question.button.ariaLabel = texts.label(text("unlink"), this.name);
        const told = writes.filter((each) => each.state === "failed");
        this.list.hidden = told.length === 0;
        this.list.replaceChildren(...told.map((each) => {
            const { status } = each;
            const why = status === unchanged ? text("weakTags") : status ? text("answeredStatus", { status }) : "";
            return make("li", {}, words(each.title), ` ${texts.changesRefused[each.change]} ${why}`);
        }));
    }
}
