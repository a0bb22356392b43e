// @ts-check
import { byId, make, makeButton, setText } from "../../../js/dom.js";
import { closeByTap } from "../../../js/ui/dialog.js";
import { arrange, dropOthers } from "../../../js/ui/list.js";
import { texts } from "./texts.js";

/** @typedef {import("../../../js/tablecast.js").DocumentOf<"house/effects">["effects"]} Effects */
/** @typedef {Effects[string]} Effect */

/** What could not be delivered: the section is there while there is something in it. */
export class EffectList {
    /** @param {(action: string, args: import("../../../js/tablecast.js").JSONObject, name: string) => string} ask */
    constructor(ask) {
        this.ask = ask;
        this.section = byId("effects-part", HTMLElement);
        this.list = byId("effects", HTMLElement);
        this.count = byId("effects-count", HTMLElement);
        this.dialog = byId("drop", HTMLDialogElement);
        this.title = byId("drop-title", HTMLElement);
        /** The id of the one that the dialog asks about. */
        this.asked = "";
        /** @type {Map<string, EffectView>} */
        this.views = new Map();
        closeByTap(this.dialog);
        byId("drop-do", HTMLButtonElement).addEventListener("click", () => this.drop());
    }

    /**
     * @param {Effects} effects
     * @param {(instant: string) => string} time
     */
    render(effects, time) {
        const ids = Object.keys(effects).sort(
            (one, other) => compare(effects[one], effects[other]) || (one < other ? -1 : 1),
        );
        this.section.hidden = ids.length === 0;
        setText(this.count, String(ids.length));
        dropOthers(this.views, new Set(ids));
        const elements = ids.map((id) => {
            const view = this.views.get(id) ?? new EffectView(() => this.retry(id), () => this.open(id));
            this.views.set(id, view);
            view.render(effects[id], time);
            return view.element;
        });
        arrange(this.list, elements);
        if (this.dialog.open && !(this.asked in effects)) {
            this.dialog.close();
        }
    }

    /** @param {string} id */
    retry(id) {
        this.ask("house.retry", { effect: id }, this.views.get(id)?.name ?? "");
    }

    /** @param {string} id */
    open(id) {
        this.asked = id;
        setText(this.title, texts.dropTitle(this.views.get(id)?.name ?? ""));
        this.dialog.showModal();
    }

    drop() {
        this.dialog.close();
        this.ask("house.drop", { effect: this.asked }, this.views.get(this.asked)?.name ?? "");
    }
}

/**
 * What was given up comes first, then what has waited longest.
 * @param {Effect} one
 * @param {Effect} other
 */
function compare(one, other) {
    return (
        Number(other.state === "dead") - Number(one.state === "dead") ||
        (one.since < other.since ? -1 : one.since > other.since ? 1 : 0)
    );
}

class EffectView {
    /**
     * @param {() => void} retry
     * @param {() => void} drop
     */
    constructor(retry, drop) {
        /** What it is, in words. */
        this.name = "";
        this.what = make("p", { className: "device-name" });
        this.since = make("p", { className: "quiet" });
        this.problem = make("p", { className: "state" });
        this.about = make("p", { className: "quiet" });
        this.retry = makeButton(texts.retry, retry);
        this.drop = makeButton(texts.drop, drop, { className: "wrong" });
        this.element = make(
            "li",
            { className: "device effect" },
            make("div", { className: "who" }, this.what, this.since),
            make("div", { className: "how" }, this.problem, this.about),
            make("div", { className: "buttons" }, this.retry, this.drop),
        );
    }

    /**
     * @param {Effect} effect
     * @param {(instant: string) => string} time
     */
    render(effect, time) {
        const kind = effect.target.split(":")[0];
        this.name = texts.effectKinds[kind] ?? effect.target;
        setText(this.what, this.name);
        setText(this.since, texts.effectSince(time(effect.since)));
        this.element.dataset.state = effect.state === "dead" ? "silent" : "behind";
        setText(this.problem, problemText(effect));
        setText(this.about, aboutText(effect, time));
        for (const button of [this.retry, this.drop]) {
            button.ariaLabel = texts.label(button.textContent ?? "", this.name);
        }
    }
}

/** @param {Effect} effect */
function problemText({ state, problem, status }) {
    const why =
        problem === "answered"
            ? texts.effectAnswered(status ?? 0)
            : (texts.effectProblems[problem ?? ""] ?? texts.effectProblems.unreachable);
    return state === "dead" ? texts.effectGivenUp(why) : texts.effectWaits(why);
}

/**
 * @param {Effect} effect
 * @param {(instant: string) => string} time
 */
function aboutText({ state, tries, nextAt, behind }, time) {
    const parts = [
        tries > 0 ? texts.effectTries(tries) : "",
        state === "waiting" && nextAt ? texts.effectNext(time(nextAt)) : "",
        behind ? texts.effectsBehind(behind) : "",
    ];
    return parts.filter(Boolean).join(" · ");
}
