// @ts-check
import { make, setText } from "../js/dom.js";
import { actorWords, eventWords } from "./words.js";

/** @typedef {import("./stream.js").JournalEvent} JournalEvent */

/** More rows than this are never kept. */
export const rowsMax = 2000;
const nearPixels = 8;

/**
 * The rows of the events, oldest on top. New ones come in below, but only while nobody is reading
 * further up.
 */
export class Tail {
    /**
     * @param {HTMLElement} scroll
     * @param {HTMLElement} list
     * @param {(event: JournalEvent | null) => void} opened
     * @param {import("./words.js").Names} names
     * @param {(instant: string) => string} time
     */
    constructor(scroll, list, opened, names, time) {
        this.scroll = scroll;
        this.list = list;
        this.opened = opened;
        this.names = names;
        this.time = time;
        /** @type {Map<Element, JournalEvent>} */
        this.events = new Map();
        /** Whether the reader has the newest row in view. */
        this.isAtEnd = true;
        /** @type {HTMLElement | null} */
        this.open = null;
        /** @type {(event: JournalEvent, text: string) => boolean} */
        this.matches = () => true;
        scroll.addEventListener("scroll", () => {
            const { scrollTop, scrollHeight, clientHeight } = scroll;
            this.isAtEnd = scrollHeight - scrollTop - clientHeight <= nearPixels;
        });
        list.addEventListener("click", (event) => this.clicked(event));
        list.addEventListener("keydown", (event) => this.pressed(event));
    }

    /**
     * Whether the newest row is in view and nothing is being read: then what comes is shown at
     * once.
     */
    get isFollowing() {
        return !this.open && this.isAtEnd;
    }

    /** @returns {JournalEvent | undefined} */
    get first() {
        return this.events.get(/** @type {Element} */ (this.list.firstElementChild));
    }

    /** @param {JournalEvent[]} events newer than all that are there */
    append(events) {
        this.list.append(...events.slice(-rowsMax).map((event) => this.row(event)));
        while (this.list.childElementCount > rowsMax) {
            this.drop(this.list.firstElementChild);
        }
        this.toEnd();
        this.reachable();
    }

    /**
     * Puts older events on top without moving what is in view.
     * @param {JournalEvent[]} events
     * @returns {boolean} whether the newest ones had to go for it
     */
    prepend(events) {
        const fromEnd = this.scroll.scrollHeight - this.scroll.scrollTop;
        this.list.prepend(...events.map((event) => this.row(event)));
        this.scroll.scrollTop = this.scroll.scrollHeight - fromEnd;
        const isTooLong = this.list.childElementCount > rowsMax;
        while (this.list.childElementCount > rowsMax) {
            this.drop(this.list.lastElementChild);
        }
        this.reachable();
        return isTooLong;
    }

    clear() {
        this.close();
        this.events.clear();
        this.list.replaceChildren();
    }

    /** Brings the newest row into view. */
    toEnd() {
        this.isAtEnd = true;
        this.scroll.scrollTop = this.scroll.scrollHeight;
    }

    /** @param {Element | null} row */
    drop(row) {
        if (row) {
            this.events.delete(row);
            row.remove();
        }
    }

    /** @param {JournalEvent} event */
    row(event) {
        const button = make(
            "button",
            { type: "button", className: "event", tabIndex: -1, ariaExpanded: "false" },
            make("span", { className: "rev" }, String(event.rev ?? "–")),
            make("time", { dateTime: event.time }, this.time(event.time)),
            make("span", { className: "who" }, actorWords(event.actor)),
            make("span", { className: "what" }, ...eventWords(event, this.names)),
        );
        button.setAttribute("aria-controls", "opened");
        const row = make("li", {}, button);
        this.events.set(row, event);
        row.hidden = !this.matches(event, row.textContent ?? "");
        return row;
    }

    /**
     * Hides what does not match.
     * @param {(event: JournalEvent, text: string) => boolean} matches
     * @returns {number} how many are left
     */
    filter(matches) {
        this.matches = matches;
        let count = 0;
        for (const [row, event] of this.events) {
            const isShown = matches(event, row.textContent ?? "");
            /** @type {HTMLElement} */ (row).hidden = !isShown;
            count += isShown ? 1 : 0;
        }
        this.reachable();
        return count;
    }

    /** Says the names again: some are only heard of after the event. */
    rename() {
        for (const [row, event] of this.events) {
            const what = row.querySelector(".what");
            const words = eventWords(event, this.names);
            const text = words.map((each) => each.textContent).join("");
            if (what && what.textContent !== text) {
                what.replaceChildren(...words);
            }
        }
    }

    /** Writes the times again: with midnight another day has begun. */
    retime() {
        for (const [row, event] of this.events) {
            const time = row.querySelector("time");
            if (time) {
                setText(time, this.time(event.time));
            }
        }
    }

    /** @param {MouseEvent} click */
    clicked(click) {
        const button = /** @type {Element} */ (click.target).closest("button");
        if (!button) {
            return;
        }
        const isSame = button === this.open;
        this.close();
        if (!isSame) {
            this.show(button);
        }
    }

    /** @param {HTMLElement} button */
    show(button) {
        this.open?.setAttribute("aria-expanded", "false");
        this.open = button;
        button.setAttribute("aria-expanded", "true");
        this.reach(button);
        this.opened(this.events.get(/** @type {Element} */ (button.parentElement)) ?? null);
        // The panel that has just opened may have taken the room in which the row stood.
        button.scrollIntoView({ block: "nearest" });
    }

    close() {
        this.open?.setAttribute("aria-expanded", "false");
        this.open = null;
        this.opened(null);
    }

    /** One row is reached by Tab, the others from there by the arrows. */
    reachable() {
        const current = this.list.querySelector("li:not([hidden]) > button[tabindex='0']");
        if (!current) {
            const last = [...this.list.querySelectorAll("li:not([hidden]) > button")].pop();
            if (last) {
                this.reach(/** @type {HTMLElement} */ (last));
            }
        }
    }

    /** @param {HTMLElement} button */
    reach(button) {
        this.list.querySelector("button[tabindex='0']")?.setAttribute("tabindex", "-1");
        button.tabIndex = 0;
    }

    /** @param {KeyboardEvent} press */
    pressed(press) {
        const button = /** @type {Element} */ (press.target).closest("button");
        const steps = { ArrowUp: "previousElementSibling", ArrowDown: "nextElementSibling" };
        const step = Reflect.get(steps, press.key);
        if (!button || !step) {
            return;
        }
        press.preventDefault();
        let row = Reflect.get(/** @type {object} */ (button.parentElement), step);
        while (row?.hidden) {
            row = Reflect.get(row, step);
        }
        const next = /** @type {HTMLElement | undefined} */ (row?.firstElementChild);
        if (next) {
            this.reach(next);
            next.focus();
            if (this.open) {
                this.show(next);
            }
        }
    }
}
