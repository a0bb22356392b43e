// @ts-check
"use strict";

/*
 * The picture of the maze, the same on televisions, on the host's page and on phones. Give it an element
 * whose size is set by the page, and every document that comes:
 *
 *     const picture = new tablecastMaze.Picture(element, { mode: "fit" });
 *     picture.show(sync.doc("maze/display"));
 *
 * - It puts its canvases into the element, which has to be positioned. They are hidden from screen
 *   readers: the page says beside them in words what is to be seen (`words.js`).
 * - `show(doc)` takes a document of `maze/display` or one of that form, such as that of a replay, or one
 *   in which the page has moved its own walker ahead of the hub's answer. Documents are compared by
 *   `===`, as Sync gives them, and drawn with the next frame, only where they differ. A page that is
 *   drawing in a frame already calls `draw(tablecast.elapsedMs())` after it.
 * - Modes: `fit` shows the whole maze and eases while it grows. `follow` keeps the walker `picture.own`
 *   in the middle, and is like `fit` while there is none. `pan` is like `fit` until somebody moves the
 *   picture. `picture.mode` and `picture.own` may be set at any time.
 * - `zoomBy(factor, x, y)` enlarges around a point of the element, its middle if there is none; in `fit`
 *   it does nothing. `moveBy(dx, dy)` moves the picture in `pan`, in pixels of the page. `showAll()` shows
 *   the whole again. `picture.isWhole` tells whether it does. `gestures.js` turns fingers, the wheel and
 *   keys into these.
 * - `picture.plan` has the rooms that are drawn: `plan.at(x, y)`, `plan.distance(x, y)` to the exit.
 * - Colours are dark or light as the page's tokens are. It draws anew when the window's size, the pixel
 *   density or the scheme change; call `resize()` when the element's size changes otherwise.
 * - With reduced motion nothing is eased. `remove()` ends it.
 */

/** How long a picture rests before it is drawn at its new scale: fingers rest for a frame as well. */
tablecastMaze.restMs = 100;
/** The scales between which one can zoom, in pixels of the page. */
tablecastMaze.scaleLeast = 4;
tablecastMaze.scaleMost = 96;

tablecastMaze.Picture = class Picture {
    /**
     * @param {HTMLElement} element
     * @param {{mode?: "fit" | "follow" | "pan", own?: string}} [options]
     */
    constructor(element, options = {}) {
        this.element = element;
        /** @type {"fit" | "follow" | "pan"} */
        this.shownMode = options.mode || "fit";
        this.plan = new tablecastMaze.Plan();
        this.figures = new tablecastMaze.Figures();
        this.tiles = new tablecastMaze.Tiles(this.addCanvas(), this.plan);
        this.crowd = new tablecastMaze.Crowd(this.addCanvas(), this.plan, this.figures);
        this.crowd.own = options.own || "";
        /** @type {any} */
        this.doc = null;
        this.size = { width: 0, height: 0 };
        this.ratio = 1;
        /** @type {View | null} */
        this.view = null;
        /**
         * Where somebody has moved the picture.
         * @type {View | null}
         */
        this.held = null;
        /** How large a room is while a walker is followed, in pixels of the page. */
        this.followScale = 52;
        this.frame = 0;
        this.frameAtMs = 0;
        this.movedAtMs = -Infinity;
        this.isStill = false;
        this.isMeasured = false;
        this.queries = ["(prefers-reduced-motion: reduce)", "(prefers-color-scheme: dark)"].map(
            (query) => window.matchMedia(query)
        );
        this.resize = this.resize.bind(this);
        window.addEventListener("resize", this.resize);
        this.queries.forEach((query) => query.addListener(this.resize));
    }

    addCanvas() {
        const canvas = document.createElement("canvas");
        canvas.setAttribute("aria-hidden", "true");
        canvas.style.cssText = "position:absolute;left:0;top:0;width:100%;height:100%;pointer-events:none";
        this.element.appendChild(canvas);
        return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    }

    remove() {
        window.removeEventListener("resize", this.resize);
        this.queries.forEach((query) => query.removeListener(this.resize));
        tablecast.stopFrame(this.frame);
        [this.tiles, this.crowd].forEach(({ context }) => this.element.removeChild(context.canvas));
    }

    get mode() {
        return this.shownMode;
    }

    set mode(mode) {
        this.shownMode = mode;
        this.held = null;
        this.render();
    }

    get own() {
        return this.crowd.own;
    }

    set own(id) {
        this.crowd.own = id;
        this.crowd.isStale = true;
        this.render();
    }

    get isWhole() {
        return this.shownMode === "fit" || (this.shownMode === "pan" ? !this.held : !this.followed());
    }

    /** @param {any} doc */
    show(doc) {
        this.doc = doc;
        this.render();
    }

    resize() {
        this.isMeasured = false;
        this.render();
    }

    /** Asks for one drawing in the next frame, however often it is called. */
    render() {
        if (this.frame === 0) {
            this.frame = tablecast.runInFrame((nowMs) => {
                this.frame = 0;
                this.draw(nowMs);
            });
        }
    }

    /** Takes over the size of the element, the pixel density, the colours and the wish for little motion. */
    measure() {
        this.isMeasured = true;
        this.isStill = this.queries[0].matches;
        this.ratio = window.devicePixelRatio || 1;
        const { ratio } = this;
        const colors = tablecastMaze.colorsFor(this.element);
        const width = Math.round(this.element.clientWidth * ratio);
        const height = Math.round(this.element.clientHeight * ratio);
        if (width !== this.size.width || height !== this.size.height) {
            this.size = { width, height };
            // The picture does not ease into a window that was made larger.
            this.view = null;
        }
        [this.tiles, this.crowd].forEach((part) => {
            if (part.ratio !== ratio || part.colors !== colors) {
                Object.assign(part, { ratio, colors });
                part.clear();
            }
            // A canvas that is given its size is empty.
            Object.assign(part.context.canvas, { width, height });
            part.isStale = true;
        });
        this.crowd.drawn = [];
    }

    /** @param {number} nowMs */
    draw(nowMs) {
        if (!this.isMeasured) {
            this.measure();
        }
        if (this.size.width === 0 || this.size.height === 0) {
            // It is out of sight: looked at again with the next document.
            this.isMeasured = false;
            return;
        }
        const passedMs = Math.max(0, Math.min(100, nowMs - this.frameAtMs));
        this.frameAtMs = nowMs;
        this.takeChanges();
        const isNews = this.figures.update(this.doc, nowMs, this.isStill);
        const isResting = nowMs - this.movedAtMs >= tablecastMaze.restMs || this.isStill;
        const isMoved = this.moveView(passedMs, nowMs, isResting);
        this.movedAtMs = isMoved ? nowMs : this.movedAtMs;
        const { size, shownMode } = this;
        const view = /** @type {View} */ (this.view);
        const isWaiting = this.tiles.draw({
            view, size, isMoved, isResting: isResting && !isMoved, isMovable: shownMode !== "fit"
        });
        const isWalking = this.figures.isMoving(nowMs);
        if (isNews || isMoved || isWalking || this.crowd.isStale) {
            this.crowd.draw(view, size, this.isWhole, nowMs);
            // Once more when they have arrived.
            this.crowd.isStale = isWalking;
        }
        const isSharp = view.scale === tablecastMaze.tiledScale(view.scale);
        if (isMoved || isWaiting || isWalking || !isSharp) {
            this.render();
        }
    }

    takeChanges() {
        const changed = this.plan.update(this.doc);
        if (changed === null) {
            this.tiles.clear();
            this.view = null;
            this.held = null;
        } else {
            this.tiles.change(changed);
        }
        this.crowd.isStale = this.crowd.isStale || changed === null || changed.length > 0;
    }

    followed() {
        return this.shownMode === "follow" ? this.figures.byID.get(this.crowd.own) : undefined;
    }

    /**
     * Where the view is going.
     * @param {number} nowMs
     * @param {boolean} isResting
     * @returns {View}
     */
    targetView(nowMs, isResting) {
        const followed = this.followed();
        if (followed) {
            const [x, y] = this.figures.positionOf(followed, nowMs);
            const scale = tablecastMaze.tiledScale(this.followScale * this.ratio);
            return { x, y, scale };
        }
        if (this.held && this.shownMode === "pan") {
            if (isResting) {
                // The edges of tiles are to be whole pixels.
                const { x, y, scale } = this.held;
                this.held = { x, y, scale: tablecastMaze.tiledScale(scale) };
            }
            return this.held;
        }
        return tablecastMaze.fitView(this.plan.bounds, this.size, this.scaleMax());
    }

    /** Few rooms are not drawn larger than this. */
    scaleMax() {
        return Math.max(40 * this.ratio, Math.min(this.size.width, this.size.height) / 7);
    }

    /**
     * Moves the view on its way, and tells whether it has moved.
     * @param {number} passedMs
     * @param {number} nowMs
     * @param {boolean} isResting
     */
    moveView(passedMs, nowMs, isResting) {
        const { view } = this;
        const target = this.targetView(nowMs, isResting);
        if (view && view.x === target.x && view.y === target.y && view.scale === target.scale) {
            return false;
        }
        const isHeld = this.held !== null && this.shownMode === "pan";
        const isAtOnce = !view || this.isStill || isHeld;
        if (view && this.followed() && Math.abs(view.scale / target.scale - 1) < 0.002) {
            // The figure itself moves smoothly, and the picture with it.
            const isNear = Math.abs(view.x - target.x) + Math.abs(view.y - target.y) < 1.5;
            this.view = isNear ? target : tablecastMaze.easedView(view, target, passedMs);
        } else {
            this.view = isAtOnce || !view ? target : tablecastMaze.easedView(view, target, passedMs);
        }
        return true;
    }

    // What the page asks for.

    /**
     * @param {number} factor
     * @param {number} [x]
     * @param {number} [y]
     */
    zoomBy(factor, x, y) {
        const { scaleLeast, scaleMost } = tablecastMaze;
        if (this.followed()) {
            const scale = this.followScale * factor;
            this.followScale = Math.min(scaleMost, Math.max(16, scale));
        } else if (this.shownMode === "pan" && this.view) {
            const { ratio, size } = this;
            const view = this.held || this.view;
            const scale = Math.min(scaleMost * ratio, Math.max(scaleLeast * ratio, view.scale * factor));
            const left = x === undefined ? 0 : x * ratio - size.width / 2;
            const down = y === undefined ? 0 : y * ratio - size.height / 2;
            this.hold(tablecastMaze.zoomedView(view, scale / view.scale, left, down));
        }
        this.render();
    }

    /**
     * @param {number} dx
     * @param {number} dy
     */
    moveBy(dx, dy) {
        if (this.shownMode === "pan" && this.view) {
            const { x, y, scale } = this.held || this.view;
            this.hold({ x: x - dx * this.ratio / scale, y: y + dy * this.ratio / scale, scale });
        }
        this.render();
    }

    /** @param {View} view */
    hold(view) {
        this.held = tablecastMaze.keptInSight(view, this.plan.bounds);
    }

    showAll() {
        this.held = null;
        this.render();
    }
};
