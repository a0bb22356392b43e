// @ts-check
import { counted, familyAbout, familyOf, text } from "../../../js/texts.js";

/** What the page says in several of its scripts. */
export const texts = {
    done: familyAbout("done"),
    sorts: familyOf("sorts"),
    kinds: familyOf("kinds"),
    marks: familyOf("marks"),
    coming: familyOf("coming"),
    place: text("place"),
    /** What a place without a name is called. */
    missing: { gone: text("gone"), later: text("later"), place: text("place") },
    favourite: text("favourite"),
    choose: text("choose"),
    favouriteNamed: (/** @type {string} */ name) => text("favouriteNamed", { name }),
    chooseNamed: (/** @type {string} */ name, /** @type {string} */ title) =>
        text("chooseNamed", { name, title }),
    stars: (/** @type {string} */ stars) => stars === "1" ? text("star") : text("stars", { stars }),
    ownStars: (/** @type {string} */ stars) =>
        stars === "1" ? text("ownStar") : text("ownStars", { stars }),
    reviews: (/** @type {number} */ count) => counted("reviews", count),
    openUntil: (/** @type {string} */ time) => text("openUntil", { time }),
    open: text("open"),
    closed: text("closed"),
    votes: (/** @type {number} */ count) => counted("votes", count),
    options: (/** @type {number} */ count) => counted("options", count),
};

/** How words stand in a row: one after the other, with dots between them. */
export const dot = " · ";
