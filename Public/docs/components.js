// @ts-check
import { closeByTap, Toast } from "../js/ui/dialogs.js";
import { byId } from "../js/ui/page.js";
import { SearchField } from "../js/ui/searchfield.js";

/** @type {Toast} */
const toast = new Toast(byId("announcer", HTMLElement), () => toast.hide());
const quote = byId("quote", HTMLOutputElement);

/**
 * @param {string} sentence
 * @param {boolean} isWrong
 */
function say(sentence, isWrong) {
    toast.show([document.createTextNode(sentence)], isWrong, "shown", isWrong ? "Close" : "Undo");
}

byId("show-done", HTMLButtonElement).addEventListener("click", () => say("Costa is called.", false));
byId("show-refused", HTMLButtonElement).addEventListener("click", () => say("Costa has left.", true));
const zones = ["Europe/Berlin", "Europe/Madrid", "Europe/Paris", "Europe/Rome"];
const zone = new SearchField("zone", { choices: zones.map((value) => ({ value, label: value })), none: "Nothing found." });
byId("zone-field", HTMLElement).append(zone.element);
for (const [id, step] of /** @type {[string, number][]} */ ([["less", -5], ["more", 5]])) {
    byId(id, HTMLButtonElement).addEventListener("click", () => {
        quote.value = String(Math.max(0, Number(quote.value) + step));
    });
}
for (const chip of document.querySelectorAll("button.chip")) {
    chip.addEventListener("click", () => {
        chip.setAttribute("aria-pressed", String(chip.getAttribute("aria-pressed") === "false"));
    });
}
for (const opener of document.querySelectorAll("[data-opens]")) {
    const dialog = byId(opener.getAttribute("data-opens") ?? "", HTMLDialogElement);
    closeByTap(dialog);
    opener.addEventListener("click", () => dialog.showModal());
}
