// @ts-check

/**
 * The entries of the book in words, the newest first.
 * @param {any} doc the view `guestbook/display`
 * @returns {string[]}
 */
export function lines(doc) {
    /** @type {[string, { name: string, text: string }][]} */
    const entries = Object.entries(doc?.entries ?? {});
    const revision = (/** @type {string} */ id) => Number(id.slice("g_".length));
    entries.sort(([one], [other]) => revision(other) - revision(one));
    return entries.map(([, { name, text }]) => `${text} (${name})`);
}
