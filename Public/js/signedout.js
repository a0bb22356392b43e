// @ts-check

/** The type of the problem that a host's browser gets while the PIN stands before it. */
const lockedType = "/docs/protocol.html#locked";

/**
 * Asks the hub what has become of a sign-in whose connection was ended: it is `gone`, it is `locked`
 * until the PIN is entered, or it is `good`, for it was renewed meanwhile.
 * @param {string} venue
 * @param {string} role
 * @returns {Promise<"gone" | "locked" | "good" | "unknown">}
 */
export async function signInState(venue, role) {
    try {
        const path = `/v1/${venue}/views/notice/display?as=${role}`;
        const answer = await fetch(path, { cache: "no-store" });
        if (answer.ok) {
            return "good";
        }
        const problem = await answer.json();
        return problem.type === lockedType ? "locked" : "gone";
    } catch {
        // Nobody answers, or nothing that is understood.
        return "unknown";
    }
}
