// @ts-check
import {
    byId, counted, familyOf, make, makeButton, redraw, renderList, roleTitle, setText, text, words,
} from "../../../js/ui/page.js";

/** @typedef {import("../../../js/tablecast.js").DocumentOf<"house/effects">["effects"]} Effects */
/** @typedef {Effects[string]} Effect */
/** @typedef {import("../../../js/ui/desk.js").Desk} Desk */
/** @typedef {import("../../../js/ui/eventstream.js").Alarm} Alarm */
/** @typedef {(action: string, args: import("../../../js/tablecast.js").JSONObject, name: string) => string} Ask */

/**
 * The fields of a party that the figures need.
 * @typedef {{
 *     status: string, size: number, arrivedAt: string, readyAt?: string, leftAt?: string, reservation?: string,
 * }} Party
 */

/** A task for the owner, and the section where to do it. */
/** @typedef {{ sentence: string, section: string }} Errand */

/** The view with the parties of the service day. */
export const partiesView = "waitlist/host";

/**
 * The figures of the day so far. Parties that left without a seat count as arrived. The median wait is of the parties
 * without a reservation, because the others did not wait for a table.
 * @param {Party[]} parties
 */
export function figuresOf(parties) {
    const of = (/** @type {string[]} */ ...statuses) => parties.filter(({ status }) => statuses.includes(status));
    const guests = (/** @type {Party[]} */ some) => some.reduce((sum, { size }) => sum + size, 0);
    const waits = of("seated")
        .filter(({ reservation }) => !reservation)
        .map(({ arrivedAt, readyAt, leftAt }) => Date.parse(readyAt ?? leftAt ?? arrivedAt) - Date.parse(arrivedAt))
        .sort((one, other) => one - other);
    const medianMs = waits[Math.floor((waits.length - 1) / 2)];
    return {
        parties: parties.length,
        guests: guests(parties),
        waiting: of("waiting").length,
        seated: of("seated").length,
        minutes: medianMs === undefined ? undefined : Math.round(medianMs / 60_000),
    };
}

/** The first section: the day in figures, the screens, and the tasks of the owner. */
export class Today {
    /**
     * @param {Desk} desk
     * @param {Ask} ask
     */
    constructor(desk, ask) {
        this.part = byId("day", HTMLElement);
        const names = ["parties", "guests", "waiting", "seated", "minutes"];
        this.values = Object.fromEntries(names.map((name) => [name, byId(`day-${name}`, HTMLElement)]));
        this.time = desk.time;
        this.effects = new EffectList(desk, ask);
        const page = desk.state.pages?.find(({ name }) => name === "screens");
        byId("today-screens", HTMLAnchorElement).href = page?.address ?? "/screens";
    }

    /** @param {any} doc of the parties, or `undefined` if it can't be read */
    drawDay(doc) {
        this.part.hidden = !doc;
        if (!doc) {
            return;
        }
        const figures = figuresOf([...Object.values(doc.parties), ...Object.values(doc.gone)]);
        for (const [name, value] of Object.entries(figures)) {
            setText(this.values[name], value === undefined ? "–" : String(value));
        }
    }

    /**
     * @param {Map<string, Alarm>} alarms
     * @param {number | undefined} okCount the number of up-to-date screens; `undefined` while unknown
     * @param {number} awayCount
     */
    drawScreens(alarms, okCount, awayCount) {
        const said = byId("today-well", HTMLElement);
        if (alarms.size > 0) {
            setText(said, counted("screens.alarms", alarms.size));
        } else if (okCount === undefined) {
            setText(said, text("looking"));
        } else {
            const well = okCount === 0 ? text("screens.none") : counted("screens.well", okCount);
            setText(said, awayCount === 0 ? well : `${well} ${counted("screens.away", awayCount)}`);
        }
        // Only a house without devices that are away is wholly well.
        const isWell = okCount && awayCount === 0;
        said.className = alarms.size > 0 ? "is-wrong" : isWell ? "is-ready" : okCount ? "" : "quiet";
        redraw(byId("today-alarms", HTMLElement), [...alarms.values()], ({ name, role, since }) =>
            make(
                "li",
                {},
                words(name ?? text("unnamed", { role: roleTitle(role) })),
                ` · ${text("screens.silentSince", { time: this.time(since) })}`,
            ));
    }

    /**
     * @param {Errand[]} errands
     * @param {Effects} effects
     */
    drawErrands(errands, effects) {
        this.effects.render(effects);
        redraw(byId("errands", HTMLElement), errands, ({ sentence, section }) =>
            make("li", {}, make("a", { href: `#${section}` }, sentence)));
        byId("errands-none", HTMLElement).hidden = errands.length > 0 || this.effects.views.size > 0;
    }
}

/** The section of the undelivered effects, which is shown while there are any. */
class EffectList {
    /**
     * @param {Desk} desk
     * @param {Ask} ask
     */
    constructor(desk, ask) {
        this.desk = desk;
        this.ask = ask;
        this.section = byId("effects-part", HTMLElement);
        this.list = byId("effects", HTMLElement);
        this.count = byId("effects-count", HTMLElement);
        this.dialog = byId("drop", HTMLDialogElement);
        this.title = byId("drop-title", HTMLElement);
        /** The id of the effect in the open dialog. */
        this.asked = "";
        /** @type {Map<string, EffectView>} */
        this.views = new Map();
        byId("drop-do", HTMLButtonElement).addEventListener("click", () => this.drop());
    }

    /** @param {Effects} effects */
    render(effects) {
        const ids = Object.keys(effects).sort(
            (one, other) => compare(effects[one], effects[other]) || (one < other ? -1 : 1),
        );
        this.section.hidden = ids.length === 0;
        setText(this.count, String(ids.length));
        renderList(
            this.list, this.views, ids, (id) => new EffectView(() => this.retry(id), () => this.open(id)),
            (view, id) => view.render(effects[id], this.desk.time),
        );
        if (this.dialog.open && !(this.asked in effects)) {
            this.dialog.close();
        }
    }

    /** @param {string} id */
    retry(id) {
        this.ask("house.retry", { effect: id }, this.views.get(id)?.name ?? "");
    }

    /** @param {string} id */
    open(id) {
        this.asked = id;
        setText(this.title, text("effects.dropTitle", { name: this.views.get(id)?.name ?? "" }));
        this.desk.open(this.dialog);
    }

    drop() {
        this.dialog.close();
        this.ask("house.drop", { effect: this.asked }, this.views.get(this.asked)?.name ?? "");
    }
}

/**
 * Orders abandoned effects first, then those that have waited longest.
 * @param {Effect} one
 * @param {Effect} other
 */
function compare(one, other) {
    return (
        Number(other.state === "dead") - Number(one.state === "dead") ||
        (one.since < other.since ? -1 : one.since > other.since ? 1 : 0)
    );
}

class EffectView {
    /**
     * @param {() => void} retry
     * @param {() => void} drop
     */
    constructor(retry, drop) {
        /** The effect, in words. */
        this.name = "";
        this.what = make("p", { className: "strong" });
        this.since = make("p", { className: "about figures" });
        this.problem = make("p", { className: "state" });
        this.about = make("p", { className: "quiet" });
        this.retry = makeButton(text("effects.retry"), retry);
        this.drop = makeButton(text("effects.drop"), drop, { className: "wrong" });
        this.element = make(
            "li",
            { className: "device effect" },
            make("div", { className: "who" }, this.what, this.since),
            make("div", { className: "small figures" }, this.problem, this.about),
            make("div", { className: "buttons" }, this.retry, this.drop),
        );
    }

    /**
     * @param {Effect} effect
     * @param {(instant: string) => string} time
     */
    render(effect, time) {
        const kind = effect.target.split(":")[0];
        this.name = familyOf("effects.kinds")[kind] ?? effect.target;
        setText(this.what, this.name);
        setText(this.since, text("effects.since", { time: time(effect.since) }));
        this.element.dataset.state = effect.state === "dead" ? "silent" : "behind";
        setText(this.problem, problemText(effect));
        setText(this.about, aboutText(effect, time));
        for (const button of [this.retry, this.drop]) {
            button.ariaLabel = text("label", { what: button.textContent ?? "", name: this.name });
        }
    }
}

/** @param {Effect} effect */
function problemText({ state, problem, status }) {
    const problems = familyOf("effects.problems");
    const why =
        problem === "answered"
            ? text("effects.answered", { status: status ?? 0 })
            : (problems[problem ?? ""] ?? problems.unreachable);
    return state === "dead" ? text("effects.givenUp", { why }) : text("effects.waits", { why });
}

/**
 * @param {Effect} effect
 * @param {(instant: string) => string} time
 */
function aboutText({ state, tries, nextAt, behind }, time) {
    const parts = [
        tries > 0 ? counted("effects.tries", tries) : "",
        state === "waiting" && nextAt ? text("effects.next", { time: time(nextAt) }) : "",
        behind ? counted("effects.behind", behind) : "",
    ];
    return parts.filter(Boolean).join(" · ");
}
