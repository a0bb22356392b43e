// @ts-check
import { make, setText, words } from "../../../js/dom.js";
import { stepOfLine } from "./rounds.js";
import { texts } from "./texts.js";

/** @typedef {import("./rounds.js").Line} Line */

/** One line of a round: a button that takes its next step. */
export class LineView {
    /**
     * @param {string} id
     * @param {(id: string, isByKeyboard: boolean) => void} step
     */
    constructor(id, step) {
        this.quantity = make("span", { className: "quantity figures" });
        this.name = words("", "dish");
        this.notes = words("", "notes");
        this.station = words("", "station");
        this.status = make("span", { className: "status" });
        const what = make("span", { className: "what" }, this.name, this.notes, this.station);
        this.button = make(
            "button",
            { type: "button", className: "line" },
            this.quantity,
            what,
            this.status,
        );
        this.button.addEventListener("click", ({ detail }) => step(id, detail === 0));
        this.element = make("li", {}, this.button);
    }

    /**
     * @param {Line} line
     * @param {boolean} hasStation whether lines of several stations stand together
     */
    update(line, hasStation) {
        const { name, quantity, status, notes = "", station = "" } = line;
        const said = texts.statuses[status] ?? status;
        setText(this.quantity, texts.quantity(quantity));
        this.quantity.classList.toggle("is-many", quantity > 1);
        setText(this.name, name);
        setText(this.notes, notes);
        setText(this.station, hasStation ? station : "");
        setText(this.status, status === "placed" ? "" : said);
        this.button.dataset.status = status;
        this.button.classList.toggle("is-pending", Boolean(line.isPending));
        const step = stepOfLine(line);
        this.button.ariaDisabled = String(step === undefined);
        const what = [texts.quantity(quantity), name, notes, hasStation ? station : "", said];
        const sentence = what.filter(Boolean).join(", ");
        this.button.ariaLabel =
            step === undefined ? sentence : texts.stepLabel(texts.lineSteps[status], sentence);
    }
}
