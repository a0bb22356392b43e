// @ts-check
import { byId, setText } from "../js/dom.js";
import { request } from "../js/now.js";
import { texts } from "./texts.js";

/** Offers the stretch that is marked as a file, and says what can be done with it. */
export class Save {
    /**
     * @param {string} path of the venue's events, with the role
     * @param {string} venue
     * @param {boolean} isMasked whether phone numbers and notes are
     * @param {() => string} settingsPath of what the venue was made with, once that is known
     */
    constructor(path, venue, isMasked, settingsPath) {
        this.path = path;
        this.settingsPath = settingsPath;
        /** @type {{name: string, timeZone: string, labels: string, languages?: string[]} | null} */
        this.settings = null;
        this.venue = venue;
        this.isMasked = isMasked;
        this.link = byId("save-link", HTMLAnchorElement);
        this.whole = byId("save-whole", HTMLInputElement);
        this.first = 1;
        this.last = 0;
        this.whole.addEventListener("input", () => this.render());
    }

    /**
     * @param {import("./filter.js").Bounds} bounds
     * @param {number} newest
     */
    offer(bounds, newest) {
        const first = Math.max(1, bounds.first);
        const last = Math.min(bounds.last, newest);
        if (first !== this.first || last !== this.last) {
            this.first = first;
            this.last = last;
            this.render();
        }
    }

    /** Reads what the venue was made with: its events do not say so, and change it later on. */
    async read() {
        const path = this.settingsPath();
        if (this.settings || !path) {
            return;
        }
        try {
            const answer = await request(path);
            this.settings = answer.ok ? (await answer.json()).doc.venue : null;
        } catch {
            // It is read again with the next connection.
        }
        this.render();
    }

    get options() {
        const { name, timeZone, labels, languages } = this.settings ?? {};
        const given = {
            "--name": name, "--time-zone": timeZone, "--labels": labels, "--languages": languages?.join(","),
        };
        const said = Object.entries(given).flatMap(([option, value]) =>
            value ? [` ${option} ${quoted(value)}`] : [],
        );
        return said.join("") + (this.isMasked ? " --masked" : "");
    }

    render() {
        const { first, last } = this;
        const isEmpty = last < first;
        byId("save", HTMLElement).hidden = isEmpty;
        byId("save-whole-field", HTMLElement).hidden = first <= 1;
        if (isEmpty) {
            return;
        }
        const begin = this.whole.checked ? 1 : first;
        const name = `${this.venue}-${begin}-${last}.ndjson`;
        this.link.href = `${this.path}&since=${begin - 1}&until=${last}`;
        this.link.download = name;
        setText(this.link, texts.save(begin, last));
        const isReplayable = begin === 1;
        setText(
            byId("save-how", HTMLElement),
            isReplayable ? texts.replayable : texts.notReplayable,
        );
        byId("save-command", HTMLElement).hidden = !isReplayable;
        setText(byId("save-command", HTMLElement), texts.replay(name, this.options));
    }
}

/**
 * A word as a shell reads it.
 * @param {string} word
 */
function quoted(word) {
    return /^[\w./+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
