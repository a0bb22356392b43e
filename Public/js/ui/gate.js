// @ts-check
import { PINEntry } from "./pinentry.js";
import { closeByTap } from "./dialog.js";
import { make } from "../dom.js";
import { text } from "../texts.js";

/** A change that waits for the PIN. */
/** @typedef {{again: () => void, leave: () => void}} Waiting */

/**
 * The dialog that asks an owner for the PIN before a change to devices, links or the PIN itself. A
 * page that has one links `/css/pad.css`.
 */
export class PINGate {
    /**
     * @param {string} venue
     * @param {import("./announcer.js").Announcer} announcer
     */
    constructor(venue, announcer) {
        this.announcer = announcer;
        this.dialog = gateDialog();
        document.body.append(this.dialog);
        /** @type {Map<string, Waiting>} */
        this.waiting = new Map();
        const done = (/** @type {boolean} */ isLetIn) => this.close(isLetIn);
        const place = `/v1/${venue}/unlock?as=owner`;
        this.entry = new PINEntry(place, announcer, done, this.dialog);
        closeByTap(this.dialog);
        this.dialog.addEventListener("close", () => {
            // It may have been opened again since.
            if (!this.dialog.open) {
                this.close(false);
            }
        });
    }

    /**
     * Asks for the PIN, and then sends what waits for it again.
     * @param {string} id of the change
     * @param {() => void} again
     * @param {() => void} leave nobody entered the PIN
     */
    demand(id, again, leave) {
        this.waiting.set(id, { again, leave });
        if (!this.dialog.open) {
            this.entry.reset();
            // Nothing beside the open dialog is heard.
            const { region } = this.announcer;
            const place = region.parentElement ?? document.body;
            this.dialog.addEventListener("close", () => place.append(region), { once: true });
            this.dialog.append(region);
            this.dialog.showModal();
        }
    }

    /** @param {boolean} isLetIn */
    close(isLetIn) {
        const waiting = [...this.waiting.values()];
        this.waiting.clear();
        this.entry.reset();
        this.dialog.close();
        for (const { again, leave } of waiting) {
            (isLetIn ? again : leave)();
        }
    }
}

function gateDialog() {
    const close = make("button", { type: "button", className: "plain" }, text("close"));
    close.dataset.close = "";
    return make(
        "dialog",
        { id: "gate", className: "gate", "aria-labelledby": "gate-title", "aria-describedby": "gate-about" },
        make(
            "div",
            { className: "dialog-head" },
            make("h2", { id: "gate-title" }, text("gate.title")),
            close,
        ),
        make("p", { id: "gate-about" }, text("gate.about")),
        make("p", { className: "dots", id: "dots", role: "img", ariaLabel: text("pad.noDigits") }),
        make("p", { className: "say", id: "say", role: "status" }),
        make("div", {
            className: "pad",
            id: "pad",
            role: "group",
            "aria-labelledby": "gate-title",
            tabIndex: -1,
            autofocus: true,
        }),
        make(
            "p",
            { className: "about" },
            text("gate.forgotten"),
            " ",
            make("b", {}, "tablecast link --role owner"),
        ),
    );
}
