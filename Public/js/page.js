// @ts-check

/**
 * `device` is that of the sign-in which the page was opened with; `hasPIN` is whether the host's page
 * asks for one; `isInTheOpen` whether the hub speaks plain http to more than its own machine; `origin`
 * is where other devices reach the hub, as `http://192.168.1.20:8080`, if they do; `boards` are those
 * of whose events it speaks, with the views that it may show and the roles that they add; `boardSettings` those that the hub has,
 * in words, with what can be set of each.
 * @typedef {import("./tablecast.js").PageState & {
 *     device?: string, hasPIN?: boolean, isInTheOpen?: boolean, origin?: string,
 *     boards?: { name: string, views: string[], roles: string[], hasModule: boolean }[],
 *     boardSettings?: any[],
 * }} PageState
 */

/**
 * What the server wrote into the page, so that it paints at once and goes on from there.
 * @returns {PageState}
 */
export function pageState() {
    const text = document.getElementById("state")?.textContent ?? "";
    return JSON.parse(text);
}

/** The venue's time zone, as the server wrote it into the page. */
export function pageTimeZone() {
    return document.documentElement.dataset.timeZone ?? "UTC";
}

/** To how many the house counts the hours: to 24, as its televisions do, unless the page says 12. */
export function pageHours() {
    return document.documentElement.dataset.hours === "12" ? 12 : 24;
}

/** The language that the page is written in. */
export function pageLanguage() {
    return document.documentElement.lang;
}
