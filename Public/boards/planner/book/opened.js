// @ts-check
import { byId, make, setText, words } from "../../../js/dom.js";
import { text } from "../../../js/texts.js";
import { piecesOf } from "../core/links.js";
import { Issues } from "../issues/issues.js";
import { isUndo } from "./keys.js";
import { dot, texts } from "./texts.js";
import { titled } from "../core/titled.js";

/** @typedef {import("../core/week.js").Row} Row */

/** An event that was opened: all that is known of it, and what can be done with it. */
export class OpenedEvent {
    /**
     * @param {object} page
     * @param {import("../../../js/ui/desk.js").Desk} page.desk
     * @param {import("./when.js").When} page.when
     * @param {(row: Row) => void} page.edit
     * @param {(row: Row) => void} page.remove
     * @param {() => void} page.undo
     * @param {(row: Row) => void} page.lost it was closed, and what had the cursor before is gone
     */
    constructor({ desk, when, edit, remove, undo, lost }) {
        this.desk = desk;
        this.when = when;
        this.dialog = byId("opened", HTMLDialogElement);
        this.title = byId("opened-title", HTMLElement);
        this.facts = byId("opened-facts", HTMLElement);
        this.description = byId("opened-description", HTMLElement);
        this.gone = byId("opened-gone", HTMLElement);
        this.foot = byId("opened-foot", HTMLElement);
        this.issuesPart = byId("opened-issues-part", HTMLElement);
        this.issues = new Issues(desk, byId("opened-issues", HTMLElement));
        const wire = (/** @type {string} */ id, /** @type {(row: Row) => void} */ act) =>
            byId(id, HTMLButtonElement).addEventListener("click", () => {
                const { row } = this;
                this.dialog.close();
                if (row) {
                    act(row);
                }
            });
        /** @type {Row | null} */
        this.row = null;
        wire("opened-edit", edit);
        wire("opened-delete", remove);
        this.dialog.addEventListener("keydown", (event) => {
            const act = event.key === "e" ? edit : event.key === "Delete" ? remove : undefined;
            if (isUndo(event)) {
                event.preventDefault();
                undo();
            } else if (act && this.row && this.gone.hidden && document.body.classList.contains("may-edit")) {
                event.preventDefault();
                const { row } = this;
                this.dialog.close();
                act(row);
            }
        });
        this.dialog.addEventListener("close", () => {
            const focused = document.activeElement;
            if (this.row && (focused === document.body || this.dialog.contains(focused))) {
                lost(this.row);
            }
        });
    }

    /**
     * @param {Row} row
     * @param {{timeZone: string, calendars: Record<string, any>, issues: Record<string, any>}} context
     */
    open(row, context) {
        this.render(row, context);
        this.desk.open(this.dialog);
        // The cursor is at its end.
        this.dialog.scrollTop = 0;
    }

    /**
     * Shows what has become of it meanwhile.
     * @param {(row: Row) => Row | undefined} find what it is now; nothing if it is not there any more
     * @param {{timeZone: string, calendars: Record<string, any>, issues: Record<string, any>}} context
     */
    renewed(find, context) {
        const { row } = this;
        if (!row || !this.dialog.open) {
            return;
        }
        const now = find(row);
        const focused = document.activeElement;
        const isInIssues = this.issuesPart.contains(focused);
        if (!now) {
            this.showGone();
        } else if (!this.gone.hidden || JSON.stringify(now) !== JSON.stringify(row)) {
            this.render(now, context);
        } else {
            this.renderIssues(row, context);
        }
        const isLost = isInIssues && (this.issuesPart.hidden || !this.issuesPart.contains(document.activeElement));
        if (isLost || (!now && this.foot.contains(focused))) {
            const next = this.issuesPart.hidden ? null : this.issuesPart.querySelector("button");
            (next ?? byId("opened-close", HTMLButtonElement)).focus();
        }
    }

    /** It was deleted while it was open here: there is nothing more to do with it. */
    showGone() {
        this.gone.hidden = false;
        setText(this.gone, text("openedGone"));
        this.foot.hidden = true;
        this.issuesPart.hidden = true;
    }

    /**
     * @param {Row} row
     * @param {{timeZone: string, calendars: Record<string, any>, issues: Record<string, any>}} context
     */
    render(row, { timeZone, calendars, issues }) {
        this.row = row;
        this.gone.hidden = true;
        setText(this.gone, "");
        const calendar = calendars[row.calendar];
        this.dialog.dataset.color = calendar?.color ?? "grey";
        this.dialog.classList.toggle("is-cancelled", row.status === "cancelled");
        this.title.replaceChildren(words(titled(row.title)));
        setText(byId("opened-when", HTMLElement), this.when.of(row, timeZone));
        this.facts.replaceChildren(...this.factsOf(row, timeZone, calendar));
        this.renderIssues(row, { calendars, issues });
        this.description.hidden = !row.description;
        this.description.replaceChildren(linked(row.description ?? ""));
        this.foot.hidden = calendar?.readOnly === true;
    }

    /**
     * What of it was changed on both sides.
     * @param {Row} row
     * @param {{calendars: Record<string, any>, issues: Record<string, any>}} context
     */
    renderIssues({ event, at }, { calendars, issues }) {
        const own = Object.entries(issues).filter(([, issue]) =>
            issue.event === event && (issue.at === undefined || issue.at === at));
        const count = this.issues.render(Object.fromEntries(own), calendars);
        this.issuesPart.hidden = count === 0;
    }

    /**
     * @param {Row} row
     * @param {string} timeZone
     * @param {any} calendar
     */
    factsOf(row, timeZone, calendar) {
        /** @type {Node[]} */
        const facts = [];
        const add = (/** @type {string} */ name, /** @type {(Node | string)[]} */ ...value) =>
            facts.push(make("dt", {}, name), make("dd", {}, ...value));
        const swatch = make("span", { className: "swatch", "aria-hidden": "true" });
        add(text("fields.calendar"), swatch, words(calendar?.name ?? ""));
        if (row.location) {
            add(text("fields.location"), linked(row.location));
        }
        if (row.repeat) {
            add(text("fields.repeat"), this.when.repeat(row.repeat, row.firstDay, timeZone));
        }
        if (row.timeZone && row.timeZone !== timeZone) {
            add(text("fields.timeZone"), text("zoneAbout", { zone: row.timeZone, own: timeZone }));
        }
        const signs = [
            row.status ? texts.statuses[row.status] ?? "" : "",
            row.changed ? texts.signs.changed : "",
            row.private ? texts.signs.private : "",
            row.free ? texts.signs.free : "",
            row.clash ? texts.signs.clash : "",
            row.isNew ? texts.signs.waits : "",
        ].filter(Boolean);
        if (signs.length > 0) {
            add(text("fields.signs"), signs.join(dot));
        }
        const problems = [
            row.flag ? texts.flags[row.flag] ?? row.flag : "",
            row.sync ? texts.syncs[row.sync] ?? "" : "",
            calendar?.readOnly ? text("readOnly") : "",
        ].filter(Boolean);
        problems.forEach((problem) => add(text("fields.note"), problem));
        return facts;
    }
}

/**
 * Somebody's words, in which the addresses of the web are links. They are isolated, and never
 * markup.
 * @param {string} typed
 */
export function linked(typed) {
    const element = words("", "linked");
    for (const { text: shown, href } of piecesOf(typed)) {
        element.append(href === undefined
            ? shown
            : make("a", { href, rel: "noopener noreferrer", target: "_blank" }, shown));
    }
    return element;
}
