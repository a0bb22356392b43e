// @ts-check

const shownMs = 10_000;

/** The line at the bottom that says what came of a change. */
export class Toast {
    /**
     * @param {HTMLElement} element
     * @param {import("../js/announcer.js").Announcer} announcer
     */
    constructor(element, announcer) {
        this.element = element;
        this.announcer = announcer;
        this.timer = 0;
    }

    /**
     * @param {Node[]} sentence
     * @param {boolean} [isWrong]
     */
    show(sentence, isWrong = false) {
        this.element.replaceChildren(...sentence);
        this.element.classList.toggle("is-wrong", isWrong);
        this.element.hidden = false;
        // Nothing beside an open dialog is seen or heard.
        const place = document.querySelector("dialog[open]") ?? document.body;
        place.append(this.element, this.announcer.region);
        place.addEventListener("close", () => {
            document.body.append(this.element, this.announcer.region);
        });
        this.announcer.warn(this.element.textContent ?? "");
        window.clearTimeout(this.timer);
        this.timer = window.setTimeout(() => {
            this.element.hidden = true;
        }, shownMs);
    }
}
