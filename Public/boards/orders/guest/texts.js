// @ts-check
import { counted, familyOf, text } from "../../../js/ui/page.js";

/** Everything that the guest's page says, apart from what stands in its HTML. */
export const texts = {
    about: (/** @type {string} */ key, /** @type {Record<string, string>} */ places = {}) =>
        text(`about.${key}`, places),
    statuses: familyOf("statuses"),
    allergens: familyOf("allergens"),
    contains: (/** @type {string} */ allergens) => text("contains", { allergens }),
    containsNone: text("containsNone"),
    soldOut: text("soldOut"),
    gone: text("gone"),
    left: (/** @type {number} */ count) => counted("left", count),
    add: text("add"),
    addNamed: (/** @type {string} */ name) => text("addNamed", { name }),
    moreNamed: (/** @type {string} */ name) => text("moreNamed", { name }),
    lessNamed: (/** @type {string} */ name) => text("lessNamed", { name }),
    edit: text("edit"),
    editNamed: (/** @type {string} */ name) => text("editNamed", { name }),
    forPerson: (/** @type {string} */ person) => text("forPerson", { person }),
    notSent: text("notSent"),
    order: text("order"),
    dishes: (/** @type {number} */ count) => counted("dishes", count),
    basketEmpty: text("basketNone"),
    found: (/** @type {number} */ count) => counted("found", count),
    hiddenFor: (/** @type {number} */ count) => counted("hiddenFor", count),
    nothingFound: text("nothingFound"),
    nothingFoundAbout: text("nothingFoundAbout"),
    noMenu: text("noMenu"),
    noMenuAbout: text("noMenuAbout"),
    seeOrder: text("seeOrder"),
    seeMenu: text("seeMenu"),
    placeBasket: text("placeBasket"),
    placeAhead: text("placeAhead"),
    fee: (/** @type {string} */ amount) => text("fee", { amount }),
    hindered: (/** @type {number} */ count) => counted("hindered", count),
    removeThese: (/** @type {number} */ count) => counted("removeThese", count),
    removeFirst: text("removeFirst"),
    round: (/** @type {number} */ round) => text("round", { round }),
    roundIs: (/** @type {number} */ round, /** @type {string} */ status) =>
        text("roundIs", { round, status }),
    statusAt: (/** @type {string} */ status, /** @type {string} */ time) =>
        text("statusAt", { status, time }),
    cancelLine: text("cancelLine"),
    cancelNamed: (/** @type {string} */ name) => text("cancelNamed", { name }),
    paid: text("paid"),
    people: text("people"),
    splitPart: (/** @type {number} */ count, /** @type {string} */ amount) =>
        text("splitPart", { count, amount }),
    orderAgain: text("orderAgain"),
    orderAgainNamed: (/** @type {string} */ dishes) => text("orderAgainNamed", { dishes }),
    leftOut: (/** @type {string} */ dishes) => text("leftOut", { dishes }),
    nothingAgain: text("nothingAgain"),
    quantityOf: (/** @type {number} */ quantity, /** @type {string} */ name) =>
        text("quantityOf", { quantity, name }),
    offline: text("offline"),
    undo: text("undo"),
    done: (/** @type {string} */ key, /** @type {string} */ name) => text(`done.${key}`, { name }),
    takenBack: (/** @type {string} */ what) => text("deeds.takenBack", { what }),
    failed: (/** @type {string} */ what, /** @type {string} */ why) =>
        text("deeds.failed", { what, why }),
    notTakenBack: (/** @type {string} */ what, /** @type {string} */ why) =>
        text("deeds.notTakenBack", { what, why }),
    refusedOtherwise: text("deeds.refusedOtherwise"),
};
