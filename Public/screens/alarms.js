// @ts-check
import { make, sentenceAbout, setText } from "../js/dom.js";
import { dropOthers } from "../js/ui/list.js";
import { nameOf } from "./names.js";
import { lasting, texts } from "./texts.js";

/** @typedef {import("./feed.js").Alarm} Alarm */

/**
 * @typedef {object} AlarmView
 * @property {Alarm} alarm
 * @property {HTMLElement} element
 * @property {HTMLElement} words
 * @property {string} lasting what its words say now
 */

/** The alarms that are open, the oldest first, in words that go on counting. */
export class AlarmsView {
    /**
     * @param {HTMLElement} list
     * @param {(device: string) => void} dismiss
     */
    constructor(list, dismiss) {
        this.list = list;
        this.dismiss = dismiss;
        /** @type {Map<string, AlarmView>} */
        this.views = new Map();
    }

    /**
     * @param {Map<string, Alarm>} alarms
     * @param {number} nowMs
     */
    render(alarms, nowMs) {
        dropOthers(this.views, alarms);
        for (const [key, alarm] of alarms) {
            let view = this.views.get(key);
            if (view?.alarm !== alarm) {
                const made = this.made(alarm);
                if (view) {
                    view.element.replaceWith(made.element);
                } else {
                    this.insert(made);
                }
                this.views.set(key, made);
                view = made;
            }
            const words = lasting(nowMs - Date.parse(alarm.since));
            if (view.lasting !== words) {
                view.lasting = words;
                const sentence = (/** @type {string} */ name) => texts.alarm(name, words);
                view.words.replaceChildren(...sentenceAbout(sentence, nameOf(alarm)));
            }
        }
    }

    /** @param {AlarmView} view */
    insert(view) {
        const later = [...this.views.values()].find(
            ({ alarm }) => alarm.since > view.alarm.since,
        );
        this.list.insertBefore(view.element, later?.element ?? null);
    }

    /**
     * @param {Alarm} alarm
     * @returns {AlarmView}
     */
    made(alarm) {
        const words = make("p", { className: "words" });
        const sentences = [texts.advice, alarm.address && texts.address(alarm.address)];
        const advice = make("p", {
            className: "advice",
            textContent: sentences.filter(Boolean).join(" "),
        });
        const button = make("button", {
            type: "button",
            textContent: texts.dismiss,
            "aria-label": texts.dismissLabel(nameOf(alarm)),
        });
        button.addEventListener("click", () => this.dismiss(alarm.device));
        const element = make(
            "li",
            { className: "alarm" },
            make("div", {}, words, advice),
            button,
        );
        return { alarm, element, words, lasting: "" };
    }
}

/** What ended the hub twice, and is not done any more. */
export class SetAsideView {
    /**
     * @param {HTMLElement} list
     * @param {((name: string) => void) | null} tryAgain for whom it is to be tried again
     */
    constructor(list, tryAgain) {
        this.list = list;
        this.tryAgain = tryAgain;
        this.shown = "[]";
    }

    /** @param {string[]} names */
    render(names) {
        const shown = JSON.stringify(names);
        if (shown === this.shown) {
            return;
        }
        this.shown = shown;
        this.list.replaceChildren(...names.map((name) => this.made(name)));
    }

    /** @param {string} name */
    made(name) {
        const words = make("p", { className: "words" }, ...sentenceAbout(texts.setAside, name));
        const element = make("li", { className: "alarm" }, make("div", {}, words));
        const { tryAgain } = this;
        if (tryAgain) {
            const button = make("button", { type: "button", textContent: texts.tryAgain });
            button.addEventListener("click", () => tryAgain(name));
            element.append(button);
        }
        return element;
    }
}

/** Those that have ended, the newest first. */
export class EndedView {
    /**
     * @param {HTMLElement} part
     * @param {HTMLElement} list
     * @param {HTMLElement} count
     * @param {(instant: string) => string} time
     */
    constructor(part, list, count, time) {
        this.part = part;
        this.list = list;
        this.count = count;
        this.time = time;
        /** @type {Alarm[]} */
        this.shown = [];
    }

    /** @param {Alarm[]} ended */
    render(ended) {
        if (ended === this.shown) {
            return;
        }
        this.shown = ended;
        this.part.hidden = ended.length === 0;
        setText(this.count, String(ended.length));
        const lines = ended.map((alarm) => {
            const sentence = (/** @type {string} */ name) =>
                texts.ended(name, this.time(alarm.since), this.time(alarm.endedAt ?? ""));
            const note = alarm.dismissed ? ` (${texts.dismissed})` : "";
            return make("li", {}, ...sentenceAbout(sentence, nameOf(alarm)), note);
        });
        this.list.replaceChildren(...lines);
    }
}
