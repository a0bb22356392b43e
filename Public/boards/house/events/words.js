// @ts-check

/** @typedef {import("../../../js/tablecast.js").DocumentOf<"house/settings">} SettingsDocument */
/** @typedef {import("../../../events/words.js").Around<SettingsDocument>} Around */
/** @typedef {import("../../../events/words.js").Telling} Telling */

/** The settings whose changes are named, in this order. */
const settings = [
    "timeZone", "labels", "selfCheckIn", "languages", "dayStart", "hours", "exceptions",
];
/** The start of the service day unless the owner sets another. */
const usualDayStart = "04:00";

export const view = "house/settings";

/**
 * The house's former name, if the event changed it.
 * @param {Around} around
 */
export function told({ before, after }) {
    const [then, now] = [before.venue.name, after.venue.name];
    return { wasNamed: then === now ? undefined : then };
}

export const happened = {
    configured: (/** @type {Telling} */ { say, name, data, told: { wasNamed } }) => {
        const { name: isRenamed, languages, dayStart } = data;
        /** @type {Record<string, any>} */
        const values = {
            ...data, languages: languages?.join(", "), dayStart: dayStart ?? usualDayStart,
        };
        const renamed = wasNamed
            ? say("more.renamedFrom", { before: wasNamed, name })
            : say("set.name", { name });
        const others = settings
            .filter((setting) => data[setting] !== undefined)
            .map((setting) => say(`set.${setting}`, { value: values[setting] }));
        const said = isRenamed ? [renamed, ...others] : others;
        return said.join("; ") || say("happened.configured");
    },
    invited: (/** @type {Telling} */ { say, name, data, family }) => {
        const role = aRole(family, data.role);
        return data.name
            ? say("more.invitedName", { role, name })
            : say("happened.invited", { role });
    },
    paired: (/** @type {Telling} */ { say, name, data }) =>
        data.name ? say("more.pairedName", { name }) : say("happened.paired"),
    role_set: (/** @type {Telling} */ { say, name, data, family }) => {
        const role = aRole(family, data.role);
        return data.before
            ? say("more.roleSetFrom", { name, role, before: aRole(family, data.before) })
            : say("happened.role_set", { name, role });
    },
};

/**
 * Names a role. A role that a board adds has its name from the journal.
 * @param {Telling["family"]} family
 * @param {string} role
 */
function aRole(family, role) {
    return family("aRole")[role] ?? role;
}
