// @ts-check
import { Announcer, byId } from "../js/ui/page.js";
import { PINEntry } from "../js/ui/pin.js";

// Let in; or signed out meanwhile, and the hub says what to do about it.
new PINEntry(
    `/v1/${document.body.dataset.venue}/unlock`,
    new Announcer(byId("announcer", HTMLElement), 1000),
    () => location.reload(),
);
