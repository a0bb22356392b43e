// @ts-check
import {
    addStyles, busyUntil, make, makeButton, panelTexts, setText, StoredValue,
} from "../../../js/ui/page.js";

/**
 * @typedef {object} Context
 * @property {import("../../../js/tablecast.js").Sync} sync
 * @property {import("../../../js/ui/page.js").PageState} state with the party that waits
 * @property {(sentence: string, intervalMs?: number) => void} say
 * @property {(isFilled: boolean) => void} fill lets the panel fill the page, or ends that
 */

const folder = "/boards/maze/guest";
const view = "maze/display";
const invitation = "maze/invitation";
/** The maze's fragment in the page's address. */
const place = "#maze";
/** The states in which guests have time to walk. */
const waiting = ["pending", "waiting"];

/**
 * The panel for a waiting guest, which leads into the maze while there is one. The script for walking
 * is loaded when the maze is opened.
 * @param {HTMLElement} element
 * @param {Context} context
 */
export async function mount(element, context) {
    return new Walk(element, context, await panelTexts(folder));
}

class Walk {
    /**
     * @param {HTMLElement} element
     * @param {Context} context
     * @param {Record<string, string>} texts
     */
    constructor(element, context, texts) {
        this.element = element;
        this.context = context;
        this.texts = texts;
        this.status = "";
        this.isOpen = false;
        /**
         * The opened maze, once it is loaded.
         * @type {import("./maze.js").Maze | null}
         */
        this.maze = null;
        /**
         * Answers that arrived before it was loaded.
         * @type {[import("../../../js/tablecast.js").Entry, any][]}
         */
        this.early = [];
        this.wantsToJoin = false;
        /** The walker that this phone made. */
        this.kept = new StoredValue(`tablecast.${context.state.venue}.maze.${context.state.subject}`);
        this.problem = make("p", { className: "problem" });
        this.button = makeButton("", () => this.open(), { className: "action" });
        this.card = make(
            "div",
            { className: "addition stack box" },
            make("h2", { id: "walk-title" }, texts.title),
            make("p", {}, texts.about),
            this.problem,
            this.button,
        );
        element.classList.add("walk");
        element.setAttribute("aria-labelledby", "walk-title");
        element.append(this.card);
        window.addEventListener("popstate", () => this.follow());
        // The whole maze is too much data for a phone on which nobody walks.
        context.sync.subscribe(invitation);
    }

    /** Whether the house has a maze to walk in. */
    get hasMaze() {
        return this.context.sync.doc(invitation)?.run !== undefined;
    }

    /** Whether the guest still waits. A guest whose table is ready may finish the race. */
    get isWaiting() {
        return waiting.includes(this.status) || (this.status === "ready" && this.kept.read() !== null);
    }

    /** @param {any} doc the view of the waiting guest */
    render(doc) {
        const before = this.status;
        this.status = doc?.party?.status ?? "";
        if (this.status === "ready" && before !== "ready" && before !== "") {
            // The message about the table comes before the maze.
            this.close();
            window.scrollTo({ top: 0 });
        }
        this.follow();
        this.maze?.draw();
    }

    // MARK: Opening and closing

    open() {
        this.wantsToJoin = true;
        if (location.hash !== place) {
            history.pushState({ isMaze: true }, "", place);
        }
        this.follow();
    }

    close() {
        if (location.hash !== place) {
            return;
        }
        const isOwnStep = history.state?.isMaze === true;
        const hasFocus = this.element.contains(document.activeElement);
        history.replaceState(null, "", location.pathname + location.search);
        this.follow();
        if (hasFocus) {
            this.button.focus({ preventScroll: true });
        }
        if (isOwnStep) {
            history.back();
        }
    }

    /** Opens or closes the maze as the page's address says, which survives a reload. */
    follow() {
        const isOpen = location.hash === place && this.isWaiting;
        if (isOpen !== this.isOpen) {
            this.isOpen = isOpen;
            this.context.fill(isOpen);
            if (isOpen) {
                void this.load();
            } else {
                this.context.sync.unsubscribe(view);
                this.wantsToJoin = false;
            }
        }
        this.draw();
    }

    async load() {
        const { sync } = this.context;
        this.problem.textContent = "";
        try {
            const [{ Maze }] = await busyUntil(Promise.all([
                import("./maze.js"), addStyles("/boards/maze/view.css"), addStyles(`${folder}/maze.css`),
            ]));
            this.maze = this.maze ?? new Maze(this.context, this.texts, this.kept, () => this.close());
            this.early.splice(0).forEach(([entry, message]) => this.maze?.answered(entry, message));
            if (this.isOpen) {
                this.element.append(this.maze.element);
                sync.subscribe(view);
                this.maze.opened(this.wantsToJoin);
            }
        } catch {
            this.problem.textContent = this.texts.notLoaded;
            this.close();
        }
        this.draw();
    }

    draw() {
        const { element, maze, isOpen, context } = this;
        // Until the view is watched again, its data is from before it was closed.
        const isShown = isOpen && maze !== null && context.sync.isWatching(view);
        element.hidden = !this.isWaiting || !(isOpen || this.hasMaze || this.problem.textContent !== "");
        element.classList.toggle("is-filling", isOpen);
        element.setAttribute("aria-labelledby", isShown ? "maze-state" : "walk-title");
        this.card.hidden = isShown;
        setText(this.button, this.kept.read() ? this.texts.back : this.texts.join);
        if (maze) {
            maze.element.hidden = !isShown;
        }
    }

    // MARK: Events of the page

    /**
     * @param {import("../../../js/tablecast.js").Entry} entry
     * @param {any} message
     */
    answered(entry, message) {
        if (!entry.action.startsWith("maze.")) {
            return false;
        }
        if (this.maze) {
            this.maze.answered(entry, message);
        } else {
            this.early.push([entry, message]);
        }
        return true;
    }

    /** Called when the owner has switched off the board. */
    failed(/** @type {import("../../../js/tablecast.js").Failure} */ failure) {
        if (failure.view === view || failure.view === invitation) {
            this.context.sync.unsubscribe(failure.view);
            this.close();
            this.draw();
        }
    }
}
