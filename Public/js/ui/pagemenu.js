// @ts-check
import {
    Announcer, familyOf, House, LifeSign, make, makeButton, oncePerFrame, pageAddress, pageLanguage, pageState,
    request, runEvery, text,
} from "./page.js";
import "../core/sync.js";

/** @typedef {import("../tablecast.js").StaffPage} StaffPage */
/** @typedef {import("./page.js").PageState} PageState */

/**
 * The common parts of every staff page: the house's name and clock, the sign of life, the menu of pages, and the
 * single live region. It adds them to the page's bar, `header.top`, which has the heading.
 */
export class Frame {
    /** @param {() => void} draw draws everything; called once per frame when something has changed */
    constructor(draw) {
        this.draw = draw;
        this.state = pageState();
        this.role = this.state.role ?? "host";
        this.render = oncePerFrame(draw);
        /** @type {{now(): number}} */
        this.clock = new tablecast.ServerClock();
        this.house = new House(() => this.nowMs);
        this.time = this.house.time;
        const region = make("p", { id: "announcer", className: "aside", role: "status" });
        document.body.append(region);
        this.announcer = new Announcer(region);
        const sign = make("p", { id: "sign", className: "sign" }, text("connecting"));
        document.querySelector(".top h1")?.after(sign);
        this.sign = new LifeSign(sign, this.time, this.render);
    }

    /**
     * The present time by the hub's clock.
     * @returns {number}
     */
    get nowMs() {
        return this.clock.now();
    }

    /**
     * Draws the page for the first time; from then on it updates itself.
     * @param {number} everyMs the longest interval between drawings
     */
    begin(everyMs) {
        new PageMenu(this.state);
        runEvery(everyMs, this.render);
        this.draw();
    }

    /**
     * Returns whether the connection is lost, and announces the loss once.
     * @param {string} sentence
     */
    sayLost(sentence) {
        const isLost = document.documentElement.dataset.life === "stale";
        this.announcer.sayLost(isLost, sentence);
        return isLost;
    }
}

/**
 * The title of a page, if it has one.
 * @param {string} name its address without the first slash
 * @returns {string | undefined}
 */
export function pageTitle(name) {
    return familyOf("pageNames")[name];
}

/** The step of a key among the entries. */
const steps = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowUp: -1 });

/**
 * The menu in the head of every staff page: the pages that the reader may open, and the languages. The hub
 * provides both, so the menu knows no board.
 */
export class PageMenu {
    /** @param {PageState} state */
    constructor({ pages = [], languages = [] }) {
        this.languages = languages;
        this.list = make("div", { id: "page-menu-list", className: "page-menu-list", hidden: true });
        this.button = makeButton(text("pageMenu.open"), () => this.turn(this.list.hidden), {
            "id": "page-menu-open", "className": "plain page-menu-open", "aria-expanded": "false",
            "aria-controls": "page-menu-list",
        });
        const label = { id: "page-menu", className: "page-menu", ariaLabel: text("pageMenu.open") };
        this.nav = make("nav", label, this.button, this.list);
        document.querySelector("header.top")?.prepend(this.nav);
        this.shown = "";
        this.nav.addEventListener("keydown", (event) => this.pressed(event));
        // Closes when the focus moves elsewhere.
        this.nav.addEventListener("focusout", ({ relatedTarget }) => {
            if (relatedTarget instanceof Node && !this.nav.contains(relatedTarget)) {
                this.turn(false);
            }
        });
        document.addEventListener("pointerdown", ({ target }) => {
            if (target instanceof Node && !this.nav.contains(target)) {
                this.turn(false);
            }
        });
        this.show(pages);
    }

    /** @param {boolean} isOpen */
    turn(isOpen) {
        if (isOpen && this.list.hidden) {
            void this.ask();
        }
        this.list.hidden = !isOpen;
        this.button.ariaExpanded = String(isOpen);
    }

    /** @param {KeyboardEvent} event */
    pressed(event) {
        if (event.key === "Escape" && !this.list.hidden) {
            this.turn(false);
            this.button.focus();
            // Keeps Escape from closing a dialog or a row beneath.
            event.stopPropagation();
        } else if (event.key in steps) {
            event.preventDefault();
            this.turn(true);
            this.lead(steps[event.key]);
        }
    }

    /** @param {number} step to the next entry, or to the one before */
    lead(step) {
        const links = [...this.list.querySelectorAll("a")];
        const index = links.findIndex((link) => link === document.activeElement);
        const next = index < 0 && step < 0 ? links.length - 1 : index + step;
        links[(next + links.length) % links.length]?.focus();
    }

    /**
     * Requests the page's data again, because the house's boards may have changed since the page was opened. Not
     * every role may read the boards from a view.
     */
    async ask() {
        try {
            const answer = await request(pageAddress());
            if (answer.ok) {
                this.show((await answer.json()).pages);
            }
        } catch {
            // Without a connection, the menu stays the same.
        }
    }

    /** @param {StaffPage[]} pages */
    show(pages) {
        const names = familyOf("pageNames");
        // Pages without a name are linked from other pages.
        const named = pages.filter(({ name }) => name in names);
        this.nav.hidden = named.length < 2;
        if (JSON.stringify(named) === this.shown) {
            return;
        }
        this.shown = JSON.stringify(named);
        const link = (/** @type {StaffPage} */ page) => linkTo(page, names[page.name]);
        const own = named.filter(({ isOfRoom }) => !isOfRoom).map(link);
        // This page, or that of this section; of two, the second's address begins with the first's.
        own.filter(({ pathname }) => `${location.pathname}/`.startsWith(`${pathname}/`)).pop()
            ?.setAttribute("aria-current", "page");
        const room = named.filter(({ isOfRoom }) => isOfRoom).map(link);
        const focused = this.list.querySelector("a:focus")?.getAttribute("href");
        this.list.replaceChildren(
            group("pages", "", own),
            ...(room.length > 0 ? [group("room", text("pageMenu.room"), room)] : []),
            ...(this.languages.length > 1
                ? [group("language", text("pageMenu.language"), this.languages.map(linkIn))] : []),
        );
        [...this.list.querySelectorAll("a")]
            .find((each) => each.getAttribute("href") === focused)?.focus();
    }
}

/**
 * @param {string} name
 * @param {string} title empty for the first group
 * @param {HTMLElement[]} links
 */
function group(name, title, links) {
    const items = links.map((link) => make("li", {}, link));
    const id = `page-menu-${name}`;
    const list = make("ul", { "aria-labelledby": title ? id : "page-menu-open" }, ...items);
    const heads = title ? [make("p", { id, className: "label" }, title)] : [];
    return make("div", { className: `page-menu-group is-${name}` }, ...heads, list);
}

/**
 * @param {StaffPage} page
 * @param {string} title
 */
function linkTo({ address, isOfRoom }, title) {
    return make(
        "a",
        {
            href: address,
            // A screen's page has no way back, so the work stays open behind it.
            target: isOfRoom && "_blank",
            rel: isOfRoom && "noopener",
        },
        title,
    );
}

/**
 * Reloads the page in another language, which the server then stores for this browser.
 * @param {import("../tablecast.js").PageLanguage} language
 */
function linkIn({ code, name }) {
    const address = new URL(location.href);
    address.searchParams.set("lang", code);
    const link = make(
        "a",
        { href: address.href, lang: code, hreflang: code, "aria-current": code === pageLanguage() && "true" },
        name,
    );
    // Keeps the present fragment of the address.
    link.addEventListener("click", () => {
        link.hash = location.hash;
    });
    return link;
}
