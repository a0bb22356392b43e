// @ts-check
import { Announcer } from "../js/announcer.js";
import { byId, setText } from "../js/dom.js";
import { Pad } from "./pad.js";
import { texts } from "./texts.js";

const announcer = new Announcer(byId("announcer", HTMLElement), 1000);
const say = byId("say", HTMLElement);
const pad = new Pad(enter, (count) => announcer.say(texts.digits(count)));
const place = `/v1/${document.body.dataset.venue}/unlock`;
let countdown = 0;

/**
 * @param {string} sentence
 * @param {boolean} [isWrong]
 */
function tell(sentence, isWrong = false) {
    setText(say, sentence);
    say.classList.toggle("is-wrong", isWrong);
}

/** @param {string} pin */
async function enter(pin) {
    if (pin.length < 4) {
        fail(texts.tooShort);
        return;
    }
    pad.hold();
    tell(texts.asking);
    let answer = null;
    try {
        answer = await fetch(place, {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ pin }),
        });
    } catch {
        // There is no network, or no hub.
    }
    if (answer === null) {
        pad.release();
        fail(texts.unreachable);
    } else if (answer.ok || answer.status === 401) {
        // Let in; or signed out meanwhile, and the hub says what to do about it.
        location.reload();
    } else {
        await refused(answer);
    }
}

/** @param {Response} answer */
async function refused(answer) {
    const problem = await answer.json().catch(() => ({}));
    const seconds = Number(answer.headers.get("Retry-After") ?? 0);
    const why = answer.status === 403 ? texts.wrong : (problem.detail ?? texts.unreachable);
    if (seconds > 0) {
        announcer.warn(`${why} ${texts.wait(seconds)}`);
        wait(why, performance.now() + seconds * 1000);
    } else {
        pad.release();
        fail(why);
    }
}

/** @param {string} why */
function fail(why) {
    tell(why, true);
    announcer.warn(why);
}

/**
 * Counts down, and takes no digits meanwhile: the hub would not look at them.
 * @param {string} why
 * @param {number} untilMs
 */
function wait(why, untilMs) {
    window.clearTimeout(countdown);
    const seconds = Math.ceil((untilMs - performance.now()) / 1000);
    if (seconds > 0) {
        tell(`${why} ${texts.wait(seconds)}`, true);
        countdown = window.setTimeout(() => wait(why, untilMs), 250);
    } else {
        pad.release();
        tell(texts.again);
        announcer.say(texts.again);
    }
}
