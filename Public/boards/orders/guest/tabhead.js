// @ts-check
import { byId, setText } from "../../../js/dom.js";
import { tabName } from "../naming.js";
import { aboutTab } from "./about.js";
import { texts } from "./texts.js";

/** @typedef {import("./about.js").Tab} Tab */

/**
 * Shows what the tab is called and what can be done with it. Whoever does not see that this changes
 * hears it.
 * @param {Tab | undefined} tab
 * @param {string | undefined} guestOrders what the house lets guests do
 * @param {import("../../../js/ui/announcer.js").Announcer} announcer
 * @param {import("../lines.js").LineStatus} [progress] of what was placed
 */
export function showTab(tab, guestOrders, announcer, progress) {
    const about = aboutTab(tab, guestOrders, progress);
    const place = byId("tab-about", HTMLElement);
    if (place.textContent !== "" && place.textContent !== about) {
        announcer.warn(about);
    }
    document.body.dataset.status = tab?.status ?? "unknown";
    document.body.dataset.progress = tab && tab.kind !== "table" ? (progress ?? "") : "";
    setText(byId("tab-name", HTMLElement), tab ? tabName(tab) : texts.order);
    setText(place, about);
}

/**
 * Hides the headings that would have nothing under them.
 * @param {boolean} isOpen whether the tab is
 * @param {boolean} canOrder
 */
export function showTitles(isOpen, canOrder) {
    const part = (/** @type {string} */ id) => byId(id, HTMLElement);
    const isOrdered = !part("rounds-part").hidden || !part("bill-part").hidden;
    part("order-none").hidden = !isOpen || canOrder || isOrdered;
    part("order-title").hidden = !isOpen && !isOrdered;
    part("order-part").hidden = !isOpen && !isOrdered && part("past-part").hidden;
}
