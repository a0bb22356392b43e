// @ts-check
import { make, makeButton, oncePerFrame, setText } from "../../../js/ui/page.js";
import { MazeView } from "../view.js";
import { takesWalkers, Walking } from "../walking.js";

/** @typedef {import("./walk.js").Context} Context */

const view = "maze/display";
/** The pause between announcements, short enough to hear soon where a step has led. */
const stepIntervalMs = 800;

/**
 * The opened maze on a guest's phone: the view around the guest's own walker, and the controls that move
 * it.
 */
export class Maze {
    /**
     * @param {Context} context
     * @param {Record<string, string>} texts
     * @param {import("../../../js/tablecast.js").StoredValue} kept the walker of this phone
     * @param {() => void} close
     */
    constructor({ sync, state, say }, texts, kept, close) {
        this.sync = sync;
        this.texts = texts;
        this.say = say;
        this.render = oncePerFrame(() => this.draw());
        this.walking = new Walking({ sync, view, kept });
        this.view = new MazeView({
            texts,
            walking: this.walking,
            venue: state.venue,
            role: `guest:${state.subject}`,
            isFollowing: true,
            isCounting: true,
            joinClass: "action",
            refused: (message) => this.refused(message),
            say,
            render: this.render,
        });
        this.over = make("p", { className: "quiet maze-over" });
        this.close = makeButton(texts.close, close, { className: "plain maze-close" });
        this.view.head.append(this.close);
        this.view.element.append(this.over, this.view.names.element);
        this.element = this.view.element;
        this.wantsToJoin = false;
        this.wantsFocus = false;
        this.hadRun = false;
        this.said = "";
    }

    /** @param {boolean} wantsToJoin whether it was opened to walk */
    opened(wantsToJoin) {
        this.wantsToJoin = wantsToJoin;
        this.said = "";
        this.wantsFocus = true;
        this.draw();
    }

    /** @param {any} message */
    refused({ code, reason = "" }) {
        const known = `refused.${reason.replace("maze.", "")}`;
        return this.texts[known] ?? this.texts[`refused.${code === "forbidden" ? "closed" : "other"}`];
    }

    /**
     * @param {import("../../../js/tablecast.js").Entry} entry
     * @param {any} message
     */
    answered(entry, message) {
        this.view.answered(entry, message);
        this.render();
    }

    draw() {
        const { sync, walking, texts } = this;
        const doc = walking.doc;
        if (!sync.isWatching(view)) {
            return;
        }
        walking.look();
        this.joinAtOnce();
        const isOld = document.documentElement.dataset.life === "stale" || sync.life === "refused";
        this.hadRun = this.hadRun || doc?.run !== undefined;
        const isOver = doc !== null && !takesWalkers(doc.run);
        this.view.draw({ empty: !doc ? texts.joining : this.hadRun ? texts.over : texts.none, isOld });
        this.view.element.classList.toggle("is-empty", !doc?.run);
        if (this.wantsFocus && doc?.run) {
            this.wantsFocus = false;
            this.view.box.focus({ preventScroll: true });
        }
        setText(this.over, isOver ? texts.overAbout : "");
        const { summary } = this.view;
        if (this.said !== "" && this.said !== summary) {
            this.say(summary, walking.mayStep ? stepIntervalMs : undefined);
        }
        this.said = summary;
    }

    /**
     * Joins as soon as the maze is loaded, if it was opened to walk and this phone has no walker yet.
     */
    joinAtOnce() {
        const { sync, walking } = this;
        if (this.wantsToJoin && walking.doc && sync.life === "live") {
            this.wantsToJoin = false;
            if (takesWalkers(walking.doc.run)) {
                walking.join();
            }
        }
    }
}
