// @ts-check
import { make, setText, words } from "../../js/dom.js";
import { arrange, dropOthers } from "../../js/ui/list.js";
import { clockText, colorsFor, initialOf, Ranking } from "./core.js";

/** @typedef {ReturnType<typeof tablecastMaze.ranked>[number]} Ranked */
/** @typedef {ReturnType<typeof colorsFor>} Colors */

const discPx = 11;

/** Who walks in the maze, in the order of places, then of what is left to go. */
export class Names {
    /**
     * @param {Record<string, string>} texts
     * @param {() => void} render asks for a drawing of the page
     */
    constructor(texts, render) {
        this.texts = texts;
        this.ranking = new Ranking(render);
        this.element = make("ol", { className: "maze-names", tabIndex: 0, "aria-label": texts.names });
        /** @type {Map<string, Name>} */
        this.rows = new Map();
    }

    /**
     * @param {any} doc
     * @param {InstanceType<typeof tablecastMaze.Plan>} plan
     * @param {string} own the id of the own walker
     */
    show(doc, plan, own) {
        const order = this.ranking.next(doc, plan, own);
        if (!order) {
            return;
        }
        const colors = colorsFor(document.documentElement);
        this.element.hidden = order.length === 0;
        this.element.classList.toggle("has-places", order.some(({ place }) => place !== undefined));
        dropOthers(this.rows, new Set(order.map(({ id }) => id)));
        arrange(this.element, order.map((walker) => {
            const row = this.rows.get(walker.id) ?? new Name();
            this.rows.set(walker.id, row);
            row.show(walker, colors, walker.id === own ? this.texts.you : "");
            return row.element;
        }));
    }
}

class Name {
    constructor() {
        this.rank = make("span", { className: "maze-rank figures" });
        this.disc = make("span", { className: "maze-disc", "aria-hidden": "true" });
        this.name = words("", "maze-name");
        this.you = make("span", { className: "quiet" });
        this.took = make("span", { className: "maze-took figures" });
        const who = make("span", { className: "maze-who" }, this.name, this.you);
        this.element = make("li", { className: "maze-row" }, this.rank, this.disc, who, this.took);
        this.looks = "";
    }

    /**
     * @param {Ranked} walker
     * @param {Colors} colors
     * @param {string} you what is said of the own one
     */
    show({ label, colour, place, ms }, colors, you) {
        setText(this.rank, place === undefined ? "" : String(place));
        setText(this.name, label);
        setText(this.you, you && ` ${you}`);
        setText(this.took, ms === undefined ? "" : clockText(ms));
        this.element.classList.toggle("is-own", you !== "");
        this.element.classList.toggle("is-first", place === 1);
        const looks = `${label} ${colour} ${colors.ground}`;
        if (looks !== this.looks) {
            this.looks = looks;
            const radius = Math.round(discPx * (window.devicePixelRatio || 1));
            const disc = tablecastMaze.drawDisc(initialOf(label), colour, radius, false, colors);
            this.disc.replaceChildren(disc);
        }
    }
}
