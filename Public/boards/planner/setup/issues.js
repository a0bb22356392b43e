// @ts-check
import { byId, make, makeButton, setText, words } from "../../../js/dom.js";
import { text } from "../../../js/texts.js";
import { arrange, dropOthers } from "../../../js/ui/list.js";
import { IssueWords } from "./issuewords.js";
import { texts } from "./texts.js";

/**
 * @typedef {object} Issue
 * @property {string} event
 * @property {string} [at]
 * @property {string} calendar
 * @property {string} title
 * @property {string} kind
 * @property {any} ours
 * @property {any} theirs
 * @property {string} since
 */

/** The edits that could not both stand, side by side. The section is there while there are some. */
export class Issues {
    /**
     * @param {import("../../../js/ui/desk.js").Desk} desk
     * @param {(key: string) => boolean} isAsked whether one is being settled
     */
    constructor(desk, isAsked) {
        this.desk = desk;
        this.isAsked = isAsked;
        this.words = new IssueWords(desk);
        this.section = byId("issues-part", HTMLElement);
        this.list = byId("issues", HTMLElement);
        /** @type {Map<string, ReturnType<Issues["newRow"]>>} */
        this.rows = new Map();
    }

    /**
     * @param {Record<string, Issue>} issues
     * @param {Record<string, {name: string}>} calendars
     */
    render(issues, calendars) {
        const keys = Object.keys(issues)
            .filter((key) => !this.isAsked(key))
            .sort((one, other) => (issues[one].since < issues[other].since ? -1 : 1));
        this.section.hidden = keys.length === 0;
        setText(byId("issues-count", HTMLElement), String(keys.length));
        dropOthers(this.rows, new Set(keys));
        arrange(this.list, keys.map((key) => {
            const row = this.rows.get(key) ?? this.newRow(key);
            row.update(issues[key], calendars[issues[key].calendar]?.name ?? "");
            return row.element;
        }));
    }

    /** @param {string} key */
    newRow(key) {
        const title = words("", "thing-name");
        const about = make("p", { className: "about" });
        let name = "";
        const sides = /** @type {const} */ (["ours", "theirs"]).map((side) => {
            const value = make("p", { className: "side-value", dir: "auto" });
            const take = makeButton("", () => this.desk.perform("planner.settle", { issue: key, take: side }, name));
            const element = make("div", { className: "side" }, make("h3", {}, text(`sides.${side}`)), value, take);
            return { side, value, take, element };
        });
        const element = make(
            "li", { className: "thing issue" },
            make("div", { className: "thing-text" }, title, about),
            make("div", { className: "sides" }, ...sides.map((each) => each.element)),
        );
        /**
         * @param {Issue} issue
         * @param {string} calendar
         */
        const update = (issue, calendar) => {
            name = issue.title;
            setText(title, issue.title);
            setText(about, [
                texts.issueKinds[issue.kind], issue.at ? this.words.occurrence(issue.at) : "", calendar,
                text("issueSince", { time: this.words.moment(issue.since) }),
            ].filter(Boolean).join(" · "));
            for (const { side, value, take } of sides) {
                setText(value, this.words.value(issue.kind, issue[side]));
                setText(take, side === "ours" ? text("takeOurs") : text("takeTheirs"));
                take.ariaLabel = texts.label(take.textContent ?? "", issue.title);
            }
        };
        const row = { element, update };
        this.rows.set(key, row);
        return row;
    }
}
