// @ts-check
import { make, setText } from "../../../js/dom.js";
import { fill } from "../core/words.js";

/** @typedef {import("./rows.js").Slot} Slot */

/**
 * The covers of each quarter hour against the limit: bars, and the same in words for those who do not see
 * them.
 */
export class Strip {
    /** @param {Record<string, string>} texts */
    constructor(texts) {
        this.texts = texts;
        this.list = make("ol", { className: "slots" });
        this.element = make(
            "div",
            { className: "strip", role: "group", tabIndex: 0, "aria-label": texts.strip },
            this.list,
        );
        this.drawn = "";
        this.hasScrolled = false;
        this.element.addEventListener("scroll", () => this.measure());
        new ResizeObserver(() => this.measure()).observe(this.element);
    }

    /**
     * @param {Slot[]} slots
     * @param {(ms: number) => string} write a time
     * @param {number} nowMs
     */
    draw(slots, write, nowMs) {
        this.element.hidden = slots.length === 0;
        const mark = JSON.stringify([slots, Math.floor(nowMs / 900_000)]);
        if (mark === this.drawn) {
            return;
        }
        this.drawn = mark;
        const top = Math.max(1, ...slots.map(({ covers, limit = 0 }) => Math.max(covers, limit)));
        this.list.replaceChildren(...slots.map((slot) => this.bar(slot, top, write, nowMs)));
        if (!this.list.querySelector(".is-hour")) {
            // One time at least says when it is.
            this.list.firstElementChild?.classList.add("is-hour");
        }
        this.scrollToNow();
        this.measure();
    }

    /** Tells whether more can be scrolled to: the last one in sight is cut then. */
    measure() {
        const { scrollLeft, clientWidth, scrollWidth } = this.element;
        this.element.classList.toggle("goes-on", scrollLeft + clientWidth < scrollWidth - 1);
    }

    /**
     * @param {Slot} slot
     * @param {number} top the covers of a bar as high as can be
     * @param {(ms: number) => string} write
     * @param {number} nowMs
     */
    bar({ startMs, covers, limit }, top, write, nowMs) {
        const { texts } = this;
        const time = write(startMs);
        const said = limit === undefined
            ? fill(texts.slot, { time, covers })
            : fill(texts.slotOf, { time, covers, limit });
        const item = make("li", { className: "slot", title: said });
        item.classList.toggle("is-past", startMs + 900_000 <= nowMs);
        item.classList.toggle("is-full", limit !== undefined && covers >= limit);
        item.classList.toggle("is-over", limit !== undefined && covers > limit);
        item.classList.toggle("is-hour", startMs % 3_600_000 === 0);
        const bar = make("span", { className: "slot-bar" });
        bar.style.height = `${(covers / top) * 100}%`;
        const room = make("span", { className: "slot-room" }, bar);
        if (limit !== undefined) {
            const line = make("span", { className: "slot-limit" });
            line.style.bottom = `${(limit / top) * 100}%`;
            room.append(line);
        }
        const count = make("span", { className: "slot-covers figures" });
        setText(count, covers > 0 ? String(covers) : "");
        const drawn = make("span", { className: "slot-drawn", ariaHidden: "true" }, count, room);
        // Whole hours only: `19:00`, or `7 PM`.
        const hour = /\d$/.test(time) ? time : time.replace(":00", "");
        drawn.append(make("span", { className: "slot-time figures" }, hour));
        item.append(make("span", { className: "aside" }, said), drawn);
        return item;
    }

    /** Shows what is now, the first time; then the strip stays where it is scrolled to. */
    scrollToNow() {
        const next = this.list.querySelector(".slot:not(.is-past)");
        if (!this.hasScrolled && next instanceof HTMLElement && this.list.offsetWidth > 0) {
            this.hasScrolled = true;
            this.element.scrollLeft = Math.max(0, next.offsetLeft - 56);
        }
    }
}
