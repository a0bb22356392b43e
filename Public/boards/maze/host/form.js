// @ts-check
import { byId, make, setText } from "../../../js/dom.js";
import { showProblems, takeBackProblem } from "../../../js/ui/problems.js";
import { texts } from "./texts.js";

/** The sizes by name, with how many rooms a side they have. */
export const sizes = { small: "16 × 9", medium: "32 × 18", large: "48 × 27", huge: "60 × 60" };
const fields = ["maze", "conditions", "concurrency"];

/** The form for a new maze: how large, or which one, and from whom. */
export class NewMaze {
    /** @param {(args: import("../../../js/tablecast.js").JSONObject) => void} explore */
    constructor(explore) {
        this.explore = explore;
        this.form = byId("new", HTMLFormElement);
        this.button = byId("explore", HTMLButtonElement);
        this.server = byId("server", HTMLSelectElement);
        this.conditions = byId("conditions", HTMLSelectElement);
        /** @type {Record<string, HTMLInputElement>} */
        this.inputs = {
            maze: byId("maze", HTMLInputElement),
            conditions: byId("own-conditions", HTMLInputElement),
            concurrency: byId("concurrency", HTMLInputElement),
        };
        /** @type {Record<string, HTMLElement>} */
        this.places = {
            ...Object.fromEntries(fields.map((field) => [field, byId(`${field}-problem`, HTMLElement)])),
            url: byId("server-problem", HTMLElement),
        };
        /** The size that was chosen here; empty for the setting's. */
        this.size = "";
        this.usualSize = "medium";
        this.buttons = Object.entries(sizes).map(([name, rooms]) => this.sizeButton(name, rooms));
        byId("sizes", HTMLElement).append(...this.buttons);
        this.conditions.append(...Object.entries(texts.conditions).map(
            ([name, words]) => make("option", { value: name === "usual" ? "" : name }, words),
        ));
        /** @type {string[]} */
        this.apis = [];
        this.showServers([]);
        this.form.addEventListener("submit", (event) => {
            event.preventDefault();
            if (this.button.ariaDisabled !== "true") {
                this.explore(this.args());
            }
        });
        this.form.addEventListener("input", ({ target }) => {
            const field = fields.find((each) => this.inputs[each] === target);
            if (field) {
                takeBackProblem(this.inputs[field], this.places[field]);
            }
            this.draw();
        });
    }

    /**
     * @param {string} name
     * @param {string} rooms
     */
    sizeButton(name, rooms) {
        const button = make(
            "button",
            { type: "button", className: "size" },
            make("span", { className: "size-name" }, texts.sizes[name]),
            make("span", { className: "size-rooms figures" }, rooms),
        );
        button.dataset.size = name;
        button.addEventListener("click", () => {
            this.size = name;
            this.inputs.maze.value = "";
            takeBackProblem(this.inputs.maze, this.places.maze);
            this.draw();
        });
        return button;
    }

    /** What is asked for. */
    args() {
        const { maze, conditions, concurrency } = this.inputs;
        const code = maze.value.trim().toLowerCase();
        const [isForeign, isOwn] = [this.server.value !== "", this.conditions.value === "own"];
        /** @type {Record<string, string | number | undefined>} */
        const args = isForeign ? { url: this.server.value } : {
            size: code === "" ? this.size || undefined : undefined,
            maze: code === "" ? undefined : code,
            conditions: isOwn ? conditions.value.trim() : this.conditions.value || undefined,
        };
        const count = concurrency.value.trim();
        if (count !== "") {
            // What is no number, the hub says best.
            args.concurrency = Number.isNaN(Number(count)) ? count : Number(count);
        }
        const given = Object.entries(args).filter(([, value]) => value !== undefined);
        return /** @type {import("../../../js/tablecast.js").JSONObject} */ (Object.fromEntries(given));
    }

    /**
     * @param {{field: string, message: string}[]} problems
     * @returns {boolean} whether each has its place here
     */
    showProblems(problems) {
        if (problems.some(({ field }) => field !== "maze")) {
            byId("more", HTMLDetailsElement).open = true;
        }
        return showProblems(problems, this.inputs, this.places);
    }

    /** @param {string[]} apis the addresses of other servers that the owner has allowed */
    showServers(apis) {
        if (this.server.options.length > 0 && apis.join(" ") === this.apis.join(" ")) {
            return;
        }
        const chosen = this.server.value;
        this.apis = apis;
        this.server.replaceChildren(
            make("option", { value: "" }, texts.ownServer),
            ...apis.map((address) => make("option", { value: address }, address)),
        );
        this.server.value = apis.includes(chosen) ? chosen : "";
    }

    /** @param {{size?: string, apis?: string[]} | undefined} settings */
    know(settings) {
        this.usualSize = settings?.size ?? this.usualSize;
        this.showServers(settings?.apis ?? []);
    }

    draw() {
        const isForeign = this.server.value !== "";
        const hasCode = this.inputs.maze.value.trim() !== "";
        for (const button of this.buttons) {
            const isChosen = button.dataset.size === (this.size || this.usualSize);
            button.ariaPressed = String(isChosen && !hasCode);
        }
        byId("own", HTMLElement).hidden = isForeign;
        byId("server-part", HTMLElement).hidden = this.apis.length === 0;
        byId("conditions-part", HTMLElement).hidden = isForeign;
        byId("own-conditions-part", HTMLElement).hidden = isForeign || this.conditions.value !== "own";
    }

    /**
     * @param {boolean} isFirst whether this is what is done first
     * @param {boolean} isOff
     * @param {boolean} isBusy
     */
    showButton(isFirst, isOff, isBusy) {
        this.button.className = isFirst ? "action" : "";
        this.button.ariaDisabled = String(isOff || isBusy);
        setText(this.button, isBusy ? texts.asked : texts.explore);
    }
}
