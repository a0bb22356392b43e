/** The library must have the types that its declaration promises. */
import type * as declared from "../../../Public/js/tablecast.js";

export const parts: typeof declared = tablecast;
