// @ts-check
import { elapsedMs, make, makeButton, runAfter, setText, stopTimer } from "../../js/ui/page.js";
import { Gestures, HeldSides, Pad, Swipes, zoomStep } from "./pad.js";
import { clockText, isUnderWay, Names, Picture, Player, takesWalkers, Words } from "./walking.js";

/** @typedef {import("./walking.js").Side} Side */
/** @typedef {import("./walking.js").Walking} Walking */

/**
 * The ratio of a maze's width to its height, with a margin, from its code.
 * @param {string | undefined} code
 */
function aspectOf(code) {
    const [width, height] = (code?.split("-")[0].split("x") ?? []).map(Number);
    return width > 0 && height > 0 ? Math.min(2.4, Math.max(0.7, (width + 1) / (height + 1))) : 1.6;
}

/**
 * The maze on the host's page and on a guest's phone: the picture, the state of the run, the page's own
 * walker and its controls, and the other walkers. The page places `element` and `names.element`.
 */
export class MazeView {
    /**
     * @param {object} page
     * @param {Record<string, string>} page.texts
     * @param {Walking} page.walking
     * @param {string} page.venue
     * @param {string} page.role
     * @param {boolean} page.isFollowing whether the picture follows the page's walker in a race
     * @param {boolean} page.isCounting whether the number of walkers is shown while the page has none
     * @param {string} page.joinClass of the button that joins
     * @param {(message: any) => string} page.refused the reason why joining failed
     * @param {(sentence: string) => void} page.say announces a sentence
     * @param {() => void} page.render requests a drawing of the page
     */
    constructor({ texts, walking, venue, role, isFollowing, isCounting, joinClass, refused, say, render }) {
        this.texts = texts;
        this.refused = refused;
        this.walking = walking;
        this.say = say;
        this.render = render;
        this.words = new Words(texts);
        this.followsInRaces = isFollowing;
        /**
         * The user's choice to follow the walker or not, in this state of the run.
         * @type {boolean | undefined}
         */
        this.wantsToFollow = undefined;
        this.shownState = "";
        this.isCounting = isCounting;
        this.player = new Player({
            venue, role, now: () => walking.sync.clock.now(), changed: render,
        });
        this.held = new HeldSides((side) => walking.step(side));
        this.state = make("h2", { className: "maze-state grow strong", id: "maze-state" });
        this.clock = make("p", { className: "maze-clock figures" });
        this.countdown = make("p", { className: "maze-countdown figures", "aria-hidden": "true" });
        this.here = make("p", { className: "maze-here", id: "maze-here" });
        this.box = make("div", {
            className: "maze-picture",
            tabIndex: 0,
            role: "application",
            "aria-label": texts.picture,
            "aria-describedby": "maze-here maze-keys",
        });
        this.whole = makeButton("", () => this.turn());
        this.zoom = make(
            "div",
            { className: "maze-zoom beside", role: "group", "aria-label": texts.zoom },
            makeButton("+", () => this.zoomBy(zoomStep), { "aria-label": texts.zoomIn }),
            makeButton("−", () => this.zoomBy(1 / zoomStep), { "aria-label": texts.zoomOut }),
            this.whole,
        );
        this.picture = new Picture(this.box);
        const press = (/** @type {Side} */ side) => this.press(side);
        const release = (/** @type {Side} */ side) => this.held.release(side);
        this.pad = new Pad({
            texts, press, release, releaseAll: () => this.held.releaseAll(), isWalking: () => walking.mayStep,
        });
        new Gestures(this.picture, () => this.turn());
        new Swipes({ element: this.box, press, release, isWalking: () => this.picture.mode === "follow" });
        for (const name of ["pointerup", "keyup", "wheel"]) {
            // The picture may now show another part of the maze.
            this.box.addEventListener(name, render);
        }
        new ResizeObserver(() => this.picture.resize()).observe(this.box);
        this.hint = make("p", { className: "maze-hint quiet" });
        this.join = makeButton("", () => this.pressJoin(), { className: joinClass });
        this.leave = makeButton(texts.leave, () => walking.leave(), { className: "plain maze-leave" });
        this.joining = make("div", { className: "maze-joining beside" }, this.hint, this.join, this.leave);
        this.refusal = "";
        this.byKeys = make("p", { className: "quiet maze-by-keys" }, texts.byKeys);
        this.names = new Names(texts, render);
        this.stage = make("div", { className: "maze-stage box" }, this.box, this.countdown);
        this.head = make("div", { className: "maze-head" }, this.state, this.clock);
        this.element = make(
            "div",
            { className: "maze-view" },
            this.head,
            this.stage,
            this.here,
            make("p", { className: "aside", id: "maze-keys" }, texts.keys),
            make("div", { className: "maze-bar beside" }, this.joining, this.zoom),
            this.pad.element,
            this.byKeys,
        );
        this.clockTimer = 0;
        this.told = { about: "", sentence: "" };
        this.summary = "";
    }

    /**
     * The document to draw: that of a replay while it plays, else the hub's with this page's walker ahead.
     * @returns {any}
     */
    get doc() {
        const { ahead } = this.walking;
        const shown = this.player.shown(ahead);
        return (this.player.isPlaying ? shown : ahead) ?? {};
    }

    /** Whether the picture shows the hub's present state and no replay. */
    get isNow() {
        return !this.player.isPlaying;
    }

    /**
     * Takes the answers to actions of this view.
     * @param {import("../../js/tablecast.js").Entry} entry
     * @param {any} message its ack or reject
     * @returns {boolean} whether the answer is fully handled
     */
    answered(entry, message) {
        const isSaid = this.walking.answered(entry, message);
        if (entry.action === "maze.join" && message.type !== "ack") {
            this.refusal = this.refused(message);
            this.say(this.refusal);
            return true;
        }
        return isSaid;
    }

    // MARK: Moving the picture

    pressJoin() {
        this.refusal = "";
        if (this.walking.sync.life === "live") {
            this.walking.join();
            this.box.focus({ preventScroll: true });
        }
    }

    /** @param {Side} side */
    press(side) {
        const isStep = this.held.press(side);
        if (!isStep && this.walking.mayStep) {
            this.say(this.words.fill(this.texts.wall, { way: this.texts[`way.${side}`] }));
        }
    }

    /** @param {number} factor */
    zoomBy(factor) {
        this.picture.zoomBy(factor);
        this.render();
    }

    /** Switches between the whole maze and the page's walker. */
    turn() {
        this.wantsToFollow = this.walking.id !== "" && this.picture.isWhole;
        this.picture.showAll();
        this.render();
    }

    // MARK: Drawing

    /**
     * @param {object} now
     * @param {string} now.empty the text while there is no maze
     * @param {boolean} now.isOld whether the connection is lost
     */
    draw({ empty, isOld }) {
        const { walking, picture, words } = this;
        const { doc } = this;
        const { sync, id } = walking;
        const nowMs = isOld ? sync.asOfMs : sync.clock.now();
        const seconds = words.secondsToRace(doc, nowMs);
        const mode = this.isFollowing(doc) ? "follow" : "pan";
        this.stage.style.setProperty("--aspect", String(aspectOf(doc.run?.maze)));
        picture.show(doc, { mode, own: id });
        picture.draw(elapsedMs());
        const state = doc.run ? words.state(doc, nowMs) : empty;
        setText(this.state, this.isNow ? state : `${this.texts.replay}: ${state}`);
        setText(this.clock, doc.run && seconds === 0 ? words.clock(doc, nowMs) : "");
        setText(this.countdown, seconds > 0 && seconds <= 10 && !isOld ? String(seconds) : "");
        setText(this.here, this.hereText(doc, nowMs));
        this.tell(doc);
        this.drawWays(doc);
        this.drawJoining(doc, isOld);
        this.names.show(doc, picture.plan, id);
        this.askAgain(doc, nowMs);
    }

    /**
     * Whether the picture follows the walker: as the user chose, by default in a race until the exit.
     * @param {any} doc
     */
    isFollowing({ run, walkers }) {
        const own = walkers?.[this.walking.id];
        const state = `${run?.id} ${run?.state}`;
        if (state !== this.shownState) {
            this.shownState = state;
            this.wantsToFollow = undefined;
        }
        const isOnItsWay = this.followsInRaces && run?.state === "racing" && own?.place === undefined;
        return own !== undefined && this.isNow && (this.wantsToFollow ?? isOnItsWay);
    }

    /**
     * The controls for the walker and the picture.
     * @param {any} doc
     */
    drawWays({ run }) {
        const { walking, picture, texts } = this;
        const isIn = walking.id !== "";
        const isWhole = picture.isWhole;
        setText(this.whole, isIn && isWhole ? texts.mine : texts.whole);
        this.whole.hidden = isWhole && !isIn;
        this.zoom.hidden = !run;
        this.box.classList.toggle("is-walking", picture.mode === "follow");
        this.pad.element.hidden = !isIn || !["ready", "racing"].includes(walking.doc.run?.state);
        this.byKeys.hidden = this.pad.element.hidden;
        this.pad.show((side) => walking.mayStep && walking.isOpen(side));
    }

    /**
     * Shows whether this page is in the maze, and how to join.
     * @param {any} doc
     * @param {boolean} isOld
     */
    drawJoining(doc, isOld) {
        const { walking, texts, words } = this;
        const { standing } = walking;
        const isOpen = takesWalkers(walking.doc?.run);
        const count = Object.keys(doc.walkers ?? {}).length;
        const figures = words.fill(texts[`figures.${words.form(count)}`], { count });
        this.joining.hidden = !isOpen;
        this.join.hidden = standing === "walking";
        this.leave.hidden = standing !== "walking";
        this.join.ariaDisabled = String(standing === "joining" || isOld);
        setText(this.join, standing === "joining" ? texts.joining : texts.join);
        setText(this.hint, standing === "walking" ? ""
            : this.refusal || (standing === "gone" ? texts.gone : this.isCounting ? figures : ""));
        this.hint.className = this.refusal && standing !== "walking" ? "maze-hint problem" : "maze-hint quiet";
    }

    /**
     * Describes the walker's place and the open ways, or the reason for waiting.
     * @param {any} doc
     * @param {number} nowMs
     */
    hereText(doc, nowMs) {
        const { texts, walking, words, picture } = this;
        const { place } = walking;
        const { run } = doc;
        const own = walking.doc?.walkers[walking.id];
        if (!place || !own || !this.isNow) {
            return "";
        }
        if (own.place !== undefined) {
            const time = clockText(own.ms);
            const rank = { place: own.place, time };
            return words.fill(own.place === 1 ? texts.won : texts.arrived, rank);
        }
        switch (run?.state) {
            case "exploring":
                return texts.exploringIn;
            case "ready":
                return texts.readyIn;
            case "racing":
                return isUnderWay(run, nowMs) ? words.here(picture.plan, place.x, place.y) : texts.getReady;
            case "finished":
                return texts.notArrived;
            default:
                return "";
        }
    }

    /**
     * Announces the run's state and the walker's place. Figures change too often to be announced each time.
     * @param {any} doc
     */
    tell(doc) {
        const { run = {} } = doc;
        const winner = this.words.winner(doc);
        const isCounting = this.words.secondsToRace(doc, this.walking.sync.clock.now()) > 0;
        const about = [run.id, run.state, run.lost, isCounting, winner?.label, this.isNow].join(" ");
        if (about !== this.told.about) {
            this.told = { about, sentence: this.state.textContent ?? "" };
        }
        this.summary = [this.told.sentence, this.here.textContent].filter(Boolean).join(". ");
    }

    /**
     * Draws again at the next full second.
     * @param {any} doc
     * @param {number} nowMs
     */
    askAgain(doc, nowMs) {
        const inMs = this.words.nextSecondMs(doc, nowMs);
        stopTimer(this.clockTimer);
        if (inMs !== undefined) {
            this.clockTimer = runAfter(inMs, this.render);
        }
    }
}
