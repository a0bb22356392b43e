// @ts-check
import { byId, make, makeButton, sentenceAbout, words } from "../dom.js";
import { StoredValue } from "../tablecast.js";
import { text } from "../texts.js";

/** @typedef {import("../tablecast.js").JSONObject} JSONObject */

/**
 * A change that was asked for on this screen and not done.
 * @typedef {object} Refusal
 * @property {string} id of the change
 * @property {string} action
 * @property {JSONObject} args
 * @property {string} name what it was about
 * @property {string} sentence with a NUL where the name stands
 * @property {string} at when it was asked for
 */

const refusalsMax = 30;
/** Stands in a sentence where the name goes. */
export const mark = "\u0000";

/**
 * What was not done, and was perhaps not seen to be refused: each stays until somebody dismisses it
 * or tries it again, over a reload too. The bar, which stays in sight, counts them.
 */
export class Refusals {
    /**
     * @param {object} page
     * @param {string} page.place in the tab's storage
     * @param {(instant: string | number) => string} page.time
     * @param {(refusal: Refusal) => void} page.again
     * @param {(text: string) => void} page.copy copies a text, and says so
     * @param {(action: string, args: JSONObject) => string[]} page.typed what somebody wrote
     * @param {(action: string) => boolean} [page.mayTryAgain]
     */
    constructor({ place, time, again, copy, typed, mayTryAgain = () => true }) {
        this.place = new StoredValue(place);
        this.time = time;
        this.again = again;
        this.copy = copy;
        this.typed = typed;
        this.mayTryAgain = mayTryAgain;
        this.part = byId("refused", HTMLElement);
        this.list = byId("refused-list", HTMLElement);
        this.sign = byId("open-refused", HTMLButtonElement);
        this.bar = byId("top", HTMLElement);
        this.sign.addEventListener("click", () => {
            this.list.querySelector("button")?.focus({ preventScroll: true });
            this.part.scrollIntoView();
        });
        /** @type {Refusal[]} */
        this.refusals = this.place.read() ?? [];
        this.render();
    }

    /** @param {Refusal} refusal */
    add(refusal) {
        this.refusals = [...this.refusals, refusal].slice(-refusalsMax);
        this.changed();
    }

    /** @param {string} id */
    remove(id) {
        this.refusals = this.refusals.filter((each) => each.id !== id);
        this.changed();
    }

    changed() {
        this.place.write(this.refusals);
        this.render();
    }

    render() {
        const count = this.refusals.length;
        this.part.hidden = count === 0;
        this.sign.hidden = count === 0;
        this.sign.textContent = text("refusals.count", { count });
        this.bar.classList.toggle("has-undone", count > 0);
        this.list.replaceChildren(...this.refusals.map((refusal) => this.item(refusal)));
    }

    /** @param {Refusal} refusal */
    item(refusal) {
        const { id, action, args, name, sentence, at } = refusal;
        const what = make("p", { className: "step-text" });
        what.append(...sentenceAbout((shown) => sentence.split(mark).join(shown), name));
        const lines = this.typed(action, args);
        const typed = make(
            "ul",
            { className: "typed" },
            ...lines.map((line) => make("li", {}, words(line))),
        );
        const buttons = make("div", { className: "refused-buttons" });
        // An undo was about what was there at that moment.
        if (!action.endsWith(".undo") && this.mayTryAgain(action)) {
            buttons.append(
                makeButton(text("refusals.tryAgain"), () => {
                    this.remove(id);
                    this.again(refusal);
                }),
            );
        }
        if (lines.length > 0) {
            buttons.append(makeButton(text("refusals.copy"), () => this.copy(lines.join("\n"))));
        }
        buttons.append(makeButton(text("refusals.dismiss"), () => this.remove(id)));
        const time = make("time", { className: "quiet", dateTime: at }, this.time(at));
        const body = make("div", { className: "refused-body" }, what, typed);
        return make("li", {}, time, body, buttons);
    }
}
