// @ts-check
import { counted, familyOf, text } from "../js/texts.js";

/** Everything that the events page says, apart from what stands in its HTML. */
export const texts = {
    connecting: text("connecting"),
    fresh: (/** @type {number} */ count) => text("fresh", { count }),
    toNewest: (/** @type {number} */ count) =>
        count > 0 ? text("toNewestOf", { count }) : text("toNewest"),
    all: (/** @type {number} */ count) => counted("all", count),
    shown: (
        /** @type {number} */ count,
        /** @type {number} */ first,
        /** @type {number} */ last,
        /** @type {number} */ newest,
    ) => text("shown", { count, first, last, newest }),
    matching: (
        /** @type {number} */ count,
        /** @type {number} */ first,
        /** @type {number} */ last,
        /** @type {number} */ newest,
    ) =>
        last < first ? text("found", { count }) : text("matching", { count, first, last, newest }),
    earlier: text("earlier"),
    lookOn: text("lookOn"),
    looking: text("looking"),
    nothingYet: text("nothingYet"),
    nothingFound: text("nothingFound"),
    noneRejected: text("noneRejected"),
    nothingFoundYet: text("nothingFoundYet"),
    event: (/** @type {number} */ rev) => text("event", { rev }),
    noEvent: (/** @type {string} */ rev) => text("noEvent", { rev }),
    rejectedTitle: text("rejectedTitle"),
    arrived: (/** @type {number} */ count) => counted("arrived", count),
    offline: text("offline"),
    clock: text("clock"),
    hub: text("hub"),
    noRev: text("noRev"),
    badRange: text("badRange"),
    odd: (/** @type {string} */ field, /** @type {string} */ value) =>
        text("odd", { field, value }),
    badTime: text("badTime"),
    aheadOf: text("aheadOf"),
    storyOf: text("storyOf"),

    undone: (/** @type {string} */ name, /** @type {number} */ rev) =>
        name ? text("undoneOf", { rev, name }) : text("undone", { rev }),
    rejected: (
        /** @type {string} */ action,
        /** @type {string} */ name,
        /** @type {string} */ code,
        /** @type {string} */ reason,
    ) => {
        const what = name
            ? text("rejectedOf", { code, what: action, name })
            : text("rejected", { code, what: action });
        return reason ? text("because", { what, reason }) : what;
    },

    story: text("story"),
    causeTitle: text("causeTitle"),
    askedAs: text("askedAs"),
    mutation: text("mutation"),
    device: text("device"),
    connection: text("connection"),
    byTime: text("byTime"),
    forgotten: text("forgotten"),
    connectionWords: (/** @type {string} */ kind, /** @type {string} */ address) => {
        const way = kind === "websocket" ? text("webSocket") : text("request");
        return address ? text("fromAddress", { way, address }) : way;
    },
    timingTitle: text("timingTitle"),
    durable: text("durable"),
    handedOver: text("handedOver"),
    milliseconds: (/** @type {number} */ ms) =>
        text("milliseconds", { ms: ms.toFixed(ms < 10 ? 2 : 1) }),
    noTiming: text("forgotten"),
    placesTitle: text("placesTitle"),
    placeWords: (/** @type {number} */ before, /** @type {number} */ after) =>
        after > before
            ? text("furtherBack", { before, after })
            : text("furtherAhead", { before, after }),
    moreRows: (/** @type {number} */ count) => text("moreRows", { count }),
    changesTitle: text("changesTitle"),
    noChanges: text("noChanges"),
    onlyMasked: text("onlyMasked"),
    revs: (/** @type {{from: number, rev: number}} */ { from, rev }) =>
        text("revs", { from, rev }),
    operations: familyOf("operations"),
    code: text("code"),
    reason: text("reason"),
    argsTitle: text("argsTitle"),
    rejectionTitle: text("rejectionTitle"),
    dataTitle: text("dataTitle"),
    noData: text("noData"),
    asking: text("asking"),
    notTold: text("notTold"),
    askAgain: text("askAgain"),
    nothing: text("nothing"),

    save: (/** @type {number} */ first, /** @type {number} */ last) =>
        first === last ? text("saveOne", { first }) : text("save", { first, last }),
    replayable: text("replayable"),
    notReplayable: text("notReplayable"),
    replay: (/** @type {string} */ file, /** @type {string} */ options) =>
        text("replay", { file, options }),

    ofNewest: (/** @type {number} */ newest) => text("ofNewest", { newest }),
    revOf: (/** @type {number} */ rev, /** @type {number} */ newest) =>
        text("revOf", { rev, newest }),
    atRev: (/** @type {number} */ rev) => text("atRev", { rev }),
    now: text("now"),
    beforeAll: text("beforeAll"),
    pastNotTold: (/** @type {number} */ rev) => text("pastNotTold", { rev }),
    differences: (/** @type {number} */ count) =>
        count === 0 ? text("theSame") : counted("differences", count),
    raw: text("raw"),
    caption: (/** @type {string} */ name, /** @type {number} */ count) =>
        text("caption", { name, count }),
    same: (/** @type {number} */ count) => text("same", { count }),
    moreSame: (/** @type {number} */ count) => text("moreSame", { count }),
    markColumn: text("markColumn"),
    placeColumn: text("placeColumn"),
    marks: {
        same: "",
        added: text("marks.added"),
        removed: text("marks.removed"),
        changed: text("marks.changed"),
    },
};
