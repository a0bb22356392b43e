// @ts-check

const ordinals = new Intl.PluralRules("en", { type: "ordinal" });
/** @type {Record<string, string>} */
const endings = { one: "st", two: "nd", few: "rd", other: "th" };

/** Everything that the guest's page says, apart from what stands in its HTML. */
export const texts = {
    live: "Live",
    connecting: "Connecting…",
    stale: (/** @type {string} */ time) => `As of ${time}, reconnecting`,
    refused: (/** @type {string} */ time) =>
        `As of ${time}. This link is no longer good: please ask the host.`,

    greeting: (/** @type {string} */ name) => `Hello ${name},`,
    place: (/** @type {number} */ ahead) => {
        const place = ahead + 1;
        return `You are ${place}${endings[ordinals.select(place)]}`;
    },
    next: "You are next",
    ahead: (/** @type {number} */ ahead) =>
        ahead === 0
            ? "Your table is the next one to come free. Please stay close by."
            : ahead === 1
              ? "One party is before you. We will be glad to have you."
              : `${ahead} parties are before you. We will be glad to have you.`,
    pending: "We have your request",
    pendingKind: "The host confirms it in a moment.",
    ready: "Your table is ready",
    readyKind: "Please come to the host. We are looking forward to you.",
    seated: "Enjoy your meal",
    seatedKind: "You have been seated.",
    cancelled: "You have left the list",
    cancelledKind: "We hope to see you another time.",
    noShow: "You are no longer on the list",
    noShowKind:
        "We called you and did not find you. Please talk to the host: " +
        "we will see what we can do.",
    unknown: "We can’t find your place",
    unknownKind: "Please talk to the host.",
    notLeft: "That did not work. Please talk to the host.",
};
