// @ts-check
import { Announcer } from "../js/announcer.js";
import { byId, oncePerFrame, sentenceAbout, setText } from "../js/dom.js";
import { House } from "../js/house.js";
import { LifeSign } from "../js/life.js";
import { pageState } from "../js/page.js";
import { ScreenPairing } from "../js/pairing.js";
import { Sync } from "../js/tablecast.js";
import { ScreensFeed } from "../screens/feed.js";
import { DeviceList, devicesOf } from "./devices.js";
import { DeviceDialogs } from "./dialogs.js";
import { PINGate } from "./gate.js";
import { Invitations } from "./invite.js";
import { JoinLink } from "./join.js";
import { PINForm } from "./pin.js";
import { SettingsForm } from "./settings.js";
import { texts } from "./texts.js";
import { Toast } from "./toast.js";
import { WebhookForm } from "./webhook.js";

const view = "house/settings";
const state = pageState();
const own = state.device ?? "";
const house = new House(() => sync.clock.now());
const { time } = house;
const render = oncePerFrame(draw);
/** @type {Sync} */
const sync = new Sync({
    role: "owner",
    views: [view],
    state,
    isWatchful: true,
    changed: render,
    answered,
    locked: (id, again, leave) => gate.demand(id, again, leave),
});
const feed = new ScreensFeed(state.venue, "owner", {
    changed: render,
    alarmed: () => {},
    refused: () => sync.refused(),
});
const announcer = new Announcer(byId("announcer", HTMLElement));
const gate = new PINGate(state.venue, announcer);
const toast = new Toast(byId("toast", HTMLElement), announcer);
const sign = new LifeSign(byId("sign", HTMLElement), texts, time, render);
const dialogs = new DeviceDialogs(own, ask);
const invitations = new Invitations(ask, time, () => sync.clock.now(), state.origin);
const settings = new SettingsForm(ask, () => sync.clock.now());
const pairing = new ScreenPairing(sync, state);
const pin = new PINForm(state.venue, state.hasPIN ?? false, tell, gate);
const join = new JoinLink(state.venue, state.origin, ask, tell);
const webhook = new WebhookForm(ask);
const list = new DeviceList(byId("devices", HTMLElement), own, {
    change: (id) => withDevice(id, (device) => dialogs.openChange(device)),
    revoke: (id) => withDevice(id, (device) => dialogs.openRevoke(device)),
    forgive: (id) =>
        withDevice(id, ({ title }) => ask("house.forgive", { device: id }, title)),
});
/** What was heard of the PIN last; what this page has done since then counts more. */
let summaryShown = feed.known.summary;
let asOfMs = sync.asOfMs;

/**
 * @param {string} id
 * @param {(device: import("./devices.js").Device) => void} act
 */
function withDevice(id, act) {
    const device = devicesOf(feed.known.rows.values(), own).find((each) => each.id === id);
    if (device) {
        act(device);
    }
}

/**
 * @param {string} sentence
 * @param {boolean} [isWrong]
 */
function tell(sentence, isWrong) {
    toast.show([document.createTextNode(sentence)], isWrong);
}

/**
 * @param {string} action
 * @param {import("../js/tablecast.js").JSONObject} args
 * @param {string} name whom it is about
 */
function ask(action, args, name) {
    const { id } = sync.mutate(action, args, { name });
    if (sync.life !== "live") {
        // A dialog does not wait for the hub.
        dialogs.letGo();
        tell(texts.later, true);
    }
    return id;
}

/**
 * @param {import("../js/tablecast.js").Entry} entry
 * @param {any} message its ack or reject
 */
function answered(entry, message) {
    if (entry.action === "house.pair") {
        pairing.answered(entry, message);
        return;
    }
    const isSaid =
        dialogs.answered(entry.id, message) ||
        (entry.action === "house.invite" && invitations.answered(entry, message)) ||
        webhook.answered(entry, message) ||
        (entry.action === "house.configure" && settings.show(message.problems ?? []));
    if (message.type === "ack") {
        const sentence = texts.done[entry.action] ?? ((/** @type {string} */ name) => name);
        toast.show(sentenceAbout(sentence, String(entry.note.name ?? "")));
    } else if (!isSaid) {
        const why =
            message.message ??
            message.problems?.[0]?.message ??
            texts.reasons[message.code] ??
            texts.refusedOtherwise;
        tell(texts.failed(why), true);
    }
}

/** The page is as current as the older of its two sources. */
function life() {
    const lives = [sync.life, feed.life];
    return lives.includes("refused") ? "refused" : lives.includes("stale") ? "stale" : "live";
}

function draw() {
    const current = life();
    if (current === "live") {
        asOfMs = sync.clock.now();
    }
    drawSettings();
    sign.show(current, asOfMs, sync.silentMs);
    const count = sync.outbox.waitingCount;
    const isWaiting = count > 0 && current !== "live";
    setText(byId("waiting-changes", HTMLElement), isWaiting ? texts.changesWaiting(count) : "");
    const signedOut = byId("signed-out", HTMLElement);
    signedOut.hidden = current !== "refused";
    setText(signedOut, texts.signedOut);
    drawDevices();
}

function drawSettings() {
    const doc = /** @type {any} */ (sync.doc(view));
    if (!doc?.venue) {
        return;
    }
    house.know(doc.venue);
    settings.know(doc.venue);
    settings.tick();
    join.know(doc.venue);
    sync.painted(view);
}

function drawDevices() {
    const { rows, summary } = feed.known;
    if (summary && summary !== summaryShown) {
        summaryShown = summary;
        if (summary.hasPIN !== undefined) {
            pin.know(summary.hasPIN);
        }
        webhook.know(summary.hasWebhook === true, summary.webhookRefusal);
    }
    const devices = devicesOf(rows.values(), own);
    list.render(devices, time);
    setText(byId("devices-count", HTMLElement), summary ? String(devices.length) : "");
    const none = byId("devices-none", HTMLElement);
    none.hidden = devices.length > 0;
    setText(none, summary ? texts.noDevices : texts.looking);
    if (summary) {
        dialogs.know(devices);
    }
}

window.addEventListener("beforeunload", (event) => {
    if (sync.outbox.waitingCount > 0) {
        event.preventDefault();
    }
});
// What comes by https is none of it: a proxy in front of the hub may speak that.
byId("in-the-open", HTMLElement).hidden =
    location.protocol !== "http:" || (window.isSecureContext && !state.isInTheOpen);
if (state.venue !== "main") {
    for (const link of byId("links", HTMLElement).querySelectorAll("a")) {
        link.search = `?venue=${state.venue}`;
    }
}
window.setInterval(render, 10_000);
draw();
sync.start();
feed.start();
