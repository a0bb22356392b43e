// @ts-check
import { byId, make, setText, words } from "../../../js/dom.js";
import { counted, text } from "../../../js/texts.js";
import { arrange, dropOthers } from "../../../js/ui/list.js";
import { metresBetween, positionOf } from "../distances.js";
import { icon } from "../icons.js";
import { asChosen, inOrder, votersOf } from "../predict.js";
import { isWebAddress, listed, sourceAddress, writeKind, writeWay } from "../words.js";

/** @typedef {import("../types.js").Round} Round */
/** @typedef {import("../types.js").RoundOption} RoundOption */
/** @typedef {RoundOption & {key: string, missing?: import("../refs.js").Missing}} ShownOption */

/** What a place without a name is called. */
export const unnamed = { gone: text("gone"), later: text("later"), place: text("place") };

/** The places to choose from, each with a button for one's vote. */
export class OptionsView {
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
     * @param {string[]} votes one's own
     * @param {{position: import("../distances.js").Position | null, units: import("../distances.js").Units}} house
     */
    draw(round, options, votes, house) {
        const isOpen = round.state === "open";
        const shown = new Map(options.map((option) => [option.key, option]));
        // While one votes, nothing moves under the finger.
        const keys = isOpen ? asChosen(round) : inOrder(round);
        dropOthers(this.rows, shown);
        arrange(this.list, keys.map((key, index) => {
            const row = this.rows.get(key) ?? new OptionRow(key, this.vote);
            this.rows.set(key, row);
            const option = /** @type {ShownOption} */ (shown.get(key));
            row.update(option, {
                number: index + 1, isOpen, isVoted: votes.includes(key), voters: votersOf(round, key),
                isDecided: round.decided === key, house,
            });
            return row.element;
        }));
        byId("options-none", HTMLElement).hidden = options.length > 0;
    }
}

class OptionRow {
    /**
     * @param {string} key
     * @param {(key: string, name: string) => void} vote
     */
    constructor(key, vote) {
        this.shown = "";
        this.called = "";
        this.number = make("span", { className: "option-number figures", ariaHidden: "true" });
        this.name = make("p", { className: "option-name" });
        this.about = make("p", { className: "quiet figures" });
        this.address = make("p", { className: "quiet" });
        this.voters = make("p", { className: "option-voters" });
        this.count = make("span", { className: "figures" });
        this.button = make("button", { type: "button", className: "vote", ariaPressed: "false" },
            icon("check"), make("span", {}, text("vote")));
        this.button.addEventListener("click", () => vote(key, this.called));
        this.element = make("li", { className: "option" }, this.number,
            make("div", { className: "option-what" }, this.name, this.about, this.address, this.voters),
            this.button);
    }

    /**
     * @param {ShownOption} option
     * @param {{number: number, isOpen: boolean, isVoted: boolean, voters: string[], isDecided: boolean,
     *     house: {position: import("../distances.js").Position | null,
     *     units: import("../distances.js").Units}}} more
     */
    update(option, more) {
        const shown = JSON.stringify([option, more]);
        if (shown === this.shown) {
            return;
        }
        this.shown = shown;
        const name = option.name ?? unnamed[option.missing ?? "place"];
        const address = isWebAddress(option.url) ? String(option.url) : sourceAddress(option.ref);
        const there = positionOf(option);
        const { position, units } = more.house;
        const way = position && there ? writeWay(metresBetween(position, there), units) : "";
        this.called = name;
        setText(this.number, String(more.number));
        this.name.replaceChildren(address
            ? make("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, words(name))
            : words(name));
        setText(this.about, [writeKind(option), way].filter(Boolean).join(" · "));
        this.address.replaceChildren(words(option.address ?? ""));
        this.voters.replaceChildren(
            make("strong", { className: "figures" }, counted("votes", option.votes)),
            ...(more.voters.length > 0 ? [": ", ...listed(more.voters)] : []));
        this.button.hidden = !more.isOpen;
        this.button.ariaPressed = String(more.isVoted);
        this.button.ariaLabel = text("voteFor", { name });
        this.element.classList.toggle("is-decided", more.isDecided);
    }
}
