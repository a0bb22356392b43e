// @ts-check
import { pageState } from "../../../js/page.js";
import { counted, familyAbout, familyOf, text } from "../../../js/texts.js";

const numbers = new Intl.NumberFormat(document.documentElement.lang);
const roles = ["display", "host", "engineer", "owner"];
/** @type {{ name: string, title: string, may: string }[]} */
const rolesOfBoards = (pageState().boardSettings ?? []).flatMap((board) =>
    board.roles.map((/** @type {{ name: string, summary: string }} */ { name, summary }) => ({
        name,
        title: board.texts[`role.${name}`] ?? name,
        may: board.texts[`role.${name}.may`] ?? summary,
    })),
);
const languages = ["en", "de", "fr", "es", "it"];

/** Everything that the owner's page says, apart from what stands in its HTML. */
export const texts = {
    signedOut: text("signedOut"),

    /** What devices may be, including the roles that boards add. */
    roles: {
        ...familyOf("roles", roles),
        ...Object.fromEntries(rolesOfBoards.map(({ name, title }) => [name, title])),
    },
    may: {
        ...familyOf("may"),
        ...Object.fromEntries(rolesOfBoards.map(({ name, may }) => [name, may])),
    },
    unnamed: (/** @type {string} */ role) => text("unnamed", { role }),
    /** The journal speaks of it by its id. */
    roleAndID: (/** @type {string} */ role, /** @type {string} */ id) =>
        text("roleAndID", { role, id }),
    own: text("own"),
    states: familyOf("states"),
    connectedSince: (/** @type {string} */ state, /** @type {string} */ time) =>
        text("connectedSince", { state, time }),
    windows: (/** @type {number} */ count) => text("windows", { count }),
    signedIn: (/** @type {string} */ time) => text("signedIn", { time }),
    seen: (/** @type {string} */ time) => text("seen", { time }),
    lockedOut: text("lockedOut"),
    forgive: text("forgive"),
    change: text("change"),
    revoke: text("revoke"),
    label: (/** @type {string} */ what, /** @type {string} */ name) =>
        text("label", { what, name }),
    noDevices: text("noDevices"),
    looking: text("looking"),

    changeTitle: (/** @type {string} */ name) => text("changeTitle", { name }),
    ownRole: text("ownRole"),
    changeRole: text("changeRole"),
    revokeTitle: (/** @type {string} */ name) => text("revokeTitle", { name }),
    revokeAbout: familyOf("revokeAbout"),

    linkFor: (/** @type {string} */ role, /** @type {string} */ name) =>
        name ? text("linkFor", { name, role }) : text("linkForDevice", { role }),
    linkIsOfThisMachine: text("linkIsOfThisMachine"),
    linkSaid: (/** @type {string} */ time) => text("linkSaid", { time }),
    copied: text("copied"),
    notCopied: text("notCopied"),

    labels: familyOf("labels", ["full", "first_initial", "initials", "number"]),
    labelsAbout: familyOf("labelsAbout"),
    checkIn: familyOf("checkIn", ["off", "confirm", "direct"]),
    checkInAbout: familyOf("checkInAbout"),
    /** What each language is called by those who speak it. */
    languages: familyOf("languages", languages),
    /** What the sign at the door says, in each language. */
    scan: familyOf("scan", languages),
    zoneNow: (/** @type {string} */ time) => text("zoneNow", { time }),
    nothingChanged: text("nothingChanged"),
    /** The settings of the house, in a word or two. */
    settingNames: familyOf("settingNames"),

    save: text("save"),
    leaveAsWas: text("leaveAsWas"),

    dayStart: text("hours.dayStart"),
    open: text("hours.open"),
    dates: text("hours.dates"),
    hoursWhen: familyOf("hours.when", ["always", "some"]),
    hoursWhenAbout: familyOf("hours.whenAbout"),
    closed: text("hours.closed"),
    addHours: text("hours.add"),
    removeHours: text("hours.remove"),
    opens: (/** @type {string} */ day) => text("hours.opens", { day }),
    closes: (/** @type {string} */ day) => text("hours.closes", { day }),
    nextDay: text("hours.nextDay"),
    asOn: (/** @type {string} */ day) => text("hours.asOn", { day }),
    hoursFaults: familyOf("hours.faults"),
    hoursRequired: text("hours.required"),
    removeDate: text("hours.removeDate"),
    dateRequired: text("hours.dateRequired"),
    datesMax: (/** @type {number} */ count) => text("hours.datesMax", { count }),

    alwaysOn: text("uses.always"),
    on: text("uses.on"),
    off: text("uses.off"),
    number: (/** @type {number} */ value) => numbers.format(value),
    /** Which numbers a setting takes. */
    numberFrom: (/** @type {{ minimum?: number, maximum?: number }} */ { minimum = 0, maximum }) =>
        maximum === undefined
            ? text("setting.numberAtLeast", { min: numbers.format(minimum) })
            : text("setting.numberBetween", {
                  min: numbers.format(minimum),
                  max: numbers.format(maximum),
              }),
    /** What is wrong with a number that is none of them. */
    numberOutside: (/** @type {{ minimum?: number, maximum?: number }} */ { minimum = 0, maximum }) =>
        maximum === undefined
            ? text("setting.numberBelow", { min: numbers.format(minimum) })
            : text("setting.numberOutside", {
                  min: numbers.format(minimum),
                  max: numbers.format(maximum),
              }),
    usually: (/** @type {string} */ value) => text("setting.usually", { value }),
    yes: text("setting.yes"),
    no: text("setting.no"),
    numberRequired: text("setting.numberRequired"),
    anyNumberRequired: text("setting.anyNumberRequired"),
    tooLong: (/** @type {number} */ count) => text("setting.tooLong", { count }),
    tooMany: (/** @type {number} */ count) => text("setting.tooMany", { count }),
    chooseSome: (/** @type {number} */ count) => counted("setting.chooseSome", count),
    formProblem: text("setting.form"),
    restoreUsual: text("setting.restore"),
    secretIsSet: text("setting.secretIsSet"),
    secretIsNot: text("setting.secretIsNot"),
    secretRemove: text("setting.secretRemove"),

    pinIsSet: text("pinIsSet"),
    pinIsNot: text("pinIsNot"),
    pinDigits: text("pinDigits"),
    pinSet: text("pinSet"),
    pinCleared: text("pinCleared"),

    webhookIsSet: text("webhookIsSet"),
    webhookIsNot: text("webhookIsNot"),
    webhookRefused: familyOf("webhookRefused"),

    mailIsSet: (/** @type {string} */ server) => text("mail.isSet", { server }),
    mailIsNot: text("mail.isNot"),
    mailSecurity: familyOf("mail.security", ["starttls", "tls", "none"]),
    mailSecurityAbout: familyOf("mail.securityAbout"),
    mailNotTested: text("mail.notTested"),
    mailTesting: text("mail.testing"),
    mailWorks: (/** @type {string} */ time) => text("mail.works", { time }),
    mailFails: (/** @type {string} */ time, /** @type {string} */ why) => text("mail.fails", { time, why }),
    /** What is wrong with the sender, and what to do, by a code; with the reply of the mail server. */
    mailProblem: (/** @type {string} */ code, /** @type {string} */ status) => {
        const sentences = familyOf("mail.problems");
        const sentence = sentences[code] ?? sentences.unreachable;
        return status ? text("mail.withReply", { sentence, status }) : sentence;
    },

    /** What an effect is, by its carrier. */
    effectKinds: familyOf("effects.kinds"),
    effectSince: (/** @type {string} */ time) => text("effects.since", { time }),
    effectTries: (/** @type {number} */ count) => counted("effects.tries", count),
    effectNext: (/** @type {string} */ time) => text("effects.next", { time }),
    effectsBehind: (/** @type {number} */ count) => counted("effects.behind", count),
    effectWaits: (/** @type {string} */ why) => text("effects.waits", { why }),
    effectGivenUp: (/** @type {string} */ why) => text("effects.givenUp", { why }),
    effectAnswered: (/** @type {number} */ status) => text("effects.answered", { status }),
    effectProblems: familyOf("effects.problems"),
    retry: text("effects.retry"),
    drop: text("effects.drop"),
    dropTitle: (/** @type {string} */ name) => text("effects.dropTitle", { name }),

    /** What was done, by action; the name stands where the device's goes. */
    done: familyAbout("done"),
    failed: (/** @type {string} */ why) => text("failed", { why }),
    refusedOtherwise: text("refusedOtherwise"),
    unreachable: text("unreachable"),
    later: text("later"),
};
