// @ts-check
import { Desk } from "../../../js/ui/desk.js";
import {
    byId, counted, elapsedMs, familyOf, make, makeButton, redraw, setText, showProblems,
    StoredValue, takeBackProblem, text,
} from "../../../js/ui/page.js";
import { MazeView } from "../view.js";
import { legalDeeds, Picture, Walking } from "../walking.js";

/** Texts that several of the page's scripts share. */
export const texts = {
    sizes: familyOf("sizes"),
    conditions: familyOf("withConditions", ["usual", "plain", "seed", "own"]),
    maze: familyOf("maze"),
};

/** The sizes by name, with the number of rooms to a side. */
export const sizes = { small: "16 × 9", medium: "32 × 18", large: "48 × 27", huge: "60 × 60" };
const fields = ["maze", "conditions", "concurrency"];

/** The form for a new maze: its size or its code, and the server. */
class NewMaze {
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
        /** The size chosen here; empty for the setting's. */
        this.size = "";
        this.usualSize = "medium";
        this.buttons = Object.entries(sizes).map(([name, rooms]) => this.sizeButton(name, rooms));
        byId("sizes", HTMLElement).append(...this.buttons);
        this.conditions.append(...Object.entries(texts.conditions).map(
            ([name, words]) => make("option", { value: name === "usual" ? "" : name }, words),
        ));
        this.know({});
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
        const button = makeButton(`${texts.sizes[name]} `, () => {
            this.size = name;
            this.inputs.maze.value = "";
            takeBackProblem(this.inputs.maze, this.places.maze);
            this.draw();
        }, { className: "chip size" });
        button.dataset.size = name;
        button.append(make("span", { className: "block small light figures" }, rooms));
        return button;
    }

    /** The arguments of the action. */
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
            // A malformed number is sent unchanged, because the hub's message explains it.
            args.concurrency = Number.isNaN(Number(count)) ? count : Number(count);
        }
        const given = Object.entries(args).filter(([, value]) => value !== undefined);
        return /** @type {import("../../../js/tablecast.js").JSONObject} */ (Object.fromEntries(given));
    }

    /**
     * @param {{field: string, message: string}[]} problems
     * @returns {boolean} whether each is shown at its field
     */
    showProblems(problems) {
        if (problems.some(({ field }) => field !== "maze")) {
            byId("more", HTMLDetailsElement).open = true;
        }
        return showProblems(problems, this.inputs, this.places);
    }

    /** @param {{size?: string, apis?: string[]}} settings */
    know({ size, apis = [] }) {
        this.usualSize = size ?? this.usualSize;
        const chosen = this.server.value;
        // Servers other than the hub's own, as the owner has allowed them.
        redraw(this.server, ["", ...apis], (address) =>
            make("option", { value: address }, address || text("ownServer")));
        this.server.value = apis.includes(chosen) ? chosen : "";
    }

    draw() {
        const isForeign = this.server.value !== "";
        const hasCode = this.inputs.maze.value.trim() !== "";
        for (const button of this.buttons) {
            const isChosen = button.dataset.size === (this.size || this.usualSize);
            button.ariaPressed = String(isChosen && !hasCode);
        }
        byId("own", HTMLElement).hidden = isForeign;
        byId("server-part", HTMLElement).hidden = this.server.options.length === 1;
        byId("conditions-part", HTMLElement).hidden = isForeign;
        byId("own-conditions-part", HTMLElement).hidden = isForeign || this.conditions.value !== "own";
    }

    /**
     * @param {boolean} isFirst whether this is the next thing to do
     * @param {boolean} isOff
     * @param {boolean} isBusy
     */
    showButton(isFirst, isOff, isBusy) {
        this.button.className = isFirst ? "action" : "";
        this.button.ariaDisabled = String(isOff || isBusy);
        setText(this.button, isBusy ? text("asked") : text("explore"));
    }
}

/** @typedef {import("../../../js/tablecast.js").Entry} Entry */
/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */

const hostView = "maze/host";
const settingsView = "maze/settings";
const speeds = [1, 2, 4, 8];
const countdowns = [3, 10, 30, 60];
/** The actions that change the run; each is pending until the document shows it. */
const runDeeds = ["explore", "cancel", "retry", "race", "stop", "replay"].map((deed) => `maze.${deed}`);

/** @type {Desk} */
const desk = new Desk({ name: "maze", views: [hostView], done: {}, draw, answered });
const { sync } = desk;
const { venue } = desk.state;
const mayEdit = desk.role === "host" || desk.role === "owner";
const walking = new Walking({
    sync, view: hostView, kept: new StoredValue(`tablecast.${venue}.maze.walker`),
});
/** @type {MazeView} */
const view = new MazeView({
    texts: texts.maze,
    walking,
    venue,
    role: desk.role,
    isFollowing: false,
    isCounting: false,
    joinClass: "",
    refused: ({ message }) => message,
    say: (sentence) => desk.announcer.say(sentence),
    render: desk.render,
});
/** The sample maze, shown while there is no run. */
const sample = new Picture(byId("sample", HTMLElement));
sample.show(tablecastMaze.sampleDocument());
const form = new NewMaze((args) => ask("maze.explore", args));
const problem = byId("problem", HTMLElement);
const deedButtons = {
    race: byId("race", HTMLButtonElement),
    cancel: byId("cancel", HTMLButtonElement),
    stop: byId("stop", HTMLButtonElement),
    retry: byId("retry", HTMLButtonElement),
    replay: byId("replay", HTMLButtonElement),
};
const countdown = byId("countdown", HTMLSelectElement);
const speedButtons = new Map(speeds.map((speed) => [speed, speedButton(speed)]));
let speed = 4;
/** Whether a run was shown that the hub has since forgotten. */
let hadRun = false;

/** @param {number} each */
function speedButton(each) {
    return makeButton(text("times", { speed: each }), () => {
        speed = each;
        desk.render();
    }, { className: "chip figures" });
}

// MARK: Requests

/**
 * @param {string} action
 * @param {JSONObject} [args]
 */
function ask(action, args = {}) {
    if (sync.life === "live" && !isAsked()) {
        setText(problem, "");
        sync.mutate(action, args);
    }
}

/** Whether a change of the run is under way. */
function isAsked(actions = runDeeds) {
    return sync.unseen(hostView).some(({ action }) => actions.includes(action));
}

/**
 * Shows the problem where the action was requested. No action can be tried again later.
 * @param {Entry} entry
 * @param {any} message
 */
function answered(entry, message) {
    if (view.answered(entry, message) || message.type === "ack") {
        return true;
    }
    /** @type {{field: string, message: string}[]} */
    const problems = message.problems ?? [];
    const said = problems.map((each) => each.message);
    const why = said.join(" ") || message.message || text("refused");
    if (entry.action !== "maze.explore" || !form.showProblems(problems)) {
        setText(problem, why);
        problem.scrollIntoView({ block: "nearest" });
    }
    desk.announcer.warn(why);
    return true;
}

// MARK: Drawing

/** @returns {any} */
function mazeDocument() {
    return sync.doc(hostView);
}

function draw() {
    const doc = mazeDocument();
    const settings = /** @type {any} */ (sync.doc(settingsView));
    desk.drawFrame(settings?.venue);
    const isOld = document.documentElement.dataset.life === "stale" || sync.life === "refused";
    walking.look();
    const run = doc?.run;
    hadRun = hadRun || run !== undefined;
    const empty = hadRun ? text("over") : text("title");
    view.draw({ empty, isOld });
    drawEmpty(run);
    drawDeeds(run);
    drawRun(run);
    form.know(settings?.settings ?? {});
    form.draw();
    desk.drawn(view.summary);
}

/** @param {any} run */
function drawEmpty(run) {
    const isEmpty = run === undefined || run.state === "failed";
    byId("empty", HTMLElement).hidden = !isEmpty;
    sample.draw(elapsedMs());
    view.element.classList.toggle("is-empty", isEmpty);
    setText(byId("empty-title", HTMLElement), run ? text("maze.failed") : hadRun ? text("over") : text("empty"));
    setText(byId("empty-about", HTMLElement), run ? text("failedAbout") : hadRun ? text("overAbout") : text("emptyAbout"));
}

/** @param {any} run */
function drawDeeds(run) {
    const legal = legalDeeds(run);
    const isOff = sync.life !== "live";
    const isBusy = isAsked();
    const hasExit = view.picture.plan.exit !== null;
    const isAgain = run?.state === "finished";
    for (const [deed, button] of Object.entries(deedButtons)) {
        button.hidden = !legal.has(/** @type {any} */ (deed));
        button.ariaDisabled = String(isOff || isBusy);
    }
    byId("race-part", HTMLElement).hidden = !legal.has("race");
    deedButtons.race.className = hasExit ? "action" : "";
    deedButtons.race.ariaDisabled = String(isOff || isBusy || !hasExit);
    setText(deedButtons.race, isAsked(["maze.race"]) ? text("asked") : isAgain ? text("again") : text("race"));
    setText(byId("deeds-about", HTMLElement), legal.has("race") && !hasExit && run
        ? (legal.has("retry") ? text("noExitYet") : text("noExit")) : "");
    byId("replay-part", HTMLElement).hidden = !legal.has("replay");
    for (const [each, button] of speedButtons) {
        button.ariaPressed = String(each === speed);
    }
    byId("new", HTMLElement).hidden = !legal.has("explore") && run !== undefined;
    form.showButton(!legal.has("race") || !hasExit, isOff || isBusy, isAsked(["maze.explore"]));
}

/** @param {any} run */
function drawRun(run) {
    byId("run", HTMLElement).hidden = !run;
    byId("code-part", HTMLElement).hidden = !run?.maze;
    setText(byId("code", HTMLElement), run?.maze ?? "");
    const figures = run && run.state !== "failed" ? [
        counted("doors", run.doors),
        run.retries > 0 ? counted("retries", run.retries) : "",
        run.state === "exploring" ? counted("frontier", run.frontier) : "",
    ] : [];
    setText(byId("figures", HTMLElement), figures.filter(Boolean).join(" · "));
    setText(byId("server-now", HTMLElement), run?.url ? text("serverNow", { url: run.url }) : "");
    const problems = view.words.problems({ run });
    const lost = view.words.lost({ run });
    const mayRetry = legalDeeds(run).has("retry");
    const about = mayRetry ? text("lostAbout", { lost }) : text("lostOnly", { lost });
    const all = lost ? [...problems, about] : problems;
    redraw(byId("problems", HTMLElement), all, (each) => make("li", { className: "note" }, each));
}

document.body.classList.toggle("is-reader", !mayEdit);
byId("show", HTMLElement).append(view.element, view.names.element);
byId("speeds", HTMLElement).append(...speedButtons.values());
countdown.append(...countdowns.map((seconds) =>
    make("option", { value: String(seconds) }, counted("seconds", seconds))));
deedButtons.race.addEventListener("click", () => {
    if (deedButtons.race.ariaDisabled !== "true") {
        ask("maze.race", { countdown: Number(countdown.value) });
    }
});
deedButtons.cancel.addEventListener("click", () => ask("maze.cancel"));
deedButtons.retry.addEventListener("click", () => ask("maze.retry"));
deedButtons.replay.addEventListener("click", () => ask("maze.replay", { speed }));
byId("stop-now", HTMLButtonElement).addEventListener("click", () => ask("maze.stop"));
byId("copy", HTMLButtonElement).addEventListener("click", () => desk.copy(mazeDocument()?.run?.maze ?? ""));
if (mayEdit) {
    desk.watch(settingsView);
}
desk.start();
