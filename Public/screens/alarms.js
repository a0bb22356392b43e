// @ts-check
import { make, makeButton, sentenceAbout } from "../js/dom.js";
import { counted, text } from "../js/texts.js";
import { arrange, dropOthers } from "../js/ui/list.js";
import { nameOf } from "./rows.js";

/** @typedef {import("./feed.js").Alarm} Alarm */

/**
 * How long something has lasted, in words and in one unit.
 * @param {number} ms
 */
export function lasting(ms) {
    const seconds = Math.max(1, Math.floor(ms / 1000));
    if (seconds < 60) {
        return counted("seconds", seconds);
    }
    if (seconds < 3600) {
        return counted("minutes", Math.floor(seconds / 60));
    }
    return seconds < 2 * 86_400
        ? counted("hours", Math.floor(seconds / 3600))
        : counted("days", Math.floor(seconds / 86_400));
}

/** The alarms that are open, the oldest first, in words that go on counting. */
export class AlarmsView {
    /**
     * @param {HTMLElement} list
     * @param {(device: string) => void} dismiss
     */
    constructor(list, dismiss) {
        this.list = list;
        this.dismiss = dismiss;
        /** @type {Map<string, {alarm: Alarm, element: HTMLElement, words: HTMLElement, lasting: string}>} */
        this.views = new Map();
    }

    /**
     * @param {Map<string, Alarm>} alarms
     * @param {number} nowMs
     */
    render(alarms, nowMs) {
        const isOther = (/** @type {string} */ key) => this.views.get(key)?.alarm !== alarms.get(key);
        dropOthers(this.views, { has: (key) => !isOther(key) });
        const inOrder = [...alarms].sort(([, one], [, other]) => (one.since < other.since ? -1 : 1));
        arrange(this.list, inOrder.map(([key, alarm]) => {
            const view = this.views.get(key) ?? this.made(alarm);
            this.views.set(key, view);
            const time = lasting(nowMs - Date.parse(alarm.since));
            if (view.lasting !== time) {
                view.lasting = time;
                view.words.replaceChildren(...sentenceAbout((name) => text("alarm", { name, time }), nameOf(alarm)));
            }
            return view.element;
        }));
    }

    /** @param {Alarm} alarm */
    made(alarm) {
        const words = make("p", { className: "words" });
        const address = alarm.address ? text("itsAddress", { address: alarm.address }) : "";
        const advice = make("p", { className: "advice" }, `${text("advice")} ${address}`.trim());
        const ariaLabel = text("dismissLabel", { name: nameOf(alarm) });
        const button = makeButton(text("dismiss"), () => this.dismiss(alarm.device), { ariaLabel });
        const element = make("li", { className: "alarm" }, make("div", {}, words, advice), button);
        return { alarm, element, words, lasting: "" };
    }
}

/**
 * What ended the hub twice, and is not done any more.
 * @param {string} name
 * @param {((name: string) => void) | null} tryAgain for whom it is to be tried again
 */
export function setAsideLine(name, tryAgain) {
    const sentence = (/** @type {string} */ shown) => text("setAside", { name: shown });
    const words = make("p", { className: "words" }, ...sentenceAbout(sentence, name));
    const buttons = tryAgain ? [makeButton(text("tryAgain"), () => tryAgain(name))] : [];
    return make("li", { className: "alarm" }, make("div", {}, words), ...buttons);
}

/**
 * One that has ended.
 * @param {Alarm} alarm
 * @param {(instant: string) => string} time
 */
export function endedLine(alarm, time) {
    const { since, endedAt = "", dismissed } = alarm;
    const sentence = (/** @type {string} */ name) => text("ended", { name, from: time(since), to: time(endedAt) });
    const note = dismissed ? ` (${text("dismissed")})` : "";
    return make("li", {}, ...sentenceAbout(sentence, nameOf(alarm)), note);
}
