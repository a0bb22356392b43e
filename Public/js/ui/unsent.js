// @ts-check
import { byId, setText } from "../dom.js";
import { counted } from "../texts.js";

/**
 * Makes the browser ask before it leaves the page while something would be lost: unsent changes live
 * only as long as their tab.
 * @param {() => boolean} isLosing
 */
export function askBeforeLeaving(isLosing) {
    window.addEventListener("beforeunload", (event) => {
        if (isLosing()) {
            event.preventDefault();
        }
    });
}

/**
 * Says how many changes wait to be sent, while there is no connection.
 * @param {import("../tablecast.js").Sync} sync
 * @param {boolean} isLive
 */
export function showUnsent({ outbox }, isLive) {
    const count = outbox.waitingCount;
    const isShown = count > 0 && !isLive;
    setText(byId("waiting-changes", HTMLElement), isShown ? counted("changesWaiting", count) : "");
}
