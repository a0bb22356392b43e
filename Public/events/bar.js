// @ts-check
import { byId, setText } from "../js/dom.js";
import { texts } from "./texts.js";

/** What stands around the rows: how many there are and of what, and the ways to more of them. */
export class Bar {
    /**
     * @param {import("./looking.js").Looking} looking
     * @param {import("./rows.js").Rows} rows
     * @param {import("./address.js").Address} address
     * @param {() => void} changed
     */
    constructor(looking, rows, address, changed) {
        this.looking = looking;
        this.rows = rows;
        this.address = address;
        this.count = byId("filter-count", HTMLElement);
        this.earlier = byId("earlier", HTMLButtonElement);
        this.later = byId("later", HTMLButtonElement);
        this.fresh = byId("fresh", HTMLButtonElement);
        this.none = byId("none", HTMLElement);
        this.earlier.addEventListener("click", () => void looking.lookOn());
        this.later.addEventListener("click", () => void looking.loadLater());
        this.fresh.addEventListener("click", () => {
            if (looking.journal.isAttached) {
                rows.show(null);
                rows.toEnd();
            } else {
                void looking.toNewest().then(() => rows.toEnd());
            }
            changed();
        });
    }

    /** @param {boolean} isLive */
    render(isLive) {
        const { looking, rows } = this;
        const { journal, isBusy, hasEarlier } = looking;
        const isOpen = looking.filter?.isOpen ?? true;
        setText(this.count, this.summary(isOpen));
        this.earlier.hidden = !hasEarlier;
        setText(this.earlier, isBusy ? texts.looking : isOpen ? texts.earlier : texts.lookOn);
        this.earlier.ariaDisabled = String(isBusy);
        this.later.hidden = !looking.hasLater;
        this.later.ariaDisabled = String(isBusy);
        const missed = journal.isAttached ? rows.unseenCount : looking.missedCount;
        const isBounded = looking.bounds.last < Infinity;
        this.fresh.hidden = journal.isAttached ? missed === 0 : isBounded;
        setText(this.fresh, journal.isAttached ? texts.fresh(missed) : texts.toNewest(missed));
        const isEmpty = rows.events.length === 0;
        this.none.hidden = !isEmpty || !isLive || isBusy;
        if (isEmpty) {
            setText(this.none, this.emptiness(isOpen, hasEarlier));
        }
    }

    /** @param {boolean} isOpen whether there is no filter */
    summary(isOpen) {
        const { looking, rows } = this;
        const { journal, stream } = looking;
        const count = rows.events.length;
        const newest = Math.max(stream.rev, 0);
        if (isOpen && journal.firstRev <= 1 && journal.isAttached) {
            return texts.all(count);
        }
        const first = Math.max(journal.firstRev, looking.first);
        const last = Math.min(journal.lastRev, looking.bounds.last);
        return (isOpen ? texts.shown : texts.matching)(count, first, last, newest);
    }

    /**
     * @param {boolean} isOpen
     * @param {boolean} hasEarlier
     */
    emptiness(isOpen, hasEarlier) {
        if (isOpen && this.looking.stream.rev === 0) {
            return texts.nothingYet;
        }
        if (!hasEarlier && this.looking.filter?.place.verdict === "rejected") {
            return texts.noneRejected;
        }
        return hasEarlier ? texts.nothingFoundYet : texts.nothingFound;
    }
}
