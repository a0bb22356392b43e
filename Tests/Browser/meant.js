/* Runs before a page's scripts: taps of a test are meant, however fast they follow each other, but for the second of
   a double one. So the page's clock goes ahead by what a finger would have needed. */
(() => {
    const { requestAnimationFrame } = window;
    const now = performance.now.bind(performance);
    let tappedAtMs = -Infinity;
    window.aheadMs = 0;
    performance.now = () => now() + aheadMs;
    window.requestAnimationFrame = (work) => requestAnimationFrame((ms) => work(ms + aheadMs));
    addEventListener("mousedown", ({ detail }) => {
        // Time may stand still.
        const elapsedMs = () => (window.tablecast ? tablecast.elapsedMs() : performance.now());
        if (detail < 2) {
            aheadMs += Math.max(0, tappedAtMs + 500 - elapsedMs());
        }
        tappedAtMs = elapsedMs();
    }, true);
})();
