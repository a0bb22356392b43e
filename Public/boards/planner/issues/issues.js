// @ts-check
import {
    addStyles, make, makeButton, panelTexts, renderList, setText, words,
} from "../../../js/ui/page.js";

/** @typedef {import("../../../js/tablecast.js").DocumentOf<"planner/calendars">["issues"][string]} Issue a conflict of edits */

const folder = "/boards/planner/issues";

/** The conflicting edits, side by side, for people to settle. */
export class Issues {
    /**
     * @param {import("../../../js/ui/desk.js").Desk} desk
     * @param {HTMLElement} list
     */
    constructor(desk, list) {
        this.desk = desk;
        this.list = list;
        /** @type {import("./issuewords.js").IssueWords | undefined} */
        this.words = undefined;
        /** @type {Promise<void> | undefined} */
        this.loading = undefined;
        /** @type {Map<string, ReturnType<Issues["newRow"]>>} */
        this.rows = new Map();
    }

    /** Loads the words, once there is an issue. */
    load() {
        this.loading ??= Promise.all([
            panelTexts(folder), import("./issuewords.js"), addStyles(`${folder}/issues.css`),
        ]).then(
            ([texts, { IssueWords }]) => {
                this.words = new IssueWords(this.desk, texts);
                this.desk.render();
            },
            () => {
                this.loading = undefined;
            },
        );
    }

    /**
     * Shows the issues, without those being settled.
     * @param {Record<string, Issue>} issues
     * @param {Record<string, {name: string}>} calendars
     * @returns {number} how many there are
     */
    render(issues, calendars) {
        const { entries } = this.desk.sync.outbox;
        const keys = Object.keys(issues)
            .filter((key) => !entries.some(({ args }) => args.issue === key))
            .sort((one, other) => (issues[one].since < issues[other].since ? -1 : 1));
        const { words: said } = this;
        if (keys.length > 0 && !said) {
            this.load();
            return keys.length;
        }
        renderList(
            this.list, this.rows, keys,
            (key) => this.newRow(key, /** @type {NonNullable<typeof said>} */ (said)),
            (row, key) => row.update(issues[key], calendars[issues[key].calendar]?.name ?? ""),
        );
        return keys.length;
    }

    /**
     * @param {string} key
     * @param {import("./issuewords.js").IssueWords} said
     */
    newRow(key, said) {
        const title = words("", "thing-name title block");
        const about = make("p", { className: "about" });
        let name = "";
        const sides = /** @type {const} */ (["ours", "theirs"]).map((side) => {
            const value = make("p", { className: "side-value", dir: "auto" });
            const edited = make("ul", { className: "steps" });
            const take = makeButton("", () => this.desk.perform("planner.settle", { issue: key, take: side }, name), {
                className: "needs-edit",
            });
            const heading = make("h3", { className: "about" }, said.say(`sides.${side}`));
            return { side, value, edited, take, element: make("div", { className: "side" }, heading, value, edited, take) };
        });
        const element = make(
            "li", { className: "thing beside box issue" },
            make("div", { className: "fills" }, title, about),
            make("div", { className: "sides" }, ...sides.map((each) => each.element)),
        );
        /**
         * @param {Issue} issue
         * @param {string} calendar
         */
        const update = (issue, calendar) => {
            name = issue.title || said.say("untitled");
            setText(title, name);
            setText(about, [
                said.say(`issueKinds.${issue.kind}`), issue.at ? said.occurrence(issue.at) : "", calendar,
                said.say("issueSince", { time: said.moment(issue.since) }),
            ].filter(Boolean).join(" · "));
            for (const { side, value, edited, take } of sides) {
                const isGone = side === "ours" && issue.gone === true;
                setText(value, isGone ? said.say("isGone") : said.side(issue, side));
                const isKept = issue.kind === "deleted" && issue[side] && !isGone;
                const lines = isKept ? said.edited(/** @type {any} */ (issue.edited ?? {})) : [];
                edited.hidden = lines.length === 0;
                edited.replaceChildren(
                    ...lines.map((what) => make("li", { dir: "auto" }, said.say("wasEdited", { what }))),
                );
                setText(take, said.take(issue, side));
                take.ariaLabel = said.say("label", { what: take.textContent ?? "", name });
            }
        };
        const row = { element, update };
        this.rows.set(key, row);
        return row;
    }
}
