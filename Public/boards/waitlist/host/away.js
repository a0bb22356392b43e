// @ts-check
import { byId } from "../../../js/dom.js";
import { request } from "../../../js/now.js";
import { texts } from "./texts.js";

/**
 * The ways off the page: *Lock*, where a PIN is asked for, and the menu that it stands in on a phone.
 * @param {import("../../../js/page.js").PageState} state
 * @param {import("./deeds.js").Deeds} deeds
 */
export function wireAway(state, deeds) {
    const tools = byId("tools", HTMLElement);
    const opener = byId("open-tools", HTMLButtonElement);
    const show = (/** @type {boolean} */ isOpen) => {
        tools.classList.toggle("is-open", isOpen);
        opener.ariaExpanded = String(isOpen);
    };
    opener.addEventListener("click", () => show(!tools.classList.contains("is-open")));
    document.addEventListener("click", (event) => {
        if (event.target !== opener) {
            show(false);
        }
    });
    document.addEventListener("keydown", (event) => {
        if (event.key === "Escape" && tools.classList.contains("is-open")) {
            show(false);
            opener.focus();
        }
    });
    const button = byId("lock", HTMLButtonElement);
    // An owner's own sign-in is never asked for the PIN.
    button.hidden = !state.hasPIN || state.role !== "host";
    button.addEventListener("click", () => lock(state.venue, deeds));
}

/**
 * @param {string} venue
 * @param {import("./deeds.js").Deeds} deeds
 */
async function lock(venue, deeds) {
    try {
        const answer = await request(`/v1/${venue}/lock`, { method: "POST" });
        if (answer.ok || answer.status === 401) {
            location.reload();
            return;
        }
    } catch {
        // Said below, as when the hub could not do it.
    }
    deeds.toast.show([document.createTextNode(texts.notLocked)], true);
    deeds.announcer.warn(texts.notLocked);
}
