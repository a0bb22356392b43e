// @ts-check
import { reasonOf } from "../../../js/texts.js";
import { texts } from "./texts.js";

/**
 * @typedef {{status: string, kind: string, number: number, table?: string, reason?: string}} Tab
 */

/**
 * What stands under the tab's name. Who does not sit at a table reads how far the order is.
 * @param {Tab | undefined} tab
 * @param {string | undefined} guestOrders what the house lets guests do
 * @param {import("../lines.js").LineStatus | undefined} progress of what was placed; nothing while
 * something can still be placed
 */
export function aboutTab(tab, guestOrders, progress) {
    if (!tab) {
        return texts.about("unknown");
    }
    const { status, reason } = tab;
    if (status === "cancelled" && reason) {
        return texts.about("cancelledWhy", { reason });
    }
    if (status !== "open") {
        return texts.about(status);
    }
    if (progress && progress !== "cancelled" && tab.kind !== "table") {
        const isSent = progress === "done" && tab.kind === "delivery";
        return texts.about(isSent ? "doneDelivery" : progress);
    }
    if (guestOrders === "off") {
        return texts.about("read");
    }
    return texts.about(tab.kind !== "table" ? "notAtTable" : isAhead(tab) ? "ahead" : "open");
}

/**
 * Why nothing can be placed from the page now; empty when it can.
 * @param {Tab} tab
 * @param {string | undefined} guestOrders
 */
export function whyNotPlaced(tab, guestOrders) {
    if (isAhead(tab)) {
        return texts.placeAhead;
    }
    return guestOrders === "basket" ? texts.placeBasket : "";
}

/**
 * Whether the tab is of guests who wait for a table.
 * @param {Tab} tab
 */
function isAhead({ kind, table }) {
    return kind === "table" && table === undefined;
}

/**
 * Why a line in the basket can't be placed; empty when it can.
 * @param {import("../basket.js").Hindrance | undefined} hindrance
 * @param {string} name of its dish
 */
export function whyHindered(hindrance, name) {
    if (!hindrance) {
        return "";
    }
    if (hindrance.reason === "few") {
        const params = { name, count: hindrance.left };
        return reasonOf({ reason: "orders.only_left", params }, "orders");
    }
    return hindrance.reason === "soldOut" ? texts.soldOut : texts.gone;
}
