// @ts-check
import { elapsedMs, setText, StoredValue, text } from "../../../js/ui/page.js";

/** @typedef {{station?: string, hasSound?: boolean}} Choice */

/** The choices of this device: its station and its sound. They outlive the tab. */
export class KeptChoice {
    /** @param {string} venue */
    constructor(venue) {
        this.place = new StoredValue(`tablecast.${venue}.kitchen`, () => localStorage);
        /** @type {Choice} */
        this.choice = this.place.read() ?? {};
    }

    /** @param {Choice} choice */
    change(choice) {
        this.choice = { ...this.choice, ...choice };
        this.place.write(this.choice);
    }
}

const typing = "input, textarea, select, [contenteditable]";
/** The time in which a second press of a key is ignored, because the key may already mean another round. */
const doublePressMs = 350;

/**
 * Wires the bump bar: 1 to 9 for rounds, 0 for the last done, the arrows for lines. Enter presses
 * the focused button, as everywhere.
 * @param {HTMLElement} place the tickets' element
 * @param {{bump: (digit: number) => void, recall: () => void}} actions
 */
export function wireKeys(place, { bump, recall }) {
    let last = { key: "", atMs: -Infinity };
    document.addEventListener("keydown", (event) => {
        const { key, target, repeat } = event;
        const hasModifier = event.ctrlKey || event.altKey || event.metaKey;
        const isTyped = target instanceof Element && target.matches(typing);
        if (hasModifier || isTyped || document.querySelector("dialog[open]")) {
            return;
        }
        if (/^[0-9]$/.test(key)) {
            event.preventDefault();
            const isSecond = key === last.key && elapsedMs() - last.atMs < doublePressMs;
            if (!repeat && !isSecond) {
                last = { key, atMs: elapsedMs() };
                (key === "0" ? recall : () => bump(Number(key)))();
            }
        } else if (key.startsWith("Arrow") && !event.defaultPrevented && place.childElementCount > 0) {
            const next = neighbour(place, document.activeElement, key);
            if (next) {
                event.preventDefault();
                next.focus();
            }
        }
    });
}

/**
 * The button to which an arrow leads: up and down to the next button, even in another ticket; left and right
 * to the ticket beside, or else to the next or previous one; from elsewhere to the first.
 * @param {HTMLElement} place
 * @param {Element | null} focused
 * @param {string} key
 * @returns {HTMLElement | undefined}
 */
function neighbour(place, focused, key) {
    const tickets = [...place.children].map((ticket) => [...ticket.querySelectorAll("button")]);
    const at = tickets.findIndex((buttons) => buttons.some((button) => button === focused));
    if (at < 0) {
        // A part of the page that scrolls by the arrows keeps them.
        const isOutside = focused === null || focused === document.body || focused.matches("button, a");
        return isOutside ? tickets[0]?.[0] : undefined;
    }
    const index = tickets[at].findIndex((button) => button === focused);
    const isTurned = document.documentElement.dir === "rtl";
    const forward = isTurned ? "ArrowLeft" : "ArrowRight";
    if (key === "ArrowUp" || key === "ArrowDown") {
        const all = tickets.flat();
        return all[all.indexOf(tickets[at][index]) + (key === "ArrowDown" ? 1 : -1)];
    }
    const isForward = key === forward;
    const beside = besideOf([...place.children], at, key === "ArrowRight");
    const next = tickets[beside ?? at + (isForward ? 1 : -1)] ?? tickets[at];
    return next[Math.min(index, next.length - 1)];
}

/**
 * The ticket in the next column at the same height.
 * @param {Element[]} tickets
 * @param {number} at
 * @param {boolean} isRight
 * @returns {number | undefined}
 */
function besideOf(tickets, at, isRight) {
    const boxes = tickets.map((ticket) => ticket.getBoundingClientRect());
    const { left, top } = boxes[at];
    const far = (/** @type {DOMRect} */ box) => (isRight ? box.left - left : left - box.left);
    const [nearest] = boxes
        .map((box, index) => ({ index, far: far(box), apart: Math.abs(box.top - top) }))
        .filter((each) => each.far > 1)
        .sort((one, other) => one.far - other.far || one.apart - other.apart);
    return nearest?.index;
}

/** The time within which new rounds make a single sound. */
const apartMs = 1500;

/**
 * The sound of a new round. Browsers allow sound only after a tap on the page, so the switch stays off until
 * then.
 */
export class Knock {
    /**
     * @param {HTMLButtonElement} button
     * @param {boolean} isWanted whether it was on before
     * @param {(hasSound: boolean) => void} changed
     */
    constructor(button, isWanted, changed) {
        this.button = button;
        /** @type {AudioContext | null} */
        this.context = null;
        this.knockedAtMs = -Infinity;
        button.addEventListener("click", () => {
            changed(this.context === null);
            if (this.context) {
                this.end();
            } else {
                this.begin();
                this.knock();
            }
        });
        const begin = (/** @type {Event} */ event) => {
            const isOnButton = event.target instanceof Node && button.contains(event.target);
            if (isWanted && !this.context && !isOnButton) {
                this.begin();
            }
            isWanted = false;
        };
        for (const name of ["pointerup", "keydown"]) {
            document.addEventListener(name, begin, { once: true });
        }
        this.show();
    }

    begin() {
        this.context = new AudioContext();
        void this.context.resume();
        this.show();
    }

    end() {
        void this.context?.close();
        this.context = null;
        this.show();
    }

    show() {
        this.button.ariaPressed = String(this.context !== null);
        setText(this.button, this.context ? text("soundOn") : text("sound"));
    }

    /** A soft double knock, as on wood. */
    knock() {
        const { context } = this;
        const now = elapsedMs();
        if (!context || now - this.knockedAtMs < apartMs) {
            return;
        }
        this.knockedAtMs = now;
        for (const delay of [0, 0.16]) {
            const start = context.currentTime + 0.02 + delay;
            const tone = new OscillatorNode(context, { type: "triangle", frequency: 330 });
            const volume = new GainNode(context, { gain: 0 });
            tone.frequency.exponentialRampToValueAtTime(165, start + 0.1);
            volume.gain.setValueAtTime(0, start);
            volume.gain.linearRampToValueAtTime(0.6, start + 0.005);
            volume.gain.exponentialRampToValueAtTime(0.001, start + 0.18);
            tone.connect(volume).connect(context.destination);
            tone.start(start);
            tone.stop(start + 0.2);
        }
    }
}
