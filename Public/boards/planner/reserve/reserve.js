// @ts-check
import { carry } from "../../../js/ui/dialogs.js";
import { addStyles, pageLanguage, panelTexts, setText, showProblems } from "../../../js/ui/page.js";
import { checkSize } from "../../waitlist/host/checks.js";
import { addDays, civilWriter, dayOf, fill, isOffline } from "../core/dates.js";
import { PlannedHouse, predict, roomFor } from "../core/reservations.js";
import { readFields, ReserveDialog, tapSizes } from "./dialog.js";
import { changedArguments, leftOf, localOn, newArguments, wantedOf } from "./wanted.js";

/** @typedef {import("../../../js/tablecast.js").Entry} Entry */
/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */
/** @typedef {import("../core/reservations.js").Row} Row */
/** @typedef {import("./wanted.js").Wanted} Wanted */

/**
 * The data and functions that a page passes to the form.
 * @typedef {object} ReservingPage
 * @property {import("../../../js/tablecast.js").Sync} sync
 * @property {(action: string, args: JSONObject, name: string, note?: JSONObject) => string} perform
 * @property {HTMLElement[]} guests elements to move into the open dialog, such as the live region
 * @property {import("../../../js/ui/page.js").Hours} hours formats times as the page does
 */

const folder = "/boards/planner/reserve";
const tapDays = 7;
/** The refusals that an override lifts. */
const reasonsToAsk = ["planner.slot_is_full", "planner.house_is_closed"];

/** The dialog that makes or changes a reservation: day, time and size are buttons. */
export class ReservationForm {
    /** @param {ReservingPage} page */
    static async load(page) {
        const [texts] = await Promise.all([panelTexts(folder), addStyles(`${folder}/reserve.css`)]);
        return new ReservationForm(page, texts);
    }

    /**
     * @param {ReservingPage} page
     * @param {Record<string, string>} texts
     */
    constructor(page, texts) {
        this.page = page;
        this.house = new PlannedHouse(page.sync);
        this.texts = texts;
        const language = pageLanguage();
        this.hours = page.hours;
        this.writeDay = civilWriter(language, { weekday: "short", day: "numeric" });
        this.writeLong = civilWriter(language, { weekday: "long", day: "numeric", month: "long" });
        /** The key of the reservation being changed; empty for a new one. */
        this.key = "";
        /** @type {Wanted} */
        this.before = {};
        this.day = "";
        this.hour = "";
        this.start = "";
        /** @type {number | undefined} */
        this.size = undefined;
        /** The id of the unanswered change. */
        this.asked = "";
        /** The hub's refusal, and the time and size that it is about. */
        this.refused = { sentence: "", wanted: "" };
        /** The view that this form has subscribed to. */
        this.watched = "";
        this.isFilled = true;
        this.ui = new ReserveDialog(texts, (choice) => this.choose(choice));
        this.wire();
    }

    wire() {
        const { ui } = this;
        ui.dialog.addEventListener("close", () => this.closed());
        ui.form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.submit(false);
        });
        ui.anyway.addEventListener("click", () => this.submit(true));
        ui.otherDay.addEventListener("change", () => {
            if (ui.otherDay.value) {
                this.choose({ day: ui.otherDay.value });
            }
        });
        ui.otherTime.addEventListener("change", () => {
            if (ui.otherTime.value && this.day) {
                const { value } = ui.otherTime;
                this.choose({ start: localOn(this.day, value, this.house.dayStart) });
            }
        });
        ui.otherSize.addEventListener("input", () => {
            this.choose({ size: checkSize(ui.otherSize.value).value });
        });
        ui.minutes.addEventListener("change", () => this.draw());
    }

    /**
     * Opens the dialog: for a new reservation, optionally with a day, or to change one.
     * @param {object} what
     * @param {string} [what.date] the service day
     * @param {string} [what.key] the reservation's id
     * @param {import("../core/reservations.js").Reservation} [what.row]
     */
    open({ date, key = "", row }) {
        this.key = key;
        this.asked = "";
        this.refused = { sentence: "", wanted: "" };
        const given = row ? wantedOf(row, this.house.zone, (size) => this.house.stayMinutes(size)) : {};
        this.before = given;
        const local = given.start;
        this.day = local ? dayOf(local, this.house.dayStart) : (date ?? this.house.today);
        this.start = local ?? "";
        this.hour = this.start.slice(0, 13);
        this.size = given.size;
        this.ui.fill(given);
        // A row of the week lacks phone, notes and tags, which come with the day's document.
        this.isFilled = key === "" || "phone" in (row ?? {}) || "notes" in (row ?? {});
        this.ui.more.open = key !== "";
        showProblems([], this.ui.inputs, this.ui.places);
        this.watch();
        this.draw();
        if (!this.ui.dialog.open) {
            carry(this.ui.dialog, this.page.guests);
            this.ui.dialog.showModal();
        }
        if (!row) {
            this.ui.inputs.name.focus();
        }
    }

    closed() {
        this.asked = "";
        if (this.watched !== "") {
            this.page.sync.unsubscribe(this.watched);
            this.watched = "";
        }
    }

    get view() {
        return `planner/service?date=${this.day}`;
    }

    /** Watches the chosen day, unless the page already watches it. */
    watch() {
        const { sync } = this.page;
        const { view } = this;
        if (this.watched !== "" && this.watched !== view) {
            sync.unsubscribe(this.watched);
            this.watched = "";
        }
        if (!sync.isWatching(view)) {
            this.watched = view;
            sync.subscribe(view);
        }
    }

    /** @param {{day?: string, hour?: string, start?: string, size?: number}} choice */
    choose(choice) {
        if ("size" in choice) {
            this.size = choice.size;
            setText(this.ui.places.size, "");
        }
        if (choice.day !== undefined) {
            const time = this.start.slice(11);
            this.day = choice.day;
            this.start = time ? localOn(this.day, time, this.house.dayStart) : "";
            this.hour = this.start ? this.start.slice(0, 13) : "";
            setText(this.ui.places.day, "");
            this.watch();
        }
        if (choice.hour !== undefined) {
            choice.start = this.start.slice(0, 13) === choice.hour
                ? this.start
                : this.offered.find((local) => local.startsWith(choice.hour ?? ""));
        }
        if (choice.start !== undefined) {
            this.start = choice.start;
            this.hour = choice.start.slice(0, 13);
            setText(this.ui.places.start, "");
        }
        this.draw();
    }

    /** The loaded reservations of the day. */
    get rows() {
        const { sync } = this.page;
        const doc = /** @type {any} */ (sync.doc(this.view));
        return predict(doc, sync.unseen(this.view), this.house.rules);
    }

    /**
     * @param {string} local
     * @param {Row[]} rows
     * @param {number} size
     */
    room(local, rows, size) {
        return roomFor({ local, size, key: this.key }, rows, this.house);
    }

    /** Draws the changing parts. Called with every drawing of the page; does nothing while closed. */
    draw() {
        if (!this.ui.dialog.open && this.day === "") {
            return;
        }
        if (this.asked !== "" && isOffline()) {
            // The connection was lost before the answer came. The page will report the answer.
            this.ui.dialog.close();
            return;
        }
        this.fillIn();
        this.drawDays();
        this.ui.sizes.draw(
            tapSizes.map((size) => ({ value: size, text: String(size) })),
            this.ui.otherSize.value === "" ? this.size : undefined,
        );
        if (this.size !== undefined && tapSizes.includes(this.size)) {
            const typed = document.activeElement === this.ui.otherSize;
            this.ui.otherSize.value = typed ? this.ui.otherSize.value : "";
        }
        const { rows } = this;
        this.drawTimes(rows);
        this.ui.drawLengths(this.size === undefined ? undefined : this.house.stayMinutes(this.size));
        this.drawFoot(rows);
    }

    /** Fills in the fields that a row of the week lacks. */
    fillIn() {
        const row = this.isFilled ? undefined : this.rows.find(({ key }) => key === this.key);
        if (row) {
            this.isFilled = true;
            this.before = wantedOf(row, this.house.zone, (size) => this.house.stayMinutes(size));
            for (const name of /** @type {const} */ (["phone", "notes", "tags"])) {
                const value = this.before[name];
                if (this.ui.inputs[name].value === "" && value) {
                    this.ui.inputs[name].value = Array.isArray(value) ? value.join(", ") : value;
                    this.ui.more.open = true;
                }
            }
        }
    }

    drawDays() {
        const { texts } = this;
        const { today } = this.house;
        const first = this.day < today ? this.day : today;
        const dates = Array.from({ length: tapDays }, (_, index) => addDays(first, index));
        const named = (/** @type {string} */ date) =>
            date === today ? texts.today : this.writeDay(date);
        const isAmong = dates.includes(this.day);
        this.ui.days.draw(dates.map((date) => ({ value: date, text: named(date) })), this.day);
        if (document.activeElement !== this.ui.otherDay) {
            this.ui.otherDay.value = isAmong ? "" : this.day;
        }
    }

    /** The quarter hours of the day to choose from. */
    get offered() {
        const { day, house } = this;
        const all = house.quartersOf(day);
        return day < house.today ? all : leftOf(all, house.zone, house.nowMs);
    }

    /** @param {Row[]} rows */
    drawTimes(rows) {
        const { offered } = this;
        const isListed = this.start === "" || offered.includes(this.start);
        // An hour's button chooses the first available time in it, which is also its label.
        const firsts = offered.filter(
            (local, index) => local.slice(0, 13) !== offered[index - 1]?.slice(0, 13),
        );
        this.ui.hourChoices.draw(
            firsts.map((local) => ({ value: local.slice(0, 13), text: this.hours.write(local) })),
            this.hour,
        );
        const quarters = offered.filter((local) => local.slice(0, 13) === this.hour);
        this.ui.quarters.draw(
            quarters.map((local) => {
                const { taken, limit, isFull } = this.room(local, rows, this.size ?? 1);
                const about = limit === undefined
                    ? taken > 0 ? fill(this.texts.covers, { covers: taken }) : ""
                    : isFull ? fill(this.texts.full, { taken, limit })
                        : fill(this.texts.taken, { taken, limit });
                return { value: local, text: this.hours.write(local), about, isQuiet: isFull };
            }),
            this.start,
        );
        if (document.activeElement !== this.ui.otherTime) {
            this.ui.otherTime.value = isListed ? "" : this.start.slice(11, 16);
        }
    }

    /** Whether the changed reservation takes up the same capacity as before. */
    get isPacedAsBefore() {
        return this.key !== "" && this.before.start === this.start && this.before.size === this.size;
    }

    /**
     * The reason why the reservation needs an override; empty if it does not.
     * @param {Row[]} rows
     */
    obstacle(rows) {
        const { start, size, texts } = this;
        if (start === "" || size === undefined || this.isPacedAsBefore) {
            return "";
        }
        if (this.refused.sentence !== "" && this.refused.wanted === `${start} ${size}`) {
            return this.refused.sentence;
        }
        const { isClosed, isFull, taken, limit = 0 } = this.room(start, rows, size);
        if (isClosed) {
            return texts.closedThen;
        }
        const time = this.hours.write(start);
        return isFull ? fill(texts.fullThen, { time, taken, limit }) : "";
    }

    /** @param {Row[]} rows */
    drawFoot(rows) {
        const { texts, start, size } = this;
        setText(this.ui.title, this.key === "" ? texts.title : texts.titleChange);
        setText(this.ui.send, this.asked !== "" ? texts.asked : this.key === "" ? texts.reserve : texts.save);
        const obstacle = this.obstacle(rows);
        setText(this.ui.why, obstacle);
        setText(this.ui.anyway, this.key === "" ? texts.anyway : texts.saveAnyway);
        this.ui.ask.hidden = obstacle === "";
        this.ui.send.hidden = obstacle !== "";
        const isAsked = String(this.asked !== "");
        this.ui.send.ariaDisabled = this.ui.anyway.ariaDisabled = this.ui.dialog.ariaBusy = isAsked;
        const minutes = Number(this.ui.minutes.value) || (size === undefined ? 0 : this.house.stayMinutes(size));
        const places = {
            day: this.day === "" ? "" : this.writeLong(start === "" ? this.day : start.slice(0, 10)),
            time: start === "" ? "" : this.hours.write(start),
            until: start === "" ? "" : this.untilText(start, minutes),
        };
        setText(this.ui.summary, start === "" || minutes === 0 ? "" : fill(texts.summary, places));
    }

    /**
     * @param {string} start
     * @param {number} minutes
     */
    untilText(start, minutes) {
        return this.hours.write(this.house.zone.local(this.house.zone.instant(start) + minutes * 60_000));
    }

    /** @param {boolean} isOverride */
    submit(isOverride) {
        if (this.asked !== "" || (this.obstacle(this.rows) !== "" && !isOverride)) {
            return;
        }
        const { wanted, problems } = readFields(
            this.ui.inputs, { size: this.size, start: this.start, minutes: this.ui.minutes.value },
            this.texts,
        );
        if (problems.some(({ field }) => field === "phone" || field === "tags" || field === "notes")) {
            this.ui.more.open = true;
        }
        if (showProblems(problems, this.ui.inputs, this.ui.places) || problems.length > 0) {
            return;
        }
        const args = this.key === ""
            ? newArguments(wanted, isOverride)
            : changedArguments(this.before, wanted, isOverride);
        if (Object.keys(args).length === 0) {
            this.ui.dialog.close();
            return;
        }
        const name = wanted.name ?? "";
        // Offline no answer can come, so the dialog closes and the page reports the result.
        const isAlone = isOffline();
        if (isAlone) {
            this.ui.dialog.close();
        }
        const id = this.key === ""
            ? this.page.perform("planner.reserve", args, name)
            : this.page.perform("planner.rebook", { reservation: this.key, ...args }, name);
        if (!isAlone) {
            this.asked = id;
            this.draw();
        }
    }

    /**
     * @param {Entry} entry
     * @param {any} message its ack or reject
     * @returns {boolean} whether the problem is shown here
     */
    answered({ id }, message) {
        if (id !== this.asked) {
            return false;
        }
        this.asked = "";
        if (message.type === "ack") {
            this.ui.dialog.close();
            return false;
        }
        if (!this.ui.dialog.open) {
            return false;
        }
        if (reasonsToAsk.includes(message.reason)) {
            this.refused = { sentence: message.message, wanted: `${this.start} ${this.size}` };
            this.draw();
            return true;
        }
        const isShown = showProblems(message.problems ?? [], this.ui.inputs, this.ui.places);
        this.draw();
        return isShown;
    }
}
