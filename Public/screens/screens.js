// @ts-check
import { ScreensFeed } from "../js/ui/eventstream.js";
import {
    byId, counted, familyOf, make, redraw, setText, text, timeWriter,
} from "../js/ui/page.js";
import { Frame } from "../js/ui/pagemenu.js";
import { AlarmsView, endedLine, lasting, nameOf, RowsView, setAsideLine, states } from "./rows.js";

/** @typedef {import("../js/ui/eventstream.js").Alarm} Alarm */
/** @typedef {import("../js/ui/eventstream.js").State} State */

const frame = new Frame(draw);
const { announcer, house, render, state: page } = frame;
const clock = new tablecast.ServerClock();
clock.hear(page.now);
frame.clock = clock;
let writer = timeWriter(house.zone, house.now, { second: "2-digit" });
const seconds = (/** @type {string} */ instant) => writer(instant);
const feed = new ScreensFeed(page.venue, frame.role, {
    changed: render,
    alarmed,
    refused: render,
}, page.device);
const alarms = new AlarmsView(byId("alarms", HTMLElement), dismiss);
const rows = new RowsView(
    byId("rows", HTMLElement),
    document.querySelectorAll("#table thead th"),
    seconds,
    house.time,
    page.role !== "owner",
    page.views ?? [],
);
/** The choices of the filter: *all*, and each state. */
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
    const label = state === "" ? text("all") : familyOf("states")[state];
    const button = make("button", { type: "button", className: "chip filter" }, `${label} `, count);
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
        const sentence = text("began", { name });
        announcer.say(unsaidCount === 1 ? sentence : text("manyBegan", { count: unsaidCount }));
    } else if (!alarm.dismissed && unsaidCount === 0) {
        announcer.say(text("isWell", { name }));
    }
}

/** @param {string} device */
async function dismiss(device) {
    const isTaken = await feed.dismiss(device);
    setText(byId("problem", HTMLElement), isTaken ? "" : text("notDismissed"));
}

/** @param {string} name */
async function tryAgain(name) {
    const isTaken = await feed.tryAgain(name);
    setText(byId("problem", HTMLElement), isTaken ? "" : text("notTried"));
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
    frame.sign.show(life, asOfMs);
    alarms.render(known.alarms, clock.now());
    redraw(byId("set-aside", HTMLElement), known.summary?.setAside ?? [], (name) =>
        setAsideLine(name, page.role === "owner" ? tryAgain : null));
    redraw(byId("ended", HTMLElement), known.ended, (alarm) => endedLine(alarm, seconds));
    byId("ended-part", HTMLElement).hidden = known.ended.length === 0;
    setText(byId("ended-count", HTMLElement), String(known.ended.length));
    drawList();
    frame.sayLost(text("offline"));
}

/** @param {{name: string, timeZone: string} | undefined} settings */
function know(settings) {
    const { zone } = house;
    house.know(settings);
    if (house.zone !== zone) {
        writer = timeWriter(house.zone, house.now, { second: "2-digit" });
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
    const { shown, left } = rows.render(known.rows.values(), chosen);
    byId("table", HTMLElement).hidden = shown === 0;
    const none = byId("none", HTMLElement);
    none.hidden = !isKnown || shown > 0;
    setText(none, chosen === "" ? text("empty") : text("noneOf", { state: familyOf("states")[chosen] }));
    const more = byId("more", HTMLElement);
    more.hidden = left === 0;
    setText(more, text("more", { count: left }));
    const jump = known.summary?.clockJumpSeconds;
    const jumpWords = byId("jump", HTMLElement);
    jumpWords.hidden = jump === undefined;
    setText(jumpWords, jump === undefined ? "" : clockJumped(jump));
    const well = byId("well", HTMLElement);
    well.hidden = !isKnown || known.alarms.size > 0 || known.summary?.setAside !== undefined;
    // The reader's own device is not counted as a screen.
    const okCount = [...known.rows.values()].filter((row) => row.state === "ok" && row.device !== page.device).length;
    setText(well, okCount === 0 ? text("wellNone") : counted("well", okCount));
    well.classList.toggle("is-ready", counts.away === 0);
    const refused = byId("webhook-refused", HTMLElement);
    refused.hidden = known.summary?.webhookRefusal === undefined;
    setText(refused, refused.hidden ? "" : text("webhookRefused"));
    const about = known.summary ? counted("about", known.summary.guests) : "";
    setText(byId("about", HTMLElement), about);
}

/** @param {number} seconds by which the machine's clock is ahead of the hub's */
function clockJumped(seconds) {
    const time = lasting(Math.abs(seconds) * 1000);
    return seconds > 0 ? text("clockAhead", { time }) : text("clockBehind", { time });
}

frame.begin(1000);
feed.start();
