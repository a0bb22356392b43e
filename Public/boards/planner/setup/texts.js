// @ts-check
import { familyAbout, familyOf, text } from "../../../js/texts.js";

/** What the page says in several of its scripts. */
export const texts = {
    done: familyAbout("done"),
    /** The outcome of a change that can't be undone. */
    asked: familyAbout("asked"),
    colors: familyOf("colors"),
    displays: familyOf("displays"),
    displaysAbout: familyOf("displaysAbout"),
    details: familyOf("details"),
    detailsAbout: familyOf("detailsAbout"),
    flags: familyOf("flags"),
    faults: familyOf("faults"),
    kinds: familyOf("kinds"),
    providers: familyOf("providers"),
    accountStates: familyOf("accountStates"),
    accountProblems: familyOf("accountProblems"),
    /** Where it is said in another way than of other servers. */
    googleProblems: familyOf("googleProblems"),
    linkProblems: familyOf("linkProblems"),
    changesRefused: familyOf("changesRefused"),
    weekdays: familyOf("weekdays"),
    weekdaysLong: familyOf("weekdaysLong"),
    label: (/** @type {string} */ what, /** @type {string} */ name) => text("label", { what, name }),
};
