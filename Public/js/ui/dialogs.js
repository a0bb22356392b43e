// @ts-check
import {
    byId, elapsedMs, make, makeButton, oncePerFrame, runAfter, sentenceAbout, stopTimer,
    StoredValue, text, words,
} from "./page.js";

/**
 * Copies a text, and returns whether that succeeded. The newer API exists only on pages served by TLS.
 * @param {string} text
 * @returns {boolean}
 */
export function copyText(text) {
    const focused = document.activeElement;
    const field = make("textarea", { className: "aside", value: text });
    // Nothing outside the top dialog can be selected.
    (focused?.closest("dialog") ?? document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    if (focused instanceof HTMLElement) {
        focused.focus({ preventScroll: true });
    }
    return isCopied;
}

/**
 * Measures the parts that are fixed over the page, so that no focused control is under them: `--cover` is the height
 * of those at the top, `--dock` that of the dock at the bottom, above which the toast is. They change with the
 * width, the bar's text, and problems in the form. `--dock-room` is the room for the dock at the end of the page; it
 * never shrinks, so that the page does not move when the dock is hidden.
 * @param {HTMLElement[]} parts
 * @param {HTMLElement} [dock]
 */
export function measureCover(parts, dock = undefined) {
    const { style } = document.documentElement;
    let roomPx = 0;
    const measure = () => {
        const heights = parts
            .filter((part) => getComputedStyle(part).position === "sticky")
            .map((part) => part.offsetHeight);
        const cover = heights.reduce((sum, height) => sum + height, 0);
        style.setProperty("--cover", `${cover}px`);
        const dockPx = dock?.offsetHeight ?? 0;
        // A dock that covers the page has no room above it, so the toast is at its foot.
        const isWhole = dockPx > window.innerHeight / 2;
        style.setProperty("--dock", `${isWhole ? 0 : dockPx}px`);
        roomPx = Math.max(roomPx, isWhole ? 0 : dockPx);
        style.setProperty("--dock-room", `${roomPx}px`);
    };
    const observer = new ResizeObserver(measure);
    [...parts, ...(dock ? [dock] : [])].forEach((part) => observer.observe(part));
    window.addEventListener("resize", measure);
    measure();
}

/** The open dialog; of several, the top one, which is the last in the page. */
function openDialog() {
    return [...document.querySelectorAll("dialog[open]")].at(-1);
}

/** The id of the open dialog; empty if there is none. */
export function openDialogID() {
    return openDialog()?.id ?? "";
}

/**
 * Moves elements, such as the live region, into a dialog until it is closed. While a dialog is open, nothing outside
 * it can be pressed, and screen readers ignore it.
 * @param {Element} dialog
 * @param {HTMLElement[]} guests
 */
export function carry(dialog, guests) {
    dialog.append(...guests);
    const leave = () => (openDialog() ?? document.body).append(...guests);
    dialog.addEventListener("close", leave, { once: true });
}

/**
 * The head of a dialog: its title, and the button that closes it.
 * @param {string} id of the dialog
 * @param {string} title
 */
export function dialogHead(id, title) {
    const close = { type: "button", id: `${id}-close`, className: "plain", "data-close": true };
    return make(
        "div",
        { className: "dialog-head" },
        make("h2", { id: `${id}-title` }, title),
        make("button", close, text("close")),
    );
}

/**
 * Closes a dialog by its button, or a tap outside it.
 * @param {HTMLDialogElement} dialog
 */
export function closeByTap(dialog) {
    dialog.addEventListener("click", (event) => {
        const target = /** @type {Element} */ (event.target);
        // The second tap of a double tap was meant for the button that opened it.
        const isFirst = event.detail < 2;
        if (isFirst && (target === dialog || target.closest("[data-close]"))) {
            dialog.close();
        }
    });
}

/** The second tap of a double tap comes within this time, and this close to the first. */
const doubleTapMs = 350;
const fingerPx = 24;
const controls = "button, select, summary, a[href]";

/**
 * Blocks unintended presses on the whole page: the second tap of a double tap, if another control is under the
 * finger or the same one has changed its meaning; a tap on a control that changed its meaning under the finger; and
 * the repeats of a held key.
 * @param {() => void} refused called when a control has changed under the finger
 */
export function guardTaps(refused) {
    let down = pressOf(null, 0, 0);
    let last = { ...down, atMs: -Infinity };
    document.addEventListener("pointerdown", ({ target, clientX, clientY }) => {
        down = pressOf(target, clientX, clientY);
    }, true);
    document.addEventListener("keydown", (event) => {
        if (event.repeat && event.key === "Enter" && controlOf(event.target)) {
            event.preventDefault();
        }
    }, true);
    document.addEventListener("click", (event) => {
        const press = pressOf(event.target, event.clientX, event.clientY);
        if (!press.control) {
            return;
        }
        const isByKey = event.detail === 0;
        const isNear = isByKey
            ? press.control === last.control
            : Math.hypot(press.x - last.x, press.y - last.y) < fingerPx;
        const isSecond = isNear && elapsedMs() - last.atMs < doubleTapMs && !isSame(press, last);
        const hasChanged = !isByKey && press.control === down.control && !isSame(press, down);
        if (isSecond || hasChanged) {
            event.preventDefault();
            event.stopImmediatePropagation();
        } else {
            last = { ...press, atMs: elapsedMs() };
        }
        if (hasChanged) {
            refused();
        }
    }, true);
}

/** @typedef {{control: Element | null, means: string, x: number, y: number}} Press */

/**
 * @param {EventTarget | null} target
 * @param {number} x
 * @param {number} y
 * @returns {Press}
 */
function pressOf(target, x, y) {
    const control = controlOf(target);
    return { control, means: control ? meaningOf(control) : "", x, y };
}

/** @param {EventTarget | null} target */
function controlOf(target) {
    const control = target instanceof Element ? target.closest(controls) : null;
    return control instanceof HTMLElement ? control : null;
}

/**
 * The meaning of a press on a control: its `data-means`, or else its label.
 * @param {HTMLElement} control
 */
function meaningOf({ ariaLabel, dataset, ariaExpanded }) {
    return `${dataset.means ?? ariaLabel} ${ariaExpanded}`;
}

/**
 * @param {Press} one
 * @param {Press} other
 */
function isSame(one, other) {
    return one.control === other.control && one.means === other.means;
}

const textFields = "input, textarea, select";
/** Keys that leave, and change nothing on the page. */
const awayKeys = ["Escape", "Tab"];

/**
 * Holds the keys typed while a form is loading, which are meant for the form and not for the page's shortcuts.
 * @returns {() => void} writes it into the text field that has the focus by then
 */
export function holdKeys() {
    let typed = "";
    const hold = (/** @type {KeyboardEvent} */ event) => {
        const { key, target, ctrlKey, metaKey, altKey } = event;
        const isTyping = target instanceof Element && target.matches(textFields);
        if (isTyping || ctrlKey || metaKey || altKey || awayKeys.includes(key)) {
            return;
        }
        event.preventDefault();
        event.stopImmediatePropagation();
        if (key === "Backspace") {
            typed = typed.slice(0, -1);
        } else if ([...key].length === 1) {
            typed += key;
        }
    };
    document.addEventListener("keydown", hold, { capture: true });
    return () => {
        document.removeEventListener("keydown", hold, { capture: true });
        const field = /** @type {HTMLInputElement | null} */ (document.activeElement);
        if (typed !== "" && typeof field?.selectionStart === "number") {
            field.setRangeText(typed, field.selectionStart, field.selectionEnd ?? field.selectionStart, "end");
            field.dispatchEvent(new Event("input", { bubbles: true }));
        }
    };
}

/** The click comes within this time of the end of the touch. */
export const clickMs = 60;
/** A touch without a reported end holds the lists no longer than this. */
const holdMsMax = 5000;

/** Tells whether the lists must keep their order, because a finger is on them. */
export class Hold {
    /**
     * @param {HTMLElement[]} areas
     * @param {() => void} released
     */
    constructor(areas, released) {
        this.released = released;
        this.untilMs = 0;
        this.timer = 0;
        for (const area of areas) {
            area.addEventListener("pointerdown", () => this.hold(holdMsMax));
        }
        for (const name of ["pointerup", "pointercancel"]) {
            window.addEventListener(name, () => this.isActive && this.hold(clickMs));
        }
        // In the capture phase, so that the effect of the click shows at once.
        window.addEventListener("click", () => this.isActive && this.hold(0), true);
    }

    get isActive() {
        return elapsedMs() < this.untilMs;
    }

    /** @param {number} forMs */
    hold(forMs) {
        this.untilMs = elapsedMs() + forMs;
        stopTimer(this.timer);
        this.timer = runAfter(forMs + 10, () => this.released());
    }
}

const moveMs = 200;

/**
 * The positions of elements on the screen.
 * @param {Iterable<HTMLElement>} elements
 * @returns {Map<HTMLElement, DOMRect>}
 */
export function placesOf(elements) {
    return new Map([...elements].map((element) => [element, element.getBoundingClientRect()]));
}

/**
 * Animates elements from their former places, and fades in new ones.
 * @param {Iterable<HTMLElement>} elements
 * @param {Map<HTMLElement, DOMRect>} before
 */
export function glide(elements, before) {
    for (const element of elements) {
        const old = before.get(element);
        const now = element.getBoundingClientRect();
        const isThere = old && Math.abs(old.top - now.top) < 1 && Math.abs(old.left - now.left) < 1;
        if (isThere || window.matchMedia("(prefers-reduced-motion: reduce)").matches || now.height === 0) {
            continue;
        }
        const from =
            old && old.height > 0
                ? { transform: `translate(${old.left - now.left}px, ${old.top - now.top}px)` }
                : { opacity: 0 };
        element.animate([from, {}], { duration: moveMs, easing: "ease-out" });
    }
}

const shownMs = 10_000;
const pageControls = "main :is(a, button, input, select, textarea, summary)";
/** The distance between the toast and what is above it. */
const gapPx = 16;

/**
 * The line over the page that reports the last action, with an undo if possible. The page can be scrolled until
 * nothing is under it, and the focus never is. `--toast` is its height while it is shown; `--toast-room` is its room
 * at the end of the page, which stays, so that the page does not move when it is hidden; `--keyboard` is the height
 * of an on-screen keyboard, above which it stays. A message from a dialog is shown at the dialog's foot, any other
 * on the page. If the toast would cover the primary button, it moves to the top of the page.
 */
export class Toast {
    /**
     * @param {HTMLElement} region the page's live region, which moves with the toast
     * @param {(id: string) => void} [undo]
     */
    constructor(region, undo = () => {}) {
        this.region = region;
        this.text = make("span", { id: "toast-text" });
        this.button = makeButton("", () => undo(this.id), { id: "toast-undo", hidden: true });
        this.element = make("aside", { id: "toast", className: "toast", hidden: true }, this.text, " ", this.button);
        document.body.append(this.element);
        this.timer = 0;
        this.id = "";
        this.roomPx = 0;
        document.addEventListener("focusin", () => this.clearFocus());
        for (const name of ["resize", "scroll"]) {
            window.visualViewport?.addEventListener(name, () => this.measure());
        }
        for (const name of ["scroll", "click"]) {
            const look = oncePerFrame(() => this.clearPrimary());
            window.addEventListener(name, look, { capture: true, passive: true });
        }
        new ResizeObserver(() => this.measure()).observe(this.element);
    }

    /**
     * @param {Node[]} sentence
     * @param {boolean} isWrong
     * @param {string} [id] of the change to undo
     * @param {string} [undoText] the text of the button
     * @param {string} [from] the id of the dialog in which it was requested
     */
    show(sentence, isWrong, id = "", undoText = "", from = openDialogID()) {
        this.id = id;
        this.button.dataset.means = `${id} ${undoText}`;
        this.text.replaceChildren(...sentence);
        this.button.textContent = undoText;
        this.button.hidden = id === "";
        this.element.classList.toggle("is-wrong", isWrong);
        this.element.classList.remove("in-a-moment", "is-high");
        this.element.hidden = false;
        this.place(from);
        this.measure();
        this.later();
    }

    /**
     * Reports a pending change: at once while nothing can be sent, otherwise only if its answer takes long.
     * @param {Node[]} sentence
     * @param {string} id of the change to undo
     * @param {string} undoText
     * @param {boolean} isLive
     */
    showWaiting(sentence, id, undoText, isLive) {
        this.show(sentence, false, id, undoText);
        this.element.classList.toggle("in-a-moment", isLive);
    }

    /**
     * Whether the toast shows nothing newer than a change.
     * @param {string} id
     */
    isFree(id) {
        return this.element.hidden || this.id === id;
    }

    /** @param {string} from */
    place(from) {
        const dialog = openDialog();
        if (dialog && this.region.parentElement !== dialog) {
            // Screen readers ignore everything outside an open dialog.
            carry(dialog, [this.region]);
        }
        if (!dialog || dialog.id !== from) {
            document.body.append(this.element);
        } else if (this.element.parentElement !== dialog) {
            carry(dialog, [this.element]);
        }
    }

    /** Publishes its height and position as CSS properties. */
    measure() {
        const { style, clientHeight } = document.documentElement;
        const room = this.element.hidden ? 0 : this.element.offsetHeight + gapPx;
        style.setProperty("--toast", `${room}px`);
        if (room > this.roomPx) {
            this.roomPx = room;
            style.setProperty("--toast-room", `max(4.5rem, ${room}px)`);
        }
        // A pinch-zoomed page is only partly visible, and no keyboard is assumed.
        const { offsetTop = 0, height = clientHeight, scale = 1 } = window.visualViewport ?? {};
        const keyboard = scale > 1.01 ? 0 : Math.max(0, clientHeight - offsetTop - height);
        style.setProperty("--keyboard", `${Math.round(keyboard)}px`);
        this.clearFocus();
        this.clearPrimary();
    }

    /** @param {Iterable<Element>} elements */
    isOver(elements) {
        const box = this.element.getBoundingClientRect();
        return [...elements].some((each) => areOver(each.getBoundingClientRect(), box));
    }

    /** Moves to the top of the page if it covers the primary button, unless it would cover a control there. */
    clearPrimary() {
        const { element } = this;
        const { classList } = element;
        if (element.hidden || element.closest("dialog") || classList.contains("is-high")) {
            return;
        }
        if (this.isOver(document.querySelectorAll(".action"))) {
            classList.add("is-high");
            classList.toggle("is-high", !this.isOver(document.querySelectorAll(pageControls)));
        }
    }

    /** Scrolls the focused element out from under it, by its scroll margins. */
    clearFocus() {
        const focused = document.activeElement;
        if (this.element.hidden || !focused || this.element.contains(focused)) {
            return;
        }
        if (this.element.classList.contains("is-high") && this.isOver([focused])) {
            this.element.classList.remove("is-high");
        }
        if (this.isOver([focused])) {
            focused.scrollIntoView({ block: "nearest" });
        }
    }

    later() {
        stopTimer(this.timer);
        this.timer = runAfter(shownMs, () => this.hide());
    }

    hide() {
        // A toast with the focus or a finger on it is about to be used; one behind a dialog is not seen.
        const isBehind = !this.element.closest("dialog") && openDialogID() !== "";
        const isInUse = this.element.contains(document.activeElement) || this.element.matches(":active");
        if (isBehind || isInUse) {
            this.later();
            return;
        }
        this.element.hidden = true;
        this.measure();
    }
}

/**
 * Whether two boxes overlap.
 * @param {DOMRect} one
 * @param {DOMRect} other
 */
function areOver(one, other) {
    return Math.min(one.right, other.right) > Math.max(one.left, other.left) &&
        Math.min(one.bottom, other.bottom) > Math.max(one.top, other.top);
}

/** @typedef {import("../tablecast.js").JSONObject} JSONObject */

/**
 * A refused change of this screen.
 * @typedef {object} Refusal
 * @property {string} id of the change
 * @property {string} action
 * @property {JSONObject} args
 * @property {string} name its subject
 * @property {string} sentence with a NUL in the place of the name
 * @property {string} at the time of the request
 */

const refusalsMax = 30;
/** Marks the place of the name in a sentence. */
export const mark = "\u0000";

/**
 * The refused changes, which may have gone unnoticed. Each stays, even over a reload, until somebody dismisses it or
 * tries it again. The bar shows their number.
 */
export class Refusals {
    /**
     * @param {object} page
     * @param {string} page.place the key in the tab's storage
     * @param {(instant: string | number) => string} page.time
     * @param {(refusal: Refusal) => void} page.again
     * @param {(text: string) => void} page.copy copies a text, and says so
     * @param {(action: string, args: JSONObject) => string[]} page.typed returns the typed texts
     * @param {(action: string) => boolean} [page.mayTryAgain]
     */
    constructor({ place, time, again, copy, typed, mayTryAgain = () => true }) {
        this.place = new StoredValue(place);
        this.time = time;
        this.again = again;
        this.copy = copy;
        this.typed = typed;
        this.mayTryAgain = mayTryAgain;
        this.list = make("ul", { id: "refused-list", className: "steps" });
        const title = make("h2", { id: "refused-title" }, text("refusals.title"));
        /** The element that the page places where it is seen. */
        this.part = make(
            "section", { id: "refused", className: "refused note is-wrong field", "aria-labelledby": "refused-title" }, title, this.list,
        );
        this.sign = byId("open-refused", HTMLButtonElement);
        this.bar = byId("top", HTMLElement);
        this.sign.addEventListener("click", () => {
            this.list.querySelector("button")?.focus({ preventScroll: true });
            this.part.scrollIntoView();
        });
        /** @type {Refusal[]} */
        this.refusals = this.place.read() ?? [];
        this.render();
    }

    /** @param {Refusal} refusal */
    add(refusal) {
        this.refusals = [...this.refusals, refusal].slice(-refusalsMax);
        this.changed();
    }

    /** @param {string} id */
    remove(id) {
        this.refusals = this.refusals.filter((each) => each.id !== id);
        this.changed();
    }

    changed() {
        this.place.write(this.refusals);
        this.render();
    }

    render() {
        const count = this.refusals.length;
        this.part.hidden = count === 0;
        this.sign.hidden = count === 0;
        this.sign.textContent = text("refusals.count", { count });
        this.bar.classList.toggle("has-undone", count > 0);
        this.list.replaceChildren(...this.refusals.map((refusal) => this.item(refusal)));
    }

    /** @param {Refusal} refusal */
    item(refusal) {
        const { id, action, args, name, sentence, at } = refusal;
        const what = make("p", { className: "step-text" });
        what.append(...sentenceAbout((shown) => sentence.split(mark).join(shown), name));
        const lines = this.typed(action, args);
        const typed = make(
            "ul",
            { className: "typed" },
            ...lines.map((line) => make("li", {}, words(line))),
        );
        const buttons = make("div", { className: "refused-buttons" });
        // An undo can't be tried again: it was meant for the state at that time.
        if (!action.endsWith(".undo") && this.mayTryAgain(action)) {
            buttons.append(
                makeButton(text("refusals.tryAgain"), () => {
                    this.remove(id);
                    this.again(refusal);
                }),
            );
        }
        if (lines.length > 0) {
            buttons.append(makeButton(text("refusals.copy"), () => this.copy(lines.join("\n"))));
        }
        buttons.append(makeButton(text("refusals.dismiss"), () => this.remove(id)));
        const time = make("time", { className: "quiet", dateTime: at }, this.time(at));
        const body = make("div", { className: "refused-body fills" }, what, typed);
        return make("li", {}, time, body, buttons);
    }
}

/**
 * The venue's settings for guests who join by themselves; `joinLink` is the id of their link.
 * @typedef {{selfCheckIn: string, joinLink?: string}} JoinSettings
 */

/**
 * The id of the present join link; empty while guests can't join by themselves.
 * @param {JoinSettings} settings
 */
export function openJoinLink({ selfCheckIn, joinLink = "" }) {
    return selfCheckIn === "off" ? "" : joinLink;
}
