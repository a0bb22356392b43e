// @ts-check
import { counted, ordinal, text } from "../../../js/ui/page.js";

/** Everything that the guest's page says, apart from what stands in its HTML. */
export const texts = {
    greeting: (/** @type {string} */ name) => text("greeting", { name }),
    place: (/** @type {number} */ ahead) => ordinal("place", ahead + 1),
    next: text("next"),
    ahead: (/** @type {number} */ ahead) =>
        ahead === 0 ? text("nextKind") : counted("ahead", ahead),
    pending: text("pending"),
    pendingKind: text("pendingKind"),
    ready: text("ready"),
    readyKind: text("readyKind"),
    seated: text("seated"),
    seatedKind: text("seatedKind"),
    cancelled: text("cancelled"),
    cancelledKind: text("cancelledKind"),
    noShow: text("noShow"),
    noShowKind: text("noShowKind"),
    unknown: text("unknown"),
    unknownKind: text("unknownKind"),
    notLeft: text("notLeft"),
};
