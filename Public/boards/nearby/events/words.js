// @ts-check

/** @typedef {import("../../../js/tablecast.js").DocumentOf<"nearby/host">} HostDocument */
/** @typedef {import("../../../events/words.js").Around<HostDocument>} Around */
/** @typedef {import("../../../events/words.js").Telling} Telling */

export const view = "nearby/host";
export const things = ["favourite", "round", "option", "visit", "friend"];
export const columns = ["name", "title", "kind", "rating", "state", "when", "until", "address"];

/**
 * The name of an event's round, and those of its option and its friend.
 * @param {Around} around
 */
export function told({ event: { subject = "", data = {} }, before, after }) {
    const rounds = [after.rounds[subject], before.rounds[subject]].filter(Boolean);
    const option = rounds.map((round) => round.options[data.option]).find(Boolean);
    const friend = rounds.map((round) => round.friends[data.friend]).find(Boolean);
    return { title: rounds[0]?.title, place: option?.name ?? option?.ref, friend: friend?.name };
}

/** @param {string} kind of an event that is about a round */
const ofRound = (kind) => (/** @type {Telling} */ { say, name, data, told: { title, place, friend } }) =>
    say(`happened.${kind}`, {
        title: title ?? data.title ?? name,
        place: place ?? data.place?.name ?? data.option,
        friend: friend ?? data.who ?? data.friend,
        count: data.count,
    });

const closedWithoutChoice = ofRound("closed");
const closedFor = ofRound("closed_for");

export const happened = {
    opened: ofRound("opened"),
    chosen: ofRound("chosen"),
    dropped: ofRound("dropped"),
    joined: ofRound("joined"),
    answered: ofRound("answered"),
    dismissed: ofRound("dismissed"),
    closed: (/** @type {Telling} */ telling) =>
        telling.data.option ? closedFor(telling) : closedWithoutChoice(telling),
    reopened: ofRound("reopened"),
    forgotten: ofRound("forgotten"),
    mailed: ofRound("mailed"),
    mail_sent: ofRound("mail_sent"),
    mail_failed: ofRound("mail_failed"),
};
