// @ts-check

/** How far an arrow key moves the picture, in pixels. */
const keyStep = 80;
/** How much a key or a button enlarges. */
export const zoomStep = 1.5;

/**
 * Lets people move and enlarge a picture in its element: by dragging, by two fingers, by the wheel, by
 * double tap, and by keys while the element has the focus: arrows, `+`, `-` and `0` for the whole. A
 * picture that follows a walker is only enlarged, by two fingers or the wheel with Ctrl; its keys and
 * single fingers are left to whoever walks.
 */
export class Gestures {
    /** @param {import("./core.js").Picture} picture */
    constructor(picture) {
        this.picture = picture;
        this.element = picture.element;
        /**
         * Where the fingers are.
         * @type {Map<number, {x: number, y: number}>}
         */
        this.fingers = new Map();
        /**
         * Where somebody has tapped last.
         * @type {{x: number, y: number, atMs: number} | undefined}
         */
        this.tapped = undefined;
        this.ending = new AbortController();
        const { signal } = this.ending;
        const on = (/** @type {string} */ name, /** @type {(event: any) => void} */ act) =>
            this.element.addEventListener(name, act, { signal, passive: false });
        on("pointerdown", (event) => this.press(event));
        on("pointermove", (event) => this.move(event));
        on("pointerup", (event) => this.lift(event));
        on("pointercancel", (event) => this.lift(event));
        on("wheel", (event) => this.wheel(event));
        on("keydown", (event) => this.key(event));
    }

    remove() {
        this.ending.abort();
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
            // Each finger moves by itself, so half of a movement is the picture's.
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
        // Fingers on a trackpad make many small turns.
        const turn = Math.max(-120, Math.min(120, event.deltaY * lines * (event.ctrlKey ? 4 : 1)));
        this.picture.zoomBy(Math.pow(2, -turn / 240), x, y);
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (!this.isPanning || event.ctrlKey || event.metaKey || event.altKey) {
            return;
        }
        const { picture } = this;
        const acts = new Map([
            ["ArrowLeft", () => picture.moveBy(keyStep, 0)],
            ["ArrowRight", () => picture.moveBy(-keyStep, 0)],
            ["ArrowUp", () => picture.moveBy(0, keyStep)],
            ["ArrowDown", () => picture.moveBy(0, -keyStep)],
            ["+", () => picture.zoomBy(zoomStep)],
            ["=", () => picture.zoomBy(zoomStep)],
            ["-", () => picture.zoomBy(1 / zoomStep)],
            ["0", () => picture.showAll()],
        ]);
        const act = acts.get(event.key);
        if (act) {
            event.preventDefault();
            act();
        }
    }
}
