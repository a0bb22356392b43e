// @ts-check
import { addStyles, aheadMs, loadLater, make, makeButton, pageTimeZone, panelTexts, setText, whenPainted } from "../../../js/ui/page.js";

/** @typedef {import("../../../js/tablecast.js").Entry} Entry */
/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */
/** @typedef {import("../core/reservations.js").Row} Row */

/**
 * The data and functions that the host's page passes to a panel.
 * @typedef {object} Context
 * @property {import("../../../js/tablecast.js").Sync} sync
 * @property {import("../../../js/ui/page.js").PageState} state
 * @property {import("../../../js/ui/page.js").Hours} hours formats times as the page does
 * @property {(action: string, args: JSONObject, name: string, note?: JSONObject) => string} perform
 * makes a change and says that it was done; with a `note` of `seat`, the added party is seated
 * @property {(done: Record<string, (name: string) => string>) => void} learn takes the sentences for
 * done actions
 * @property {() => void} render requests another drawing
 * @property {<Module>(load: () => Promise<Module>, use: (module: Module) => void) => void} with uses a
 * module once it is loaded
 * @property {HTMLElement[]} guests elements to move into an open dialog
 */

const folder = "/boards/planner/today";
const settingsView = "planner/settings";

/**
 * The reservations of the service day, on the page with the waiting list: a chip in its bar, which opens
 * a sheet. On a day without reservations nothing more is loaded until the chip is pressed.
 * @param {HTMLElement} place
 * @param {Context} context
 */
export async function mount(place, context) {
    return new Today(place, context, await panelTexts(folder));
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
        this.texts = texts;
        this.view = "";
        /** @type {import("./sheet.js").TodaySheet | null} */
        this.sheet = null;
        /** Called with the first reservation of the day. */
        this.isReserved = () => {};
        const isLikely = new Promise((settle) => (this.isReserved = () => settle(whenPainted())));
        this.loadSheet = loadLater(async () => {
            const [{ TodaySheet }] = await Promise.all([import("./sheet.js"), addStyles(`${folder}/today.css`)]);
            this.sheet = new TodaySheet({
                sync: this.sync,
                hours: context.hours,
                texts,
                book: this.book,
                perform: context.perform,
                openForm: (what) => this.openForm(what),
                render: () => this.render({ isHeld: false }),
            });
            context.render();
            return this.sheet;
        }, isLikely);
        /** @type {import("../reserve/reserve.js").ReservationForm | null} */
        this.form = null;
        this.loadForm = loadLater(async () => {
            const { ReservationForm } = await import("../reserve/reserve.js");
            const { sync, perform, guests, hours } = context;
            this.form = await ReservationForm.load({ sync, perform, guests, hours });
            return this.form;
        }, isLikely);
        this.count = make("span", { className: "figures" });
        this.late = make("strong", { className: "is-attention" });
        const open = () => context.with(this.loadSheet, (sheet) => sheet.open(context.guests));
        this.chip = makeButton("", open, { className: "plain one-line today-chip", "aria-haspopup": "dialog" });
        this.chip.append(texts.chip, " ", this.count, this.late);
        place.append(this.chip);
        context.learn(Object.fromEntries(
            ["reserve", "rebook", "cancel", "no_show", "restore"].map((deed) => [
                `planner.${deed}`, (/** @type {string} */ name) => texts[`done.${deed}`].replace("{name}", () => name),
            ]),
        ));
        this.sync.subscribe(settingsView);
        this.watch();
        place.hidden = false;
    }

    /** The address of the whole week. */
    get book() {
        const { venue } = this.context.state;
        return venue === "main" ? "/planner" : `/planner?venue=${venue}`;
    }

    /** The views that the panel draws, besides those of the page. */
    get views() {
        return [settingsView, this.view];
    }

    /** Watches the present service day, which begins at the house's day start. */
    watch() {
        const { timeZone = pageTimeZone(), dayStart = "04:00" } = this.sync.doc("house/settings")?.venue ?? {};
        const nowMs = this.sync.clock.now();
        const dayMs = nowMs + aheadMs(nowMs, timeZone) - Date.parse(`1970-01-01T${dayStart}Z`);
        const view = `planner/service?date=${new Date(dayMs).toISOString().slice(0, 10)}`;
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
     * Hides the panel if the board is switched off or forbidden to this device. The views are dropped,
     * because with them the page would never be live.
     * @param {import("../../../js/tablecast.js").Failure} failure
     */
    failed({ view }) {
        if (view !== undefined && this.views.includes(view)) {
            this.views.forEach((each) => this.sync.unsubscribe(each));
            this.view = "";
            this.place.hidden = true;
            this.sheet?.dialog.close();
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
        const entries = this.sync.unseen(this.view);
        const isEmpty = Object.keys(doc?.reservations ?? {}).length === 0 && !entries.some(isOfPlanner);
        if (!isEmpty) {
            this.isReserved();
        }
        const { coming, late } = this.sheet?.draw(doc, entries) ?? { coming: isEmpty ? 0 : "", late: 0 };
        setText(this.count, doc === null ? "" : String(coming));
        setText(this.late, late > 0 ? ` · ${this.texts.lateShort.replace("{count}", String(late))}` : "");
    }

    /** @param {{key?: string, row?: Row}} what */
    openForm(what) {
        if (!what.row?.isNew) {
            this.context.with(this.loadForm, (form) => form.open(what));
        }
    }

    /**
     * @param {Entry} entry
     * @param {any} message its ack or reject
     * @returns {boolean} whether the problem is shown at its place in the form
     */
    answered(entry, message) {
        return isOfPlanner(entry) && (this.form?.answered(entry, message) ?? false);
    }
}

/** @param {Entry} entry */
function isOfPlanner({ action }) {
    return action.startsWith("planner.");
}
