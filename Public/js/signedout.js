// @ts-check
import { request } from "./now.js";
import { viewAddress } from "./tablecast.js";

/** The type of the problem that a host's browser gets until the PIN is entered. */
const lockedType = "/docs/protocol.html#locked";

/**
 * Asks the hub what has become of a sign-in whose connection was ended: it is `gone`, it is `locked`
 * until the PIN is entered, or it is `good`, for it was renewed meanwhile.
 * @param {string} venue
 * @param {string} view one that the page shows
 * @param {string} role
 * @returns {Promise<"gone" | "locked" | "good" | "unknown">}
 */
export async function signInState(venue, view, role) {
    try {
        const answer = await request(viewAddress(venue, view, role), { cache: "no-store" });
        if (answer.ok) {
            return "good";
        }
        const problem = await answer.json();
        return problem.type === lockedType ? "locked" : "gone";
    } catch {
        // The hub can't be reached, or its answer can't be read.
        return "unknown";
    }
}
