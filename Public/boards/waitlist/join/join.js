// @ts-check
import { byId, setText } from "../../../js/dom.js";
import { newIdentifier } from "../../../js/tablecast.js";
import { pageLanguage } from "../../../js/page.js";
import { Panels } from "../../../js/ui/panels.js";
import { Asking } from "../../../js/asking.js";
import { JoinForm } from "./form.js";
import { Kept } from "../../../js/joinkept.js";
import { texts } from "./texts.js";

/** @typedef {import("../../../js/asking.js").Answer} Answer */
/** @typedef {import("../../../js/joinkept.js").Asked} Asked */

const secret = location.pathname.split("/")[2];
const kept = new Kept(secret);
const form = new JoinForm((typed) => kept.type(typed));
const asking = new Asking(document.body.dataset.venue ?? "", "waitlist.add", secret, (why) => say(texts[why]));
const send = byId("send", HTMLButtonElement);

/** @param {string} sentence */
function say(sentence) {
    setText(byId("said", HTMLElement), sentence);
}

/** @param {boolean} isHeld */
function hold(isHeld) {
    form.hold(isHeld);
    send.ariaDisabled = String(isHeld);
}

let isAsking = false;

/** @param {Asked} asked */
async function ask(asked) {
    isAsking = true;
    hold(true);
    say(texts.sending);
    const answer = await asking.ask(asked);
    if (answer.kind === "joined") {
        // The button stays held: what comes next is the guest's own page. Until that is reached, the
        // way to it can still be lost.
        location.replace(`/t/${answer.ticket}?lang=${pageLanguage()}`);
        return;
    }
    isAsking = false;
    kept.refused();
    hold(false);
    say("");
    refuse(answer);
}

/** @param {Exclude<Answer, {kind: "joined"}>} answer */
function refuse(answer) {
    if (answer.kind === "closed") {
        document.body.dataset.mode = "closed";
        document.body.classList.remove("has-panels");
        byId("closed", HTMLElement).focus();
    } else if (answer.kind === "full") {
        say(texts.full);
    } else if (answer.kind !== "invalid" || !form.showBad(answer.problems)) {
        say(texts.refused);
    }
}

byId("join", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    if (isAsking) {
        return;
    }
    say("");
    const args = form.read();
    if (args) {
        // In another tab it may have been asked already.
        const wanted = { id: newIdentifier(), args: { ...args, secret: newIdentifier() } };
        ask(kept.asked ?? kept.ask(wanted));
    }
});

/** What other boards offer by the same link. */
const venue = document.body.dataset.venue ?? "";
const panels = new Panels(byId("panels", HTMLElement), { venue, secret });
document.body.classList.toggle("has-panels", panels.count > 0);
if (panels.count > 0 && document.body.dataset.mode === "closed") {
    // The page's own title says that one joins the list.
    document.title = document.querySelector("h1")?.textContent ?? document.title;
}
document.querySelector(".when-placed a")?.setAttribute("href", document.body.dataset.place ?? "");
if (kept.typed) {
    form.restore(kept.typed);
}
const before = kept.asked;
if (before) {
    ask(before);
}
