// @ts-check
import { arrange, make, makeButton, oncePerFrame } from "../js/ui/page.js";

/** @typedef {import("./stream.js").JournalEvent} JournalEvent */

/** The distance from the end, in pixels, that counts as being there. */
const nearPixels = 8;
/** The number of rows to draw above and below the visible ones. */
const aroundCount = 12;

/**
 * @typedef {object} RowsHandlers
 * @property {(event: JournalEvent) => Node[]} cells returns the content of a row
 * @property {(event: JournalEvent) => void} clicked
 * @property {() => void} reachedTop called when the oldest row is scrolled to
 * @property {() => void} scrolled
 */

/**
 * The rows of the events, the oldest at the top, all of the same height. Only visible rows are drawn, each at its
 * position, so that a hundred thousand cost no more than a screenful.
 */
export class Rows {
    /**
     * @param {HTMLElement} scroll
     * @param {HTMLElement} list
     * @param {RowsHandlers} handlers
     */
    constructor(scroll, list, handlers) {
        this.scroll = scroll;
        this.list = list;
        this.handlers = handlers;
        /** @type {JournalEvent[]} */
        this.events = [];
        /** @type {Map<JournalEvent, HTMLElement>} */
        this.drawn = new Map();
        /** @type {JournalEvent | null} */
        this.open = null;
        this.isAtEnd = true;
        this.lastTop = 0;
        /** The number of rows added below since the newest one was in view. */
        this.unseenCount = 0;
        this.rowHeight = 28;
        this.render = oncePerFrame(() => this.draw());
        scroll.addEventListener("scroll", () => this.scrolled());
        new ResizeObserver(() => this.resized()).observe(scroll);
        list.addEventListener("keydown", (event) => this.pressed(event));
    }

    /** Whether new rows are scrolled to: the newest row is in view, and no event is open. */
    get isFollowing() {
        return !this.open && this.isAtEnd;
    }

    /** The number of rows that fill the page. */
    get fullCount() {
        return Math.ceil(this.scroll.clientHeight / this.rowHeight) + 1;
    }

    /**
     * Replaces the events. The open row, or else the first one in view, stays in place if it remains.
     * @param {JournalEvent[]} events
     */
    replace(events) {
        const { scrollTop } = this.scroll;
        const kept = this.open ?? this.events[Math.floor(scrollTop / this.rowHeight)];
        const place = this.isFollowing ? -1 : events.indexOf(kept);
        const by = (place - this.events.indexOf(kept)) * this.rowHeight;
        this.events = events;
        this.unseenCount = 0;
        if (place < 0) {
            this.toEnd();
        } else {
            this.scrollTo(scrollTop + by);
        }
    }

    /** @param {JournalEvent[]} events newer than all present ones */
    append(events) {
        this.unseenCount += this.isFollowing ? 0 : events.length;
        for (const event of events) {
            this.events.push(event);
        }
        this.render();
    }

    /** @param {JournalEvent[]} events older than all present ones; the rows in view stay there */
    prepend(events) {
        this.events = events.concat(this.events);
        this.moveBy(events.length);
    }

    /** @param {number} count the number of oldest events to remove; the rows in view stay there */
    trim(count) {
        this.events = this.events.slice(count);
        this.moveBy(-count);
    }

    /** @param {number} count of the rows that were added above */
    moveBy(count) {
        if (!this.isAtEnd) {
            this.scrollTo(this.scroll.scrollTop + count * this.rowHeight);
        }
        this.render();
    }

    /** Redraws the rows after a change of names or times. */
    rewrite() {
        for (const [event, row] of this.drawn) {
            row.firstElementChild?.replaceChildren(...this.handlers.cells(event));
        }
    }

    /** Scrolls to the newest row. */
    toEnd() {
        this.isAtEnd = true;
        this.unseenCount = 0;
        this.setHeight();
        this.scroll.scrollTop = this.scroll.scrollHeight;
        this.render();
    }

    /** @param {number} top */
    scrollTo(top) {
        this.setHeight();
        this.scroll.scrollTop = top;
        this.measure();
        this.draw();
    }

    scrolled() {
        const { scrollTop, clientHeight } = this.scroll;
        this.measure();
        const isUpwards = scrollTop < this.lastTop;
        this.lastTop = scrollTop;
        if (this.isAtEnd) {
            this.unseenCount = 0;
        }
        if (isUpwards && scrollTop < clientHeight && !this.isAtEnd) {
            this.handlers.reachedTop();
        }
        this.handlers.scrolled();
        this.render();
    }

    measure() {
        const { scrollTop, scrollHeight, clientHeight } = this.scroll;
        this.isAtEnd = scrollHeight - scrollTop - clientHeight <= nearPixels;
    }

    /** Measures the height of a row, which depends on the reader's font size. */
    resized() {
        const top = this.scroll.scrollTop / this.rowHeight;
        const probe = make("li");
        this.list.append(probe);
        this.rowHeight = probe.getBoundingClientRect().height || this.rowHeight;
        probe.remove();
        this.setHeight();
        this.scroll.scrollTop = this.isAtEnd ? this.scroll.scrollHeight : top * this.rowHeight;
        this.draw();
    }

    setHeight() {
        this.list.style.height = `${this.events.length * this.rowHeight}px`;
    }

    draw() {
        this.setHeight();
        if (this.isFollowing) {
            // Changes around the rows may have moved the last row out of view.
            this.scroll.scrollTop = this.scroll.scrollHeight;
        }
        const { scrollTop, clientHeight } = this.scroll;
        const from = Math.max(0, Math.floor(scrollTop / this.rowHeight) - aroundCount);
        const end = (scrollTop + clientHeight) / this.rowHeight;
        const wanted = new Map(
            this.events.slice(from, Math.ceil(end) + aroundCount).map((event, index) => [event, from + index]),
        );
        // Tab reaches one row: the focused one, which must not be removed, or else the open one, or the last in
        // view.
        const focused = [...this.drawn].find(([, row]) => row.contains(document.activeElement))?.[0];
        const last = this.events[Math.min(Math.floor(end), this.events.length) - 1];
        const current = [focused, this.open, last].find((event) => event && this.events.includes(event));
        if (current) {
            wanted.set(current, this.events.indexOf(current));
        }
        for (const [event, row] of this.drawn) {
            if (!wanted.has(event)) {
                row.remove();
                this.drawn.delete(event);
            }
        }
        const inOrder = [...wanted].sort(([, one], [, other]) => one - other);
        arrange(this.list, inOrder.map(([event, index]) => this.placed(event, index, event === current)));
    }

    /**
     * The row of an event, at its place.
     * @param {JournalEvent} event
     * @param {number} index
     * @param {boolean} isCurrent whether Tab reaches it
     */
    placed(event, index, isCurrent) {
        const row = this.drawn.get(event) ?? this.made(event);
        row.style.top = `${index * this.rowHeight}px`;
        row.setAttribute("aria-posinset", String(index + 1));
        row.setAttribute("aria-setsize", String(this.events.length));
        const button = /** @type {HTMLElement} */ (row.firstElementChild);
        button.tabIndex = isCurrent ? 0 : -1;
        button.setAttribute("aria-expanded", String(event === this.open));
        return row;
    }

    /** @param {JournalEvent} event */
    made(event) {
        const className = event.rev === undefined ? "event figures is-rejected" : "event figures";
        const button = makeButton("", () => this.handlers.clicked(event), { className, "aria-controls": "opened" });
        button.replaceChildren(...this.handlers.cells(event));
        const row = make("li", {}, button);
        this.drawn.set(event, row);
        return row;
    }

    /**
     * Marks the open event, if any, and brings it into view.
     * @param {JournalEvent | null} event
     */
    mark(event) {
        this.open = event;
        this.measure();
        const index = event ? this.events.indexOf(event) : -1;
        if (index >= 0) {
            this.bringIntoView(index);
        }
        this.draw();
    }

    /** @param {number} index */
    bringIntoView(index) {
        const top = index * this.rowHeight;
        const { scrollTop, clientHeight } = this.scroll;
        this.scrollTo(Math.min(Math.max(scrollTop, top + this.rowHeight - clientHeight), top));
    }

    /**
     * Focuses the row of an event.
     * @param {number} index
     */
    focus(index) {
        this.bringIntoView(index);
        const button = this.drawn.get(this.events[index])?.firstElementChild;
        /** @type {HTMLElement | undefined} */ (button)?.focus({ preventScroll: true });
        this.draw();
    }

    /** @param {KeyboardEvent} press */
    pressed(press) {
        const row = press.target instanceof Element ? press.target.closest("li") : null;
        const index = Number(row?.getAttribute("aria-posinset")) - 1;
        const last = this.events.length - 1;
        const next = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: last }[press.key];
        if (next !== undefined && !press.altKey && !press.ctrlKey && !press.metaKey) {
            press.preventDefault();
            this.focus(Math.min(Math.max(next, 0), last));
        }
    }
}
