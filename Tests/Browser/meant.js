/* Runs before a page's scripts. A test's taps are intended, however fast they follow, except the second of a
   double tap. So before each tap the page's clock advances by the time that a finger needs. */
(() => {
    const { requestAnimationFrame } = window;
    const now = performance.now.bind(performance);
    let tappedAtMs = -Infinity;
    window.aheadMs = 0;
    performance.now = () => now() + aheadMs;
    window.requestAnimationFrame = (work) => requestAnimationFrame((ms) => work(ms + aheadMs));
    addEventListener("mousedown", ({ detail }) => {
        // The clock may stand still.
        const elapsedMs = () => (window.tablecast ? tablecast.elapsedMs() : performance.now());
        if (detail < 2) {
            aheadMs += Math.max(0, tappedAtMs + 500 - elapsedMs());
        }
        tappedAtMs = elapsedMs();
    }, true);
})();
