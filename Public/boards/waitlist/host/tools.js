// @ts-check
import { schemas } from "../../../js/schemas/notice.js";
import { checkOf, sortOut } from "../../../js/ui/checks.js";
import { openDialogID, openJoinLink } from "../../../js/ui/dialogs.js";
import {
    byId, isNews, make, makeButton, request, setText, showProblems, text, words,
} from "../../../js/ui/page.js";
import { texts } from "./lists.js";

/** @typedef {import("./lists.js").Row} Row */
/** @typedef {import("../../../js/tablecast.js").DocumentOf<"notice/display">["notices"]} NoticeRows */
/** @typedef {import("../../../js/ui/desk.js").Desk} Desk */

/** The menu of rarer actions, at the end of the bar. */
export class ToolMenu {
    /** @param {Desk} desk */
    constructor(desk) {
        this.list = byId("tools", HTMLElement);
        this.opener = byId("open-tools", HTMLButtonElement);
        this.opener.addEventListener("click", () => this.turn(this.list.hidden));
        // The focus returns here from a dialog.
        this.list.addEventListener("click", () => this.opener.focus(), true);
        document.addEventListener("click", ({ target }) => {
            if (target !== this.opener) {
                this.turn(false);
            }
        });
        byId("tools-part", HTMLElement).addEventListener("keydown", ({ key }) => {
            if (key === "Escape" && !this.list.hidden) {
                this.turn(false);
                this.opener.focus();
            }
        });
        byId("print", HTMLButtonElement).addEventListener("click", () => window.print());
        const lock = byId("lock", HTMLButtonElement);
        // An owner is never asked for the PIN on this page.
        lock.hidden = !desk.state.hasPIN || desk.state.role !== "host";
        lock.addEventListener("click", () => void this.lock(desk));
    }

    /** @param {boolean} isOpen */
    turn(isOpen) {
        this.list.hidden = !isOpen;
        this.opener.ariaExpanded = String(isOpen);
    }

    /** @param {Desk} desk */
    async lock(desk) {
        try {
            const answer = await request(`/v1/${desk.state.venue}/lock`, { method: "POST" });
            if (answer.ok || answer.status === 401) {
                location.reload();
                return;
            }
        } catch {
            // The failure is reported below, like a refusal by the hub.
        }
        desk.tell(text("notLocked"), true);
    }
}

/** The button that shows the code of the join link. */
export class JoinButton {
    /** @param {Desk} desk */
    constructor(desk) {
        this.desk = desk;
        this.button = byId("open-code", HTMLButtonElement);
        this.link = "";
        /** @type {import("../../../js/ui/codedialog.js").Code | undefined} */
        this.code = undefined;
        this.button.addEventListener("click", () => this.show());
    }

    show() {
        this.code = { place: "join", query: { link: this.link }, title: [text("codeTitle")] };
        this.desk.showCode(this.code);
    }

    /** @param {import("../../../js/ui/dialogs.js").JoinSettings | undefined} settings */
    know(settings) {
        const link = settings ? openJoinLink(settings) : "";
        const { codes } = this.desk;
        this.button.hidden = link === "";
        if (link !== this.link && codes?.dialog.open && codes.code === this.code) {
            this.link = link;
            link === "" ? codes.dialog.close() : this.show();
        }
        this.link = link;
    }
}

const checkText = checkOf("notice.post", "text", schemas["notice.post"].properties.text);

/** The notices on every screen: shown above the lists, posted and cleared in a dialog. */
export class Notices {
    /** @param {Desk} desk */
    constructor(desk) {
        this.desk = desk;
        this.bar = byId("notices", HTMLElement);
        this.list = byId("notice-list", HTMLElement);
        this.text = byId("notice-text", HTMLTextAreaElement);
        this.level = byId("notice-level", HTMLSelectElement);
        this.until = byId("notice-until", HTMLSelectElement);
        this.problem = byId("notice-problem", HTMLElement);
        byId("notice-form", HTMLFormElement).addEventListener("submit", (event) => {
            event.preventDefault();
            this.post();
        });
    }

    post() {
        const { values, problems } = sortOut({ text: checkText(this.text.value) });
        showProblems(problems, { text: this.text }, { text: this.problem });
        if (problems.length > 0) {
            return;
        }
        /** @type {import("../../../js/tablecast.js").JSONObject} */
        const args = { text: values.text, level: this.level.value };
        if (this.until.value !== "") {
            args.until = new Date(this.desk.nowMs + Number(this.until.value) * 60_000).toISOString();
        }
        this.text.value = "";
        byId("notice-dialog", HTMLDialogElement).close();
        this.desk.perform("notice.post", args, "");
    }

    /** @param {NoticeRows} notices */
    render(notices) {
        // After midnight, times contain the day.
        const times = Object.values(notices).map((notice) => this.desk.time(notice.at));
        if (!isNews(this, [notices, times])) {
            return;
        }
        const entries = Object.entries(notices).sort(([, one], [, other]) =>
            one.at < other.at ? 1 : -1,
        );
        this.bar.replaceChildren(...entries.map(([, notice]) => this.line(notice)));
        this.list.replaceChildren(...entries.map(([id, notice]) => this.item(id, notice)));
    }

    /** @param {NoticeRows[string]} notice */
    line(notice) {
        const line = make("li", { className: `note is-${notice.level}` });
        if (notice.level === "urgent") {
            line.append(make("strong", { className: "is-attention" }, text("urgent")), " ");
        }
        line.append(words(notice.text));
        return line;
    }

    /**
     * @param {string} id
     * @param {NoticeRows[string]} notice
     */
    item(id, notice) {
        const button = makeButton(text("clear"), () => {
            button.ariaDisabled = "true";
            this.desk.perform("notice.clear", { notice: id }, "");
        });
        const properties = { className: "quiet", dateTime: notice.at };
        const time = make("time", properties, this.desk.time(notice.at));
        return make("li", {}, time, words(notice.text, "step-text"), button);
    }
}

/**
 * The unconfirmed parties, who joined by themselves: a line at the foot of the page, so that the lists don't move
 * when it appears, and a sheet with all of them. Each party is announced.
 */
export class Pending {
    /**
     * @param {Desk} desk
     * @param {object} page
     * @param {(row: Row) => void} page.confirm
     * @param {(keys: string[]) => void} page.cancel
     */
    constructor(desk, { confirm, cancel }) {
        this.desk = desk;
        this.part = byId("pending-part", HTMLElement);
        this.line = byId("pending-line", HTMLElement);
        this.sheet = byId("pending-sheet", HTMLDialogElement);
        this.button = byId("confirm-next", HTMLButtonElement);
        this.openAll = byId("open-cancel-all", HTMLButtonElement);
        /** @type {Row[]} */
        this.rows = [];
        /** @type {Set<string> | null} */
        this.known = null;
        /**
         * The parties that have not been announced.
         * @type {Row[]}
         */
        this.unsaid = [];
        this.button.addEventListener("click", () => {
            const [row] = this.rows;
            if (row && !row.isNew) {
                confirm(row);
            }
        });
        this.offerToCancelAll(cancel);
    }

    /**
     * Takes the unconfirmed parties, even while a finger holds the lists.
     * @param {Row[]} rows
     */
    know(rows) {
        const { announcer } = this.desk;
        const known = this.known;
        this.known = new Set([...(known ?? []), ...rows.map(({ key }) => key)]);
        if (announcer.warning === "") {
            this.unsaid = [];
        }
        // Parties from before the page was opened are part of the summary.
        const come = known ? rows.filter(({ key }) => !known.has(key)) : [];
        if (come.length > 0) {
            this.unsaid.push(...come);
            announcer.warn(this.unsaid.map(({ name }) => text("wouldJoin", { name })).join(" "));
        }
    }

    /** @param {Row[]} rows */
    render(rows) {
        this.rows = rows;
        const [first] = rows;
        const isFocused = this.part.querySelector(":focus-visible") !== null;
        this.part.hidden = !first;
        this.openAll.hidden = rows.length < 2;
        if (!first) {
            if (this.sheet.open) {
                this.sheet.close();
            }
            if (isFocused) {
                byId("name", HTMLElement).focus();
            }
            return;
        }
        setText(byId("pending-count", HTMLElement), String(rows.length));
        this.line.replaceChildren(
            make("b", {}, words(first.name)), ` · ${text("partyOf", { size: first.size })}`,
            rows.length > 1 ? ` · ${text("andMore", { count: rows.length - 1 })}` : "",
        );
        setText(this.button, texts.steps.pending);
        this.button.ariaLabel = text("stepLabel", { step: texts.steps.pending, name: first.name });
    }

    /**
     * Offers to cancel all, because a shared public link may bring dozens of fake parties. The confirmation
     * covers only the parties listed when the question was opened.
     * @param {(keys: string[]) => void} cancel
     */
    offerToCancelAll(cancel) {
        const now = byId("cancel-all-now", HTMLButtonElement);
        const dialog = byId("cancel-all", HTMLDialogElement);
        /** @type {string[]} */
        let meant = [];
        this.openAll.addEventListener("click", () => {
            meant = this.rows.map(({ key }) => key);
            setText(byId("cancel-all-title", HTMLElement), text("cancelAllTitle", { count: meant.length }));
            setText(now, text("cancelAll", { count: meant.length }));
            this.desk.open(dialog);
        });
        now.addEventListener("click", () => {
            dialog.close();
            cancel(meant);
        });
    }
}

/** Letters in lower case, without marks. */
const plain = (/** @type {string} */ text) =>
    text.normalize("NFD").replace(/\p{Mn}/gu, "").toLocaleLowerCase();

/** Finds a party in any list by any of its data. */
export class Finder {
    /**
     * @param {(row: Row) => void} choose
     * @param {() => Row[]} all
     */
    constructor(choose, all) {
        this.choose = choose;
        this.all = all;
        this.dialog = byId("find", HTMLDialogElement);
        this.field = byId("find-text", HTMLInputElement);
        this.list = byId("found", HTMLElement);
        this.field.addEventListener("input", () => this.render());
        byId("find-form", HTMLFormElement).addEventListener("submit", (event) => {
            event.preventDefault();
            this.list.querySelector("button")?.click();
        });
        this.dialog.addEventListener("close", () => {
            this.field.value = "";
        });
    }

    render() {
        if (!this.dialog.open) {
            return;
        }
        const asked = plain(this.field.value).split(/\s+/).filter(Boolean);
        const found = this.all().filter(({ name, phone = "", notes = "", number, tags = [] }) => {
            const about = plain([name, phone, notes, number ?? "", ...tags].join(" "));
            return asked.length > 0 && asked.every((each) => about.includes(each));
        });
        const key = found.map((row) => `${row.key} ${row.status} ${row.name}`).join("\n");
        if (this.list.dataset.shown !== key) {
            this.list.dataset.shown = key;
            this.list.replaceChildren(...found.map((row) => this.item(row)));
        }
        byId("found-none", HTMLElement).hidden = asked.length === 0 || found.length > 0;
    }

    /** @param {Row} row */
    item(row) {
        const state = row.leftAt ? texts.statuses[row.status] : text(row.status);
        const button = makeButton("", () => {
            this.dialog.close();
            this.choose(row);
        }, { className: "whole" });
        button.append(words(row.name, "name strong"), make("span", { className: "quiet" }, ` ${row.size} · ${state}`));
        return make("li", {}, button);
    }
}

/**
 * The keyboard shortcuts, which a dialog lists. They do nothing while somebody types or a dialog is open.
 * @param {Record<string, () => void>} keys the actions
 * @param {(size: number) => void} size
 */
export function wireKeys(keys, size) {
    const abouts = {
        n: text("key.name"), "1–8": text("key.size"), c: text("key.call"),
        u: text("key.undo"), "/": text("key.find"), "?": text("key.keys"),
    };
    byId("keys-list", HTMLElement).append(...Object.entries(abouts).flatMap(([key, does]) => [
        make("dt", {}, make("kbd", { className: "badge" }, key)), make("dd", {}, does),
    ]));
    document.addEventListener("keydown", (event) => {
        const { key, target, repeat, ctrlKey, metaKey, altKey, isComposing } = event;
        const isTyping = target instanceof Element && target.matches("input, textarea, select");
        if (isTyping || repeat || ctrlKey || metaKey || altKey || isComposing || openDialogID() !== "") {
            return;
        }
        if (/^[1-8]$/.test(key)) {
            event.preventDefault();
            size(Number(key));
        } else if (key in keys) {
            event.preventDefault();
            keys[key]();
        }
    });
}
