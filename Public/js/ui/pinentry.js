// @ts-check
import { byId, setText } from "../dom.js";
import { elapsedMs, request, runAfter, stopTimer } from "../now.js";
import { digits, Pad } from "./pad.js";
import { text } from "../texts.js";

/** @param {number} seconds */
function waitWords(seconds) {
    return seconds < 120
        ? text("pad.waitSeconds", { seconds })
        : text("pad.waitMinutes", { minutes: Math.ceil(seconds / 60) });
}

/** Takes a PIN by the pad, asks the hub about it, and says what came of that. */
export class PINEntry {
    /**
     * @param {string} place where it is entered: `/v1/main/unlock`
     * @param {import("./announcer.js").Announcer} announcer
     * @param {(isLetIn: boolean) => void} done it was right, or the sign-in is not good any more
     * @param {HTMLDialogElement} [dialog] that the pad stands in
     */
    constructor(place, announcer, done, dialog) {
        this.place = place;
        this.announcer = announcer;
        this.done = done;
        this.said = byId("say", HTMLElement);
        const say = (/** @type {number} */ count) => announcer.say(digits(count));
        this.pad = new Pad((pin) => void this.enter(pin), say, dialog);
        this.countdown = 0;
    }

    /** Forgets what was entered and said, unless there is still to be waited. */
    reset() {
        this.pad.forget();
        if (!this.pad.isHeld) {
            this.tell("");
        }
    }

    /**
     * @param {string} sentence
     * @param {boolean} [isWrong]
     */
    tell(sentence, isWrong = false) {
        setText(this.said, sentence);
        this.said.classList.toggle("is-wrong", isWrong);
    }

    /** @param {string} pin */
    async enter(pin) {
        if (pin.length < 4) {
            this.fail(text("pad.tooShort"));
            return;
        }
        this.pad.hold();
        this.tell(text("pad.asking"));
        let answer = null;
        try {
            answer = await request(this.place, {
                method: "POST",
                headers: { "Content-Type": "application/json" },
                body: JSON.stringify({ pin }),
            });
        } catch {
            // There is no network, or no hub.
        }
        if (answer === null) {
            this.pad.release();
            this.fail(text("pad.unreachable"));
        } else if (answer.ok || answer.status === 401) {
            this.pad.release();
            this.done(answer.ok);
        } else {
            await this.refused(answer);
        }
    }

    /** @param {Response} answer */
    async refused(answer) {
        const problem = await answer.json().catch(() => ({}));
        const seconds = Number(answer.headers.get("Retry-After") ?? 0);
        const why = answer.status === 403 ? text("pad.wrong") : (problem.detail ?? text("pad.unreachable"));
        if (seconds > 0) {
            this.announcer.warn(`${why} ${waitWords(seconds)}`);
            this.wait(why, elapsedMs() + seconds * 1000);
        } else {
            this.pad.release();
            this.fail(why);
        }
    }

    /** @param {string} why */
    fail(why) {
        this.tell(why, true);
        this.announcer.warn(why);
    }

    /**
     * Counts down, and takes no digits meanwhile: the hub would not look at them.
     * @param {string} why
     * @param {number} untilMs
     */
    wait(why, untilMs) {
        stopTimer(this.countdown);
        const seconds = Math.ceil((untilMs - elapsedMs()) / 1000);
        if (seconds > 0) {
            this.tell(`${why} ${waitWords(seconds)}`, true);
            this.countdown = runAfter(250, () => this.wait(why, untilMs));
        } else {
            this.pad.release();
            this.tell(text("pad.again"));
            this.announcer.say(text("pad.again"));
        }
    }
}
