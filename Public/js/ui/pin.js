// @ts-check
import { closeByTap, dialogHead } from "./dialogs.js";
import { byId, counted, elapsedMs, make, request, runAfter, setText, stopTimer, text } from "./page.js";

const digitsMax = 12;

/**
 * The number of digits, in words.
 * @param {number} count
 */
export function digits(count) {
    return count === 0 ? text("pad.noDigits") : counted("pad.digits", count);
}

/**
 * Twelve keys and a dot for each digit. The digits are not in the page, so that no browser offers to store
 * them, and are forgotten as soon as they are submitted.
 */
class Pad {
    /**
     * @param {(pin: string) => void} enter
     * @param {(count: number) => void} changed called when the number of digits is changed by hand
     * @param {HTMLDialogElement} [dialog] that contains the pad; without one it is the whole page
     */
    constructor(enter, changed, dialog) {
        this.dialog = dialog;
        this.enter = enter;
        this.changed = changed;
        this.digits = "";
        this.isHeld = false;
        this.dots = byId("dots", HTMLElement);
        const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
        this.keys = [
            ...keys.map((digit) => this.key(digit, () => this.add(digit))),
            this.key("⌫", () => this.remove(), { ariaLabel: text("pad.remove") }),
            this.key("0", () => this.add("0")),
            this.key(text("pad.enter"), () => this.submit(), { className: "action" }),
        ];
        byId("pad", HTMLElement).append(...this.keys);
        window.addEventListener("keydown", (event) => this.typed(event));
        document.addEventListener("paste", (event) => this.paste(event));
    }

    /**
     * @param {string} text
     * @param {() => void} act
     * @param {Record<string, unknown>} [properties]
     */
    key(text, act, properties = {}) {
        const key = make("button", { type: "button", ...properties }, text);
        // Keys never take the focus, so that Enter submits tapped digits instead of repeating the last one.
        key.addEventListener("pointerdown", (event) => event.preventDefault());
        key.addEventListener("mousedown", (event) => event.preventDefault());
        key.addEventListener("click", act);
        return key;
    }

    /** @param {KeyboardEvent} event */
    typed(event) {
        if (event.ctrlKey || event.altKey || event.metaKey || this.dialog?.open === false) {
            return;
        }
        if (/^[0-9]$/.test(event.key)) {
            this.add(event.key);
        } else if (event.key === "Backspace" || event.key === "Delete") {
            this.remove();
        } else if (event.key === "Escape" && !this.dialog) {
            this.forget();
            this.changed(0);
        } else if (event.key === "Enter" && !(event.target instanceof HTMLButtonElement)) {
            this.submit();
        } else {
            return;
        }
        event.preventDefault();
    }

    /**
     * Takes a PIN pasted from a password manager.
     * @param {ClipboardEvent} event
     */
    paste(event) {
        const text = event.clipboardData?.getData("text").trim() ?? "";
        if (/^[0-9]+$/.test(text) && this.dialog?.open !== false) {
            event.preventDefault();
            [...text].forEach((digit) => this.add(digit));
        }
    }

    /** @param {string} digit */
    add(digit) {
        if (!this.isHeld && this.digits.length < digitsMax) {
            this.digits += digit;
            this.show();
            this.changed(this.digits.length);
        }
    }

    remove() {
        this.digits = this.digits.slice(0, -1);
        this.show();
        this.changed(this.digits.length);
    }

    forget() {
        this.digits = "";
        this.show();
    }

    submit() {
        if (!this.isHeld) {
            const pin = this.digits;
            this.forget();
            this.enter(pin);
        }
    }

    /** Ignores input until it is released. */
    hold() {
        this.isHeld = true;
        this.show();
    }

    release() {
        this.isHeld = false;
        this.show();
    }

    show() {
        const { length } = this.digits;
        this.dots.replaceChildren(
            ...Array.from({ length }, () => make("span", { className: "dot" })),
        );
        this.dots.ariaLabel = digits(length);
        for (const key of this.keys) {
            key.ariaDisabled = String(this.isHeld);
        }
    }
}

/** @param {number} seconds */
function waitWords(seconds) {
    return seconds < 120
        ? text("pad.waitSeconds", { seconds })
        : text("pad.waitMinutes", { minutes: Math.ceil(seconds / 60) });
}

/** Takes a PIN by the pad, sends it to the hub, and shows the result. */
export class PINEntry {
    /**
     * @param {string} place the path to post it to: `/v1/main/unlock`
     * @param {import("./page.js").Announcer} announcer
     * @param {(isLetIn: boolean) => void} done called if it was right, or if the sign-in is no longer valid
     * @param {HTMLDialogElement} [dialog] that contains the pad
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

    /** Clears the digits and the message, unless a wait is running. */
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
     * Counts down a wait. Meanwhile it takes no digits, because the hub would ignore them.
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

/** A change that waits for the PIN. */
/** @typedef {{again: () => void, leave: () => void}} Waiting */

/**
 * The dialog that asks an owner for the PIN before a change to devices, links or the PIN itself.
 */
export class PINGate {
    /**
     * @param {string} venue
     * @param {import("./page.js").Announcer} announcer
     */
    constructor(venue, announcer) {
        this.announcer = announcer;
        this.dialog = gateDialog();
        document.body.append(this.dialog);
        /** @type {Map<string, Waiting>} */
        this.waiting = new Map();
        const done = (/** @type {boolean} */ isLetIn) => this.close(isLetIn);
        const place = `/v1/${venue}/unlock?as=owner`;
        this.entry = new PINEntry(place, announcer, done, this.dialog);
        closeByTap(this.dialog);
        this.dialog.addEventListener("close", () => {
            // The dialog may have been opened again since.
            if (!this.dialog.open) {
                this.close(false);
            }
        });
    }

    /**
     * Asks for the PIN, and then sends the waiting change again.
     * @param {string} id of the change
     * @param {() => void} again
     * @param {() => void} leave called if nobody enters the PIN
     */
    demand(id, again, leave) {
        this.waiting.set(id, { again, leave });
        if (!this.dialog.open) {
            this.entry.reset();
            // Screen readers ignore everything outside the open dialog.
            const { region } = this.announcer;
            const place = region.parentElement ?? document.body;
            this.dialog.addEventListener("close", () => place.append(region), { once: true });
            this.dialog.append(region);
            this.dialog.showModal();
        }
    }

    /** @param {boolean} isLetIn */
    close(isLetIn) {
        const waiting = [...this.waiting.values()];
        this.waiting.clear();
        this.entry.reset();
        this.dialog.close();
        for (const { again, leave } of waiting) {
            (isLetIn ? again : leave)();
        }
    }
}

function gateDialog() {
    return make(
        "dialog",
        { id: "gate", className: "gate flow", "aria-labelledby": "gate-title", "aria-describedby": "gate-about" },
        dialogHead("gate", text("gate.title")),
        make("p", { id: "gate-about" }, text("gate.about")),
        make("p", { className: "dots", id: "dots", role: "img", ariaLabel: text("pad.noDigits") }),
        make("p", { className: "say", id: "say", role: "status" }),
        make("div", {
            className: "pad",
            id: "pad",
            role: "group",
            "aria-labelledby": "gate-title",
            tabIndex: -1,
            autofocus: true,
        }),
        make(
            "p",
            { className: "about" },
            text("gate.forgotten"),
            " ",
            make("b", {}, "tablecast link --role owner"),
        ),
    );
}
