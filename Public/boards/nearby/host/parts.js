// @ts-check
import { Form } from "../../../js/ui/forms.js";
import {
    busyUntil, byId, counted, isNews, make, makeButton, renderList, request, setText, text, words,
} from "../../../js/ui/page.js";
import { inOrder, leading, metresBetween, positionOf, roundsInOrder, votersOf } from "../refs.js";
import {
    friendsByAnswer, linkedName, listed, waysToShare, writeKind, writeWay,
} from "../words.js";
import { nameToKeep, sendersView } from "./data.js";
import { FavouritesView, OpenedPlace } from "./favouritesview.js";
import { dot, texts } from "./placesview.js";

/** @typedef {{subject: string, text: string, html: string, mailto: string, sms: string, whatsapp: string}} Share */

/** Shares a round: by its link, its code, a message, or mail from the house. */
class Sharing {
    /**
     * @param {import("../../../js/ui/desk.js").Desk} desk
     * @param {import("./data.js").NearbyData} data
     */
    constructor(desk, data) {
        this.desk = desk;
        this.data = data;
        this.mailed = "";
        /** @type {Form} */
        this.mailForm = new Form(desk, "mail", () => this.send());
    }

    /**
     * Requests a part of a round's data from the hub.
     * @param {string} what
     * @param {string} round
     * @returns {Promise<any>}
     */
    async load(what, round) {
        const query = new URLSearchParams({ round, as: this.desk.role });
        const answer = await request(`${this.data.base}/${what}?${query}`, { cache: "no-store" });
        if (!answer.ok) {
            throw new Error(String(answer.status));
        }
        return answer.json();
    }

    /**
     * The address of a round for its friends.
     * @param {string} round
     * @returns {Promise<string>}
     */
    async link(round) {
        const { ticket } = await this.load("ticket", round);
        return `${this.desk.state.origin ?? location.origin}/t/${ticket}`;
    }

    /**
     * Shows a round's code and link, and the ways to send them.
     * @param {string} round
     * @param {string} title
     */
    async invite(round, title) {
        const ways = make("div", { className: "buttons" }, makeButton(text("sendByMail"), () => {
            byId("code", HTMLDialogElement).close();
            this.openMail(round, title);
        }));
        /** @type {import("../../../js/ui/codedialog.js").Code} */
        const code = { place: "nearby/ticket", query: { round }, title: [words(title)], more: [ways] };
        this.desk.showCode(code);
        try {
            /** @type {[Share, string]} */
            const [share, link] = await Promise.all([this.load("share", round), this.link(round)]);
            code.share = { title: share.subject, text: share.text };
            if (typeof navigator.share !== "function") {
                ways.prepend(...waysToShare(share, link),
                    makeButton(text("copyText"), () => this.desk.copy(`${share.text}\n${link}`)));
            }
        } catch {
            // The dialog says that there is no link.
        }
    }

    /**
     * @param {string} round
     * @param {string} title
     */
    openMail(round, title) {
        this.mailed = round;
        byId("mail-title", HTMLElement).replaceChildren(words(title));
        const isMissing = this.data.sendsMail === false;
        byId("mail-missing", HTMLElement).hidden = !isMissing;
        byId("mail-form", HTMLElement).hidden = isMissing;
        this.mailForm.open({ to: "" });
    }

    send() {
        const to = this.mailForm.value("to").split(/[\s,;]+/).filter(Boolean);
        const { title = "" } = this.data.doc.rounds[this.mailed] ?? {};
        return this.desk.perform("nearby.mail", { round: this.mailed, to }, title);
    }
}

/** @typedef {import("../types.js").Round} Round */
/** @typedef {import("../types.js").RoundOption} RoundOption */

/** The rounds: options with their live votes, the friends, and the actions. */
class RoundsView {
    /**
     * @param {object} page
     * @param {import("../../../js/ui/desk.js").Desk} page.desk
     * @param {import("./data.js").NearbyData} page.data
     * @param {Sharing} page.sharing
     * @param {(key: string) => void} page.choosing opens the places, to choose options of a round
     */
    constructor({ desk, data, sharing, choosing }) {
        this.desk = desk;
        this.data = data;
        this.sharing = sharing;
        this.choosing = choosing;
        this.list = byId("round-list", HTMLElement);
        this.question = byId("decide", HTMLDialogElement);
        /** @type {Map<string, RoundCard>} */
        this.cards = new Map();
        this.opened = "";
        this.form = new Form(desk, "round", () => this.send());
        byId("add-round", HTMLButtonElement).addEventListener("click", () => this.form.open({}));
    }

    draw() {
        const { rounds } = this.data.doc;
        const keys = roundsInOrder(rounds);
        renderList(this.list, this.cards, keys, (key) => new RoundCard(key, this), (card, key) =>
            card.update(rounds[key]));
        byId("rounds-empty", HTMLElement).hidden = keys.length > 0;
    }

    send() {
        const args = { title: "", ...this.form.changes() };
        this.opened = this.desk.perform("nearby.open", args, args.title);
        return this.opened;
    }

    /**
     * @param {import("../../../js/tablecast.js").Entry} entry
     * @param {any} message
     */
    answered({ id }, message) {
        if (id === this.opened && message.type === "ack" && message.result?.round) {
            // The next step in a new round is to choose its places.
            this.data.chosenRound.write(message.result.round);
        }
    }

    /**
     * Asks for the option that decides a round.
     * @param {string} key
     */
    decide(key) {
        const round = this.data.doc.rounds[key];
        const first = leading(round);
        const close = (/** @type {string | undefined} */ option) => {
            this.question.close();
            this.desk.perform("nearby.close", { round: key, ...(option ? { option } : {}) }, round.title);
        };
        byId("decide-title", HTMLElement).replaceChildren(words(round.title));
        setText(byId("decide-about", HTMLElement), first ? text("decideAbout") : text("decideNone"));
        byId("decide-answers", HTMLElement).replaceChildren(
            ...inOrder(round).map((option) => {
                const button = makeButton("", () => close(option), { className: option === first ? "action" : "" });
                button.append(words(nameOf(this.data.refs.resolved(round.options[option]))),
                    make("span", { className: "figures" }, counted("votes", votersOf(round, option).length)));
                return button;
            }),
            makeButton(text("closeWithout"), () => close(undefined), {
                className: "wrong", hidden: first !== undefined,
            }));
        this.desk.open(this.question);
    }
}

/**
 * The name of an option, or the reason why it has none.
 * @param {{name?: string, missing?: import("../refs.js").Missing}} option
 */
function nameOf({ name, missing = "place" }) {
    return name ?? texts.missing[missing];
}

/** The card of one round. */
class RoundCard {
    /**
     * @param {string} key
     * @param {RoundsView} view
     */
    constructor(key, view) {
        this.key = key;
        this.view = view;
        const { desk, data, sharing } = view;
        const title = () => this.round.title;
        /** @type {Round} */
        this.round = /** @type {any} */ ({ title: "" });
        this.title = words("");
        this.state = make("span", { className: "tag" });
        this.about = make("p", { className: "quiet figures" });
        this.options = make("ol", { className: "options" });
        this.none = make("p", { className: "none" }, text("optionsNone"));
        this.friends = make("dl", { className: "friends" });
        this.friendsNone = make("p", { className: "quiet" }, text("friendsNone"));
        this.mail = make("p", { className: "mail" });
        this.choose = makeButton(text("choosePlaces"), () => view.choosing(key));
        this.decide = makeButton(text("decide"), () => view.decide(key), { className: "action" });
        this.reopen = makeButton(text("reopen"), () =>
            desk.perform("nearby.reopen", { round: key }, title()));
        this.invite = makeButton(text("invite"), () => void busyUntil(sharing.invite(key, title())));
        this.element = make("li", { className: "round card" },
            make("div", { className: "beside" }, make("h3", { className: "title" }, this.title), this.state),
            this.about,
            make("div", { className: "round-body" },
                make("div", {}, make("h4", { className: "label" }, text("optionsTitle")), this.none, this.options),
                make("div", {}, make("h4", { className: "label" }, text("friendsTitle")), this.friendsNone,
                    this.friends)),
            this.mail,
            make("div", { className: "buttons needs-edit needs-sign-in" },
                this.choose, this.invite, make("span", { className: "grow" }), this.reopen, this.decide));
        this.data = data;
    }

    /** @param {Round} round */
    update(round) {
        const { desk, data } = this.view;
        const resolved = inOrder(round).map((key) => ({ key, ...data.refs.resolved(round.options[key]) }));
        if (!isNews(this, [round, resolved, data.position, data.units])) {
            return;
        }
        this.round = round;
        const isOpen = round.state === "open";
        setText(this.title, round.title);
        setText(this.state, isOpen ? text("roundOpen") : text("roundClosed"));
        this.state.className = isOpen ? "tag is-ready" : "tag";
        setText(this.about, [
            round.when ? text("roundWhen", { time: desk.time(round.when) }) : "",
            isOpen ? text("roundUntil", { time: desk.time(round.until) }) : "",
        ].filter(Boolean).join(dot));
        this.none.hidden = resolved.length > 0;
        const most = Math.max(1, ...resolved.map(({ key }) => votersOf(round, key).length));
        this.options.replaceChildren(...resolved.map((option) => this.option(option, most, isOpen)));
        this.friendsNone.hidden = Object.keys(round.friends).length > 0;
        this.friends.replaceChildren(...friendsByAnswer(round, texts.coming, (keys) =>
            keys.map((key) => this.friend(key, round.friends[key].name))));
        this.drawMail(round);
        this.choose.hidden = this.decide.hidden = !isOpen;
        this.reopen.hidden = isOpen;
    }

    /**
     * @param {RoundOption & {key: string, missing?: import("../refs.js").Missing}} option
     * @param {number} most the highest number of votes
     * @param {boolean} isOpen
     */
    option({ key, ...option }, most, isOpen) {
        const { data } = this.view;
        const name = nameOf(option);
        const here = data.position;
        const there = positionOf(option);
        const way = here && there ? writeWay(metresBetween(here, there), data.units) : "";
        const voters = votersOf(this.round, key).map((friend) => friend.name);
        const bar = make("span", { className: "vote-bar", ariaHidden: "true" });
        bar.style.setProperty("--part", String(voters.length / most));
        const isDecided = this.round.decided === key;
        const item = make("li", { className: isDecided ? "option is-decided" : "option" },
            make("div", { className: "grow" },
                make("p", { className: "option-name strong" }, linkedName(option, name),
                    ...(isDecided ? [" ", make("strong", { className: "tag is-ready" }, text("decided"))] : [])),
                make("p", { className: "quiet figures" }, [writeKind(option), way].filter(Boolean).join(dot)),
                make("p", { className: "option-votes" }, bar,
                    make("span", { className: "figures" }, counted("votes", voters.length)),
                    ...(voters.length > 0 ? [": ", ...listed(voters)] : []))));
        if (isOpen) {
            item.append(makeButton(text("drop"), () => data.change("nearby.drop", { option: key }, nameToKeep(option)), {
                className: "plain needs-edit needs-sign-in", ariaLabel: text("dropNamed", { name }),
            }));
        }
        return item;
    }

    /**
     * @param {string} key
     * @param {string} name
     */
    friend(key, name) {
        const { desk } = this.view;
        const dismiss = () => {
            desk.sync.mutate("nearby.dismiss", { friend: key }, { name });
            desk.tell(text("dismissed", { name }));
            desk.render();
        };
        return make("dd", {}, words(name), " ", makeButton(text("dismiss"), dismiss, {
            className: "plain needs-edit needs-sign-in", ariaLabel: text("dismissNamed", { name }),
        }));
    }

    /**
     * The results of the mail.
     * @param {Round} round
     */
    drawMail({ mail }) {
        this.mail.hidden = !mail;
        if (mail) {
            const time = this.view.desk.time(mail.at);
            const sentence = {
                waiting: () => counted("mailWaiting", mail.count, { time }),
                sent: () => counted("mailSent", mail.count, { time }),
                failed: () => counted("mailFailed", mail.count, { time }),
            }[mail.state];
            setText(this.mail, sentence());
            this.mail.className = mail.state === "failed" ? "mail is-wrong" : "mail quiet";
        }
    }
}

/**
 * The parts that are hidden when the page opens: the favourites, the rounds, and the dialog of a place. They are
 * loaded after the places.
 */
export class Parts {
    /**
     * @param {object} page
     * @param {import("../../../js/ui/desk.js").Desk} page.desk
     * @param {import("./data.js").NearbyData} page.data
     * @param {import("./placesview.js").PlaceActions} page.actions
     * @param {(key: string) => import("./placesview.js").RowOfPlace} page.rowOf
     * @param {(row: import("./placesview.js").RowOfPlace) => string} page.fromStop
     * @param {(key: string) => void} page.choosing
     */
    constructor({ desk, data, actions, rowOf, fromStop, choosing }) {
        this.favourites = new FavouritesView({ desk, data, actions, rowOf, fromStop });
        this.rounds = new RoundsView({ desk, data, sharing: new Sharing(desk, data), choosing });
        if (data.mayEdit) {
            desk.watch(sendersView);
        }
        this.opened = new OpenedPlace({
            desk, actions,
            edit: (key) => this.closing(() => this.favourites.edit(key)),
            visit: (key) => this.closing(() => this.favourites.visit(key)),
        });
    }

    /** @param {() => void} then */
    closing(then) {
        this.opened.dialog.close();
        then();
    }

    draw() {
        this.favourites.draw();
        this.rounds.draw();
    }
}
