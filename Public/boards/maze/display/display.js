// @ts-check
/* The television with the maze: the picture, who walks in it, and what is going on. In ECMAScript 2015. */
tablecast.whenPage(function () {
    "use strict";

    const pageMs = 8000;
    /* With more letters, what is going on takes two lines. */
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
    /* A hub that was started anew has forgotten the run. */
    let hadRun = false;
    /* Without a connection the picture makes room for the band that says so. */
    let wasFresh = true;
    let clockTimer = 0;
    /* What was said of the present state: its figures change too often to be told each time. */
    let spoken = { about: "", sentence: "" };

    /**
     * Classes of the body, by which the parts are shown that belong to a state.
     * @param {any} doc
     * @param {boolean} isWon
     */
    function showState(doc, isWon) {
        const { state } = doc.run || { state: "" };
        const classes = [
            state === "" ? "is-empty" : `is-${state}`,
            state === "failed" ? "is-empty" : "",
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
