// @ts-check
/* The page shown in place of a missing or forbidden one: the problem, and what to do. In ECMAScript
   2015, because old televisions may show it. */
tablecast.whenPage(function () {
    "use strict";

    const { advice, command, detail, status, title } = /** @type {ToldPage} */ (tablecast.page);
    const isOfLink = /Link$/.test(advice || "");

    /** @param {string} id */
    function byID(id) {
        return /** @type {HTMLElement} */ (document.getElementById(id));
    }

    /**
     * Shows a sentence whose commands, between grave accents, are marked up.
     * @param {string} sentence
     */
    function say(sentence) {
        sentence.split("`").forEach((part, index) => {
            const element = document.createElement(index % 2 === 1 ? "code" : "span");
            element.textContent = part;
            byID("lead").appendChild(element);
        });
    }

    /**
     * @param {string} href
     * @param {string} words
     */
    function lead(href, words) {
        const way = /** @type {HTMLAnchorElement} */ (byID("way"));
        way.href = href;
        way.textContent = words;
        way.hidden = false;
    }

    byID("status").textContent = String(status || "");
    if (advice) {
        byID("title").textContent = tablecast.text(`title.${advice}`);
        const lead = tablecast.text(`lead.${isOfLink ? "newLink" : advice}`);
        // Guests can't run the command.
        say(command && advice !== "place" ? `${lead} \`${command}\`` : lead);
    } else {
        // Other problems are for developers, in English only.
        byID("title").textContent = title || "";
        byID("title").lang = "en";
        byID("lead").lang = "en";
        say(detail || "");
    }
    if (advice === "unused") {
        lead("", tablecast.text("tryAgain"));
    } else if (advice !== "link" && advice !== "place") {
        lead("/", tablecast.text("home"));
    }
});
