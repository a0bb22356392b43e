// @ts-check
import {
    Announcer, askBeforeLeaving, byId, counted, forgetJoining, House, LifeSign, make, oncePerFrame, ordinal,
    pageState, Panels, runEvery, sentenceAbout, setText, text, words,
} from "../../../js/ui/page.js";
import "../../../js/core/sync.js";

/** @typedef {import("../../../js/tablecast.js").Sync} Sync */

/** @typedef {import("../../../js/tablecast.js").DocumentOf<"waitlist/guest">["party"]} Party */

forgetJoining();
const state = pageState();
const house = new House(() => sync.clock.now());
const { time } = house;
const render = oncePerFrame(draw);
/** @type {Sync} */
const sync = new tablecast.Sync({
    // A phone may have several tickets; the page uses its own.
    role: state.subject ? `guest:${state.subject}` : "guest",
    views: ["waitlist/guest", "notice/display"],
    state,
    changed: render,
    answered: (entry, message) => {
        if (panels.answered(entry, message)) {
            return;
        }
        setText(byId("problem", HTMLElement), message.type === "ack" ? "" : text("notLeft"));
    },
    failed: (failure) => panels.failed(failure),
});
const announcer = new Announcer(byId("announcer", HTMLElement));
const sign = new LifeSign(byId("sign", HTMLElement), time, render);
/** @type {Panels} */
const panels = new Panels(byId("panels", HTMLElement), {
    sync,
    state,
    say: (/** @type {string} */ sentence, /** @type {number} */ intervalMs) =>
        announcer.warn(sentence, intervalMs),
    // The party's place, and the message that its table is ready, stay in view.
    fill: (/** @type {boolean} */ isFilled) => document.body.classList.toggle("is-filled", isFilled),
});
void panels.ready.then(render);
const confirmation = byId("confirm", HTMLDialogElement);
let said = "";

/**
 * The large line, and the friendly one below it.
 * @param {Party | undefined} party
 * @param {number} ahead
 * @returns {[string, string]}
 */
function sentences(party, ahead) {
    switch (party?.status) {
        case "waiting":
            return ahead === 0
                ? [text("next"), text("nextKind")]
                : [ordinal("place", ahead + 1), counted("ahead", ahead)];
        case "pending":
            return [text("pending"), text("pendingKind")];
        case "ready":
            return [text("ready"), text("readyKind")];
        case "seated":
            return [text("seated"), text("seatedKind")];
        case "cancelled":
            return [text("cancelled"), text("cancelledKind")];
        case "no_show":
            return [text("noShow"), text("noShowKind")];
        default:
            return [text("unknown"), text("unknownKind")];
    }
}

function draw() {
    const doc = sync.doc("waitlist/guest");
    house.know(doc?.venue);
    const party = doc?.party;
    const [place, kind] = sentences(party, doc?.ahead ?? 0);
    sign.show(sync.life, sync.asOfMs, sync.silentMs);
    document.body.dataset.status = party?.status ?? "unknown";
    setText(byId("place", HTMLElement), place);
    setText(byId("kind", HTMLElement), kind);
    if (doc) {
        document.title = `${place} · ${doc.venue.name}`;
    }
    byId("facts", HTMLElement).hidden = !party;
    if (party) {
        byId("greeting", HTMLElement).replaceChildren(...sentenceAbout((name) => text("greeting", { name }), party.name));
        setText(byId("size", HTMLElement), String(party.size));
        setText(byId("arrived", HTMLElement), time(party.arrivedAt));
        setText(byId("number", HTMLElement), String(party.number ?? ""));
    }
    const isHere = ["pending", "waiting", "ready"].includes(party?.status ?? "");
    byId("leave", HTMLButtonElement).hidden = !isHere;
    byId("leave", HTMLButtonElement).ariaDisabled = String(isLeaving());
    if (!isHere) {
        confirmation.close();
    }
    drawNotices();
    panels.render(doc);
    if (said !== "" && said !== place) {
        // A ready table is announced at once.
        announcer.say(place, party?.status === "ready" ? 0 : undefined);
    }
    said = place;
}

/** Whether the guest is leaving the list. Changes by panels don't count. */
function isLeaving() {
    return sync.outbox.entries.some(({ action, ack }) => action === "waitlist.cancel" && !ack);
}

function drawNotices() {
    const notices = Object.values(sync.doc("notice/display")?.notices ?? {});
    const lines = notices.map((notice) => make("li", { className: `note is-${notice.level}` }, words(notice.text)));
    byId("notices", HTMLElement).replaceChildren(...lines);
}

byId("leave", HTMLButtonElement).addEventListener("click", () => {
    if (!isLeaving()) {
        confirmation.showModal();
    }
});
byId("stay", HTMLButtonElement).addEventListener("click", () => confirmation.close());
byId("leave-now", HTMLButtonElement).addEventListener("click", () => {
    confirmation.close();
    if (state.subject !== undefined) {
        sync.mutate("waitlist.cancel", { party: state.subject });
    }
});
askBeforeLeaving(() => sync.outbox.waitingCount > 0);
runEvery(30_000, render);
draw();
sync.start();
