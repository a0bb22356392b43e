// @ts-check
import { lifeTexts } from "../js/life.js";

/** Everything that the owner's page says, apart from what stands in its HTML. */
export const texts = {
    ...lifeTexts,
    signedOut:
        "This browser is signed out: another owner took its sign-in away or changed it, or it was " +
        "deleted here. For a new link, run “tablecast link --role owner” on the server and open it " +
        "here.",
    changesWaiting: (/** @type {number} */ count) =>
        count === 1 ? "1 change waits" : `${count} changes wait`,

    roles: /** @type {Record<string, string>} */ ({
        display: "Display",
        host: "Host",
        engineer: "Engineer",
        owner: "Owner",
    }),
    may: /** @type {Record<string, string>} */ ({
        display: "shows the list, and does nothing",
        host: "keeps the list, and pairs screens",
        engineer: "reads every event, with phones and notes masked",
        owner: "may do everything, here too",
    }),
    unnamed: (/** @type {string} */ role) => `${role} without a name`,
    /** The journal speaks of it by its id. */
    roleAndID: (/** @type {string} */ role, /** @type {string} */ id) => `${role} · ${id}`,
    own: "This device",
    states: /** @type {Record<string, string>} */ ({
        ok: "Connected",
        behind: "Connected, behind",
        silent: "Does not answer",
        drifted: "Connected, showed something else",
        away: "Not connected",
    }),
    connectedSince: (/** @type {string} */ state, /** @type {string} */ time) =>
        `${state} since ${time}`,
    windows: (/** @type {number} */ count) => `${count} windows`,
    signedIn: (/** @type {string} */ time) => `signed in ${time}`,
    seen: (/** @type {string} */ time) => `last here ${time}`,
    oldPage: "shows an old page; reload it there",
    lockedOut: "Locked out: too many wrong PINs",
    forgive: "Let it try again",
    change: "Change",
    revoke: "Sign out",
    label: (/** @type {string} */ what, /** @type {string} */ name) => `${what}: ${name}`,
    noDevices: "No device is signed in.",
    looking: "Looking…",

    changeTitle: (/** @type {string} */ name) => `Change ${name}`,
    ownRole: "This is the device that you are using; another owner can change what it may do.",
    changeRole: "With another role it is signed out for a moment, and goes on as what it is then.",
    revokeTitle: (/** @type {string} */ name) => `Sign ${name} out?`,
    revokeAbout: /** @type {Record<string, string>} */ ({
        display:
            "Its list goes dark at once, and its sign-in is refused everywhere from then on. " +
            "Opened again, it shows a code by which it can be paired anew.",
        other:
            "Its page stops at once, and its sign-in is refused everywhere from then on. To let it " +
            "in again, make a new link and open it there.",
    }),

    linkFor: (/** @type {string} */ role, /** @type {string} */ name) =>
        name ? `Link for ${name} (${role})` : `Link for a device (${role})`,
    linkIsOfThisMachine:
        "Other devices can’t reach this hub: it answers on its own machine only, and so does this link.",
    linkSaid: (/** @type {string} */ time) => `Good until ${time}, for one device. Nobody is shown it again.`,
    copied: "Copied.",
    notCopied: "This browser does not copy by itself: the link is selected, copy it by hand.",

    labels: /** @type {Record<string, string>} */ ({
        full: "Ada Lovelace",
        first_initial: "Ada L.",
        initials: "A. L.",
        number: "12",
    }),
    labelsAbout: /** @type {Record<string, string>} */ ({
        full: "the whole name",
        first_initial: "first name and initial",
        initials: "initials",
        number: "the number of the day",
    }),
    checkIn: /** @type {Record<string, string>} */ ({
        off: "No",
        confirm: "A host confirms",
        direct: "At once",
    }),
    checkInAbout: /** @type {Record<string, string>} */ ({
        off: "only a host adds parties",
        confirm: "they wait for a host’s tap before they are on the list",
        direct: "they are on the list as soon as they have given their name",
    }),
    languages: /** @type {Record<string, string>} */ ({
        en: "English",
        de: "Deutsch",
        fr: "Français",
        es: "Español",
        it: "Italiano",
    }),
    /** What the sign at the door says. */
    scan: /** @type {Record<string, string>} */ ({
        en: "Scan to join the list",
        de: "Scannen und eintragen",
        fr: "Scannez pour vous inscrire",
        es: "Escanee y apúntese",
        it: "Inquadri e si metta in lista",
    }),
    zoneNow: (/** @type {string} */ time) => `There it is ${time}.`,
    zoneUnknown: "Time zone must be a time zone, such as Europe/Rome",
    nothingChanged: "Nothing is changed yet.",

    pinIsSet: "A PIN is asked for.",
    pinIsNot: "No PIN is asked for: whoever holds a host’s tablet can use it.",
    pinDigits: "PIN must have 4 to 12 digits, and nothing else",
    pinSet: "PIN set. Every host’s page asks for it now.",
    pinCleared: "No PIN is asked for any more.",

    webhookIsSet: "Alarms are posted to an address, which is not shown again.",
    webhookIsNot: "Alarms are shown on the page of the screens, and posted nowhere.",
    webhookRefused: /** @type {Record<string, string>} */ ({
        private_address:
            "Alarms are not posted: the address is in a private network. Whoever runs the hub can allow it: by starting it with --allow-private-webhooks, or by naming the address with --alarm-webhook.",
        spelling:
            "Alarms are not posted: the address is written in an unusual form. Set it again, like https://example.org/hook.",
    }),
    webhookRequired: "Address is a required field.",

    /** What was done, by action; the name stands where the device's goes. */
    done: /** @type {Record<string, (name: string) => string>} */ ({
        "house.revoke": (name) => `${name} is signed out`,
        "house.rename": (name) => `${name} renamed`,
        "house.set_role": (name) => `${name} has another role`,
        "house.forgive": (name) => `${name} may try PINs again`,
        "house.configure": () => "Settings saved",
        "house.invite": () => "Link made",
        "house.set_webhook": () => "Saved",
        "house.renew_join_link": () => "New link made",
    }),
    failed: (/** @type {string} */ why) => `Not done: ${why}`,
    /** Why the server said no, by its code, where it does not say so in words. */
    reasons: /** @type {Record<string, string>} */ ({
        not_found: "it is not there any more",
        conflict: "it has changed meanwhile",
        forbidden: "this sign-in may not do that",
        unavailable: "the hub can’t write at the moment; try again",
    }),
    refusedOtherwise: "the hub did not accept it",
    unreachable: "the hub can’t be reached; try again",
    later: "Not connected. It is done as soon as the hub is there again.",
};
