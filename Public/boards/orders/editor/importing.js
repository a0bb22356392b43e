// @ts-check
import { byId, make, setText } from "../../../js/dom.js";
import { request } from "../../../js/now.js";
import { counted, reasonOf, text } from "../../../js/texts.js";

const fileBytesMax = 4 * 1024 * 1024;

/**
 * Imports a menu from a file: first the hub only says what would happen, then it is done.
 */
export class Import {
    /**
     * @param {string} address where the menu is imported
     * @param {(answer: any, file: string) => void} done
     */
    constructor(address, done) {
        this.address = address;
        this.done = done;
        this.dialog = byId("import", HTMLDialogElement);
        this.input = byId("import-file", HTMLInputElement);
        this.outcome = byId("outcome", HTMLElement);
        this.problems = byId("import-problems", HTMLElement);
        this.now = byId("import-now", HTMLButtonElement);
        /** @type {File | undefined} */
        this.file = undefined;
        this.input.addEventListener("change", () => void this.look());
        this.now.addEventListener("click", () => void this.take());
        this.dialog.addEventListener("close", () => this.reset());
    }

    reset() {
        this.input.value = "";
        this.file = undefined;
        this.outcome.replaceChildren();
        this.problems.replaceChildren();
        this.problems.hidden = true;
        this.now.hidden = true;
    }

    /** @param {boolean} isDry */
    async send(isDry) {
        const { file } = this;
        if (!file) {
            return undefined;
        }
        if (file.size > fileBytesMax) {
            return { detail: text("importTooLarge") };
        }
        try {
            const answer = await request(isDry ? `${this.address}&dry=1` : this.address, {
                method: "POST",
                headers: { "Content-Type": "application/json" },
                body: file,
            });
            const told = await answer.json();
            return answer.ok ? told : { ...told, isRefused: true };
        } catch {
            return { detail: text("importUnreachable") };
        }
    }

    async look() {
        this.file = this.input.files?.[0];
        const { file } = this;
        this.now.hidden = true;
        setText(this.outcome, text("importLooking"));
        const told = await this.send(true);
        // Another file may have been chosen meanwhile.
        if (told && file === this.file) {
            this.show(told);
        }
    }

    /** @param {any} told */
    show(told) {
        const problems = /** @type {any[]} */ (told.problems ?? []);
        this.problems.replaceChildren(
            ...problems.map((problem) => make("li", {}, problemText(problem))),
        );
        this.problems.hidden = problems.length === 0;
        this.problems.scrollTop = 0;
        if (told.added === undefined) {
            const why = problems.length > 0
                ? []
                : [make("p", {}, reasonOf(told, "orders") || (told.detail ?? text("importUnreachable")))];
            this.outcome.replaceChildren(
                make("p", { className: "is-wrong" }, text("importRefused")),
                ...why,
            );
            return;
        }
        const parts = [
            counted("importAdded", told.added), counted("importChanged", told.changed),
            counted("importUnchanged", told.unchanged), counted("importSections", told.sections),
        ];
        const nodes = [make("p", { className: "outcome-sum" }, parts.join(", "))];
        if (told.ignored?.length > 0) {
            nodes.push(
                make(
                    "p",
                    { className: "quiet" },
                    text("importIgnored", { keys: told.ignored.join(", ") }),
                ),
            );
        }
        const isNothing = told.added + told.changed + told.sections === 0;
        if (isNothing) {
            nodes.push(make("p", { className: "quiet" }, text("importNothing")));
        }
        const leftOut = new Set(problems.map(({ dish }) => dish)).size;
        if (leftOut > 0) {
            // Their list follows.
            nodes.push(
                make("p", { className: "is-attention" }, counted("importLeftOut", leftOut)),
            );
        }
        this.outcome.replaceChildren(...nodes);
        this.now.hidden = isNothing;
        setText(this.now, counted("importNow", told.added + told.changed));
    }

    async take() {
        if (this.now.ariaDisabled === "true") {
            return;
        }
        this.now.ariaDisabled = "true";
        const name = this.file?.name ?? "";
        const told = await this.send(false);
        this.now.ariaDisabled = "false";
        if (told?.added === undefined) {
            this.show(told ?? {});
            return;
        }
        this.dialog.close();
        this.done(told, name);
    }
}

/**
 * Where in the file something is wrong, and what.
 * @param {{line: number, dish?: number, column?: number, field?: string, message: string}} problem
 */
function problemText({ line, dish, column, field = "", message }) {
    return dish === undefined
        ? text("importAt", { line, column: column ?? 1, message })
        : text("importProblem", { line, dish, field, message });
}
