// @ts-check
import { carry, closeByTap, dialogHead } from "../../../js/ui/dialogs.js";
import {
    isNews, make, makeButton, renderList, setText, words,
} from "../../../js/ui/page.js";
import { fill, foldOf, plural } from "../core/dates.js";
import { lateOf, minutesLate, PlannedHouse, predict, slotsOf, tabsOf } from "../core/reservations.js";

/** @typedef {import("../core/reservations.js").Row} Row */
/** @typedef {import("../core/reservations.js").Slot} Slot */
/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */
/** @typedef {"coming" | "here" | "gone"} TabName */

/**
 * @typedef {object} RowActions
 * @property {(row: Row) => void} arrive
 * @property {(row: Row) => void} seat
 * @property {(row: Row) => void} change opens the form
 * @property {(row: Row, deed: "cancel" | "no_show" | "restore") => void} act
 */
/**
 * @typedef {object} RowContext
 * @property {(instant: string | number) => string} time
 * @property {number} nowMs
 * @property {number} lateMinutes
 * @property {boolean} isOffline
 */

/** The time before a reservation from which on the remaining minutes are shown. */
const soonMinutes = 60;

/** One reservation: time, name, size, table; its next steps; and the actions behind *More*. */
export class ReservationRow {
    /**
     * @param {Row} row
     * @param {RowActions} actions
     * @param {Record<string, string>} texts
     */
    constructor(row, actions, texts) {
        this.row = row;
        this.actions = actions;
        this.texts = texts;
        this.time = make("span", { className: "title figures" });
        this.badge = make("span", { className: "badge figures" });
        this.name = words("", "r-name awaits title");
        this.late = make("strong", { className: "is-attention" });
        this.when = make("span", { className: "figures" });
        this.extras = words("");
        this.arrived = makeButton(texts.arrived, () => actions.arrive(this.row), { className: "is-ready" });
        this.seat = makeButton(texts.seatNow, () => actions.seat(this.row));
        this.restore = makeButton(texts.restore, () => actions.act(this.row, "restore"));
        this.more = makeButton(texts.more, () => this.toggle(), {
            className: "plain more", ariaExpanded: "false",
        });
        this.details = make("div", { className: "details", hidden: true });
        this.phone = make("a", { className: "button figures" });
        this.notes = words("");
        this.deeds = make(
            "div", { className: "buttons" },
            makeButton(texts.change, () => actions.change(this.row)),
            makeButton(texts.noShow, () => actions.act(this.row, "no_show")),
            makeButton(texts.cancel, () => actions.act(this.row, "cancel")),
        );
        this.about = make("p", { className: "quiet" });
        this.details.append(
            this.phone, make("p", { className: "typed" }, this.notes), this.about, this.deeds,
        );
        const who = make(
            "div", { className: "fills" }, this.name, make("p", { className: "about" }, this.late, this.when),
            make("p", { className: "about one-line" }, this.extras),
        );
        const steps = make("div", { className: "buttons at-end" }, this.arrived, this.seat, this.restore, this.more);
        const main = make("div", { className: "beside" }, this.time, this.badge, who, steps);
        this.element = make("li", { className: "reservation" }, main, this.details);
        this.element.addEventListener("keydown", (event) => {
            if (event.key === "Escape" && this.isOpen) {
                // Escape closes *More*, and the sheet stays open.
                event.preventDefault();
                event.stopPropagation();
                this.toggle(false);
                this.more.focus();
            }
        });
    }

    get isOpen() {
        return this.more.ariaExpanded === "true";
    }

    /** The first enabled button; `undefined` if the row is no longer shown. */
    get firstButton() {
        return [...this.element.querySelectorAll("button")].find(
            (button) => button.getClientRects().length > 0,
        );
    }

    /** @param {boolean} [isOpen] whether *More* is to be open */
    toggle(isOpen = !this.isOpen) {
        this.more.ariaExpanded = String(isOpen);
        this.details.hidden = !isOpen;
    }

    /**
     * @param {Row} row
     * @param {RowContext} context
     */
    update(row, context) {
        const { texts } = this;
        if (row.status !== this.row.status) {
            // *More* was opened for another state.
            this.toggle(false);
        }
        this.row = row;
        setText(this.time, context.time(row.start));
        setText(this.name, row.name);
        this.drawSize(row.size);
        const late = minutesLate(row, context.nowMs, context.lateMinutes);
        setText(this.late, late > 0 ? fill(texts.late, { minutes: late }) : "");
        setText(this.when, [...(late > 0 ? [""] : []), ...this.whenText(row, context)].join(" · "));
        setText(this.extras, [...(row.tags ?? []), row.notes ?? ""].filter(Boolean).join(" · "));
        this.element.dataset.state = row.status;
        this.element.classList.toggle("is-late", late > 0);
        this.element.classList.toggle("is-pending", Boolean(row.isPending));
        this.drawButtons(row);
        this.drawDetails(row);
    }

    /** @param {number} size */
    drawSize(size) {
        const said = fill(this.texts.partyOf, { size });
        if (this.badge.title !== said) {
            this.badge.title = said;
            this.badge.replaceChildren(
                make("span", { className: "aside" }, said),
                make("span", { ariaHidden: "true" }, String(size)),
            );
        }
    }

    /**
     * @param {Row} row
     * @param {RowContext} context
     */
    whenText(row, context) {
        const { texts } = this;
        const { time, nowMs } = context;
        const minutes = Math.ceil((Date.parse(row.start) - nowMs) / 60_000);
        const isBooked = row.status === "booked";
        const isSoon = isBooked && minutes > 0 && minutes <= soonMinutes;
        const passed = minutesLate(row, nowMs, 0);
        const isDue = isBooked && Date.parse(row.start) <= nowMs &&
            minutesLate(row, nowMs, context.lateMinutes) === 0;
        return [
            isSoon ? fill(texts.inMinutes, { minutes }) : "",
            isDue ? fill(passed > 0 ? texts.expectedAgo : texts.expectedNow, { minutes: passed }) : "",
            row.status === "arrived" && row.arrivedAt
                ? fill(texts.waitsSince, { time: time(row.arrivedAt) }) : "",
            row.status === "seated"
                ? fill(texts.seatedAt, { time: row.seatedAt ? time(row.seatedAt) : "" }) : "",
            row.status === "cancelled" || row.status === "no_show"
                ? fill(texts[`left.${row.status}`], { time: row.leftAt ? time(row.leftAt) : "" }) : "",
            row.table ? fill(texts.atTable, { table: row.table }) : "",
            row.clash ? texts.clash : "",
            row.override ? texts.override : "",
            row.isPending && context.isOffline ? texts.toBeSent : "",
        ]
            .map((part) => part.trim())
            .filter(Boolean);
    }

    /** @param {Row} row */
    drawButtons(row) {
        const { texts } = this;
        const isComing = row.status === "booked";
        const isGone = row.status === "cancelled" || row.status === "no_show";
        this.arrived.hidden = !isComing;
        this.seat.hidden = !isComing && row.status !== "arrived";
        this.restore.hidden = !isGone;
        this.more.hidden = !isComing && !this.hasMore(row) && !this.isOpen;
        for (const button of this.element.querySelectorAll("button")) {
            button.ariaLabel = fill(texts.label, { what: button.textContent ?? "", name: row.name });
        }
        const isUnknown = String(Boolean(row.isNew) || (row.status === "arrived" && !row.party));
        for (const button of [this.arrived, this.seat, this.restore, this.more]) {
            button.ariaDisabled = isUnknown;
        }
    }

    /** @param {Row} row */
    hasMore(row) {
        return Boolean(row.phone || (row.notes ?? "").length > 40);
    }

    /** @param {Row} row */
    drawDetails(row) {
        const { texts } = this;
        const isComing = row.status === "booked";
        this.phone.hidden = !row.phone;
        this.phone.href = `tel:${row.phone ?? ""}`;
        setText(this.phone, row.phone ?? "");
        this.notes.hidden = !row.notes;
        setText(this.notes, row.notes ?? "");
        const listed = row.status === "arrived" || row.status === "seated";
        setText(this.about, listed ? texts.onTheList : "");
        this.about.hidden = !listed;
        this.deeds.hidden = !isComing;
    }
}

/** The covers of each quarter hour against the limit: as bars, and in words for screen readers. */
class Strip {
    /** @param {Record<string, string>} texts */
    constructor(texts) {
        this.texts = texts;
        this.list = make("ol", { className: "slots" });
        this.element = make(
            "div",
            { className: "strip", role: "group", tabIndex: 0, "aria-label": texts.strip },
            this.list,
        );
        this.hasScrolled = false;
        this.element.addEventListener("scroll", () => this.measure());
        new ResizeObserver(() => this.measure()).observe(this.element);
    }

    /**
     * @param {Slot[]} slots
     * @param {(ms: number) => string} write formats a time
     * @param {number} nowMs
     */
    draw(slots, write, nowMs) {
        this.element.hidden = slots.length === 0;
        if (!isNews(this, [slots, Math.floor(nowMs / 900_000)])) {
            return;
        }
        const top = Math.max(1, ...slots.map(({ covers, limit = 0 }) => Math.max(covers, limit)));
        const isHour = (/** @type {Slot} */ { startMs }) => startMs % 3_600_000 === 0;
        // At least one bar shows its time.
        const named = slots.some(isHour) ? slots.filter(isHour) : slots.slice(0, 1);
        this.list.replaceChildren(
            ...slots.map((slot) => this.bar(slot, named.includes(slot), top, write(slot.startMs), nowMs)),
        );
        this.scrollToNow();
        this.measure();
    }

    /** Marks the strip while it can be scrolled further. */
    measure() {
        const { scrollLeft, clientWidth, scrollWidth } = this.element;
        this.element.classList.toggle("goes-on", scrollLeft + clientWidth < scrollWidth - 1);
    }

    /**
     * @param {Slot} slot
     * @param {boolean} isNamed whether its time stands below it
     * @param {number} top the covers of a bar of full height
     * @param {string} time
     * @param {number} nowMs
     */
    bar({ startMs, covers, limit }, isNamed, top, time, nowMs) {
        const { texts } = this;
        const said = limit === undefined
            ? fill(texts.slot, { time, covers })
            : fill(texts.slotOf, { time, covers, limit });
        const item = make("li", { className: "slot", title: said });
        item.classList.toggle("is-past", startMs + 900_000 <= nowMs);
        item.classList.toggle("is-full", limit !== undefined && covers >= limit);
        item.classList.toggle("is-over", limit !== undefined && covers > limit);
        const bar = make("span", { className: "slot-bar" });
        bar.style.height = `${(covers / top) * 100}%`;
        const room = make("span", { className: "slot-room" }, bar);
        if (limit !== undefined) {
            const line = make("span", { className: "slot-limit" });
            line.style.bottom = `${(limit / top) * 100}%`;
            room.append(line);
        }
        // `19:00`, or `7 PM`.
        const hour = /\d$/.test(time) ? time : time.replace(":00", "");
        item.append(make("span", { className: "aside" }, said), make(
            "span", { className: "slot-drawn figures", ariaHidden: "true" },
            make("b", {}, covers > 0 ? String(covers) : ""), room,
            make("span", { className: "quiet" }, isNamed ? hour : ""),
        ));
        return item;
    }

    /** Scrolls to the present once; later the strip stays where the user scrolled it. */
    scrollToNow() {
        const next = this.list.querySelector(".slot:not(.is-past)");
        if (!this.hasScrolled && next instanceof HTMLElement && this.list.offsetWidth > 0) {
            this.hasScrolled = true;
            this.element.scrollLeft = Math.max(0, next.offsetLeft - 56);
        }
    }
}

const tabNames = /** @type {TabName[]} */ (["coming", "here", "gone"]);

/** All reservations of the service day, opened by the chip. */
export class TodaySheet {
    /**
     * @param {object} page
     * @param {import("../../../js/tablecast.js").Sync} page.sync
     * @param {import("../../../js/ui/page.js").Hours} page.hours
     * @param {Record<string, string>} page.texts
     * @param {string} page.book the address of the whole week
     * @param {(action: string, args: JSONObject, name: string, note?: JSONObject) => string} page.perform
     * @param {(what: {key?: string, row?: Row}) => void} page.openForm
     * @param {() => void} page.render redraws everything
     */
    constructor(page) {
        const { texts } = page;
        this.page = page;
        this.texts = texts;
        this.house = new PlannedHouse(page.sync);
        this.sync = page.sync;
        this.time = (/** @type {string | number} */ instant) => page.hours.write(this.house.zone.local(instant));
        /** @type {TabName} */
        this.tab = "coming";
        /** @type {Map<string, ReservationRow>} */
        this.rows = new Map();
        this.summary = make("p", { className: "today-summary grow quiet" });
        const reserve = makeButton(texts.reserve, () => page.openForm({}), {
            className: "action today-reserve",
        });
        this.strip = new Strip(texts);
        this.tabs = tabNames.map((name) => this.newTab(name));
        const tabs = make(
            "div", { className: "buttons field", role: "tablist", "aria-label": texts.title },
            ...this.tabs.map(({ button }) => button),
        );
        this.list = make("ol", { className: "field" });
        this.none = make("p", { className: "none field" });
        this.panel = make(
            "div", { id: "today-rows", role: "tabpanel", tabIndex: -1 }, this.list, this.none,
        );
        this.dialog = make(
            "dialog", { id: "today", className: "sheet today", "aria-labelledby": "today-title" },
            dialogHead("today", texts.title),
            make("div", { className: "beside" }, this.summary, reserve),
            this.strip.element, tabs, this.panel,
            make("p", { className: "field" }, make("a", { className: "button", href: page.book }, texts.book)),
        );
        closeByTap(this.dialog);
        document.body.append(this.dialog);
    }

    /** @param {TabName} name */
    newTab(name) {
        const count = make("span", { className: "figures" });
        const button = makeButton("", () => this.choose(name), {
            id: `today-${name}`, className: "chip", role: "tab", "aria-controls": "today-rows",
        });
        button.append(this.texts[`tab.${name}`], " ", count);
        button.addEventListener("keydown", (event) => {
            const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
            if (step) {
                const index = (tabNames.indexOf(name) + step + tabNames.length) % tabNames.length;
                this.choose(tabNames[index]);
                this.tabs[index].button.focus();
            }
        });
        return { name, button, count };
    }

    /** @param {TabName} name */
    choose(name) {
        this.tab = name;
        this.page.render();
    }

    /** @param {HTMLElement[]} guests elements to move into it while it is open */
    open(guests) {
        if (!this.dialog.open) {
            carry(this.dialog, guests);
            this.dialog.showModal();
            this.page.render();
        }
    }

    /**
     * @param {Parameters<typeof predict>[0]} doc
     * @param {Parameters<typeof predict>[1]} entries
     * @returns {{coming: number, late: number}} the counts on the chip
     */
    draw(doc, entries) {
        const { house } = this;
        const isKnown = doc !== null;
        const all = predict(doc, entries, house.rules);
        const tabs = tabsOf(all);
        const late = lateOf(tabs.coming, house).length;
        this.drawHead(isKnown, tabs.coming, late, all.length);
        if (this.dialog.open) {
            this.drawDay(all, tabs, isKnown);
        }
        return { coming: tabs.coming.length, late };
    }

    /**
     * @param {Row[]} all
     * @param {Record<TabName, Row[]>} tabs
     * @param {boolean} isKnown
     */
    drawDay(all, tabs, isKnown) {
        const { house } = this;
        const slots = slotsOf(all, (local) => house.limitAt(local), house.zone);
        this.strip.draw(slots, (ms) => this.time(ms), house.nowMs);
        this.drawTabs(tabs, isKnown);
        this.drawRows(tabs[this.tab], isKnown);
    }

    /**
     * @param {boolean} isKnown
     * @param {Row[]} coming
     * @param {number} late how many of them are late
     * @param {number} total
     */
    drawHead(isKnown, coming, late, total) {
        const { texts } = this;
        const { nowMs } = this.house;
        const next = coming.find((row) => Date.parse(row.start) > nowMs);
        // Reservations that are due, without those that count as late.
        const [due, ...others] = coming.filter((row) => Date.parse(row.start) <= nowMs).slice(late);
        const { covers } = foldOf(coming);
        const minutesOf = (/** @type {Row} */ row) => minutesLate(row, nowMs, 0);
        const lateText = late > 0
            ? fill(texts[`lateCount.${plural(late)}`], { count: late, minutes: minutesOf(coming[0]) })
            : "";
        const parts = [
            due
                ? fill(minutesOf(due) > 0 ? texts.due : texts.dueNow, {
                    name: due.name, size: due.size, minutes: minutesOf(due),
                })
                : "",
            others.length > 0 ? fill(texts.dueMore, { count: others.length }) : "",
            covers > 0 ? fill(texts[`covers.${plural(covers)}`], { covers }) : "",
            next
                ? fill(texts.next, {
                    time: this.time(next.start), name: next.name, size: next.size,
                })
                : "",
        ].filter(Boolean);
        const none = total > 0 ? texts.nobodyComes : texts.noneToday;
        const nothing = isKnown ? none : texts.looking;
        const sentence = parts.length > 0 || late > 0 ? parts.join(" · ") : nothing;
        const mark = `${lateText}|${sentence}`;
        if (this.summary.dataset.mark !== mark) {
            this.summary.dataset.mark = mark;
            const strong = make("strong", { className: "is-attention" }, lateText);
            const between = lateText && sentence ? " · " : "";
            this.summary.replaceChildren(...(lateText ? [strong, between] : []), sentence);
        }
    }

    /**
     * @param {Record<TabName, Row[]>} tabs
     * @param {boolean} isKnown
     */
    drawTabs(tabs, isKnown) {
        for (const { name, button, count } of this.tabs) {
            const isChosen = name === this.tab;
            setText(count, isKnown ? String(tabs[name].length) : "");
            button.ariaSelected = String(isChosen);
            button.tabIndex = isChosen ? 0 : -1;
        }
        this.panel.setAttribute("aria-labelledby", `today-${this.tab}`);
    }

    /**
     * @param {Row[]} rows
     * @param {boolean} isKnown
     */
    drawRows(rows, isKnown) {
        const { texts } = this;
        const context = {
            time: (/** @type {string | number} */ instant) => this.time(instant),
            nowMs: this.house.nowMs,
            lateMinutes: this.house.lateMinutes,
            isOffline: this.sync.life !== "live",
        };
        const focused = document.activeElement;
        const before = [...this.rows.values()].sort((one, other) =>
            one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1);
        const place = before.findIndex(({ element }) => element.contains(focused));
        renderList(this.list, this.rows, rows, (_, row) => this.newRow(row), (view, row) => view.update(row, context));
        this.list.hidden = rows.length === 0;
        this.none.hidden = rows.length > 0;
        setText(this.none, isKnown ? texts[`none.${this.tab}`] : texts.looking);
        if (place !== -1 && focused?.getClientRects().length === 0) {
            this.focusOneOf(before.slice(place));
        }
    }

    /**
     * Focuses the first button among these rows, or else the list.
     * @param {ReservationRow[]} rows
     */
    focusOneOf(rows) {
        const button = rows.map(({ firstButton }) => firstButton).find((each) => each !== undefined);
        (button ?? this.panel).focus();
    }

    /** @param {Row} row */
    newRow(row) {
        return new ReservationRow(row, {
            arrive: (each) => this.arrive(each),
            seat: (each) => this.seat(each),
            change: (each) => this.page.openForm({ key: each.key, row: each }),
            act: (each, deed) => this.act(each, deed),
        }, this.texts);
    }

    /**
     * Adds the party to the waiting list.
     * @param {Row} row
     * @param {JSONObject} [note]
     */
    arrive({ key, name, size, phone, notes, tags, isNew, status }, note = {}) {
        if (isNew || status !== "booked") {
            return;
        }
        /** @type {JSONObject} */
        const args = { name, size, reservation: key };
        const more = { phone, notes, tags: tags && tags.length > 0 ? tags : undefined };
        for (const [field, value] of Object.entries(more)) {
            if (value !== undefined) {
                args[field] = value;
            }
        }
        this.page.perform("waitlist.add", args, name, note);
    }

    /** @param {Row} row */
    seat(row) {
        /** @type {JSONObject} */
        const table = row.table ? { table: row.table } : {};
        if (row.status === "booked") {
            this.arrive(row, { seat: table });
        } else if (row.status === "arrived" && row.party) {
            this.page.perform("waitlist.seat", { party: row.party, ...table }, row.name);
        }
    }

    /**
     * @param {Row} row
     * @param {"cancel" | "no_show" | "restore"} deed
     */
    act(row, deed) {
        if (row.isNew) {
            return;
        }
        if (deed === "restore" && row.party) {
            // The reservation follows its party.
            this.page.perform("waitlist.restore", { party: row.party }, row.name);
        } else {
            this.page.perform(`planner.${deed}`, { reservation: row.key }, row.name);
        }
    }
}
