// @ts-check
import { addStyles, make, makeButton, pageLanguage, panelTexts, setText } from "../../../js/ui/page.js";
import { kept } from "../guest/kept.js";
import { Carte } from "../takeaway/carte.js";

/**
 * @typedef {object} Context
 * @property {import("../../../js/tablecast.js").Sync} sync
 * @property {import("../../../js/ui/page.js").PageState} state with the party that waits
 * @property {(sentence: string) => void} say
 */

const folder = "/boards/orders/ahead";
/** The states in which guests wait for a table. */
const waiting = ["pending", "waiting", "ready"];

/**
 * The panel with which a waiting party orders ahead. The first dish opens the party's tab and leads to
 * its page.
 * @param {HTMLElement} place
 * @param {Context} context
 */
export async function mount(place, context) {
    addStyles("/boards/orders/takeaway/takeaway.css");
    return new Ahead(place, context, await panelTexts(folder));
}

class Ahead {
    /**
     * @param {HTMLElement} place
     * @param {Context} context
     * @param {Record<string, string>} texts
     */
    constructor(place, { sync, state, say }, texts) {
        this.place = place;
        this.sync = sync;
        this.state = state;
        this.say = say;
        this.texts = texts;
        this.kept = kept.ahead(state.venue, state.subject ?? "");
        this.first = kept.first(state.venue);
        this.carte = new Carte((dish) => this.choose(dish));
        this.title = make("h2", { id: "ahead-title" }, texts.title);
        this.about = make("p", { className: "quiet" });
        this.problem = make("p", { className: "problem" });
        this.button = makeButton("", () => this.press(), { className: "action" });
        place.setAttribute("aria-labelledby", "ahead-title");
        place.classList.add("addition", "stack", "box");
        place.append(this.title, this.about, this.problem, this.button, this.carte.element);
    }

    /** Whether an order is begun and unanswered. */
    get isAsked() {
        return this.sync.outbox.entries.some(({ action, ack }) => action === "orders.open" && !ack);
    }

    press() {
        const begun = this.kept.read();
        if (begun?.ticket) {
            this.go(begun);
        } else {
            setText(this.problem, "");
            const { venue, subject } = this.state;
            void this.carte.load(`/v1/${venue}/orders/carte?as=guest:${subject}`);
        }
    }

    /** @param {string} dish the first dish */
    choose(dish) {
        if (!this.isAsked && this.state.subject !== undefined) {
            this.first.write({ dish });
            this.sync.mutate("orders.open", { kind: "table", party: this.state.subject });
        }
    }

    /** @param {{tab: string, ticket: string}} begun */
    go({ tab, ticket }) {
        kept.back(this.state.venue).write({ tab, address: location.pathname + location.search });
        location.assign(`/t/${ticket}?lang=${pageLanguage()}`);
    }

    /** @param {any} doc the view of the waiting guest */
    render(doc) {
        this.place.hidden = !waiting.includes(doc?.party?.status);
        const { texts } = this;
        const hasBegun = Boolean(this.kept.read()?.ticket);
        setText(this.about, hasBegun ? texts.begun : texts.about);
        setText(this.button, this.isAsked ? texts.asked : hasBegun ? texts.goOn : texts.begin);
        this.button.ariaDisabled = String(this.isAsked);
    }

    /**
     * @param {import("../../../js/tablecast.js").Entry} entry
     * @param {any} message
     */
    answered(entry, message) {
        if (entry.action !== "orders.open") {
            return false;
        }
        if (message.type === "ack") {
            const begun = { tab: message.result.tab, ticket: message.result.ticket };
            this.kept.write(begun);
            this.first.write({ ...this.first.read(), tab: begun.tab });
            this.go(begun);
        } else {
            const isBegun = message.reason === "orders.has_tab";
            const why = isBegun ? this.texts.hasTab : this.texts.refused;
            setText(this.problem, why);
            this.say(why);
        }
        return true;
    }
}
