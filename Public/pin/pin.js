// @ts-check
import { Announcer, byId } from "../js/ui/page.js";
import { PINEntry } from "../js/ui/pin.js";

// Signed in; or signed out meanwhile, and then the hub's page says what to do.
new PINEntry(
    `/v1/${document.body.dataset.venue}/unlock`,
    new Announcer(byId("announcer", HTMLElement), 1000),
    () => location.reload(),
);
