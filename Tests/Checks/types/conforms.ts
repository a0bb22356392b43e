/** What the library's parts really are has to be what its declaration promises. */
import type * as declared from "../../../Public/js/tablecast.js";

export const parts: typeof declared = tablecast;
