// @ts-check
import { make, runAfter, stopTimer } from "../../js/ui/page.js";
import { sideNames } from "./walking.js";

/** The distance that an arrow key moves the picture, in pixels. */
const keyStep = 80;
/** The factor by which a key or a button enlarges. */
export const zoomStep = 1.5;

/**
 * Lets people move and enlarge a picture in its element: by dragging, by two fingers, by the wheel, by
 * double tap, and by keys while the element has the focus: arrows, `+`, `-` and `0` for the whole. A picture
 * that follows a walker is only enlarged, by two fingers, the wheel with Ctrl, or keys; its arrow keys and single
 * fingers are for walking.
 */
export class Gestures {
    /**
     * @param {import("./walking.js").Picture} picture
     * @param {() => void} turn switches between the whole maze and the walker
     */
    constructor(picture, turn) {
        this.picture = picture;
        this.turn = turn;
        this.element = picture.element;
        /**
         * The positions of the fingers.
         * @type {Map<number, {x: number, y: number}>}
         */
        this.fingers = new Map();
        /**
         * The last tap.
         * @type {{x: number, y: number, atMs: number} | undefined}
         */
        this.tapped = undefined;
        const { element } = this;
        element.addEventListener("pointerdown", (event) => this.press(event));
        element.addEventListener("pointermove", (event) => this.move(event));
        element.addEventListener("pointerup", (event) => this.lift(event));
        element.addEventListener("pointercancel", (event) => this.lift(event));
        element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
        element.addEventListener("keydown", (event) => this.key(event));
    }

    get isPanning() {
        return this.picture.mode === "pan";
    }

    /** @param {{clientX: number, clientY: number}} event */
    placeOf({ clientX, clientY }) {
        const { left, top } = this.element.getBoundingClientRect();
        return { x: clientX - left, y: clientY - top };
    }

    /** @param {PointerEvent} event */
    press(event) {
        if (event.button !== 0) {
            return;
        }
        this.fingers.set(event.pointerId, this.placeOf(event));
        if (this.isPanning || this.fingers.size > 1) {
            this.element.setPointerCapture(event.pointerId);
        }
    }

    /** @param {PointerEvent} event */
    move(event) {
        const before = this.fingers.get(event.pointerId);
        if (!before) {
            return;
        }
        const now = this.placeOf(event);
        const others = [...this.fingers].filter(([id]) => id !== event.pointerId);
        this.fingers.set(event.pointerId, now);
        if (others.length === 0) {
            this.picture.moveBy(now.x - before.x, now.y - before.y);
        } else if (others.length === 1) {
            // Each finger is reported separately, so each moves the picture by half.
            const [, other] = others[0];
            const apart = (/** @type {{x: number, y: number}} */ { x, y }) =>
                Math.max(24, Math.hypot(x - other.x, y - other.y));
            const [x, y] = [(now.x + other.x) / 2, (now.y + other.y) / 2];
            this.picture.moveBy((now.x - before.x) / 2, (now.y - before.y) / 2);
            this.picture.zoomBy(apart(now) / apart(before), x, y);
        }
    }

    /** @param {PointerEvent} event */
    lift(event) {
        if (!this.fingers.delete(event.pointerId) || !this.isPanning || this.fingers.size > 0) {
            return;
        }
        const { x, y } = this.placeOf(event);
        const last = this.tapped;
        const isTwice = last && event.timeStamp - last.atMs < 350 && Math.hypot(x - last.x, y - last.y) < 24;
        this.tapped = isTwice ? undefined : { x, y, atMs: event.timeStamp };
        if (isTwice) {
            this.picture.zoomBy(zoomStep * zoomStep, x, y);
        }
    }

    /** @param {WheelEvent} event */
    wheel(event) {
        if (!this.isPanning && !event.ctrlKey) {
            return;
        }
        event.preventDefault();
        const { x, y } = this.placeOf(event);
        const lines = event.deltaMode === 1 ? 16 : 1;
        // Trackpads report many small turns.
        const turn = Math.max(-120, Math.min(120, event.deltaY * lines * (event.ctrlKey ? 4 : 1)));
        this.picture.zoomBy(Math.pow(2, -turn / 240), x, y);
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        const { picture } = this;
        const acts = new Map([
            ["ArrowLeft", () => picture.moveBy(keyStep, 0)],
            ["ArrowRight", () => picture.moveBy(-keyStep, 0)],
            ["ArrowUp", () => picture.moveBy(0, keyStep)],
            ["ArrowDown", () => picture.moveBy(0, -keyStep)],
            ["+", () => picture.zoomBy(zoomStep)],
            ["=", () => picture.zoomBy(zoomStep)],
            ["-", () => picture.zoomBy(1 / zoomStep)],
            ["0", this.turn],
        ]);
        const act = acts.get(event.key);
        const isWalk = !this.isPanning && event.key.startsWith("Arrow");
        if (act && !isWalk && !event.ctrlKey && !event.metaKey && !event.altKey) {
            event.preventDefault();
            act();
        }
    }
}

/** @typedef {import("./walking.js").Side} Side */

/** The distance that a finger moves for a step, in pixels of the page. */
const swipePx = 24;

/**
 * Steers the walker by a finger on the picture: it walks in the direction of the finger's movement while the
 * finger is held. A second finger ends that.
 */
export class Swipes {
    /**
     * @param {object} page
     * @param {HTMLElement} page.element with the picture
     * @param {() => boolean} page.isWalking whether fingers walk at present
     * @param {(side: Side) => void} page.press
     * @param {(side: Side) => void} page.release
     */
    constructor(page) {
        const { element } = page;
        this.page = page;
        /** The pointer id of the leading finger, or 0. */
        this.finger = 0;
        this.anchor = { x: 0, y: 0 };
        /** @type {Side | ""} */
        this.side = "";
        element.addEventListener("pointerdown", (event) => this.down(event));
        element.addEventListener("pointermove", (event) => this.move(event));
        for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
            element.addEventListener(name, (event) => this.up(/** @type {PointerEvent} */ (event)));
        }
    }

    /** @param {PointerEvent} event */
    down({ pointerId, clientX, clientY, isPrimary, button }) {
        this.go("");
        this.finger = 0;
        if (isPrimary && button === 0 && this.page.isWalking()) {
            this.page.element.setPointerCapture(pointerId);
            this.finger = pointerId;
            this.anchor = { x: clientX, y: clientY };
        }
    }

    /** @param {PointerEvent} event */
    move({ pointerId, clientX, clientY }) {
        const [across, down] = [clientX - this.anchor.x, clientY - this.anchor.y];
        if (pointerId !== this.finger || Math.max(Math.abs(across), Math.abs(down)) < swipePx) {
            return;
        }
        this.anchor = { x: clientX, y: clientY };
        const isAcross = Math.abs(across) > Math.abs(down);
        this.go(isAcross ? (across > 0 ? "east" : "west") : (down > 0 ? "south" : "north"));
    }

    /** @param {PointerEvent} event */
    up({ pointerId }) {
        if (pointerId === this.finger) {
            this.finger = 0;
            this.go("");
        }
    }

    /** @param {Side | ""} side */
    go(side) {
        const before = this.side;
        if (side === before) {
            return;
        }
        this.side = side;
        // The new side is pressed first, so that the walker does not stop at the corner.
        if (side !== "") {
            this.page.press(side);
        }
        if (before !== "") {
            this.page.release(before);
        }
    }
}

/** The pause after the first step, so that a tap is one step. */
const firstMs = 220;
const repeatMs = 1000 / 8;

/**
 * The sides held by a key, a button or a finger. Steps repeat while one is held. Of several, the newest open one
 * counts, so that the next can be pressed before the corner.
 */
export class HeldSides {
    /** @param {(side: Side) => boolean} step takes a step, and returns whether it leads anywhere */
    constructor(step) {
        this.step = step;
        /**
         * The newest first.
         * @type {Side[]}
         */
        this.sides = [];
        this.timer = 0;
    }

    /**
     * @param {Side} side
     * @returns {boolean} false if it was just pressed and leads nowhere
     */
    press(side) {
        if (this.sides.includes(side)) {
            return true;
        }
        this.sides.unshift(side);
        this.later(this.sides.length === 1 ? firstMs : repeatMs);
        return this.step(side);
    }

    /** @param {Side} side */
    release(side) {
        this.sides = this.sides.filter((each) => each !== side);
        if (this.sides.length === 0) {
            this.releaseAll();
        }
    }

    releaseAll() {
        this.sides = [];
        stopTimer(this.timer);
    }

    /** @param {number} ms */
    later(ms) {
        stopTimer(this.timer);
        this.timer = runAfter(ms, () => this.repeat());
    }

    repeat() {
        this.later(repeatMs);
        this.sides.find((side) => this.step(side));
    }
}

/** @type {Record<Side, string>} */
const arrows = { north: "↑", east: "→", south: "↓", west: "←" };
/** @type {Record<string, Side>} */
const arrowKeys = { ArrowUp: "north", ArrowRight: "east", ArrowDown: "south", ArrowLeft: "west" };
/**
 * The keys by position: W is above S in any keyboard layout.
 * @type {Record<string, Side>}
 */
const letterKeys = { KeyW: "north", KeyD: "east", KeyS: "south", KeyA: "west" };
const fields = "input, select, textarea, dialog, nav";

/** Walks by the four buttons of a cross, and by keys. */
export class Pad {
    /**
     * @param {object} page
     * @param {Record<string, string>} page.texts
     * @param {(side: Side) => void} page.press
     * @param {(side: Side) => void} page.release
     * @param {() => void} page.releaseAll
     * @param {() => boolean} page.isWalking whether keys walk at present
     */
    constructor(page) {
        this.page = page;
        const { texts } = page;
        /** @type {Map<Side, HTMLButtonElement>} */
        this.buttons = new Map(sideNames.map((side) => [side, this.button(side)]));
        this.element = make(
            "div",
            { className: "maze-pad", role: "group", "aria-label": texts.pad },
            ...this.buttons.values(),
        );
        // Captured before the picture, which the keys move otherwise.
        document.addEventListener("keydown", (event) => this.keyDown(event), { capture: true });
        document.addEventListener("keyup", ({ key, code }) => {
            const side = arrowKeys[key] ?? letterKeys[code];
            if (side) {
                page.release(side);
            }
        });
        // A key released elsewhere is not reported here.
        window.addEventListener("blur", () => page.releaseAll());
        document.addEventListener("visibilitychange", () => page.releaseAll());
    }

    /** @param {Side} side */
    button(side) {
        const { texts, press, release } = this.page;
        const name = texts[`go.${side}`];
        const button = make(
            "button",
            { type: "button", className: "maze-go", "aria-label": name },
            arrows[side], make("br"), name.charAt(0),
        );
        button.style.gridArea = side;
        let isByFinger = false;
        button.addEventListener("pointerdown", (event) => {
            if (event.button === 0) {
                isByFinger = true;
                button.setPointerCapture(event.pointerId);
                press(side);
            }
        });
        button.addEventListener("lostpointercapture", () => release(side));
        button.addEventListener("click", () => {
            // A click by the keyboard or a screen reader. A finger's press was handled before.
            if (!isByFinger) {
                press(side);
                release(side);
            }
            isByFinger = false;
        });
        // A long press opens no menu.
        button.addEventListener("contextmenu", (event) => event.preventDefault());
        return button;
    }

    /** @param {KeyboardEvent} event */
    keyDown(event) {
        const { key, code, target } = event;
        const hasModifier = event.ctrlKey || event.altKey || event.metaKey;
        const isElsewhere = target instanceof Element && target.closest(fields) !== null;
        if (hasModifier || isElsewhere || !this.page.isWalking()) {
            return;
        }
        const side = arrowKeys[key] ?? (this.takesLetters(target) ? letterKeys[code] : undefined);
        if (side) {
            event.preventDefault();
            event.stopPropagation();
            this.page.press(side);
        }
    }

    /**
     * Whether letters walk: on the picture and its buttons, and when nothing has the focus.
     * @param {EventTarget | null} target
     */
    takesLetters(target) {
        const view = this.element.closest(".maze-view");
        return target === document.body || (target instanceof Node && view?.contains(target) === true);
    }

    /** @param {(side: Side) => boolean} isOpen */
    show(isOpen) {
        for (const [side, button] of this.buttons) {
            button.ariaDisabled = String(!isOpen(side));
        }
    }
}
