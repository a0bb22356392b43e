// @ts-check
import { byId, make } from "../js/dom.js";
import { showProblems, takeBackProblem } from "../js/problems.js";
import { checkName, checkSize } from "./checks.js";
import { texts } from "./texts.js";

const tapSizes = [1, 2, 3, 4, 5, 6, 7, 8];

/** The form that adds a party: always there, and always ready for the next one. */
export class AddForm {
    /** @param {(name: string, size: number) => void} add */
    constructor(add) {
        this.add = add;
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
    }

    /** @param {number} size */
    button(size) {
        const ariaLabel = texts.sizeButton(size);
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
     * Takes back what was said of a field that is being changed, and shows which size is chosen.
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
        const name = checkName(this.inputs.name.value);
        const size = checkSize(this.inputs.size.value);
        const problems = [];
        if (name.problem !== undefined) {
            problems.push({ field: "name", message: name.problem });
        }
        if (size.problem !== undefined) {
            problems.push({ field: "size", message: size.problem });
        }
        showProblems(problems, this.inputs, this.problems);
        if (name.value !== undefined && size.value !== undefined) {
            this.inputs.name.value = "";
            this.inputs.size.value = "";
            this.showSize();
            this.inputs.name.focus();
            this.add(name.value, size.value);
        }
    }

    /**
     * Shows what the server found wrong with an addition, with what was typed, unless the next
     * party is being typed already.
     * @param {string} name
     * @param {number} size
     * @param {import("../js/problems.js").Problem[]} problems
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
