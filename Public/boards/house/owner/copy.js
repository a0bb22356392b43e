// @ts-check
import { setText } from "../../../js/dom.js";
import { copyText } from "../../../js/ui/copy.js";
import { texts } from "./texts.js";

/**
 * Copies what a field holds, and says so.
 * @param {HTMLTextAreaElement} field
 * @param {HTMLElement} said
 */
export function copyFrom(field, said) {
    const isCopied = copyText(field.value);
    // What could not be copied is selected, to be copied by hand.
    field.select();
    setText(said, isCopied ? texts.copied : texts.notCopied);
}
