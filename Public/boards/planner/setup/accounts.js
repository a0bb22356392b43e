// @ts-check
import { byId, make, makeButton, setText, words } from "../../../js/dom.js";
import { counted, text } from "../../../js/texts.js";
import { arrange, dropOthers } from "../../../js/ui/list.js";
import { Question } from "./question.js";
import { texts } from "./texts.js";

/**
 * @typedef {object} Remote
 * @property {string} name
 * @property {boolean} [readOnly]
 * @property {string} [linked] the calendar here that is in step with it, by whatever account
 */
/**
 * @typedef {object} Account
 * @property {"caldav" | "google"} kind
 * @property {string} name
 * @property {string} [url]
 * @property {string} [user] of Google the client id
 * @property {"checking" | "sign_in" | "ready" | "failed"} state
 * @property {string} [problem]
 * @property {string} [elsewhere] the address to which the server sends
 * @property {string} [authorize] where to sign in
 * @property {boolean} [allowPrivate]
 * @property {Record<string, Remote>} remotes
 */
/** @typedef {import("./things.js").Calendar & import("./things.js").Foresight} CalendarRow */

/** What is put right at Google's account by typing the client anew; otherwise somebody signs in, or it is tried again. */
const typedAtGoogle = ["wrong_password", "unreadable"];

/** The sign-ins at other calendars, each with what it has there. */
export class Accounts {
    /**
     * @param {object} page
     * @param {(action: string, args: import("../../../js/tablecast.js").JSONObject, name: string) => string} page.ask
     * @param {(args: import("../../../js/tablecast.js").JSONObject, name: string) => string} page.authorise
     * @param {(key: string, account: Account) => void} page.connect opens the dialog to connect it anew
     * @param {(account: string, remote: string, name: string) => void} page.link opens the dialog
     * @param {(key: string) => boolean} page.isAsked whether something is under way for it
     */
    constructor({ ask, authorise, connect, link, isAsked }) {
        this.ask = ask;
        this.authorise = authorise;
        this.connect = connect;
        this.link = link;
        this.isAsked = isAsked;
        this.list = byId("accounts", HTMLElement);
        /** @type {Map<string, AccountView>} */
        this.views = new Map();
    }

    /**
     * @param {Record<string, Account>} accounts
     * @param {CalendarRow[]} calendars
     * @param {boolean} isKnown
     */
    render(accounts, calendars, isKnown) {
        const keys = Object.keys(accounts);
        dropOthers(this.views, new Set(keys));
        arrange(this.list, keys.map((key) => {
            const view = this.views.get(key) ?? new AccountView(this, key);
            this.views.set(key, view);
            view.update(accounts[key], calendars);
            return view.element;
        }));
        const none = byId("accounts-none", HTMLElement);
        none.hidden = keys.length > 0;
        setText(none, isKnown ? text("noAccounts") : text("looking"));
        setText(byId("accounts-count", HTMLElement), keys.length > 0 ? String(keys.length) : "");
    }

    /**
     * @param {string} id of a change
     * @param {any} message its ack or reject
     * @returns {boolean} whether what is wrong stands at its field
     */
    answered(id, message) {
        const view = [...this.views.values()].find(({ asked }) => asked === id);
        const problems = (message.problems ?? []).map((/** @type {any} */ each) => each.message);
        view?.signIn.answered(message.type === "ack" ? "" : problems.join(" · ") || message.message);
        return view !== undefined && message.type !== "ack";
    }
}

/** One account. */
class AccountView {
    /**
     * @param {Accounts} list
     * @param {string} key
     */
    constructor(list, key) {
        this.list = list;
        this.key = key;
        /** The pasted address that has not been answered. */
        this.asked = "";
        this.name = words("", "thing-name");
        this.about = make("p", { className: "about" });
        this.state = make("p", { className: "state" });
        this.again = makeButton(text("enterAgain"), () => this.account && list.connect(key, this.account));
        this.question = new Question({
            ask: text("disconnect"), about: text("disconnectAbout"), yes: text("disconnectNow"),
            no: text("keepConnected"),
        }, () => list.ask("planner.disconnect", { account: key }, this.account?.name ?? ""));
        this.signIn = this.newSignIn();
        this.remotes = make("ul", { className: "remotes" });
        /** @type {Map<string, ReturnType<AccountView["newRemote"]>>} */
        this.rows = new Map();
        this.element = make(
            "li", { className: "thing account" },
            make("div", { className: "thing-text" }, this.name, this.about, this.state, this.signIn.element),
            make("div", { className: "buttons" }, this.again, this.question.button),
            this.question.element, this.remotes,
        );
    }

    /** The two steps of Google's sign-in: there, and what to do where it ended on a dead page. */
    newSignIn() {
        const link = make("a", { className: "button action", target: "_blank", rel: "noopener noreferrer" }, text("signInAtGoogle"));
        const id = `address-${this.key}`;
        const address = make("input", {
            id, type: "url", autocomplete: "off", spellcheck: false, placeholder: "http://127.0.0.1:…",
            "aria-describedby": `${id}-problem`,
        });
        const problem = make("p", { className: "problem", id: `${id}-problem` });
        const form = make(
            "form", { className: "paste", noValidate: true, autocomplete: "off" },
            make("label", { htmlFor: id }, text("pasteAddress")),
            make("p", { className: "about" }, text("pasteAbout")),
            make("div", { className: "with-button" }, address, make("button", { type: "submit" }, text("pasteDone"))),
            problem,
        );
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            const given = address.value.trim();
            setText(problem, given === "" ? text("addressMissing") : "");
            if (given !== "" && this.account) {
                this.asked = this.list.authorise({ account: this.key, address: given }, this.account.name);
            }
        });
        /**
         * @param {string} sentence what is wrong with what was pasted; nothing, if it is right
         */
        const answered = (sentence) => {
            this.asked = "";
            setText(problem, sentence);
            if (sentence === "") {
                address.value = "";
            }
        };
        const element = make(
            "div", { className: "sign-in", hidden: true },
            make("p", {}, link), form,
        );
        return { element, link, answered };
    }

    /**
     * @param {Account} account
     * @param {CalendarRow[]} calendars
     */
    update(account, calendars) {
        this.account = account;
        const { kind, name, url, user, state, problem, authorize, remotes } = account;
        setText(this.name, name);
        setText(this.about, [texts.kinds[kind], kind === "caldav" ? host(url) : "", user].filter(Boolean).join(" · "));
        this.element.dataset.state = state;
        this.element.classList.toggle("is-pending", this.list.isAsked(this.key));
        const count = Object.keys(remotes).length;
        const said = state === "ready" ? counted("accountReady", count) : texts.accountStates[state];
        setText(this.state, problem ? problemOf(account) : said ?? "");
        this.state.classList.toggle("is-wrong", Boolean(problem));
        const isTypedAgain = problem !== undefined && (kind === "caldav" || typedAtGoogle.includes(problem));
        this.again.hidden = !isTypedAgain;
        for (const [button, what] of /** @type {const} */ ([[this.again, text("enterAgain")], [this.question.button, text("disconnect")]])) {
            button.ariaLabel = texts.label(what, name);
        }
        // There is one thing to do: what Google does not know has to be typed before anybody can sign in.
        this.signIn.element.hidden = state !== "sign_in" || authorize === undefined || isTypedAgain;
        this.signIn.link.href = authorize ?? "";
        const keys = Object.keys(remotes).sort((one, other) => remotes[one].name.localeCompare(remotes[other].name));
        dropOthers(this.rows, new Set(keys));
        arrange(this.remotes, keys.map((remote) => {
            const row = this.rows.get(remote) ?? this.newRemote(remote);
            const linked = calendars.find(({ key }) => key === remotes[remote].linked);
            row.update(remotes[remote], linked, state === "ready");
            return row.element;
        }));
        this.remotes.hidden = count === 0;
    }

    /** @param {string} remote */
    newRemote(remote) {
        const name = words("", "remote-name");
        const about = make("span", { className: "quiet" });
        const link = makeButton(text("link"), () => this.list.link(this.key, remote, name.textContent ?? ""));
        const element = make("li", { className: "remote" }, make("span", { className: "remote-text" }, name, " ", about), link);
        /**
         * @param {Remote} there
         * @param {CalendarRow | undefined} linked
         * @param {boolean} isReady
         */
        const update = (there, linked, isReady) => {
            setText(name, there.name);
            const told = linked ? text("inStepWith", { name: linked.name }) : there.readOnly ? text("readOnlyThere") : "";
            setText(about, told);
            link.hidden = there.linked !== undefined || !isReady;
            link.ariaLabel = texts.label(text("link"), there.name);
        };
        const row = { element, update };
        this.rows.set(remote, row);
        return row;
    }
}

/** @param {Account} account one with a problem */
function problemOf({ kind, problem = "", elsewhere }) {
    if (elsewhere !== undefined) {
        return text("accountProblems.elsewhere", { address: elsewhere });
    }
    const own = kind === "google" ? texts.googleProblems[problem] : undefined;
    return own ?? texts.accountProblems[problem] ?? problem;
}

/** @param {string | undefined} url */
function host(url = "") {
    try {
        return new URL(url).host;
    } catch {
        return url;
    }
}
