// @ts-check
import { choicesOf, Form } from "../../../js/ui/forms.js";
import {
    byId, counted, make, makeButton, renderList, setText, text, words,
} from "../../../js/ui/page.js";
import { linked } from "../core/week.js";
import { freeColor, freeName, nameProblems, offerColors, Question, texts } from "./rows.js";

/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */

/**
 * The kinds of servers for calendars, each with its fixed address, if any, and the number of steps to the credentials.
 * @type {Record<string, {kind: "caldav" | "google", url?: string, steps: number}>}
 */
const providers = {
    google: { kind: "google", steps: 5 },
    nextcloud: { kind: "caldav", steps: 3 },
    icloud: { kind: "caldav", url: "https://caldav.icloud.com", steps: 3 },
    fastmail: { kind: "caldav", url: "https://caldav.fastmail.com", steps: 3 },
    server: { kind: "caldav", steps: 1 },
};

/** The dialog that connects a calendar server step by step, or again after a change of the password. */
export class Connecting {
    /** @param {import("../../../js/ui/desk.js").Desk} desk */
    constructor(desk) {
        this.desk = desk;
        this.form = new Form(desk, "connect", () => this.send());
        this.place = byId("connect-provider", HTMLElement);
        this.place.append(...choicesOf("provider", texts.providers));
        this.steps = byId("connect-steps", HTMLOListElement);
        /** @type {string | undefined} */
        this.key = undefined;
        this.place.addEventListener("change", () => {
            const { url } = providers[this.provider];
            this.form.inputs.url.value = url ?? "";
            this.form.show([]);
            this.draw();
        });
    }

    /**
     * @param {string} [key] of the account to reconnect
     * @param {Account} [account]
     */
    open(key, account) {
        this.key = key;
        const address = account?.elsewhere ?? account?.url;
        const known = Object.entries(providers).find(([, { url }]) => url !== undefined && url === address);
        this.place.hidden = account !== undefined;
        setText(byId("connect-title", HTMLElement), account ? text("connectAgain", { name: account.name }) : text("connectTitle"));
        const isGoogle = account?.kind === "google";
        this.form.open({
            url: address ?? "", user: isGoogle ? "" : account?.user ?? "",
            clientId: isGoogle ? account.user ?? "" : "", name: account?.name ?? "",
            provider: account?.kind === "caldav" ? known?.[0] ?? "server" : "google",
            allowPrivate: account?.allowPrivate,
        });
        this.draw();
        this.place.querySelector("input")?.focus();
    }

    get provider() {
        return this.form.value("provider");
    }

    draw() {
        const chosen = this.provider;
        const { kind, url, steps } = providers[chosen];
        for (const part of this.form.element.querySelectorAll("[data-kind]")) {
            /** @type {HTMLElement} */ (part).hidden = part.getAttribute("data-kind") !== kind;
        }
        byId("connect-url-field", HTMLElement).hidden = kind !== "caldav" || url !== undefined;
        byId("connect-private-field", HTMLElement).hidden = kind !== "caldav" || url !== undefined;
        this.steps.replaceChildren(
            ...Array.from({ length: steps }, (_, index) => {
                return make("li", {}, linked(text(`steps.${chosen}.${index + 1}`)));
            }),
        );
    }

    /** @returns {string | undefined} the change's id */
    send() {
        const { kind } = providers[this.provider];
        const names = kind === "google" ? ["clientId", "clientSecret", "name"] : ["url", "user", "password", "name"];
        const given = names.map((name) => [name, this.form.value(name)]).filter(([, value]) => value !== "");
        const args = /** @type {JSONObject} */ ({ kind, ...Object.fromEntries(given) });
        const missing = names.filter((name) => !["name", "clientSecret"].includes(name) && !(name in args));
        this.form.show(missing.map((field) => ({ field, message: text(`missing.${field}`) })));
        if (missing.length > 0) {
            return undefined;
        }
        if (kind === "caldav" && this.form.read("allowPrivate")) {
            args.allowPrivate = true;
        }
        if (this.key !== undefined) {
            args.account = this.key;
        }
        return this.desk.askAlone("planner.connect", args, String(args.name ?? texts.providers[this.provider]));
    }

    /**
     * @param {string} id of a change
     * @param {any} message its ack or reject
     * @returns {boolean} whether the problem is shown at its field
     */
    answered(id, message) {
        if (id === this.form.asked && message.type === "ack") {
            this.form.inputs.password.value = this.form.inputs.clientSecret.value = "";
        }
        return this.form.answered(id, message);
    }
}

/** The dialog that links a calendar with one at another server. */
export class Linking {
    /**
     * @param {import("../../../js/ui/desk.js").Desk} desk
     * @param {(action: string, args: import("../../../js/tablecast.js").JSONObject, name: string) => string} ask
     */
    constructor(desk, ask) {
        this.ask = ask;
        this.form = new Form(desk, "link", () => this.send());
        this.into = byId("link-into", HTMLSelectElement);
        this.isReadOnly = byId("link-read-only", HTMLInputElement);
        /** @type {CalendarRow[]} */
        this.calendars = [];
        this.account = "";
        this.remote = "";
        offerColors(byId("link-color", HTMLElement));
        this.into.addEventListener("change", () => this.draw());
    }

    /** @param {CalendarRow[]} calendars */
    know(calendars) {
        this.calendars = calendars;
    }

    /**
     * @param {string} account
     * @param {string} accountName
     * @param {string} remote
     * @param {string} name of the calendar there
     * @param {boolean} isReadOnly whether it is read-only there
     */
    open(account, accountName, remote, name, isReadOnly) {
        this.account = account;
        this.remote = remote;
        setText(byId("link-title", HTMLElement), text("linkTitle", { name }));
        const free = this.calendars.filter((each) => each.key !== "reservations" && !each.account);
        this.into.replaceChildren(
            make("option", { value: "" }, text("linkNew")),
            ...free.map((each) => make("option", { value: each.key }, each.name)),
        );
        this.isReadOnly.disabled = isReadOnly;
        setText(byId("link-read-only-about", HTMLElement), isReadOnly ? text("linkReadOnlyThere") : text("linkReadOnlyAbout"));
        this.form.open({
            name: freeName(name, accountName, this.calendars), color: freeColor(this.calendars), readOnly: isReadOnly,
        });
        this.draw();
        this.into.focus();
    }

    draw() {
        const isNew = this.into.value === "";
        byId("link-new", HTMLElement).hidden = !isNew;
        byId("link-merge-about", HTMLElement).hidden = isNew;
    }

    /** @returns {string | undefined} the change's id */
    send() {
        const { readOnly, ...args } = this.form.changes();
        const name = this.form.value("name");
        const problems = args.calendar ? [] : nameProblems(name, this.calendars);
        this.form.show(problems);
        if (problems.length > 0) {
            return undefined;
        }
        return this.ask("planner.link", {
            account: this.account, remote: this.remote, ...args,
            ...(readOnly && !this.isReadOnly.disabled ? { readOnly } : {}),
        }, this.calendars.find(({ key }) => key === args.calendar)?.name ?? name);
    }
}

/** @typedef {import("../../../js/tablecast.js").DocumentOf<"planner/accounts">} There */
/** @typedef {There["accounts"][string]} Account */
/** @typedef {Account["remotes"][string]} Remote */
/** @typedef {There["links"][string]} Link */
/** @typedef {There["writes"][string]} Write */

/** The status of a refused write whose event has not changed at the server. */
const unchanged = 412;

/** The part of a calendar's row about its linked calendar. */
export class LinkView {
    /**
     * @param {string} key of the calendar
     * @param {(action: string, args: import("../../../js/tablecast.js").JSONObject, name: string) => string} ask
     */
    constructor(key, ask) {
        this.name = "";
        this.sum = make("p", { className: "state small strong" });
        this.left = make("p", { className: "about" });
        this.list = make("ul", { className: "steps writes" });
        this.now = makeButton("", () => ask("planner.sync", { calendar: key }, this.name));
        this.question = new Question({
            ask: text("unlink"), about: text("unlinkAbout"), yes: text("unlinkNow"), no: text("keepLinked"),
        }, () => ask("planner.unlink", { calendar: key }, this.name));
        this.element = make(
            "div", { className: "link", hidden: true }, this.sum, this.left, this.list,
            make("div", { className: "buttons field" }, this.now, this.question.button), this.question.element,
        );
    }

    /**
     * @param {CalendarRow} calendar
     * @param {Link | undefined} link
     * @param {Write[]} writes
     * @param {string} with_ the names of the account and of the calendar there
     * @param {boolean} isConnected whether the account is ready
     * @param {(instant: string) => string} time
     */
    update(calendar, link, writes, with_, isConnected, time) {
        this.name = calendar.name;
        this.element.hidden = !calendar.account;
        if (!calendar.account) {
            return;
        }
        const { waiting = 0, failed = 0, left = 0, problem } = link ?? {};
        const parts = [
            problem
                ? texts.linkProblems[problem] ?? problem
                : !isConnected
                    ? text("notConnected", { with: with_ })
                    : calendar.staleSince ? text("staleSince", { with: with_, time: time(calendar.staleSince) }) : text("inStep", { with: with_ }),
            !calendar.waitsUntil
                ? ""
                : calendar.staleSince
                    ? text("askedToWait", { time: time(calendar.waitsUntil) })
                    : text("waitsUntil", { time: time(calendar.waitsUntil) }),
            calendar.readOnly ? text("onlyInwards") : "",
            waiting > 0 ? counted("writesWaiting", waiting) : "",
            failed > 0 ? counted("writesFailed", failed) : "",
        ];
        setText(this.sum, parts.filter(Boolean).join(" · "));
        this.sum.classList.toggle("is-wrong", Boolean(problem) || failed > 0);
        const isLate = !isConnected || Boolean(calendar.staleSince);
        this.sum.classList.toggle("is-attention", isLate && !problem && failed === 0);
        setText(this.left, left > 0 ? counted("leftThere", left) : "");
        setText(this.now, failed > 0 || problem ? text("tryAgain") : text("askNow"));
        this.now.hidden = !isConnected;
        this.now.ariaLabel = text("label", { what: this.now.textContent ?? "", name: this.name });
        this.question.button.ariaLabel = text("label", { what: text("unlink"), name: this.name });
        const told = writes.filter((each) => each.state === "failed");
        this.list.hidden = told.length === 0;
        this.list.replaceChildren(...told.map((each) => {
            const { status } = each;
            const why = status === unchanged ? text("weakTags") : status ? text("answeredStatus", { status }) : "";
            return make("li", {}, words(each.title), ` ${texts.changesRefused[each.change]} ${why}`);
        }));
    }
}

/** @typedef {import("./rows.js").Calendar & import("./rows.js").Keyed} CalendarRow */

/** The problems of Google accounts that require the client again. Others need a sign-in, or another try. */
const typedAtGoogle = ["wrong_password", "unreadable"];

/** The accounts at other servers, each with its calendars. */
export class Accounts {
    /**
     * @param {object} page
     * @param {(action: string, args: import("../../../js/tablecast.js").JSONObject, name: string) => string} page.ask
     * @param {(args: import("../../../js/tablecast.js").JSONObject, name: string) => string} page.authorise
     * @param {(key: string, account: Account) => void} page.connect opens the dialog to reconnect it
     * @param {(account: string, remote: string, name: string) => void} page.link opens the dialog to link a calendar
     * @param {(key: string) => boolean} page.isAsked whether it has a pending change
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
        renderList(this.list, this.views, keys, (key) => new AccountView(this, key), (view, key) =>
            view.update(accounts[key], calendars));
        const none = byId("accounts-none", HTMLElement);
        none.hidden = keys.length > 0;
        setText(none, isKnown ? text("noAccounts") : text("looking"));
        setText(byId("accounts-count", HTMLElement), keys.length > 0 ? String(keys.length) : "");
    }

    /**
     * @param {string} id of a change
     * @param {any} message its ack or reject
     * @returns {boolean} whether the problem is shown at its field
     */
    answered(id, message) {
        const view = [...this.views.values()].find(({ asked }) => asked === id);
        const problems = (message.problems ?? []).map((/** @type {any} */ each) => each.message);
        view?.signIn.answered(message.type === "ack" ? "" : problems.join(" · ") || message.message);
        return view !== undefined && message.type !== "ack";
    }
}

/** An account with its calendars. */
class AccountView {
    /**
     * @param {Accounts} list
     * @param {string} key
     */
    constructor(list, key) {
        this.list = list;
        this.key = key;
        /** The pasted address whose answer is pending. */
        this.asked = "";
        this.name = words("", "thing-name awaits title block");
        this.about = make("p", { className: "about" });
        this.state = make("p", { className: "state small strong" });
        this.again = makeButton(text("enterAgain"), () => this.account && list.connect(key, this.account));
        this.question = new Question({
            ask: text("disconnect"), about: text("disconnectAbout"), yes: text("disconnectNow"),
            no: text("keepConnected"),
        }, () => list.ask("planner.disconnect", { account: key }, this.account?.name ?? ""));
        this.signIn = this.newSignIn();
        this.remotes = make("ul", { className: "steps remotes" });
        /** @type {Map<string, ReturnType<AccountView["newRemote"]>>} */
        this.rows = new Map();
        this.element = make(
            "li", { className: "thing beside box account" },
            make("div", { className: "fills" }, this.name, this.about, this.state, this.signIn.element),
            make("div", { className: "buttons" }, this.again, this.question.button),
            this.question.element, this.remotes,
        );
    }

    /** The two steps of Google's sign-in: to sign in there, and to paste the last address if its page failed. */
    newSignIn() {
        const link = make("a", { className: "button action", target: "_blank", rel: "noopener noreferrer" }, text("signInAtGoogle"));
        const id = `address-${this.key}`;
        const address = make("input", {
            id, type: "url", autocomplete: "off", spellcheck: false, placeholder: "http://127.0.0.1:…",
            "aria-describedby": `${id}-problem`,
        });
        const problem = make("p", { className: "problem", id: `${id}-problem` });
        const form = make(
            "form", { className: "field", noValidate: true, autocomplete: "off" },
            make("label", { htmlFor: id }, text("pasteAddress")),
            make("p", { className: "about" }, text("pasteAbout")),
            make("div", { className: "with-button field" }, address, make("button", { type: "submit" }, text("pasteDone"))),
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
        /** @param {string} sentence the problem with the pasted address; empty if it is right */
        const answered = (sentence) => {
            this.asked = "";
            setText(problem, sentence);
            if (sentence === "") {
                address.value = "";
            }
        };
        const element = make(
            "div", { className: "sign-in field", hidden: true },
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
            button.ariaLabel = text("label", { what, name });
        }
        // Only one button is shown: a client unknown to Google must be entered before the sign-in.
        this.signIn.element.hidden = state !== "sign_in" || authorize === undefined || isTypedAgain;
        this.signIn.link.href = authorize ?? "";
        const keys = Object.keys(remotes).sort((one, other) => remotes[one].name.localeCompare(remotes[other].name));
        renderList(this.remotes, this.rows, keys, (key) => this.newRemote(key), (row, key) => {
            const linked = calendars.find((each) => each.key === remotes[key].linked);
            row.update(remotes[key], linked, state === "ready");
        });
        this.remotes.hidden = count === 0;
    }

    /** @param {string} remote */
    newRemote(remote) {
        const name = make("b");
        const about = make("span", { className: "quiet" });
        const link = makeButton(text("link"), () => this.list.link(this.key, remote, name.textContent ?? ""));
        const element = make("li", { className: "remote" }, make("span", { className: "step-text" }, name, " ", about), link);
        /**
         * @param {Remote} there
         * @param {CalendarRow | undefined} linked
         * @param {boolean} isReady
         */
        const update = (there, linked, isReady) => {
            name.replaceChildren(words(there.name));
            const told = linked ? text("inStepWith", { name: linked.name }) : there.readOnly ? text("readOnlyThere") : "";
            setText(about, told);
            link.hidden = there.linked !== undefined || !isReady;
            link.ariaLabel = text("label", { what: text("link"), name: there.name });
        };
        return { element, update };
    }
}

/** @param {Account} account with a problem */
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
