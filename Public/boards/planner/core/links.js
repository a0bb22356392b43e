// @ts-check

/** Where an address ends: at white space, or at what quotes it. */
const address = /https?:\/\/[^\s<>"“”«»]+/gi;
/** Signs at the end of an address that belong to the sentence around it. */
const trailing = /[.,;:!?'’…]+$/;

/**
 * The pieces of a text, with the addresses that become links: only those of the web.
 * @param {string} text
 * @returns {{text: string, href?: string}[]}
 */
export function piecesOf(text) {
    const pieces = [];
    let end = 0;
    for (const { 0: found, index = 0 } of text.matchAll(address)) {
        const shown = cut(found);
        const href = webAddress(shown);
        if (href !== undefined) {
            pieces.push({ text: text.slice(end, index) }, { text: shown, href });
            end = index + shown.length;
        }
    }
    pieces.push({ text: text.slice(end) });
    return pieces.filter((piece) => piece.text !== "");
}

/** @param {string} found */
function cut(found) {
    let shown = found.replace(trailing, "");
    while (shown.endsWith(")") && !shown.includes("(")) {
        shown = shown.slice(0, -1).replace(trailing, "");
    }
    return shown;
}

/** @param {string} shown */
function webAddress(shown) {
    try {
        const { protocol, href } = new URL(shown);
        return protocol === "http:" || protocol === "https:" ? href : undefined;
    } catch {
        return undefined;
    }
}
