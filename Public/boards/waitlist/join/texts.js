// @ts-check
import { text } from "../../../js/texts.js";

/** Everything that the join page says, apart from what stands in its HTML. */
export const texts = {
    sending: text("sending"),
    unreachable: text("unreachable"),
    busy: text("busy"),
    full: text("full"),
    refused: text("refused"),
};
