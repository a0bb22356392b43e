// @ts-check
import { carry, closeByTap } from "../../../js/ui/dialogs.js";
import {
    addStyles, arrange, dropOthers, make, makeButton, panelTexts, runAfter, setText,
} from "../../../js/ui/page.js";
import { fill, plural } from "../core/dates.js";
import { PlannedHouse } from "../core/pacing.js";
import { ReservationRow } from "./row.js";
import { coversOf, minutesLate, predict, slotsOf, tabsOf } from "./rows.js";

/** @typedef {import("./rows.js").Slot} Slot */

/**
 * The covers of each quarter hour against the limit: bars, and the same in words for those who do not see
 * them.
 */
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

/** @typedef {import("../../../js/tablecast.js").Entry} Entry */
/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */
/** @typedef {import("./rows.js").Row} Row */
/** @typedef {"coming" | "here" | "gone"} TabName */

/**
 * What the host's page gives to a panel.
 * @typedef {object} Context
 * @property {import("../../../js/tablecast.js").Sync} sync
 * @property {import("../../../js/ui/page.js").PageState} state
 * @property {import("../../../js/ui/page.js").Hours} hours writes times as the page does
 * @property {(action: string, args: JSONObject, name: string, note?: JSONObject) => string} perform
 * asks for a change and says that it was done; with a `note` of `seat`, who is added is seated
 * @property {(done: Record<string, (name: string) => string>) => void} learn what was done, by action
 * @property {() => void} render asks for another drawing
 * @property {HTMLElement[]} guests what goes into a dialog that is open
 */

const folder = "/boards/planner/today";
const tabNames = /** @type {TabName[]} */ (["coming", "here", "gone"]);
const settingsView = "planner/settings";
/** When the form is loaded that nobody has opened yet. */
const formAfterMs = 1000;

/**
 * The reservations of the service day, on the page of those who keep the waiting list: one chip in its
 * bar, which opens a sheet.
 * @param {HTMLElement} place
 * @param {Context} context
 */
export async function mount(place, context) {
    const [texts] = await Promise.all([panelTexts(folder), addStyles(`${folder}/today.css`)]);
    return new Today(place, context, texts);
}

class Today {
    /**
     * @param {HTMLElement} place
     * @param {Context} context
     * @param {Record<string, string>} texts
     */
    constructor(place, context, texts) {
        this.place = place;
        this.context = context;
        this.sync = context.sync;
        this.house = new PlannedHouse(context.sync);
        this.texts = texts;
        this.hours = context.hours;
        /** @type {TabName} */
        this.tab = "coming";
        this.view = "";
        /** @type {Map<string, ReservationRow>} */
        this.rows = new Map();
        /** @type {import("../reserve/reserve.js").ReservationForm | null} */
        this.form = null;
        /** @type {Promise<import("../reserve/reserve.js").ReservationForm> | undefined} */
        this.loading = undefined;
        runAfter(formAfterMs, () => void this.loadForm().catch(() => {}));
        this.count = make("span", { className: "figures" });
        this.late = make("strong", { className: "r-late" });
        this.chip = makeButton("", () => this.open(), { className: "chip today-chip", "aria-haspopup": "dialog" });
        this.chip.append(texts.chip, " ", this.count, this.late);
        this.summary = make("p", { className: "today-summary" });
        const close = makeButton(texts.close, () => {}, { className: "plain" });
        close.dataset.close = "";
        const reserve = makeButton(texts.reserve, () => this.openForm({}), {
            className: "action today-reserve",
        });
        this.strip = new Strip(texts);
        this.tabs = tabNames.map((name) => this.newTab(name));
        const tabs = make("div", { className: "today-tabs", role: "tablist", "aria-label": texts.title });
        tabs.append(...this.tabs.map(({ button }) => button));
        this.list = make("ol", { className: "today-list" });
        this.none = make("p", { className: "none" });
        this.panel = make(
            "div", { id: "today-rows", role: "tabpanel", className: "today-rows", tabIndex: -1 }, this.list, this.none,
        );
        this.sheet = make(
            "dialog", { id: "today", className: "sheet today", "aria-labelledby": "today-title" },
            make("div", { className: "dialog-head" }, make("h2", { id: "today-title" }, texts.title), close),
            make("div", { className: "today-head" }, this.summary, reserve),
            this.strip.element, tabs, this.panel,
            make("p", { className: "today-book" }, make("a", { href: this.book }, texts.book)),
        );
        closeByTap(this.sheet);
        place.append(this.chip);
        document.body.append(this.sheet);
        context.learn(Object.fromEntries(
            ["reserve", "rebook", "cancel", "no_show", "restore"].map((deed) => [
                `planner.${deed}`, (/** @type {string} */ name) => fill(texts[`done.${deed}`], { name }),
            ]),
        ));
        this.sync.subscribe(settingsView);
        this.watch();
        place.hidden = false;
    }

    /** @param {TabName} name */
    newTab(name) {
        const count = make("span", { className: "figures today-count" });
        const button = makeButton("", () => this.choose(name), {
            id: `today-${name}`, role: "tab", "aria-controls": "today-rows",
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
        this.render({ isHeld: false });
    }

    open() {
        carry(this.sheet, this.context.guests);
        this.sheet.showModal();
        this.render({ isHeld: false });
    }

    /** Where the whole week is. */
    get book() {
        const { venue } = this.context.state;
        return venue === "main" ? "/planner" : `/planner?venue=${venue}`;
    }

    /** The views that it draws, besides those of the page. */
    get views() {
        return [settingsView, this.view];
    }

    /** Watches the present service day. */
    watch() {
        const view = `planner/service?date=${this.house.today}`;
        if (view === this.view) {
            return;
        }
        if (this.view !== "") {
            this.sync.unsubscribe(this.view);
        }
        this.view = view;
        this.sync.subscribe(view);
    }

    /**
     * The board has been switched off, or this device may not read it: without the view, the page would
     * never be live again.
     * @param {import("../../../js/tablecast.js").Failure} failure
     */
    failed({ view }) {
        if (view !== undefined && this.views.includes(view)) {
            this.views.forEach((each) => this.sync.unsubscribe(each));
            this.view = "";
            this.place.hidden = true;
            this.sheet.close();
        }
    }

    /** @param {{isHeld: boolean}} page */
    render({ isHeld }) {
        if (this.place.hidden) {
            return;
        }
        this.watch();
        this.form?.draw();
        if (isHeld) {
            return;
        }
        const doc = /** @type {any} */ (this.sync.doc(this.view));
        const { house } = this;
        const all = predict(doc, this.sync.unseen(this.view), house.rules);
        const tabs = tabsOf(all);
        this.drawHead(doc !== null, tabs.coming, all.length);
        if (this.sheet.open) {
            const slots = slotsOf(all, (local) => house.limitAt(local), house.zone);
            this.strip.draw(slots, (ms) => this.time(ms), house.nowMs);
            this.drawTabs(tabs, doc !== null);
            this.drawRows(tabs[this.tab], doc !== null);
        }
    }

    /**
     * @param {boolean} isKnown
     * @param {Row[]} coming
     * @param {number} total
     */
    drawHead(isKnown, coming, total) {
        const { texts } = this;
        const { nowMs, lateMinutes } = this.house;
        const late = coming.filter((row) => minutesLate(row, nowMs, lateMinutes) > 0).length;
        const next = coming.find((row) => Date.parse(row.start) > nowMs);
        // Their time has passed, but not so long ago that they are late.
        const [due, ...others] = coming.filter((row) => Date.parse(row.start) <= nowMs).slice(late);
        const covers = coversOf(coming);
        setText(this.count, isKnown ? String(coming.length) : "");
        setText(this.late, late > 0 ? ` · ${fill(texts.lateShort, { count: late })}` : "");
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
            const strong = make("strong", { className: "r-late" }, lateText);
            const between = lateText && sentence ? " · " : "";
            this.summary.replaceChildren(...(lateText ? [strong, between] : []), sentence);
        }
    }

    /** @param {string | number} instant */
    time(instant) {
        return this.hours.write(this.house.zone.local(instant));
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
        dropOthers(this.rows, new Set(rows.map(({ key }) => key)));
        const views = rows.map((row) => {
            const view = this.rows.get(row.key) ?? this.newRow(row);
            view.update(row, context);
            return view;
        });
        arrange(this.list, views.map(({ element }) => element));
        this.list.hidden = rows.length === 0;
        this.none.hidden = rows.length > 0;
        setText(this.none, isKnown ? texts[`none.${this.tab}`] : texts.looking);
        if (place !== -1 && focused?.getClientRects().length === 0) {
            this.focusOneOf(before.slice(place));
        }
    }

    /**
     * Brings the cursor to the first button of the first of these that has one, or else to the list.
     * @param {ReservationRow[]} rows
     */
    focusOneOf(rows) {
        const button = rows.map(({ firstButton }) => firstButton).find((each) => each !== undefined);
        (button ?? this.panel).focus();
    }

    /** @param {Row} row */
    newRow(row) {
        const view = new ReservationRow(row, {
            arrive: (each) => this.arrive(each),
            seat: (each) => this.seat(each),
            change: (each) => this.openForm({ key: each.key, row: each }),
            act: (each, deed) => this.act(each, deed),
        }, this.texts);
        this.rows.set(row.key, view);
        return view;
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
        this.context.perform("waitlist.add", args, name, note);
    }

    /** @param {Row} row */
    seat(row) {
        /** @type {JSONObject} */
        const table = row.table ? { table: row.table } : {};
        if (row.status === "booked") {
            this.arrive(row, { seat: table });
        } else if (row.status === "arrived" && row.party) {
            this.context.perform("waitlist.seat", { party: row.party, ...table }, row.name);
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
            // The party leads.
            this.context.perform("waitlist.restore", { party: row.party }, row.name);
        } else {
            this.context.perform(`planner.${deed}`, { reservation: row.key }, row.name);
        }
    }

    /**
     * The form, which is loaded once: a moment after the panel, so that it is there when the hub is not.
     * @returns {Promise<import("../reserve/reserve.js").ReservationForm>}
     */
    loadForm() {
        this.loading ??= import("../reserve/reserve.js").then(({ ReservationForm }) =>
            ReservationForm.load({
                sync: this.sync,
                perform: this.context.perform,
                guests: this.context.guests,
                hours: this.hours,
            }),
        );
        this.loading.then(
            (form) => {
                this.form = form;
            },
            () => {
                this.loading = undefined;
            },
        );
        return this.loading;
    }

    /** @param {{key?: string, row?: Row}} what */
    openForm(what) {
        if (!what.row?.isNew) {
            this.loadForm().then((form) => form.open(what), () => {});
        }
    }

    /**
     * @param {Entry} entry
     * @param {any} message its ack or reject
     * @returns {boolean} whether what is wrong stands at its place in the form
     */
    answered(entry, message) {
        return entry.action.startsWith("planner.") && (this.form?.answered(entry, message) ?? false);
    }
}
