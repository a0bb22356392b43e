// @ts-check
import { byId, make, words } from "../../../js/dom.js";
import { checkOf, sortOut } from "../../../js/ui/checks.js";
import { showProblems } from "../../../js/ui/problems.js";
import { texts } from "./texts.js";

/** @typedef {import("../../../js/tablecast.js").DocumentOf<"notice/display">["notices"]} Rows */

const checkText = checkOf("notice.post", "text");

/**
 * The notices that stand on every screen: shown above the lists, posted and cleared in a dialog.
 */
export class Notices {
    /**
     * @param {import("./deeds.js").Deeds} deeds
     * @param {() => number} now
     * @param {(instant: string | number) => string} time
     */
    constructor(deeds, now, time) {
        this.deeds = deeds;
        this.now = now;
        this.time = time;
        this.bar = byId("notices", HTMLElement);
        this.list = byId("notice-list", HTMLElement);
        this.text = byId("notice-text", HTMLTextAreaElement);
        this.level = byId("notice-level", HTMLSelectElement);
        this.until = byId("notice-until", HTMLSelectElement);
        this.problem = byId("notice-problem", HTMLElement);
        this.shown = "";
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
            args.until = new Date(this.now() + Number(this.until.value) * 60_000).toISOString();
        }
        this.deeds.perform("notice.post", args, "");
        this.text.value = "";
        byId("notice-dialog", HTMLDialogElement).close();
    }

    /** @param {Rows} notices */
    render(notices) {
        // After midnight, times are written with their day.
        const times = Object.values(notices).map((notice) => this.time(notice.at));
        const shown = JSON.stringify([notices, times]);
        if (shown === this.shown) {
            return;
        }
        this.shown = shown;
        const entries = Object.entries(notices).sort(([, one], [, other]) =>
            one.at < other.at ? 1 : -1,
        );
        this.bar.replaceChildren(...entries.map(([, notice]) => this.line(notice)));
        this.list.replaceChildren(...entries.map(([id, notice]) => this.item(id, notice)));
    }

    /** @param {Rows[string]} notice */
    line(notice) {
        const line = make("li", { className: `notice is-${notice.level}` });
        if (notice.level === "urgent") {
            line.append(make("strong", {}, texts.urgent), " ");
        }
        line.append(words(notice.text));
        return line;
    }

    /**
     * @param {string} id
     * @param {Rows[string]} notice
     */
    item(id, notice) {
        const button = make("button", { type: "button" }, texts.clear);
        button.addEventListener("click", () => {
            button.ariaDisabled = "true";
            this.deeds.perform("notice.clear", { notice: id }, "");
        });
        const properties = { className: "quiet", dateTime: notice.at };
        const time = make("time", properties, this.time(notice.at));
        return make("li", {}, time, words(notice.text, "step-text"), button);
    }
}
