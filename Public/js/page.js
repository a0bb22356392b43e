// @ts-check
import "./core/canonical.js";
import "./core/now.js";
import "./core/page.js";
import "./core/texts.js";

/** @typedef {ToldPage} PageState */

// Whoever imports this module finds the words and the facts.
await new Promise((done) => tablecast.whenPage(() => done(undefined)));

/** @returns {PageState} */
export function pageState() {
    return /** @type {PageState} */ (tablecast.page);
}

/** Where the document of this page is asked for. */
export const { pageAddress } = tablecast;

/** The venue's time zone, as the page was told. */
export function pageTimeZone() {
    return pageState()?.timeZone ?? "UTC";
}

/** To how many the house counts the hours: to 24, as its televisions do, unless the page says 12. */
export function pageHours() {
    return document.documentElement.dataset.hours === "12" ? 12 : 24;
}

/** The language that the page is written in. */
export function pageLanguage() {
    return document.documentElement.lang;
}

/** Leads guests to their page in the house's other languages. */
function offerLanguages() {
    const { language, languages = [], subject } = pageState();
    const links = languages.filter(({ code }) => code !== language).map(({ code, name }) => {
        const query = new URLSearchParams(location.search);
        if (subject !== undefined) {
            query.set("as", `guest:${subject}`);
        }
        query.set("lang", code);
        const link = document.createElement("a");
        Object.assign(link, { href: `?${query}`, lang: code, hreflang: code, textContent: name });
        return link;
    });
    document.querySelector("nav.languages")?.replaceChildren(...links);
}

if (tablecast.page) {
    offerLanguages();
}
