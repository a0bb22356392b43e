// @ts-check
import { byId, make, makeButton, sentenceAbout, words } from "../../../js/dom.js";
import { StoredValue } from "../../../js/tablecast.js";
import { texts } from "./texts.js";

/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */

/**
 * A change that was asked for on this screen and not done.
 * @typedef {object} Refusal
 * @property {string} id of the change
 * @property {string} action
 * @property {JSONObject} args
 * @property {string} name whom it was about
 * @property {string} sentence with a NUL where the name stands
 * @property {string} at when it was asked for
 */

const refusalsMax = 30;
/** Stands in a sentence where the name goes. */
export const mark = "\u0000";
/** These are not tried again: they were about what was there at that moment. */
const once = new Set(["waitlist.call_next", "notice.clear"]);

/**
 * What was not done, and was perhaps not seen to be refused: each stays until somebody dismisses it
 * or tries it again, over a reload too. The bar, which stays in sight, counts them.
 */
export class Refused {
    /**
     * @param {string} place in the tab's storage
     * @param {(instant: string | number) => string} time
     * @param {(refusal: Refusal) => void} again
     * @param {(change: () => void, isByOthers: boolean) => void} around wraps what moves the lists
     * @param {(text: string) => void} copy copies a text, and says so
     */
    constructor(place, time, again, around, copy) {
        this.around = around;
        this.copy = copy;
        this.place = new StoredValue(place);
        this.time = time;
        this.again = again;
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

    /**
     * @param {Refusal} refusal
     */
    add(refusal) {
        this.refusals = [...this.refusals, refusal].slice(-refusalsMax);
        this.changed(true);
    }

    /** @param {string} id */
    remove(id) {
        this.refusals = this.refusals.filter((each) => each.id !== id);
        this.changed(false);
    }

    /** @param {boolean} isByOthers */
    changed(isByOthers) {
        this.place.write(this.refusals);
        this.around(() => this.render(), isByOthers);
    }

    render() {
        const count = this.refusals.length;
        this.part.hidden = count === 0;
        this.sign.hidden = count === 0;
        this.sign.textContent = texts.notDone(count);
        this.bar.classList.toggle("has-undone", count > 0);
        this.list.replaceChildren(...this.refusals.map((refusal) => this.item(refusal)));
    }

    /** @param {Refusal} refusal */
    item(refusal) {
        const { id, action, args, name, sentence, at } = refusal;
        const what = make("p", { className: "step-text" });
        what.append(...sentenceAbout((shown) => sentence.split(mark).join(shown), name));
        const typed = make("ul", { className: "typed" }, ...typedTexts(action, args));
        const buttons = make("div", { className: "refused-buttons" });
        if (!once.has(action) && !action.endsWith(".undo")) {
            buttons.append(
                makeButton(texts.tryAgain, () => {
                    this.remove(id);
                    this.again(refusal);
                }),
            );
        }
        if (typed.childElementCount > 0) {
            buttons.append(makeButton(texts.copy, () => this.copy(typed.innerText)));
        }
        buttons.append(makeButton(texts.dismiss, () => this.remove(id)));
        const time = make("time", { className: "quiet", dateTime: at }, this.time(at));
        const body = make("div", { className: "refused-body" }, what, typed);
        return make("li", {}, time, body, buttons);
    }
}

/**
 * What somebody wrote, one line for each field.
 * @param {string} action
 * @param {JSONObject} args
 */
function typedTexts(action, args) {
    if (action === "notice.post") {
        return [make("li", {}, words(String(args.text)))];
    }
    return Object.entries(texts.fields)
        .filter(([field]) => args[field] !== undefined)
        .map(([field, label]) => {
            const value = args[field];
            const text = Array.isArray(value) ? value.join(", ") : String(value ?? "");
            return make("li", {}, `${label}: `, words(text));
        });
}
