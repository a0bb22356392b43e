// @ts-check
import { byId, make, makeButton, setText, words } from "../../../js/dom.js";
import { request } from "../../../js/now.js";
import { text } from "../../../js/texts.js";
import { copyText } from "../../../js/ui/copy.js";
import { arrange, dropOthers } from "../../../js/ui/list.js";
import { showProblems, takeBackProblem } from "../../../js/ui/problems.js";
import { isOffline } from "../core/words.js";
import { choices } from "./choices.js";
import { Question } from "./question.js";
import { texts } from "./texts.js";

/** @typedef {import("./things.js").Calendar & import("./things.js").Foresight} CalendarRow */
/** @typedef {import("./things.js").Feed & import("./things.js").Foresight} FeedRow */

/** The feeds, the dialog in which one is made, and the one with its address. */
export class Feeds {
    /**
     * @param {import("../../../js/ui/desk.js").Desk} desk
     * @param {(action: string, args: import("../../../js/tablecast.js").JSONObject, name: string) => string} ask
     */
    constructor(desk, ask) {
        this.desk = desk;
        this.ask = ask;
        this.list = byId("feeds", HTMLElement);
        this.dialog = byId("feed", HTMLDialogElement);
        this.name = byId("feed-name", HTMLInputElement);
        this.places = {
            name: byId("feed-name-problem", HTMLElement),
            calendars: byId("feed-calendars-problem", HTMLElement),
            details: byId("feed-problem", HTMLElement),
        };
        this.calendarsPlace = byId("feed-calendars", HTMLElement);
        this.details = choices(
            byId("feed-details", HTMLElement), "details", texts.details, texts.detailsAbout,
        );
        this.code = byId("code", HTMLDialogElement);
        this.image = byId("code-image", HTMLImageElement);
        this.address = byId("code-address", HTMLTextAreaElement);
        this.said = byId("code-said", HTMLElement);
        /** @type {Map<string, ReturnType<Feeds["newRow"]>>} */
        this.rows = new Map();
        /** @type {CalendarRow[]} */
        this.calendars = [];
        this.asked = "";
        byId("new-feed", HTMLButtonElement).addEventListener("click", () => this.open());
        byId("feed-form", HTMLFormElement).addEventListener("submit", (event) => {
            event.preventDefault();
            this.submit();
        });
        this.name.addEventListener("input", () => takeBackProblem(this.name, this.places.name));
        this.calendarsPlace.addEventListener("change", () => setText(this.places.calendars, ""));
        this.dialog.addEventListener("close", () => {
            this.asked = "";
        });
        byId("code-copy", HTMLButtonElement).addEventListener("click", () => {
            const isCopied = copyText(this.address.value);
            setText(this.said, isCopied ? text("desk.copied") : text("desk.notCopied"));
        });
        this.image.addEventListener("error", () => {
            this.image.hidden = true;
        });
    }

    open() {
        this.name.value = "";
        this.details.write("full");
        const boxes = this.calendars.filter(({ isNew }) => !isNew).map(({ key, name, color }) => {
            const box = make("input", { type: "checkbox", value: key });
            const dot = make("span", { className: "dot", ariaHidden: "true" });
            const label = make("label", { className: "choice" }, box, dot, words(name));
            label.dataset.color = color;
            return label;
        });
        this.calendarsPlace.replaceChildren(
            /** @type {Node} */ (this.calendarsPlace.firstElementChild), ...boxes,
        );
        showProblems([], { name: this.name }, this.places);
        this.desk.open(this.dialog);
        this.name.focus();
    }

    submit() {
        if (this.asked !== "") {
            return;
        }
        const name = this.name.value.trim();
        const boxes = [...this.calendarsPlace.querySelectorAll("input")];
        const calendars = boxes.filter(({ checked }) => checked).map(({ value }) => value);
        const problems = [
            ...(name === "" ? [{ field: "name", message: text("nameMissing") }] : []),
            ...(calendars.length === 0 ? [{ field: "calendars", message: text("calendarsMissing") }] : []),
        ];
        showProblems(problems, { name: this.name }, this.places);
        if (problems.length > 0) {
            return;
        }
        const isAlone = isOffline();
        if (isAlone) {
            this.dialog.close();
        }
        const args = { name, calendars, details: this.details.read() };
        const id = this.desk.perform("planner.add_feed", args, name);
        this.asked = isAlone ? "" : id;
    }

    /**
     * @param {import("../../../js/tablecast.js").Entry} entry
     * @param {any} message its ack or reject
     * @returns {boolean} whether what is wrong is said here
     */
    answered({ id, args }, message) {
        if (id !== this.asked) {
            return false;
        }
        this.asked = "";
        if (message.type === "ack") {
            this.dialog.close();
            const { feed, address } = message.result ?? {};
            void this.show(String(feed), String(args.name), address);
            return false;
        }
        const problems = message.problems ?? [];
        return this.dialog.open && showProblems(problems, { name: this.name }, this.places);
    }

    /**
     * Shows a feed's address and its code.
     * @param {string} key
     * @param {string} name
     * @param {string} [path] if it is known
     */
    async show(key, name, path) {
        const { desk } = this;
        const { venue, origin } = desk.state;
        const query = new URLSearchParams({ feed: key, as: desk.role });
        const place = `/v1/${venue}/planner/address`;
        setText(byId("code-title", HTMLElement), name);
        setText(this.said, origin === undefined ? text("onlyHere") : "");
        this.address.value = "";
        this.image.hidden = false;
        this.image.src = `${place}.svg?${query}`;
        desk.open(this.code);
        const known = path ?? (await this.addressOf(`${place}?${query}`));
        if (known === undefined) {
            this.image.hidden = true;
            setText(this.said, text("noAddress"));
        } else {
            this.address.value = `${origin ?? location.origin}${known}`;
        }
    }

    /**
     * @param {string} place
     * @returns {Promise<string | undefined>}
     */
    async addressOf(place) {
        try {
            const answer = await request(place, { cache: "no-store" });
            return answer.ok ? (await answer.json()).address : undefined;
        } catch {
            return undefined;
        }
    }

    /**
     * @param {FeedRow[]} feeds
     * @param {CalendarRow[]} calendars
     * @param {boolean} isKnown
     */
    render(feeds, calendars, isKnown) {
        if (this.asked !== "" && isOffline()) {
            this.dialog.close();
        }
        this.calendars = calendars;
        dropOthers(this.rows, new Set(feeds.map(({ key }) => key)));
        arrange(this.list, feeds.map((feed) => {
            const row = this.rows.get(feed.key) ?? this.newRow(feed.key);
            row.update(feed);
            return row.element;
        }));
        const none = byId("feeds-none", HTMLElement);
        none.hidden = feeds.length > 0;
        setText(none, isKnown ? text("noFeeds") : text("looking"));
        setText(byId("feeds-count", HTMLElement), feeds.length > 0 ? String(feeds.length) : "");
    }

    /** @param {string} key */
    newRow(key) {
        const name = words("", "thing-name");
        const about = make("p", { className: "about" });
        const show = makeButton(text("showAddress"), () => void this.show(key, current.name));
        const question = new Question({
            ask: text("remove"), about: text("removeFeedAbout"), yes: text("removeFeedNow"), no: text("keepFeed"),
        }, () => this.ask("planner.remove_feed", { feed: key }, current.name));
        const element = make(
            "li", { className: "thing" },
            make("div", { className: "thing-text" }, name, about, question.element),
            make("div", { className: "buttons" }, show, question.button),
        );
        /** @type {FeedRow} */
        let current;
        /** @param {FeedRow} feed */
        const update = (feed) => {
            current = feed;
            element.classList.toggle("is-pending", Boolean(feed.isPending));
            setText(name, feed.name);
            const named = feed.calendars.map((each) => {
                return this.calendars.find((calendar) => calendar.key === each)?.name ?? text("removed");
            });
            setText(about, `${named.join(", ")} · ${texts.details[feed.details] ?? ""}`);
            show.ariaLabel = texts.label(text("showAddress"), feed.name);
            show.hidden = Boolean(feed.isNew);
            question.button.ariaLabel = texts.label(text("remove"), feed.name);
            question.button.disabled = Boolean(feed.isNew);
        };
        const row = { element, update };
        this.rows.set(key, row);
        return row;
    }
}
