// @ts-check
import { byId, make, makeButton, setText } from "../../../js/dom.js";
import { elapsedMs } from "../../../js/now.js";
import { StoredValue } from "../../../js/tablecast.js";
import { counted, text } from "../../../js/texts.js";
import { Desk } from "../../../js/ui/desk.js";
import { Picture } from "../core.js";
import "../display/sample.js";
import { legalDeeds } from "../run.js";
import { MazeView } from "../view.js";
import { Walking } from "../walking.js";
import { NewMaze } from "./form.js";
import { texts } from "./texts.js";

/** @typedef {import("../../../js/tablecast.js").Entry} Entry */
/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */

const hostView = "maze/host";
const settingsView = "maze/settings";
const speeds = [1, 2, 4, 8];
const countdowns = [3, 10, 30, 60];
/** What changes the run, and is under way until the document shows it. */
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
/** What a maze looks like, while there is none. */
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
/** The hub has forgotten the run that was shown here. */
let hadRun = false;
let shownProblems = "";

/** @param {number} each */
function speedButton(each) {
    return makeButton(text("times", { speed: each }), () => {
        speed = each;
        desk.render();
    }, { className: "speed figures" });
}

// MARK: What is asked for

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
 * What is wrong is said where it was asked for. Nothing of it can be tried again later.
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

// MARK: What is shown

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
    form.know(settings?.settings);
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
    setText(deedButtons.race, isAsked(["maze.race"]) ? texts.asked : isAgain ? text("again") : text("race"));
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
    if (JSON.stringify(all) !== shownProblems) {
        shownProblems = JSON.stringify(all);
        byId("problems", HTMLElement).replaceChildren(...all.map((each) => make("li", {}, each)));
    }
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
