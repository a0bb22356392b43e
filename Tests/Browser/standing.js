/* Follows js/core/base.js: the page's clock stands still until a test moves it. */
(() => {
    // With a hub, the time is the hub's, and frames come by themselves. Otherwise it is a Wednesday, 18:00 in Rome.
    const { hubMs, runAfter, runInFrame, stopFrame, stopTimer } = tablecast;
    const startMs = hubMs || Date.UTC(2026, 10, 25, 17);
    let nowMs = 0;
    // The browser's own timers have smaller numbers.
    let count = 1e9;
    const timers = new Map();
    const frames = new Map();
    const put = (place, each) => {
        count += 1;
        place.set(count, each);
        return count;
    };
    tablecast.wallMs = () => startMs + nowMs;
    tablecast.elapsedMs = () => nowMs + (window.aheadMs || 0);
    tablecast.runAfter = (ms, work) => put(timers, { atMs: nowMs + ms, work });
    tablecast.runEvery = (ms, work) => put(timers, { atMs: nowMs + ms, work, everyMs: ms });
    tablecast.stopTimer = (timer) => timers.delete(timer);
    tablecast.runInFrame = (work) => put(frames, work);
    tablecast.stopFrame = (frame) => frames.delete(frame);

    /** Runs the work requested for the next frame. */
    const paint = () => {
        const works = [...frames.values()];
        frames.clear();
        works.forEach((work) => work(nowMs));
    };

    const run = ([timer, { work, everyMs }]) => {
        if (!timers.delete(timer)) {
            return;
        }
        if (everyMs) {
            timers.set(timer, { atMs: nowMs + everyMs, work, everyMs });
        }
        work();
    };

    if (hubMs) {
        tablecast.runAfter = (ms, work) => (ms > 0 ? put(timers, { atMs: nowMs + ms, work }) : runAfter(ms, work));
        tablecast.stopTimer = (timer) => timers.delete(timer) || stopTimer(timer);
        tablecast.runInFrame = (work) => runInFrame(() => work(nowMs));
        tablecast.stopFrame = stopFrame;
    }

    /** Lets time pass without running anything, as on a sleeping device. */
    window.sleep = (ms) => {
        nowMs += ms;
    };

    /** Lets time pass, and paints a frame every 10 ms. */
    window.pass = (ms) => {
        paint();
        for (const untilMs = nowMs + ms; nowMs < untilMs; paint()) {
            nowMs = Math.min(nowMs + 10, untilMs);
            [...timers].filter(([, { atMs }]) => atMs <= nowMs).sort(([, a], [, b]) => a.atMs - b.atMs).forEach(run);
        }
    };
})();
