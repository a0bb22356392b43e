/** What the library's parts really are has to be what its declaration promises. */
import { canonical } from "../../../Public/js/canonical.js";
import { DocumentHash } from "../../../Public/js/hash.js";
import { newIdentifier } from "../../../Public/js/identifier.js";
import { applyPatch, PatchError } from "../../../Public/js/patch.js";
import { Sync } from "../../../Public/js/sync.js";
import type * as declared from "../../../Public/js/tablecast.js";

export const parts: typeof declared = {
    canonical,
    DocumentHash,
    newIdentifier,
    applyPatch,
    PatchError,
    Sync,
};
