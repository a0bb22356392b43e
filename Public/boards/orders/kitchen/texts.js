// @ts-check
import { counted, familyAbout, familyOf, text } from "../../../js/texts.js";

/** Everything that the kitchen's page says, apart from what stands in its HTML. */
export const texts = {
    done: familyAbout("done"),
    all: text("all"),
    about: (/** @type {number} */ number, /** @type {number} */ round, /** @type {string} */ time) =>
        text("about", { number, round, time }),
    minutes: (/** @type {number} */ minutes) => text("minutes", { minutes }),
    hours: (/** @type {number} */ hours, /** @type {number} */ minutes) =>
        text("hours", { hours, minutes }),
    urgencies: familyOf("urgencies"),
    statuses: familyOf("statuses"),
    lineSteps: familyOf("lineSteps"),
    stepLabel: (/** @type {string} */ step, /** @type {string} */ name) =>
        text("stepLabel", { step, name }),
    steps: familyOf("steps"),
    quantity: (/** @type {number} */ quantity) => text("quantity", { quantity }),
    cooking: (/** @type {number} */ count) => text("cooking", { count }),
    doneAt: (/** @type {string} */ time) => text("doneAt", { time }),
    recall: text("recall"),
    allDone: text("allDone"),
    allDoneAbout: text("allDoneAbout"),
    noMenu: text("noMenu"),
    noMenuAbout: text("noMenuAbout"),
    soldOut: text("soldOut"),
    left: (/** @type {number} */ count) => counted("left", count),
    plenty: text("plenty"),
    makeSoldOut: text("makeSoldOut"),
    makePlenty: text("makePlenty"),
    less: text("less"),
    more: text("more"),
    aboutDish: (/** @type {string} */ what, /** @type {string} */ name) => text(
        "aboutDish",
        { what, name },
    ),
    stockMenuNone: text("stockMenuNone"),
    stockNone: text("stockNone"),
    soundOn: text("soundOn"),
    soundOff: text("sound"),
    rounds: (/** @type {number} */ count) => counted("roundsCount", count),
    further: (/** @type {number} */ count) => counted("further", count),
    come: (/** @type {string} */ names) => text("come", { names }),
    summary: (/** @type {string} */ rounds, /** @type {number} */ late) =>
        late > 0 ? text("summaryLate", { rounds, late }) : text("summary", { rounds }),
    nothingToRecall: text("nothingToRecall"),
};
