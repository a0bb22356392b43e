// @ts-check
import { choicesOf, Form } from "../../../js/ui/forms.js";
import { byId, make, makeButton, renderList, setText, text, words } from "../../../js/ui/page.js";
import { LinkView } from "./accounts.js";
import { freeColor, isFixed, nameProblems, offerColors, Question, texts, UnreadableView } from "./rows.js";

/** @typedef {import("./rows.js").Calendar & import("./rows.js").Keyed} CalendarRow */
/** @typedef {import("./rows.js").Feed & import("./rows.js").Keyed} FeedRow */

/** The feeds, the dialog that makes a feed, and the dialog with a feed's address. */
export class Feeds {
    /**
     * @param {import("../../../js/ui/desk.js").Desk} desk
     * @param {(action: string, args: import("../../../js/tablecast.js").JSONObject, name: string) => string} ask
     */
    constructor(desk, ask) {
        this.desk = desk;
        this.ask = ask;
        this.list = byId("feeds", HTMLElement);
        this.form = new Form(desk, "feed", () => this.send());
        this.calendarsPlace = byId("feed-calendars", HTMLElement);
        byId("feed-details", HTMLElement).append(...choicesOf("details", texts.details, texts.detailsAbout));
        /** @type {Map<string, ReturnType<Feeds["newRow"]>>} */
        this.rows = new Map();
        /** @type {CalendarRow[]} */
        this.calendars = [];
        byId("new-feed", HTMLButtonElement).addEventListener("click", () => this.open());
    }

    open() {
        const boxes = this.calendars.map(({ key, name, color }) => {
            const box = make("input", { type: "checkbox", name: "calendars", value: key });
            const swatch = make("span", { className: "swatch" });
            const label = make("label", { className: "choice" }, box, swatch, words(name));
            label.dataset.color = color;
            return label;
        });
        this.calendarsPlace.replaceChildren(
            /** @type {Node} */ (this.calendarsPlace.firstElementChild), ...boxes,
        );
        this.form.open({ details: "full" });
        this.form.inputs.name.focus();
    }

    /** @returns {string | undefined} */
    send() {
        const { name, calendars, ...args } = this.form.values;
        this.form.show([
            ...(name ? [] : [{ field: "name", message: text("nameMissing") }]),
            ...(calendars ? [] : [{ field: "calendars", message: text("calendarsMissing") }]),
        ]);
        return name && calendars
            ? this.desk.perform("planner.add_feed", { name, calendars, ...args }, String(name))
            : undefined;
    }

    /**
     * @param {import("../../../js/tablecast.js").Entry} entry
     * @param {any} message its ack or reject
     */
    answered({ id, args }, message) {
        if (id === this.form.asked && message.type === "ack") {
            this.form.close();
            this.show(String(message.result?.feed), String(args.name));
        }
    }

    /**
     * Shows a feed's address and its code.
     * @param {string} key
     * @param {string} name
     */
    show(key, name) {
        this.desk.showCode({
            place: "planner/address", query: { feed: key }, title: [words(name)], about: text("addressAbout"),
        });
    }

    /**
     * @param {FeedRow[]} feeds
     * @param {CalendarRow[]} calendars
     * @param {boolean} isKnown
     */
    render(feeds, calendars, isKnown) {
        this.calendars = calendars;
        renderList(this.list, this.rows, feeds, (key) => this.newRow(key), (row, feed) => row.update(feed));
        const none = byId("feeds-none", HTMLElement);
        none.hidden = feeds.length > 0;
        setText(none, isKnown ? text("noFeeds") : text("looking"));
        setText(byId("feeds-count", HTMLElement), feeds.length > 0 ? String(feeds.length) : "");
    }

    /** @param {string} key */
    newRow(key) {
        const name = words("", "thing-name awaits title block");
        const about = make("p", { className: "about" });
        const show = makeButton(text("showAddress"), () => this.show(key, current.name));
        const question = new Question({
            ask: text("remove"), about: text("removeFeedAbout"), yes: text("removeFeedNow"), no: text("keepFeed"),
        }, () => this.ask("planner.remove_feed", { feed: key }, current.name));
        const element = make(
            "li", { className: "thing beside box" },
            make("div", { className: "fills" }, name, about),
            make("div", { className: "buttons" }, show, question.button),
            question.element,
        );
        /** @type {FeedRow} */
        let current;
        /** @param {FeedRow} feed */
        const update = (feed) => {
            current = feed;
            element.classList.toggle("is-pending", feed.isPending);
            setText(name, feed.name);
            const named = feed.calendars.map((each) => {
                return this.calendars.find((calendar) => calendar.key === each)?.name ?? text("removed");
            });
            setText(about, `${named.join(", ")} · ${texts.details[feed.details] ?? ""}`);
            show.ariaLabel = text("label", { what: text("showAddress"), name: feed.name });
            question.button.ariaLabel = text("label", { what: text("remove"), name: feed.name });
        };
        return { element, update };
    }
}

/** @typedef {import("../../../js/ui/desk.js").Desk} Desk */

/** The calendars, and the dialog that makes or changes one. */
export class Calendars {
    /**
     * @param {Desk} desk
     * @param {(action: string, args: import("../../../js/tablecast.js").JSONObject, name: string) => string} ask
     */
    constructor(desk, ask) {
        this.desk = desk;
        this.ask = ask;
        /** @type {{links?: Record<string, import("./accounts.js").Link>, writes?: Record<string, import("./accounts.js").Write>, accounts?: Record<string, import("./accounts.js").Account>}} */
        this.there = {};
        this.list = byId("calendars", HTMLElement);
        this.form = new Form(desk, "calendar", () => this.send());
        offerColors(byId("calendar-color", HTMLElement));
        byId("calendar-display", HTMLElement).append(
            ...choicesOf("display", texts.displays, texts.displaysAbout),
        );
        /** @type {Map<string, ReturnType<Calendars["newRow"]>>} */
        this.rows = new Map();
        /** @type {CalendarRow[]} */
        this.calendars = [];
        /** @type {CalendarRow | undefined} */
        this.opened = undefined;
        byId("new-calendar", HTMLButtonElement).addEventListener("click", () => this.open());
    }

    /** @param {CalendarRow} [row] the one to change */
    open(row) {
        this.opened = row;
        setText(byId("calendar-title", HTMLElement), row ? text("changeCalendar") : text("newCalendar"));
        this.form.open(row ?? { color: freeColor(this.calendars), display: "off" });
        this.form.inputs.name.focus();
    }

    /** @returns {string | undefined} */
    send() {
        const { desk, form, opened } = this;
        const name = form.value("name");
        const problems = nameProblems(name, this.calendars, opened?.key);
        form.show(problems);
        if (problems.length > 0) {
            return undefined;
        }
        return opened
            ? form.change(form.changes({ ...opened }), (changes) =>
                desk.perform("planner.edit_calendar", { calendar: opened.key, ...changes }, name))
            : desk.perform("planner.add_calendar", form.values, name);
    }

    /**
     * @param {CalendarRow[]} calendars
     * @param {boolean} isKnown
     * @param {Calendars["there"]} there the accounts and links of the calendars
     */
    render(calendars, isKnown, there) {
        this.there = there;
        this.calendars = calendars;
        renderList(this.list, this.rows, calendars, (key) => this.newRow(key), (row, each) => row.update(each));
        setText(byId("calendars-count", HTMLElement), isKnown ? String(calendars.length) : "");
        byId("calendars-none", HTMLElement).hidden = isKnown;
    }

    /** @param {string} key */
    newRow(key) {
        const { desk } = this;
        const name = words("", "thing-name awaits title block");
        const about = make("p", { className: "about" });
        const change = makeButton(text("change"), () => this.open(current));
        const save = make("a", { className: "button", download: "" }, text("export"));
        const remove = makeButton(text("remove"), () => {
            desk.perform("planner.remove_calendar", { calendar: key }, current.name);
        }, { className: "wrong" });
        const buttons = make("div", { className: "buttons" }, change, save, remove);
        const link = new LinkView(key, this.ask);
        const unreadable = new UnreadableView(desk);
        const element = make(
            "li", { className: "thing beside box" },
            make("div", { className: "fills" }, name, about),
            buttons,
            link.element,
            unreadable.element,
        );
        /** @type {CalendarRow} */
        let current;
        const query = new URLSearchParams({ calendar: key, as: desk.role });
        save.href = `/v1/${desk.state.venue}/planner/export.ics?${query}`;
        /** @param {CalendarRow} calendar */
        const update = (calendar) => {
            current = calendar;
            element.dataset.color = calendar.color;
            element.classList.toggle("is-pending", calendar.isPending);
            setText(name, calendar.name);
            const parts = [
                key === "main" ? text("isMain") : key === "reservations" ? text("isReservations") : "",
                texts.colors[calendar.color] ?? "",
                text("onTelevisions", { what: texts.displays[calendar.display] ?? "" }),
            ];
            setText(about, parts.filter(Boolean).join(" · "));
            for (const [button, what] of /** @type {const} */ ([
                [change, "change"], [save, "export"], [remove, "remove"],
            ])) {
                button.ariaLabel = text("label", { what: text(what), name: calendar.name });
            }
            // The calendar of reservations has no events of its own.
            save.hidden = key === "reservations";
            remove.hidden = isFixed(key) || Boolean(calendar.account);
            const { links = {}, writes = {}, accounts = {} } = this.there;
            const account = accounts[calendar.account ?? ""];
            const named = [account?.name, account?.remotes[calendar.remote ?? ""]?.name].filter(Boolean).join(", ");
            const own = Object.values(writes).filter((each) => each.calendar === key);
            link.update(calendar, links[key], own, named, account?.state === "ready", desk.time);
            unreadable.update(links[key]?.unreadable);
        };
        return { element, update };
    }
}
