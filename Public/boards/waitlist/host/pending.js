// @ts-check
import { byId, setText } from "../../../js/dom.js";
import { texts } from "./texts.js";

/** @typedef {import("./predict.js").Row} Row */

/**
 * The parties that joined by themselves and wait for a host's word. They stand at the bottom of the
 * screen, over the lists, which do not move when one comes, and each is announced.
 */
export class Pending {
    /**
     * @param {import("../../../js/ui/announcer.js").Announcer} announcer
     * @param {(keys: string[]) => void} cancel
     */
    constructor(announcer, cancel) {
        this.announcer = announcer;
        this.cancel = cancel;
        this.part = byId("pending-part", HTMLElement);
        this.count = byId("pending-count", HTMLElement);
        this.openAll = byId("open-cancel-all", HTMLButtonElement);
        /**
         * Who stands in the list.
         * @type {string[]}
         */
        this.shown = [];
        /** @type {Set<string> | null} */
        this.known = null;
        /**
         * Those who came and have not been announced.
         * @type {Row[]}
         */
        this.unsaid = [];
        this.offerToCancelAll();
    }

    /**
     * Who waits for a word now, whether the rows can show it yet or not.
     * @param {Row[]} rows
     */
    know(rows) {
        const known = this.known;
        this.known = new Set([...(known ?? []), ...rows.map(({ key }) => key)]);
        if (this.announcer.warning === "") {
            this.unsaid = [];
        }
        // Those who were there when the page was opened are part of the summary.
        const come = known ? rows.filter(({ key }) => !known.has(key)) : [];
        if (come.length > 0) {
            this.unsaid.push(...come);
            this.announcer.warn(this.unsaid.map(({ name }) => texts.wouldJoin(name)).join(" "));
        }
    }

    /** @param {Row[]} rows */
    render(rows) {
        setText(this.count, String(rows.length));
        this.shown = rows.map(({ key }) => key);
        this.openAll.hidden = rows.length < 2;
    }

    /**
     * A link that hangs at the door may get about, and bring dozens that nobody has seen. Whoever
     * comes while the question is open is not meant.
     */
    offerToCancelAll() {
        const now = byId("cancel-all-now", HTMLButtonElement);
        /** @type {string[]} */
        let meant = [];
        this.openAll.addEventListener("click", () => {
            meant = this.shown;
            setText(byId("cancel-all-title", HTMLElement), texts.cancelAllTitle(meant.length));
            setText(now, texts.cancelAll(meant.length));
        });
        now.addEventListener("click", () => {
            byId("cancel-all", HTMLDialogElement).close();
            this.cancel(meant);
        });
    }

    /**
     * Takes the cursor on to the next one before it goes with the party that is confirmed, down to a
     * button that would call it.
     * @param {string} key
     */
    leadOn(key) {
        const steps = [...this.part.querySelectorAll(".step")];
        const index = this.shown.indexOf(key);
        const next = steps[index + 1] ?? steps[index - 1] ?? byId("name", HTMLElement);
        if (steps[index]?.matches(":focus-visible") && next instanceof HTMLElement) {
            next.focus();
        }
    }
}
