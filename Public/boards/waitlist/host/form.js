// @ts-check
import { sortOut } from "../../../js/ui/checks.js";
import { byId, elapsedMs, make, showProblems, StoredValue, takeBackProblem, text } from "../../../js/ui/page.js";
import { checkName, checkNotes, checkPhone, checkSize, checkTags } from "./checks.js";
import { texts } from "./lists.js";

/**
 * The texts typed in a party's fields, by name, and the former values.
 * @typedef {Record<string, {text: string, seen: any}>} Draft
 */

/** @typedef {"name" | "size" | "phone" | "notes" | "tags"} FieldName */
/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */

/** @type {Record<FieldName, (text: string) => import("./checks.js").Checked>} */
export const checks = {
    name: checkName,
    size: checkSize,
    phone: checkPhone,
    notes: checkNotes,
    tags: checkTags,
};
export const fieldNames = /** @type {FieldName[]} */ (Object.keys(checks));

const draftsMax = 30;
/** An empty form submitted this soon after an addition is due to a double tap. */
const doubleTapMs = 500;
const tapSizes = [1, 2, 3, 4, 5, 6, 7, 8];
/** The step that a key makes among the sizes. */
const steps = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowLeft: -1 });

/** The unsaved texts about parties, which survive a reload of the page. */
export class Drafts {
    /** @param {string} place in the tab's storage */
    constructor(place) {
        this.place = new StoredValue(place);
        /** @type {Map<string, Draft>} */
        this.drafts = new Map(this.place.read() ?? []);
    }

    /** The parties with typed texts. */
    get parties() {
        return [...this.drafts.keys()];
    }

    /** @param {string} party */
    of(party) {
        return this.drafts.get(party);
    }

    /**
     * @param {string} party
     * @param {Draft} [draft] left out to discard it
     */
    keep(party, draft) {
        if (!draft && !this.drafts.has(party)) {
            return;
        }
        this.drafts.delete(party);
        if (draft) {
            this.drafts.set(party, draft);
        }
        this.drafts = new Map([...this.drafts].slice(-draftsMax));
        this.place.write([...this.drafts]);
    }
}

/**
 * The typed text about a party, one line for each field.
 * @param {Record<string, any>} values
 */
export function typedLines(values) {
    return fieldNames
        .filter((name) => values[name] !== undefined)
        .map((name) => `${texts.fields[name]}: ${textOf(values[name])}`);
}

/**
 * The typed text about a party as the arguments of an edit; invalid text as typed.
 * @param {Draft} draft
 * @returns {JSONObject}
 */
export function typedArgs(draft) {
    const typed = Object.entries(draft).map(([name, { text }]) => {
        const { value, problem } = checks[/** @type {FieldName} */ (name)](text);
        return [name, problem === undefined ? value : text];
    });
    const was = Object.entries(draft).map(([name, { seen }]) => [name, seen]);
    return { ...Object.fromEntries(typed), was: Object.fromEntries(was) };
}

/** @param {any} value */
export function textOf(value) {
    return Array.isArray(value) ? value.join(", ") : String(value ?? "");
}

/**
 * The form that adds a party, always ready for the next one. On a phone it opens over the lists.
 */
export class AddForm {
    /**
     * @param {(name: string, size: number) => void} add
     * @param {string} place in the tab's storage, for typed text
     */
    constructor(add, place) {
        this.add = add;
        this.place = new StoredValue(place);
        this.addedAtMs = -Infinity;
        this.form = byId("add", HTMLFormElement);
        this.opener = byId("open-add", HTMLButtonElement);
        this.inputs = {
            name: byId("name", HTMLInputElement),
            size: byId("size", HTMLInputElement),
        };
        this.problems = {
            name: byId("name-problem", HTMLElement),
            size: byId("size-problem", HTMLElement),
        };
        this.buttons = tapSizes.map((size) => this.button(size));
        const sizes = byId("sizes", HTMLElement);
        sizes.append(...this.buttons);
        sizes.addEventListener("keydown", (event) => this.lead(event));
        this.inputs.name.addEventListener("input", () => this.mend("name"));
        this.inputs.size.addEventListener("input", () => this.mend("size"));
        this.form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.submit();
        });
        this.form.addEventListener("keydown", ({ key, target, isComposing }) => {
            if (key === "Escape" && !isComposing && this.isOpen) {
                this.turn(false);
            } else if (key === "Escape" && !isComposing && target instanceof HTMLElement) {
                // Leaves the field, so that keys are shortcuts.
                target.blur();
            }
        });
        this.opener.addEventListener("click", () => this.turn(true));
        byId("close-add", HTMLButtonElement).addEventListener("click", () => this.turn(false));
        this.resume();
    }

    /** Whether the form is open, over the lists. */
    get isOpen() {
        return this.opener.ariaExpanded === "true";
    }

    /** @param {boolean} isOpen */
    turn(isOpen) {
        this.opener.ariaExpanded = String(isOpen);
        this.form.classList.toggle("is-open", isOpen);
        (isOpen ? this.inputs.name : this.opener).focus();
    }

    /** Focuses the name, after opening the form if necessary. */
    focus() {
        this.turn(this.opener.getClientRects().length > 0);
        this.inputs.name.focus();
    }

    /** Restores the text typed before a reload. */
    resume() {
        const { name = "", size = "" } = this.place.read() ?? {};
        this.inputs.name.value = name;
        this.inputs.size.value = size;
        this.showSize();
    }

    /** Stores typed text, so that it survives a reload. */
    keepDraft() {
        const [name, size] = [this.inputs.name.value, this.inputs.size.value];
        this.place.write(name + size === "" ? null : { name, size });
    }

    /** @param {number} size */
    button(size) {
        const ariaLabel = text("partyOf", { size });
        const properties = { type: "button", className: "chip figures", ariaPressed: "false", ariaLabel };
        const button = make("button", properties, String(size));
        // Keeps the focus in the name, so that Enter adds the party and a tablet's keyboard stays.
        button.addEventListener("pointerdown", (event) => event.preventDefault());
        button.addEventListener("mousedown", (event) => event.preventDefault());
        button.addEventListener("click", ({ detail }) => {
            if (detail === 0 && button.ariaPressed === "true") {
                // From the keyboard, Enter chooses a size and then adds the party.
                this.submit();
            } else {
                this.choose(size);
            }
        });
        return button;
    }

    /** @param {number} size */
    choose(size) {
        this.inputs.size.value = String(size);
        this.mend("size");
    }

    /**
     * Moves between the sizes by the arrow keys. All sizes are one stop of the Tab key.
     * @param {KeyboardEvent} event
     */
    lead(event) {
        const step = steps[event.key];
        const index = this.buttons.findIndex((button) => button === event.target);
        if (step && index >= 0) {
            event.preventDefault();
            const next = this.buttons[(index + step + this.buttons.length) % this.buttons.length];
            this.buttons.forEach((button) => {
                button.tabIndex = button === next ? 0 : -1;
            });
            next.focus();
        }
    }

    /**
     * Removes the problem of an edited field, and shows the chosen size.
     * @param {"name" | "size"} field
     */
    mend(field) {
        takeBackProblem(this.inputs[field], this.problems[field]);
        // An empty form has no problem: it waits for the next party.
        if (this.inputs.name.value.trim() === "" && this.inputs.size.value.trim() === "") {
            showProblems([], this.inputs, this.problems);
        }
        this.showSize();
    }

    showSize() {
        const size = this.inputs.size.value.trim();
        const chosen = tapSizes.findIndex((each) => String(each) === size);
        this.buttons.forEach((button, index) => {
            button.ariaPressed = String(index === chosen);
            button.tabIndex = index === Math.max(0, chosen) ? 0 : -1;
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
            if (this.isOpen) {
                this.turn(false);
            } else {
                this.inputs.name.focus();
            }
            this.addedAtMs = elapsedMs();
            this.add(values.name, values.size);
        }
    }

    /**
     * Shows a refused party's values with the problems, unless the next party is being typed.
     * @param {string} name
     * @param {number} size
     * @param {import("../../../js/ui/page.js").Problem[]} problems
     * @returns {boolean} whether it could be shown
     */
    show(name, size, problems) {
        const isFree = this.inputs.name.value === "" && this.inputs.size.value === "";
        if (!isFree || problems.length === 0) {
            return false;
        }
        this.focus();
        this.inputs.name.value = name;
        this.inputs.size.value = String(size);
        this.showSize();
        return showProblems(problems, this.inputs, this.problems);
    }
}
