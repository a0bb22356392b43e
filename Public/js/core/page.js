// @ts-check
"use strict";

/**
 * What the hub tells the reader of a page. `device` is that of the sign-in which the page was opened
 * with; `hasPIN` is whether the host's page asks for one; `isInTheOpen` whether the hub speaks plain
 * http to more than its own machine; `origin` is where other devices reach the hub, as
 * `http://192.168.1.20:8080`, if they do; `boards` are those of whose events it speaks, with the views
 * that it may show and the roles that they add; `boardSettings` those that the hub has, in words, with
 * what can be set of each; `panels` are the modules that other boards add; `marks` are attributes of
 * the page's body; `gate` is the page that stands in for one that may not be opened.
 * @typedef {import("../tablecast.js").PageState & {
 *     name?: string, timeZone?: string, language: string, texts: Record<string, string>, gate?: string,
 *     device?: string, hasPIN?: boolean, isInTheOpen?: boolean, origin?: string, panels?: string[],
 *     boards?: { name: string, views: string[], roles: string[], hasModule: boolean }[],
 *     boardSettings?: any[], marks?: Record<string, string>,
 *     status?: number, title?: string, detail?: string, advice?: string, command?: string,
 * }} ToldPage
 */

/**
 * What the hub tells the reader of this page, which is the same file for everybody: facts, the words
 * in the reader's language, and the documents to begin with. Null until it has come.
 * @type {ToldPage | null}
 */
tablecast.page = null;

/**
 * What waits for it.
 * @type {(() => void)[]}
 */
tablecast.pageWork = [];

/** Not by a document, which has its language and its words, nor where there is no browser. */
tablecast.isPageAsked = typeof XMLHttpRequest === "function" && !document.documentElement.lang;

/**
 * Runs something once it has come.
 * @param {() => void} work
 */
tablecast.whenPage = function (work) {
    if (tablecast.page || !tablecast.isPageAsked) {
        work();
    } else {
        tablecast.pageWork.push(work);
    }
};

/** Where it is asked for, by the reader's own address: `/v1/main/page?of=/host&lang=es`. */
tablecast.pageAddress = function () {
    const { pathname, search } = location;
    // A join link and a ticket name their venue.
    const named = /^\/[jt]\/([^.]+)\./.exec(pathname) || /[?&]venue=([^&]*)/.exec(search);
    return `/v1/${named ? named[1] : "main"}/page?of=${pathname}${search.replace("?", "&")}`;
};

/* Asks for it until it is there. The page about a problem asks its own address once more, as a
   program does, and is told what the problem was. */
tablecast.askForPage = function () {
    const root = document.documentElement;
    const isProblem = root.hasAttribute("data-problem");
    const request = new XMLHttpRequest();
    const again = () => tablecast.runAfter(1000, tablecast.askForPage);
    request.open("GET", isProblem ? location.href : tablecast.pageAddress());
    if (isProblem) {
        request.setRequestHeader("Accept", "application/problem+json");
    }
    request.timeout = 15000;
    request.onload = () => {
        const page = tablecast.pageIn(request.responseText);
        if (page && (page.gate || "") === (root.getAttribute("data-gate") || "")) {
            tablecast.openPage(page);
        } else if (request.status === 429 || request.status >= 500) {
            again();
        } else {
            // Meanwhile the reader may open it no more, or may open it now: another page stands here.
            tablecast.runAfter(1000, () => location.reload());
        }
    };
    request.onerror = again;
    request.ontimeout = again;
    request.onloadend = () => tablecast.rest.end(request);
    tablecast.rest.begin(request);
    request.send();
};

/**
 * @param {string} text
 * @returns {ToldPage | null} null if it is none
 */
tablecast.pageIn = function (text) {
    try {
        const page = JSON.parse(text);
        return page.texts ? page : null;
    } catch (error) {
        return null;
    }
};

/** @param {ToldPage} page */
tablecast.openPage = function (page) {
    tablecast.page = page;
    tablecast.fillPage(page);
    tablecast.pageWork.forEach((work) => work());
    tablecast.pageWork = [];
};

/**
 * Writes the words and facts into the page: `data-text="key"` has a sentence, `data-text-alt="key"` one
 * for the attribute `alt`, and `data-house` the house's name.
 * @param {ToldPage} page
 */
tablecast.fillPage = function ({ language, marks, name, texts, timeZone, venue }) {
    const root = document.documentElement;
    const each = (/** @type {string} */ attribute, /** @type {(element: Element, key: string) => void} */ fill) =>
        Array.from(document.querySelectorAll(`[${attribute}]`))
            .forEach((element) => fill(element, element.getAttribute(attribute) || ""));
    each("data-text", (element, key) => (element.textContent = tablecast.text(key)));
    ["alt", "aria-label", "placeholder", "title"].forEach((attribute) => {
        each(`data-text-${attribute}`, (element, key) => element.setAttribute(attribute, tablecast.text(key)));
    });
    each("data-house", (element) => (element.textContent = name || ""));
    Object.assign(document.body.dataset, venue ? { venue } : {}, marks);
    if (timeZone) {
        root.dataset.timeZone = timeZone;
    }
    if (name) {
        document.title = texts.title ? `${tablecast.text("title")} · ${name}` : name;
    }
    root.lang = language;
};

if (tablecast.isPageAsked) {
    tablecast.askForPage();
}
