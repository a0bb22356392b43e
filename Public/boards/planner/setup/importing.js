// @ts-check
import {
    byId, counted, make, reasonOf, reasonsOf, request, setText, text, words,
} from "../../../js/ui/page.js";
import { texts } from "./rows.js";

/** @typedef {import("./rows.js").Calendar & import("./rows.js").Keyed} CalendarRow */
/**
 * The hub's report about a file.
 * @typedef {object} Report
 * @property {string} [calendar]
 * @property {number} added
 * @property {number} updated
 * @property {number} unchanged
 * @property {{line: number, uid?: string, problem: string, reason: string, params?: any}[]} refused
 * @property {{uid: string, flag: string}[]} flagged
 * @property {number[]} [revs]
 */

const fileBytesMax = 10 * 1024 * 1024;
/** The most lines shown; the rest is counted. */
const linesMax = 200;

/** Imports an iCalendar file. The hub reports the changes, and makes them once confirmed, with undo. */
export class Import {
    /**
     * @param {import("../../../js/ui/desk.js").Desk} desk
     * @param {(report: Report, file: string) => void} done
     */
    constructor(desk, done) {
        this.desk = desk;
        this.done = done;
        this.dialog = byId("import", HTMLDialogElement);
        this.input = byId("import-file", HTMLInputElement);
        this.into = byId("import-into", HTMLSelectElement);
        this.named = byId("import-named", HTMLElement);
        this.name = byId("import-name", HTMLInputElement);
        this.outcome = byId("outcome", HTMLElement);
        this.now = byId("import-now", HTMLButtonElement);
        this.back = byId("import-back", HTMLButtonElement);
        /** @type {CalendarRow[]} */
        this.calendars = [];
        /** @type {File | undefined} */
        this.file = undefined;
        /** @type {number[]} */
        this.revs = [];
        /** Counts the requests, so that only the newest answer is shown. */
        this.askedCount = 0;
        byId("open-import", HTMLButtonElement).addEventListener("click", () => this.open());
        this.input.addEventListener("change", () => {
            this.file = this.input.files?.[0];
            void this.look();
        });
        this.into.addEventListener("change", () => {
            this.named.hidden = this.into.value !== "";
            void this.look();
        });
        this.name.addEventListener("change", () => void this.look());
        this.now.addEventListener("click", () => void this.take());
        this.back.addEventListener("click", () => this.takeBack());
        this.dialog.addEventListener("close", () => this.reset());
    }

    /** @param {CalendarRow[]} calendars */
    know(calendars) {
        this.calendars = calendars;
    }

    open() {
        this.reset();
        const targets = this.calendars.filter((each) => each.key !== "reservations" && !each.readOnly);
        this.into.replaceChildren(
            make("option", { value: "" }, text("importNew")),
            ...targets.map((each) => make("option", { value: each.key }, each.name)),
        );
        this.named.hidden = false;
        this.desk.open(this.dialog);
    }

    reset() {
        this.askedCount += 1;
        this.input.value = "";
        this.name.value = "";
        this.file = undefined;
        this.revs = [];
        this.clear();
        this.lock(false);
    }

    clear() {
        this.outcome.replaceChildren();
        this.drawLines("refused-lines", "", []);
        this.drawLines("flagged-lines", "", []);
        this.now.hidden = true;
        this.back.hidden = true;
    }

    /** @param {boolean} isLocked */
    lock(isLocked) {
        this.input.disabled = this.into.disabled = this.name.disabled = isLocked;
    }

    /** The address for the file, with the chosen calendar. */
    get address() {
        const query = new URLSearchParams({ as: this.desk.role });
        if (this.into.value !== "") {
            query.set("calendar", this.into.value);
        } else if (this.name.value.trim() !== "") {
            query.set("name", this.name.value.trim());
        }
        return `/v1/${this.desk.state.venue}/planner/import?${query}`;
    }

    /**
     * @param {boolean} isDry
     * @returns {Promise<Report | {detail: string}>}
     */
    async send(isDry) {
        const { file } = this;
        if (!file || file.size > fileBytesMax) {
            return { detail: text("importTooLarge") };
        }
        try {
            const answer = await request(isDry ? `${this.address}&dry=1` : this.address, {
                method: "POST",
                headers: { "Content-Type": "text/calendar" },
                body: file,
            });
            const said = await answer.json();
            return answer.ok ? said : { detail: refusalText(said) };
        } catch {
            return { detail: text("importUnreachable") };
        }
    }

    async look() {
        if (!this.file || this.revs.length > 0) {
            return;
        }
        this.askedCount += 1;
        const asked = this.askedCount;
        this.clear();
        setText(this.outcome, text("importLooking"));
        const said = await this.send(true);
        if (asked === this.askedCount) {
            this.show(said, false);
        }
    }

    async take() {
        if (this.now.ariaDisabled === "true") {
            return;
        }
        this.now.ariaDisabled = "true";
        this.askedCount += 1;
        const asked = this.askedCount;
        const file = this.file?.name ?? "";
        const said = await this.send(false);
        this.now.ariaDisabled = "false";
        if ("added" in said) {
            this.done(said, file);
        }
        if (asked === this.askedCount) {
            this.show(said, true);
        }
    }

    /** Undoes the whole import, the last change first. */
    takeBack() {
        for (const rev of [...this.revs].reverse()) {
            this.desk.sync.mutate("planner.undo", { rev }, { name: this.file?.name ?? "", isImport: true });
        }
        this.dialog.close();
        this.desk.tell(text("importTakenBack"));
    }

    /**
     * @param {Report | {detail: string}} said
     * @param {boolean} isDone
     */
    show(said, isDone) {
        this.clear();
        if (!("added" in said)) {
            this.outcome.replaceChildren(
                make("p", { className: "is-wrong outcome-sum" }, text("importRefused")),
                make("p", {}, said.detail),
            );
            return;
        }
        const { added, updated, unchanged, refused, flagged } = said;
        const sum = [
            counted("importAdded", added), counted("importUpdated", updated),
            counted("importUnchanged", unchanged),
        ].join(", ");
        const isNothing = added + updated === 0;
        const would = isNothing ? text("importNothing") : text("importWould");
        const title = isDone ? text("importDone") : would;
        this.outcome.replaceChildren(
            make("p", { className: "outcome-sum" }, title), make("p", {}, sum),
        );
        this.drawLines(
            "refused-lines", counted("importRefusedCount", refused.length),
            refused.map(({ line, problem, reason, params, uid }) => {
                const why = reasonOf({ reason, params, message: problem }, "planner");
                const where = make("b", { className: "figures" }, text("importLine", { line }));
                return [where, ` ${why} `, words(uid ?? "", "quiet")];
            }),
        );
        this.drawLines(
            "flagged-lines", counted("importFlaggedCount", flagged.length),
            flagged.map(({ uid, flag }) => [`${texts.flags[flag] ?? flag} `, words(uid, "quiet")]),
        );
        this.revs = isDone ? (said.revs ?? []) : [];
        this.now.hidden = isDone || isNothing;
        this.back.hidden = this.revs.length === 0;
        this.lock(isDone);
        setText(this.now, counted("importNow", added + updated));
    }

    /**
     * @param {string} id
     * @param {string} title
     * @param {(Node | string)[][]} lines
     */
    drawLines(id, title, lines) {
        const place = byId(id, HTMLDetailsElement);
        place.hidden = lines.length === 0;
        place.open = lines.length > 0 && lines.length <= 5;
        setText(byId(`${id}-title`, HTMLElement), title);
        const shown = lines.slice(0, linesMax).map((line) => make("li", {}, make("p", {}, ...line)));
        const rest = lines.length - shown.length;
        if (rest > 0) {
            shown.push(make("li", {}, counted("importMore", rest)));
        }
        byId(`${id}-list`, HTMLElement).replaceChildren(...shown);
    }
}

/**
 * A problem document in words.
 * @param {any} said
 */
function refusalText(said) {
    return reasonsOf(said, "planner") || said.detail || said.title || text("importUnreachable");
}
