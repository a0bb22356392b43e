// @ts-check
import { familyOf, text } from "../../../js/texts.js";

/** What the page says in several of its scripts. */
export const texts = {
    sizes: familyOf("sizes"),
    conditions: familyOf("withConditions", ["usual", "plain", "seed", "own"]),
    maze: familyOf("maze"),
    ownServer: text("ownServer"),
    explore: text("explore"),
    asked: text("asked"),
};
