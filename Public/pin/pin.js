// @ts-check
import { Announcer, byId } from "../js/ui/page.js";
import { PINEntry } from "../js/ui/pin.js";

// The hub shows the page for this sign-in, or what to do if it has ended.
new PINEntry(
    `/v1/${document.body.dataset.venue}/unlock`,
    new Announcer(byId("announcer", HTMLElement), 1000),
    () => location.reload(),
);
