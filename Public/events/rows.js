// @ts-check
import { byId, make, oncePerFrame, request, setText, text } from "../js/ui/page.js";
import { texts } from "./words.js";

/** Offers the marked range as a file, and says how to use it. */
export class Save {
    /**
     * @param {string} path of the venue's events, with the role
     * @param {string} venue
     * @param {boolean} isMasked whether phone numbers and notes are masked
     * @param {() => string} settingsPath of the venue's original settings, once it is known
     */
    constructor(path, venue, isMasked, settingsPath) {
        this.path = path;
        this.settingsPath = settingsPath;
        /** @type {{name: string, timeZone: string, labels: string, languages?: string[]} | null} */
        this.settings = null;
        this.venue = venue;
        this.isMasked = isMasked;
        this.link = byId("save-link", HTMLAnchorElement);
        this.whole = byId("save-whole", HTMLInputElement);
        this.first = 1;
        this.last = 0;
        this.whole.addEventListener("input", () => this.render());
    }

    /**
     * @param {import("./form.js").Bounds} bounds
     * @param {number} newest
     */
    offer(bounds, newest) {
        const first = Math.max(1, bounds.first);
        const last = Math.min(bounds.last, newest);
        if (first !== this.first || last !== this.last) {
            this.first = first;
            this.last = last;
            this.render();
        }
    }

    /** Reads the venue's original settings: its events don't have them, only later changes. */
    async read() {
        const path = this.settingsPath();
        if (this.settings || !path) {
            return;
        }
        try {
            const answer = await request(path);
            this.settings = answer.ok ? (await answer.json()).doc.venue : null;
        } catch {
            // It is read again after a reconnection.
        }
        this.render();
    }

    get options() {
        const { name, timeZone, labels, languages } = this.settings ?? {};
        const given = {
            "--name": name, "--time-zone": timeZone, "--labels": labels, "--languages": languages?.join(","),
        };
        const said = Object.entries(given).flatMap(([option, value]) =>
            value ? [` ${option} ${quoted(value)}`] : [],
        );
        return said.join("") + (this.isMasked ? " --masked" : "");
    }

    render() {
        const { first, last } = this;
        const isEmpty = last < first;
        byId("save", HTMLElement).hidden = isEmpty;
        byId("save-whole-field", HTMLElement).hidden = first <= 1;
        if (isEmpty) {
            return;
        }
        const begin = this.whole.checked ? 1 : first;
        const name = `${this.venue}-${begin}-${last}.ndjson`;
        this.link.href = `${this.path}&since=${begin - 1}&until=${last}`;
        this.link.download = name;
        setText(this.link, texts.save(begin, last));
        const isReplayable = begin === 1;
        setText(
            byId("save-how", HTMLElement),
            isReplayable ? text("replayable") : text("notReplayable"),
        );
        byId("save-command", HTMLElement).hidden = !isReplayable;
        setText(byId("save-command", HTMLElement), text("replay", { file: name, options: this.options }));
    }
}

/**
 * A word quoted for a shell.
 * @param {string} word
 */
function quoted(word) {
    return /^[\w./+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** @typedef {import("./stream.js").JournalEvent} JournalEvent */

const nearPixels = 8;
/** The number of rows to draw above and below the visible ones. */
const aroundCount = 12;

/**
 * @typedef {object} RowsHandlers
 * @property {(event: JournalEvent) => Node[]} cells returns the content of a row
 * @property {(event: JournalEvent | null) => void} opened
 * @property {() => void} reachedTop called when the oldest row is scrolled to
 * @property {() => void} scrolled
 */

/**
 * The rows of the events, the oldest at the top. Only the visible ones are drawn, each at its place among
 * all, so that a hundred thousand cost no more than a screenful. Every row has the same height.
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
        /** @type {JournalEvent | null} the one that Tab reaches */
        this.current = null;
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
        list.addEventListener("click", (event) => this.clicked(event));
        list.addEventListener("keydown", (event) => this.pressed(event));
        this.resized();
    }

    /**
     * Whether the newest row is in view and nothing is being read: then new rows are scrolled to.
     */
    get isFollowing() {
        return !this.open && this.isAtEnd;
    }

    /**
     * Replaces the events; the row in the middle stays there if possible.
     * @param {JournalEvent[]} events
     */
    replace(events) {
        const isFollowing = this.isFollowing;
        const top = Math.floor(this.scroll.scrollTop / this.rowHeight);
        const kept = this.open ?? this.events[top];
        const offset = this.scroll.scrollTop - this.events.indexOf(kept) * this.rowHeight;
        this.events = events;
        this.unseenCount = 0;
        this.setHeight();
        const place = kept ? events.indexOf(kept) : -1;
        if (isFollowing || place < 0) {
            this.toEnd();
        } else {
            this.scroll.scrollTop = place * this.rowHeight + offset;
            this.measure();
        }
        this.render();
    }

    /** @param {JournalEvent[]} events newer than all present ones */
    append(events) {
        const isFollowing = this.isFollowing;
        for (const event of events) {
            this.events.push(event);
        }
        if (!isFollowing) {
            this.unseenCount += events.length;
        }
        this.render();
    }

    /** @param {JournalEvent[]} events older than all present ones; the rows in view stay there */
    prepend(events) {
        const isAtEnd = this.isAtEnd;
        this.events = events.concat(this.events);
        this.setHeight();
        if (!isAtEnd) {
            this.scroll.scrollTop += events.length * this.rowHeight;
        }
        this.render();
    }

    /** @param {number} count the number of oldest events to remove; the rows in view stay there */
    trim(count) {
        this.events = this.events.slice(count);
        this.scroll.scrollTop -= count * this.rowHeight;
        this.setHeight();
        this.render();
    }

    /** Redraws the rows, because names or times have changed. */
    rewrite() {
        for (const [event, row] of this.drawn) {
            const button = /** @type {HTMLElement} */ (row.firstElementChild);
            const cells = this.handlers.cells(event);
            if (cells.map((each) => each.textContent).join() !== said(button)) {
                button.replaceChildren(...cells);
            }
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

    scrolled() {
        const { scrollTop, clientHeight } = this.scroll;
        if (clientHeight === 0) {
            return;
        }
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

    /** The height of a row is from the style sheet, and depends on the reader's font size. */
    resized() {
        if (this.scroll.clientHeight === 0) {
            // It is hidden; its position is restored later.
            return;
        }
        const isAtEnd = this.isAtEnd;
        const top = this.lastTop / this.rowHeight;
        const probe = make("li", { className: "probe" });
        this.list.append(probe);
        const height = probe.getBoundingClientRect().height || this.rowHeight;
        probe.remove();
        this.rowHeight = height;
        this.setHeight();
        if (isAtEnd) {
            this.scroll.scrollTop = this.scroll.scrollHeight;
        } else {
            this.scroll.scrollTop = top * this.rowHeight;
        }
        this.draw();
    }

    setHeight() {
        const height = `${this.events.length * this.rowHeight}px`;
        if (this.list.style.height !== height) {
            this.list.style.height = height;
        }
    }

    draw() {
        this.setHeight();
        if (this.isFollowing) {
            // Changes around the rows may have moved the last one out of view.
            this.scroll.scrollTop = this.scroll.scrollHeight;
        }
        const { scrollTop, clientHeight } = this.scroll;
        const from = Math.max(0, Math.floor(scrollTop / this.rowHeight) - aroundCount);
        const to = Math.ceil((scrollTop + clientHeight) / this.rowHeight) + aroundCount;
        /** @type {Map<JournalEvent, number>} */
        const wanted = new Map(
            this.events.slice(from, to).map((event, index) => [event, from + index]),
        );
        if (!this.current || (!wanted.has(this.current) && !this.isFocused(this.current))) {
            const inView = Math.ceil(scrollTop / this.rowHeight);
            this.current = this.events[this.isAtEnd ? this.events.length - 1 : inView] ?? null;
        }
        if (this.current && !wanted.has(this.current)) {
            // It has the focus, which its removal would lose.
            const index = this.events.indexOf(this.current);
            if (index >= 0) {
                wanted.set(this.current, index);
            }
        }
        for (const [event, row] of this.drawn) {
            if (!wanted.has(event)) {
                row.remove();
                this.drawn.delete(event);
            }
        }
        this.place([...wanted].sort((one, other) => one[1] - other[1]));
    }

    /** @param {[JournalEvent, number][]} wanted in reading order */
    place(wanted) {
        let before = this.list.firstElementChild;
        for (const [event, index] of wanted) {
            let row = this.drawn.get(event);
            if (!row) {
                row = this.row(event);
                this.drawn.set(event, row);
            }
            if (row === before) {
                before = before.nextElementSibling;
            } else {
                this.list.insertBefore(row, before);
            }
            const top = `${index * this.rowHeight}px`;
            if (row.style.top !== top) {
                row.style.top = top;
                row.setAttribute("aria-posinset", String(index + 1));
            }
            if (row.getAttribute("aria-setsize") !== String(this.events.length)) {
                row.setAttribute("aria-setsize", String(this.events.length));
            }
            const button = /** @type {HTMLElement} */ (row.firstElementChild);
            button.tabIndex = event === this.current ? 0 : -1;
            const isOpen = String(event === this.open);
            if (button.getAttribute("aria-expanded") !== isOpen) {
                button.setAttribute("aria-expanded", isOpen);
            }
        }
    }

    /** @param {JournalEvent} event */
    row(event) {
        const button = make(
            "button",
            {
                type: "button",
                className: event.rev === undefined ? "event is-rejected" : "event",
                "aria-controls": "opened",
            },
            ...this.handlers.cells(event),
        );
        return make("li", {}, button);
    }

    /** @param {JournalEvent} event */
    isFocused(event) {
        return this.drawn.get(event)?.contains(document.activeElement) ?? false;
    }

    /** @param {MouseEvent} click */
    clicked(click) {
        const event = this.eventOf(click.target);
        if (event) {
            this.current = event;
            this.show(event === this.open ? null : event);
        }
    }

    /** @param {EventTarget | null} target */
    eventOf(target) {
        const row = /** @type {Element | null} */ (target)?.closest("li");
        for (const [event, each] of this.drawn) {
            if (each === row) {
                return event;
            }
        }
        return null;
    }

    /**
     * Opens an event, or none, and reports it.
     * @param {JournalEvent | null} event
     */
    show(event) {
        this.mark(event);
        this.handlers.opened(event);
        if (event) {
            this.bringIntoView(this.events.indexOf(event));
        }
    }

    /** @param {JournalEvent | null} event */
    mark(event) {
        this.open = event;
        if (event) {
            this.current = event;
        }
        this.measure();
        this.draw();
    }

    /** @param {number} index */
    bringIntoView(index) {
        if (index < 0) {
            return;
        }
        const top = index * this.rowHeight;
        const { scrollTop, clientHeight } = this.scroll;
        if (top < scrollTop) {
            this.scroll.scrollTop = top;
        } else if (top + this.rowHeight > scrollTop + clientHeight) {
            this.scroll.scrollTop = top + this.rowHeight - clientHeight;
        }
        this.measure();
        this.draw();
    }

    /** Focuses the row that Tab reaches. */
    focus() {
        if (this.current) {
            this.bringIntoView(this.events.indexOf(this.current));
            const button = this.drawn.get(this.current)?.firstElementChild;
            /** @type {HTMLElement | undefined} */ (button)?.focus({ preventScroll: true });
        }
    }

    /** @param {KeyboardEvent} press */
    pressed(press) {
        const event = this.eventOf(press.target);
        if (!event || press.altKey || press.ctrlKey || press.metaKey) {
            return;
        }
        const page = Math.max(1, Math.floor(this.scroll.clientHeight / this.rowHeight) - 1);
        const last = this.events.length - 1;
        const index = this.events.indexOf(event);
        const next = {
            ArrowUp: index - 1,
            ArrowDown: index + 1,
            PageUp: index - page,
            PageDown: index + page,
            Home: 0,
            End: last,
        }[press.key];
        if (next === undefined) {
            return;
        }
        press.preventDefault();
        this.current = this.events[Math.min(Math.max(next, 0), last)];
        this.focus();
        if (this.open && this.open !== this.current) {
            this.show(this.current);
        }
    }
}

/** @param {HTMLElement} button */
function said(button) {
    return [...button.childNodes].map((each) => each.textContent).join();
}
