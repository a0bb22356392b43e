// @ts-check
"use strict";

/** The names beside the maze, in the order of places and then of what is left to go. */
tablecastMaze.Names = class Names {
    /**
     * @param {HTMLElement} list
     * @param {HTMLElement} pages where it says which page is shown
     */
    constructor(list, pages) {
        this.list = list;
        this.pages = pages;
        this.page = 0;
        this.shown = "";
        /** @type {ReturnType<typeof tablecastMaze.ranked>} */
        this.walkers = [];
    }

    /** @param {ReturnType<typeof tablecastMaze.ranked>} walkers */
    show(walkers) {
        this.walkers = walkers;
        this.draw();
    }

    next() {
        this.page += 1;
        this.draw();
    }

    draw() {
        const { list, walkers } = this;
        const first = list.firstElementChild || list.appendChild(tablecast.make("li", "name-row", "0"));
        const box = first.getBoundingClientRect();
        if (box.height === 0) {
            // Nobody walks, and the list is not shown.
            return;
        }
        const across = Math.max(1, Math.round(list.clientWidth / box.width));
        const rows = Math.max(1, Math.floor(list.clientHeight / box.height)) * across;
        // Whoever has won stands on every page.
        const isWon = walkers.length > rows && rows > 1 && walkers[0].place === 1;
        const [winner, others] = isWon ? [walkers.slice(0, 1), walkers.slice(1)] : [[], walkers];
        const perPage = rows - winner.length;
        const count = Math.max(1, Math.ceil(others.length / perPage));
        this.page %= count;
        const onPage = winner.concat(others.slice(this.page * perPage, (this.page + 1) * perPage));
        const size = Math.round(box.height * 0.36 * (window.devicePixelRatio || 1));
        const shown = JSON.stringify([size, onPage]);
        const number = { number: this.page + 1, count };
        tablecast.setText(this.pages, count > 1 ? tablecast.text("page", number) : "");
        if (shown !== this.shown) {
            this.shown = shown;
            list.textContent = "";
            onPage.forEach((walker) => list.appendChild(this.row(walker, size)));
        }
    }

    /**
     * @param {ReturnType<typeof tablecastMaze.ranked>[0]} walker
     * @param {number} size
     */
    row({ label, colour, place, ms }, size) {
        const { make } = tablecast;
        const row = make("li", place === 1 ? "name-row is-first" : "name-row");
        const disc = tablecastMaze.drawDisc(
            tablecastMaze.initialOf(label), colour, size, false, tablecastMaze.darkColors
        );
        disc.className = "disc";
        disc.setAttribute("aria-hidden", "true");
        row.appendChild(disc);
        row.appendChild(make("span", "place figures", place === undefined ? "" : String(place)));
        row.appendChild(make("span", "name")).appendChild(tablecast.words(label));
        row.appendChild(make("span", "took figures", ms === undefined ? "" : tablecastMaze.clockText(ms)));
        return row;
    }
};
