// @ts-check
import { Announcer } from "../js/ui/announcer.js";
import { ServerClock } from "../js/tablecast.js";
import { byId, make, oncePerFrame, setText } from "../js/dom.js";
import { House } from "../js/house.js";
import { runEvery } from "../js/now.js";
import { LifeSign } from "../js/ui/life.js";
import { PageMenu } from "../js/ui/pagemenu.js";
import { pageState } from "../js/page.js";
import { secondsWriter } from "../js/times.js";
import { AlarmsView, EndedView, SetAsideView } from "./alarms.js";
import { ScreensFeed } from "./feed.js";
import { nameOf } from "./names.js";
import { RowsView, states } from "./rows.js";
import { texts } from "./texts.js";

/** @typedef {import("./feed.js").Alarm} Alarm */
/** @typedef {import("./feed.js").State} State */

const page = pageState();
const clock = new ServerClock();
clock.hear(page.now);
const house = new House(() => clock.now());
let writer = secondsWriter(house.zone, house.now);
const seconds = (/** @type {string} */ instant) => writer(instant);
const render = oncePerFrame(draw);
const feed = new ScreensFeed(page.venue, page.role ?? "engineer", {
    changed: render,
    alarmed,
    refused: render,
});
const announcer = new Announcer(byId("announcer", HTMLElement));
const sign = new LifeSign(byId("sign", HTMLElement), house.time, render);
const alarms = new AlarmsView(byId("alarms", HTMLElement), dismiss);
const setAside = new SetAsideView(
    byId("set-aside", HTMLElement),
    page.role === "owner" ? tryAgain : null,
);
const ended = new EndedView(
    byId("ended-part", HTMLElement),
    byId("ended", HTMLElement),
    byId("ended-count", HTMLElement),
    seconds,
);
const rows = new RowsView(
    byId("rows", HTMLElement),
    document.querySelectorAll("#table thead th"),
    seconds,
);
/** Every state, and all of them. */
const choices = /** @type {(State | "")[]} */ (["", ...states]);
const filters = new Map(choices.map((state) => [state, filter(state)]));

/** @type {State | ""} */
let chosen = stateInAddress();
let asOfMs = Date.parse(page.now);
let summary = feed.known.summary;
let unsaidCount = 0;

/** @returns {State | ""} */
function stateInAddress() {
    const named = new URLSearchParams(location.search).get("state") ?? "";
    return states.find((state) => state === named) ?? "";
}

/** @param {State | ""} state */
function filter(state) {
    const count = make("span", { className: "count figures" });
    const label = state === "" ? texts.all : texts.states[state];
    const button = make("button", { type: "button", className: "filter" }, `${label} `, count);
    button.addEventListener("click", () => {
        chosen = state;
        const address = new URL(location.href);
        if (state === "") {
            address.searchParams.delete("state");
        } else {
            address.searchParams.set("state", state);
        }
        history.replaceState(null, "", address);
        render();
    });
    byId("filters", HTMLElement).append(button);
    return { button, count };
}

/** @param {Alarm} alarm */
function alarmed(alarm) {
    const name = nameOf(alarm);
    unsaidCount = announcer.isWaiting ? unsaidCount : 0;
    if (alarm.endedAt === undefined) {
        unsaidCount += 1;
        const sentence = texts.began(name);
        announcer.say(unsaidCount === 1 ? sentence : texts.manyBegan(unsaidCount));
    } else if (!alarm.dismissed && unsaidCount === 0) {
        announcer.say(texts.isWell(name));
    }
}

/** @param {string} device */
async function dismiss(device) {
    const isTaken = await feed.dismiss(device);
    setText(byId("problem", HTMLElement), isTaken ? "" : texts.notDismissed);
}

/** @param {string} name */
async function tryAgain(name) {
    const isTaken = await feed.tryAgain(name);
    setText(byId("problem", HTMLElement), isTaken ? "" : texts.notTried);
}

function draw() {
    const { known, life } = feed;
    if (known.summary && known.summary !== summary) {
        summary = known.summary;
        clock.hear(summary.now);
        know(summary.house);
    }
    if (life === "live") {
        asOfMs = clock.now();
    }
    sign.show(life, asOfMs);
    alarms.render(known.alarms, clock.now());
    setAside.render(known.summary?.setAside ?? []);
    ended.render(known.ended);
    drawList();
    announcer.sayLost(document.documentElement.dataset.life === "stale", texts.offline);
}

/** @param {{name: string, timeZone: string} | undefined} settings */
function know(settings) {
    const { zone } = house;
    house.know(settings);
    if (house.zone !== zone) {
        writer = secondsWriter(house.zone, house.now);
    }
}

function drawList() {
    const { known } = feed;
    const isKnown = known.summary !== null;
    const counts = Object.fromEntries(states.map((state) => [state, 0]));
    for (const row of known.rows.values()) {
        counts[row.state] += 1;
    }
    for (const [state, { button, count }] of filters) {
        const number = state === "" ? known.rows.size : counts[state];
        setText(count, isKnown ? String(number) : "");
        button.ariaPressed = String(state === chosen);
    }
    const { shown, left, isDone } = rows.render(known.rows.values(), chosen);
    if (!isDone) {
        render();
    }
    byId("table", HTMLElement).hidden = shown === 0;
    const none = byId("none", HTMLElement);
    none.hidden = !isKnown || shown > 0;
    setText(none, chosen === "" ? texts.empty : texts.noneOf(texts.states[chosen]));
    const more = byId("more", HTMLElement);
    more.hidden = left === 0;
    setText(more, texts.more(left));
    const jump = known.summary?.clockJumpSeconds;
    const jumpWords = byId("jump", HTMLElement);
    jumpWords.hidden = jump === undefined;
    setText(jumpWords, jump === undefined ? "" : texts.clockJumped(jump));
    const well = byId("well", HTMLElement);
    well.hidden = !isKnown || known.alarms.size > 0 || known.summary?.setAside !== undefined;
    setText(well, texts.well(counts.ok));
    const refused = byId("webhook-refused", HTMLElement);
    refused.hidden = known.summary?.webhookRefusal === undefined;
    setText(refused, refused.hidden ? "" : texts.webhookRefused);
    const about = known.summary ? texts.about(known.summary.guests) : "";
    setText(byId("about", HTMLElement), about);
}

runEvery(1000, render);
new PageMenu(page);
draw();
feed.start();
