// @ts-check
"use strict";

/** The names beside the maze, ordered by place and then by distance left. */
tablecastMaze.Names = class Names {
    /**
     * @param {HTMLElement} list
     * @param {HTMLElement} pages shows the number of the page
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
            // Without walkers, the list is hidden.
            return;
        }
        const across = Math.max(1, Math.round(list.clientWidth / box.width));
        const rows = Math.max(1, Math.floor(list.clientHeight / box.height)) * across;
        // The winner is on every page.
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
        row.appendChild(make("span", "name grow one-line")).appendChild(tablecast.words(label));
        row.appendChild(make("span", "took figures", ms === undefined ? "" : tablecastMaze.clockText(ms)));
        return row;
    }
};

// @ts-check
/*
 * The television with the maze: the picture, who walks in it, and the state of the run. In ECMAScript
 * 2015.
 */
tablecast.whenPage(function () {
    "use strict";

    const pageMs = 8000;
    /* The number of characters above which the state has two lines. */
    const longState = 30;
    const { setText, text } = tablecast;

    const view = "maze/display";
    const screen = new tablecast.Screen({ views: [view], notices: "notice/display", draw });
    const place = screen.byID("picture");
    const picture = new tablecastMaze.Picture(place);
    const names = new tablecastMaze.Names(screen.byID("names-list"), screen.byID("pages"));
    const ranking = new tablecastMaze.Ranking(() => screen.render());
    const words = new tablecastMaze.Words(tablecast.familyOf("maze"));
    const player = new tablecastMaze.Player({
        venue: screen.state.venue,
        role: screen.state.role,
        now: () => screen.sync.clock.now(),
        changed: () => screen.render()
    });
    const sample = tablecastMaze.sampleDocument();
    /* Whether a run was shown. A restarted hub has forgotten it. */
    let hadRun = false;
    /* Whether the connection was up. The picture makes room for the band that reports its loss. */
    let wasFresh = true;
    let clockTimer = 0;
    /*
     * The last announcement about the present state. Its figures change too often to be announced each
     * time.
     */
    let spoken = { about: "", sentence: "" };

    /**
     * Classes of the body, which select the parts to show in a state.
     * @param {any} doc
     * @param {boolean} isWon
     */
    function showState(doc, isWon) {
        const { state } = doc.run || { state: "" };
        const classes = [
            state === "" ? "has-no-run" : `is-${state}`,
            state === "failed" ? "has-no-run" : "",
            isWon ? "is-won" : "",
            Object.keys(doc.walkers || {}).length > 0 ? "has-names" : ""
        ].filter((name) => name !== "").join(" ");
        if (document.body.className !== classes) {
            document.body.className = classes;
            picture.resize();
        }
    }

    /**
     * @param {any} doc
     * @param {number} nowMs
     */
    function showTime(doc, nowMs) {
        const seconds = words.secondsToRace(doc, nowMs);
        setText(screen.byID("time"), doc.run && seconds === 0 ? words.clock(doc, nowMs) : "");
        setText(screen.byID("countdown"), seconds > 0 ? String(seconds) : "");
        const inMs = words.nextSecondMs(doc, nowMs);
        tablecast.stopTimer(clockTimer);
        if (inMs !== undefined && !doc.replay) {
            clockTimer = tablecast.runAfter(inMs, () => screen.render());
        }
    }

    /** @param {boolean} isFresh */
    function draw(isFresh) {
        /** @type {any} */
        const doc = player.shown(screen.sync.doc(view) || {});
        const run = doc.run || {};
        const nowMs = isFresh ? screen.sync.clock.now() : screen.sync.asOfMs;
        const isCounting = words.secondsToRace(doc, nowMs) > 0;
        const isWon = run.state === "finished" && words.winner(doc) !== undefined;
        hadRun = hadRun || doc.run !== undefined;
        showState(doc, isWon);
        picture.show(doc.run && run.state !== "failed" ? doc : sample);
        picture.draw(tablecast.elapsedMs());
        const order = ranking.next(doc, picture.plan);
        if (order) {
            names.show(order);
        }
        showTime(doc, nowMs);
        const state = doc.run ? words.state(doc, nowMs) : hadRun ? text("over") : text("title");
        const isCounted = run.state !== "racing" || isCounting || words.winner(doc) !== undefined;
        setText(screen.byID("state-words"), state);
        screen.byID("state-words").classList.toggle("cut-card", isWon);
        screen.byID("going").className = state.length > longState ? "going is-long" : "going";
        if (isFresh !== wasFresh) {
            wasFresh = isFresh;
            picture.resize();
        }
        setText(screen.byID("replay"), doc.replay ? text("maze.replay") : "");
        setText(screen.byID("rooms"), isCounted ? "" : words.rooms(run.found || 0));
        setText(screen.byID("lost"), words.lost(doc));
        setText(screen.byID("empty-word"), hadRun ? state : text("empty"));
        setText(screen.byID("empty-how"), run.state === "failed" ? text("failedHow") : text("emptyHow"));
        const about = [run.id, run.state, isWon, run.lost, isCounting].join(" ");
        if (spoken.about !== about) {
            spoken = { about, sentence: doc.run ? state : `${state}. ${text("emptyHow")}` };
        }
        return spoken.sentence;
    }

    screen.start();
    tablecast.runEvery(pageMs, () => names.next());
});
