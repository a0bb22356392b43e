// @ts-check
import {
    Announcer, askBeforeLeaving, byId, counted, familyOf, House, inWords, isNews, LifeSign, make, makeButton,
    oncePerFrame, pageState, renderList, request, runEvery, setText, StoredValue, text, words,
} from "../../../js/ui/page.js";
import { MapView } from "../map/mapview.js";
import { asChosen, inOrder, metresBetween, positionOf, Refs, votersOf } from "../refs.js";
import {
    friendsByAnswer, icon, linkedName, listed, mapAddress, outward, placeAddress, readersUnits, shareByBrowser,
    waysToShare, writeKind, writeWay,
} from "../words.js";
import "../../../js/core/sync.js";

/** @typedef {import("../types.js").Round} Round */
/** @typedef {import("../types.js").RoundOption} RoundOption */
/** @typedef {RoundOption & {key: string, missing?: import("../refs.js").Missing}} ShownOption */

/** The name for a place without one. */
const unnamed = { gone: text("gone"), later: text("later"), place: text("place") };

/** The places to choose from, each with a button to vote. */
class OptionsView {
    /** @param {(key: string, name: string) => void} vote */
    constructor(vote) {
        this.vote = vote;
        this.list = byId("options", HTMLElement);
        /** @type {Map<string, OptionRow>} */
        this.rows = new Map();
    }

    /**
     * @param {Round} round
     * @param {ShownOption[]} options
     * @param {string[]} votes this friend's
     * @param {{position: import("../refs.js").Position | null, units: import("../refs.js").Units}} house
     */
    draw(round, options, votes, house) {
        const isOpen = round.state === "open";
        const shown = new Map(options.map((option) => [option.key, option]));
        // While votes are open, no option moves under the finger.
        const keys = isOpen ? asChosen(round) : inOrder(round);
        renderList(this.list, this.rows, keys, (key) => new OptionRow(key, this.vote), (row, key, index) => {
            const option = /** @type {ShownOption} */ (shown.get(key));
            row.update(option, {
                number: index + 1, isOpen, isVoted: votes.includes(key),
                voters: votersOf(round, key).map(({ name }) => name), isDecided: round.decided === key, house,
            });
        });
        byId("options-none", HTMLElement).hidden = options.length > 0;
    }
}

class OptionRow {
    /**
     * @param {string} key
     * @param {(key: string, name: string) => void} vote
     */
    constructor(key, vote) {
        this.called = "";
        this.number = make("span", { className: "option-number figures", ariaHidden: "true" });
        this.name = make("p", { className: "option-name strong" });
        this.about = make("p", { className: "quiet figures" });
        this.address = make("p", { className: "quiet" });
        this.voters = make("p", { className: "option-voters" });
        this.count = make("span", { className: "figures" });
        this.button = makeButton("", () => vote(key, this.called), { className: "vote" });
        this.button.append(icon("check"), make("span", {}, text("vote")));
        this.element = make("li", { className: "option" }, this.number,
            make("div", { className: "option-what grow" }, this.name, this.about, this.address, this.voters),
            this.button);
    }

    /**
     * @param {ShownOption} option
     * @param {{number: number, isOpen: boolean, isVoted: boolean, voters: string[], isDecided: boolean,
     *     house: {position: import("../refs.js").Position | null,
     *     units: import("../refs.js").Units}}} more
     */
    update(option, more) {
        if (!isNews(this, [option, more])) {
            return;
        }
        const name = option.name ?? unnamed[option.missing ?? "place"];
        const there = positionOf(option);
        const { position, units } = more.house;
        const way = position && there ? writeWay(metresBetween(position, there), units) : "";
        this.called = name;
        setText(this.number, String(more.number));
        this.name.replaceChildren(linkedName(option, name));
        setText(this.about, [writeKind(option), way].filter(Boolean).join(" · "));
        this.address.replaceChildren(words(option.address ?? ""));
        this.voters.replaceChildren(
            make("strong", { className: "figures" }, counted("votes", more.voters.length)),
            ...(more.voters.length > 0 ? [": ", ...listed(more.voters)] : []));
        this.button.hidden = !more.isOpen;
        this.button.ariaPressed = String(more.isVoted);
        this.button.ariaLabel = text("voteFor", { name });
        this.element.classList.toggle("is-decided", more.isDecided);
    }
}

/** @typedef {import("../../../js/tablecast.js").Sync} Sync */

/** @typedef {import("../types.js").Venue} Venue */
/** @typedef {{coming?: "yes" | "no" | "maybe", votes?: string[]}} Answer */

const state = pageState();
const subject = state.subject ?? "";
const role = subject ? `guest:${subject}` : "guest";
const base = `/v1/${state.venue}/nearby`;
const view = "nearby/round";
const house = new House(() => sync.clock.now());
const { time } = house;
const render = oncePerFrame(draw);
/** @type {Sync} */
const sync = new tablecast.Sync({
    // A phone may have several tickets; the page uses its own.
    role,
    views: [view],
    state,
    changed: render,
    answered: (entry, answer) => answered(entry, inWords(answer, entry.action)),
});
const announcer = new Announcer(byId("announcer", HTMLElement));
const sign = new LifeSign(byId("sign", HTMLElement), time, render);
const refs = new Refs({ address: `${base}/places`, as: role, changed: render });
const options = new OptionsView(vote);
/** The friend who uses this phone in this round: the id and the key. */
const me = new StoredValue(`tablecast.nearby.${state.venue}.${subject}`, () => localStorage);
const nameField = byId("name", HTMLInputElement);
/**
 * The answer given before the name was typed.
 * @type {Answer}
 */
let early = {};
let said = "";
/** Whether the round once contained this phone's friend. */
let wasThere = false;
const map = new MapView({
    base, as: role, pressed: (key) => options.rows.get(key)?.element.scrollIntoView({ block: "center" }),
});

/** @returns {{venue: Venue, round: Round} | null} */
function doc() {
    return /** @type {any} */ (sync.doc(view));
}

/** This phone's friend, once the hub has it. */
function friend() {
    const kept = me.read();
    return kept && (isJoining() || doc()?.round.friends[kept.friend]) ? kept : null;
}

/** Whether the round has yet to show the friend who joins. */
function isJoining() {
    return sync.unseen(view).some(({ action }) => action === "nearby.join");
}

/** @param {Answer} answer */
function answer(answer) {
    const known = friend();
    setText(byId("problem", HTMLElement), "");
    if (known) {
        sync.mutate("nearby.answer", { friend: known.friend, key: known.key, ...answer });
    } else {
        early = { ...early, ...answer };
        if (!isJoining()) {
            showNameProblem(text("nameFirst"));
            nameField.focus();
        }
    }
    draw();
}

/**
 * The friend's answer, including parts that wait for the hub or for the name.
 * @param {Round} known
 * @returns {Answer}
 */
function answerNow(known) {
    const waiting = sync.unseen(view).filter(({ action }) => action === "nearby.answer");
    return Object.assign({}, known.friends[friend()?.friend ?? ""], ...waiting.map(({ args }) => args), early);
}

/** @param {string} key of an option */
function vote(key) {
    const known = doc()?.round;
    if (known) {
        const own = (answerNow(known).votes ?? []).filter((each) => each in known.options);
        answer({ votes: own.includes(key) ? own.filter((each) => each !== key) : [...own, key] });
    }
}

/**
 * @param {import("../../../js/tablecast.js").Entry} entry
 * @param {any} message
 */
function answered(entry, message) {
    if (entry.action === "nearby.join" && message.type === "ack") {
        me.write({ friend: message.result.friend, key: message.result.key });
        if (Object.keys(early).length > 0) {
            const first = early;
            early = {};
            sync.mutate("nearby.answer", { ...message.result, ...first });
        }
        announcer.say(text("joined"));
    } else if (message.type === "reject") {
        // The hub's own sentences are English.
        const [problem] = message.problems ?? [];
        if (entry.action === "nearby.join" && problem) {
            showNameProblem(problem.message);
        } else {
            setText(byId("problem", HTMLElement), text("notDone"));
        }
    }
}

/** @param {string} why */
function showNameProblem(why) {
    setText(byId("name-problem", HTMLElement), why);
    nameField.setAttribute("aria-invalid", String(why !== ""));
}

function draw() {
    const document_ = doc();
    house.know(document_?.venue);
    sign.show(sync.life, sync.asOfMs, sync.silentMs);
    if (document_?.round) {
        drawRound(document_.round, document_.venue);
    } else {
        setText(byId("round-title", HTMLElement), document_ === null ? text("title") : text("over"));
    }
    announcer.sayLost(document.documentElement.dataset.life === "stale", text("offline"));
}

/**
 * @param {Round} known
 * @param {Venue} venue
 */
function drawRound(known, venue) {
    const isOpen = known.state === "open";
    const here = positionOf(venue);
    const units = readersUnits(venue.units);
    const shown = asChosen(known).map((key) => ({ key, ...refs.resolved(known.options[key]) }));
    byId("round-title", HTMLElement).replaceChildren(words(known.title));
    document.body.dataset.state = known.state;
    setText(byId("round-about", HTMLElement), [
        known.when ? text("meet", { time: time(known.when) }) : "",
        isOpen ? text("closes", { time: time(known.until) }) : text("closed"),
    ].filter(Boolean).join(" · "));
    const mine = friend();
    if (wasThere && !mine) {
        setText(byId("problem", HTMLElement), text("dismissed"));
    }
    wasThere = mine !== null;
    byId("join", HTMLFormElement).hidden = !isOpen || mine !== null || isJoining();
    byId("coming-part", HTMLElement).hidden = !isOpen;
    const own = known.friends[mine?.friend ?? ""];
    byId("coming-title", HTMLElement).replaceChildren(
        ...(own ? [words(own.name), `: ${text("areYouComing")}`] : [text("areYouComing")]));
    const { coming, votes = [] } = answerNow(known);
    for (const button of document.querySelectorAll("[data-coming]")) {
        button.ariaPressed = String(button.getAttribute("data-coming") === coming);
    }
    byId("options-part", HTMLElement).hidden = false;
    setText(byId("options-title", HTMLElement), isOpen ? text("chooseTitle") : text("chosenTitle"));
    options.draw(known, shown, votes, { position: here, units });
    drawDecision(known, shown, here, units);
    drawFriends(known);
    drawMap(shown, here, units, venue);
    const summary = [
        isOpen ? counted("votes", shown.flatMap(({ key }) => votersOf(known, key)).length) : text("closed"),
        counted("friends", Object.keys(known.friends).length),
    ].join(" · ");
    if (said !== "" && said !== summary) {
        announcer.say(summary);
    }
    said = summary;
}

/**
 * @param {Round} known
 * @param {ShownOption[]} shown
 * @param {import("../refs.js").Position | null} here
 * @param {import("../refs.js").Units} units
 */
function drawDecision(known, shown, here, units) {
    const decided = shown.find(({ key }) => key === known.decided);
    const part = byId("decision", HTMLElement);
    part.hidden = known.state === "open";
    if (part.hidden || !isNews(part, [decided, here])) {
        return;
    }
    part.classList.toggle("is-called", Boolean(decided));
    setText(byId("decision-title", HTMLElement), decided ? text("decided") : text("undecided"));
    byId("decision-name", HTMLElement).replaceChildren(...(decided
        ? [words(decided.name ?? unnamed[decided.missing ?? "place"])] : []));
    const there = positionOf(decided);
    const way = here && there ? writeWay(metresBetween(here, there), units) : "";
    byId("decision-about", HTMLElement).replaceChildren(
        ...[decided?.address ?? "", way].filter(Boolean).flatMap((each, index) =>
            [...(index > 0 ? [" · "] : []), words(each)]));
    const links = byId("decision-links", HTMLElement);
    links.replaceChildren();
    if (there) {
        links.append(outward(mapAddress(there), text("wayThere"), "button"));
    }
    const address = placeAddress({ url: decided?.url });
    if (address) {
        links.append(outward(address, text("webPage"), "button"));
    }
    if (decided) {
        links.append(makeButton(text("share"), () => void share(links)));
    }
}

/**
 * Opens the browser's share sheet, or the links for sharing if it has none.
 * @param {HTMLElement} links
 */
async function share(links) {
    try {
        const query = new URLSearchParams({ round: subject, as: role });
        const told = await (await request(`${base}/share?${query}`, { cache: "no-store" })).json();
        if (!await shareByBrowser({ title: told.subject, text: told.text })) {
            links.querySelector("button")?.remove();
            const ways = waysToShare(told);
            links.append(...ways);
            ways[0].focus();
        }
    } catch {
        setText(byId("problem", HTMLElement), text("notDone"));
    }
}

/** @param {Round} known */
function drawFriends(known) {
    byId("friends-part", HTMLElement).hidden = Object.keys(known.friends).length === 0;
    byId("friends", HTMLElement).replaceChildren(...friendsByAnswer(known, familyOf("who"), (keys) =>
        [make("dd", {}, ...listed(keys.map((key) => known.friends[key].name)))]));
}

/**
 * @param {ShownOption[]} shown
 * @param {import("../refs.js").Position | null} here
 * @param {import("../refs.js").Units} units
 * @param {Venue} venue
 */
function drawMap(shown, here, units, venue) {
    /** @type {import("../map/map.js").Mark[]} */
    const marks = shown.flatMap((option, index) => {
        const there = positionOf(option);
        const name = option.name ?? text("place");
        return there ? [{
            key: option.key, kind: /** @type {const} */ ("place"), name, label: `${index + 1}: ${name}`,
            number: String(index + 1), isChosen: option.key === doc()?.round.decided, ...there,
        }] : [];
    });
    map.draw(units, venue, marks.length === 0 ? null : (shownMap) => {
        /** @type {import("../map/map.js").Mark[]} */
        const ofHouse = here ? [{ key: ":house", kind: "house", name: venue.name, label: venue.name, ...here }] : [];
        const positions = [...marks, ...ofHouse].map(({ lat, lon }) => ({ lat, lon }));
        const centre = here ?? positions[0];
        const farthest = Math.max(300, ...positions.map((each) => metresBetween(centre, each)));
        shownMap.showAll(positions);
        shownMap.showMarks([...marks, ...ofHouse]);
        return { at: `${centre.lat},${centre.lon}`, radius: Math.min(40_000, Math.ceil(farthest * 1.5)) };
    });
}

byId("join", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    const name = nameField.value.trim();
    showNameProblem(name === "" ? text("nameFirst") : "");
    if (name !== "" && !isJoining()) {
        me.write(null);
        sync.mutate("nearby.join", { round: subject, name });
        draw();
    } else {
        nameField.focus();
    }
});
for (const button of document.querySelectorAll("[data-coming]")) {
    button.addEventListener("click", () =>
        answer({ coming: /** @type {any} */ (button.getAttribute("data-coming")) }));
}
askBeforeLeaving(() => sync.outbox.waitingCount > 0);
runEvery(30_000, render);
draw();
sync.start();
