// @ts-check
import { setText } from "../js/dom.js";
import { texts } from "./texts.js";

/**
 * Copies what a field holds, and says so.
 * @param {HTMLTextAreaElement} field
 * @param {HTMLElement} said
 */
export async function copyFrom(field, said) {
    field.select();
    try {
        await navigator.clipboard.writeText(field.value);
        setText(said, texts.copied);
    } catch {
        // By plain http there is no clipboard; what is selected can still be copied by command.
        setText(said, document.execCommand("copy") ? texts.copied : texts.notCopied);
    }
}
