// @ts-check
import { Announcer } from "../../../js/ui/announcer.js";
import { byId, oncePerFrame, sentenceAbout, setText } from "../../../js/dom.js";
import { PINGate } from "../../../js/ui/gate.js";
import { House } from "../../../js/house.js";
import { measureCover } from "../../../js/ui/cover.js";
import { LifeSign } from "../../../js/ui/life.js";
import { request, runEvery } from "../../../js/now.js";
import { PageMenu } from "../../../js/ui/pagemenu.js";
import { pageState } from "../../../js/page.js";
import { ScreenPairing } from "../pairing.js";
import { Sync } from "../../../js/tablecast.js";
import { inWords } from "../../../js/texts.js";
import { askBeforeLeaving, showUnsent } from "../../../js/ui/unsent.js";
import { ScreensFeed } from "../../../screens/feed.js";
import { BoardList } from "./boards.js";
import { DeviceList, devicesOf } from "./devices.js";
import { DeviceDialogs } from "./dialogs.js";
import { EffectList } from "./effects.js";
import { Invitations } from "./invite.js";
import { JoinLink } from "./join.js";
import { MailForm } from "./mail.js";
import { PINForm } from "./pin.js";
import { ServiceDayForm } from "./serviceday.js";
import { SettingsForm } from "./settings.js";
import { texts } from "./texts.js";
import { Toast } from "../../../js/ui/toast.js";
import { WebhookForm } from "./webhook.js";

const view = "house/settings";
const effectsView = "house/effects";
const sendersView = "house/senders";
const state = pageState();
const own = state.device ?? "";
const house = new House(() => sync.clock.now());
const { time } = house;
const render = oncePerFrame(draw);
/** @type {Sync} */
const sync = new Sync({
    role: "owner",
    // Those of the settings of boards that the venue uses are among the snapshots.
    views: [...new Set([view, effectsView, sendersView, ...state.snapshots.map((each) => each.view)])],
    state,
    changed: render,
    answered: (entry, answer) => answered(entry, inWords(answer, entry.action)),
    locked: (id, again, leave) => gate.demand(id, again, leave),
});
const feed = new ScreensFeed(state.venue, "owner", {
    changed: render,
    alarmed: () => {},
    refused: () => sync.refused(),
});
const announcer = new Announcer(byId("announcer", HTMLElement));
const gate = new PINGate(state.venue, announcer);
const toast = new Toast(announcer.region);
const sign = new LifeSign(byId("sign", HTMLElement), time, render);
const dialogs = new DeviceDialogs(own, ask);
const invitations = new Invitations(ask, time, () => sync.clock.now(), state.origin);
const settings = new SettingsForm(ask, () => sync.clock.now(), warn);
const serviceDay = new ServiceDayForm((action, args) => ask(action, args, ""), warn);
const boards = new BoardList(state.boardSettings ?? [], sync, { ask, askAlone, say: warn });
const pairing = new ScreenPairing(sync, state);
const pin = new PINForm(state.venue, state.hasPIN ?? false, tell, gate);
const join = new JoinLink(state.venue, state.origin, ask, tell);
const webhook = new WebhookForm(ask);
const mail = new MailForm(askAlone, warn);
const effects = new EffectList(ask);
const list = new DeviceList(byId("devices", HTMLElement), own, {
    change: (id) => withDevice(id, (device) => dialogs.openChange(device)),
    revoke: (id) => withDevice(id, (device) => dialogs.openRevoke(device)),
    forgive: (id) =>
        withDevice(id, ({ title }) => ask("house.forgive", { device: id }, title)),
});
/** The last summary that was shown; what this page has done since then is newer. */
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

/** @param {string} sentence */
function warn(sentence) {
    announcer.warn(sentence);
}

/**
 * @param {Node[]} sentence
 * @param {boolean} [isWrong]
 */
function say(sentence, isWrong = false) {
    toast.show(sentence, isWrong);
    warn(toast.text.textContent ?? "");
}

/**
 * @param {string} sentence
 * @param {boolean} [isWrong]
 */
function tell(sentence, isWrong) {
    say([document.createTextNode(sentence)], isWrong);
}

/**
 * @param {string} action
 * @param {import("../../../js/tablecast.js").JSONObject} args
 * @param {string} name whom it is about
 * @param {string} [done] which sentence says that it is done
 */
function ask(action, args, name, done = action) {
    const { id } = sync.mutate(action, args, { name, done });
    if (sync.life !== "live") {
        // A dialog does not wait for the hub.
        dialogs.letGo();
        tell(texts.later, true);
    }
    return id;
}

/**
 * Asks for something with a secret by a request of its own, which keeps nothing of it in the browser:
 * a change that waited in the tab's storage would.
 * @param {string} id
 * @param {string} action
 * @param {import("../../../js/tablecast.js").JSONObject} args
 * @param {string} name whom it is about
 * @param {string} [done] which sentence says that it is done
 */
async function askAlone(id, action, args, name, done = action) {
    /** @type {any} */
    let message = {};
    try {
        const answer = await request(`/v1/${state.venue}/mutations?as=owner`, {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ type: "mutate", id, action, args }),
        });
        message = await answer.json();
    } catch {
        message = { type: "reject", message: texts.unreachable };
    }
    const entry = { id, action, args: {}, note: { name, done }, at: "", isSent: true };
    const take = () => answered(entry, inWords(message, action));
    if (message.needs === "pin") {
        gate.demand(id, () => void askAlone(id, action, args, name, done), take);
    } else {
        take();
    }
}

/**
 * @param {import("../../../js/tablecast.js").Entry} entry
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
        settings.answered(entry.id, message) ||
        serviceDay.answered(entry.id, message) ||
        mail.answered(entry.id, message) ||
        boards.answered(entry.id, message);
    if (message.type === "ack") {
        const sentence = texts.done[String(entry.note.done)] ?? ((/** @type {string} */ name) => name);
        say(sentenceAbout(sentence, String(entry.note.name ?? "")));
    } else if (!isSaid) {
        const why = message.message || message.problems?.[0]?.message || texts.refusedOtherwise;
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
        takeBackLater();
    }
    drawSettings();
    drawEffects();
    drawSenders();
    sign.show(current, asOfMs, sync.silentMs);
    showUnsent(sync, current === "live");
    const signedOut = byId("signed-out", HTMLElement);
    signedOut.hidden = current !== "refused";
    setText(signedOut, texts.signedOut);
    drawDevices();
}

/** Removes the sentence that a change waits for the connection. */
function takeBackLater() {
    if (toast.text.textContent === texts.later) {
        toast.hide();
    }
    // Its answer may have come first, and then the toast says that one.
    announcer.takeBack(texts.later);
}

function drawSettings() {
    const doc = sync.doc(view);
    if (!doc?.venue) {
        return;
    }
    house.know(doc.venue);
    const isShown = (/** @type {string} */ id) => !sync.outbox.find(id);
    settings.know(doc.venue, isShown);
    settings.tick();
    // The declared type has neither the form of the hours nor, where none can be switched, the boards.
    const venue = /** @type {any} */ (doc.venue);
    serviceDay.know(venue, isShown);
    boards.know(venue);
    join.know(doc.venue, boards.settings);
}

function drawEffects() {
    const doc = sync.doc(effectsView);
    if (doc?.effects) {
        effects.render(doc.effects, time);
    }
}

function drawSenders() {
    const doc = sync.doc(sendersView);
    if (doc?.senders) {
        mail.know(doc.senders.email, time);
    }
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

askBeforeLeaving(() => sync.outbox.waitingCount > 0);
// A page that came by https is safe: a proxy in front of the hub may speak that.
byId("in-the-open", HTMLElement).hidden =
    location.protocol !== "http:" || (window.isSecureContext && !state.isInTheOpen);
runEvery(10_000, render);
measureCover([byId("top", HTMLElement)]);
new PageMenu(state);
draw();
sync.start();
feed.start();
