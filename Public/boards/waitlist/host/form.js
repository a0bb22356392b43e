// @ts-check
import { byId, make } from "../../../js/dom.js";
import { sortOut } from "../../../js/ui/checks.js";
import { elapsedMs } from "../../../js/now.js";
import { showProblems, takeBackProblem } from "../../../js/ui/problems.js";
import { StoredValue } from "../../../js/tablecast.js";
import { checkName, checkSize } from "./checks.js";
import { texts } from "./texts.js";

/** An empty form that is sent within this time of an addition is the second tap of a double tap. */
const doubleTapMs = 500;
const tapSizes = [1, 2, 3, 4, 5, 6, 7, 8];

/** The form that adds a party: always there, and always ready for the next one. */
export class AddForm {
    /**
     * @param {(name: string, size: number) => void} add
     * @param {string} place in the tab's storage, for what was typed and not added
     */
    constructor(add, place) {
        this.add = add;
        this.place = new StoredValue(place);
        this.addedAtMs = -Infinity;
        this.inputs = {
            name: byId("name", HTMLInputElement),
            size: byId("size", HTMLInputElement),
        };
        this.problems = {
            name: byId("name-problem", HTMLElement),
            size: byId("size-problem", HTMLElement),
        };
        this.buttons = tapSizes.map((size) => this.button(size));
        byId("sizes", HTMLElement).append(...this.buttons);
        this.inputs.name.addEventListener("input", () => this.mend("name"));
        this.inputs.size.addEventListener("input", () => this.mend("size"));
        byId("add", HTMLFormElement).addEventListener("submit", (event) => {
            event.preventDefault();
            this.submit();
        });
        this.resume();
    }

    /** Goes on with what was typed before the page was loaded anew. */
    resume() {
        const { name = "", size = "" } = this.place.read() ?? {};
        this.inputs.name.value = name;
        this.inputs.size.value = size;
        this.showSize();
    }

    /** Keeps what is typed over a reload of the page. */
    keepDraft() {
        const [name, size] = [this.inputs.name.value, this.inputs.size.value];
        this.place.write(name + size === "" ? null : { name, size });
    }

    /** @param {number} size */
    button(size) {
        const ariaLabel = texts.partyOf(size);
        const properties = { type: "button", ariaPressed: "false", ariaLabel };
        const button = make("button", properties, String(size));
        // The cursor stays in the name, so that Enter adds and a tablet's keyboard does not come
        // and go.
        button.addEventListener("pointerdown", (event) => event.preventDefault());
        button.addEventListener("mousedown", (event) => event.preventDefault());
        button.addEventListener("click", () => {
            this.inputs.size.value = String(size);
            this.mend("size");
        });
        return button;
    }

    /**
     * Removes the problem of a field that is being changed, and shows which size is chosen.
     * @param {"name" | "size"} field
     */
    mend(field) {
        takeBackProblem(this.inputs[field], this.problems[field]);
        // An empty form is no mistake: it waits for the next party.
        if (this.inputs.name.value.trim() === "" && this.inputs.size.value.trim() === "") {
            showProblems([], this.inputs, this.problems);
        }
        this.showSize();
    }

    showSize() {
        const size = this.inputs.size.value.trim();
        tapSizes.forEach((each, index) => {
            this.buttons[index].ariaPressed = String(String(each) === size);
        });
    }

    submit() {
        const isEmpty = this.inputs.name.value === "" && this.inputs.size.value === "";
        if (isEmpty && elapsedMs() - this.addedAtMs < doubleTapMs) {
            return;
        }
        const { values, problems } = sortOut({
            name: checkName(this.inputs.name.value),
            size: checkSize(this.inputs.size.value),
        });
        showProblems(problems, this.inputs, this.problems);
        if (problems.length === 0) {
            this.inputs.name.value = "";
            this.inputs.size.value = "";
            this.showSize();
            this.inputs.name.focus();
            this.addedAtMs = elapsedMs();
            this.add(values.name, values.size);
        }
    }

    /**
     * Shows what the server found wrong with an addition, with what was typed, unless the next
     * party is being typed already.
     * @param {string} name
     * @param {number} size
     * @param {import("../../../js/ui/problems.js").Problem[]} problems
     * @returns {boolean} whether it could be shown
     */
    show(name, size, problems) {
        if (this.inputs.name.value !== "" || this.inputs.size.value !== "") {
            return false;
        }
        this.inputs.name.value = name;
        this.inputs.size.value = String(size);
        this.showSize();
        return showProblems(problems, this.inputs, this.problems);
    }
}
