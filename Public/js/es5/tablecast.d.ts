/**
 * The types of `tablecast.js` for televisions, which makes one global of this name. It reads; for
 * changes there is the module `/js/tablecast.js`, whose words these are too.
 */
declare namespace tablecast {
    type JSONObject = import("../tablecast.js").JSONObject;
    type JSONValue = import("../tablecast.js").JSONValue;

    interface ConnectOptions {
        /** `main` when there is neither this nor a `state`. */
        venue?: string;
        /** Which of the browser's sign-ins to use; the state's or the strongest by default. */
        role?: string;
        views: string[];
        /** What the server wrote into the page. It names the venue. */
        state?: import("../tablecast.js").PageState;
        /** The page's version, for `painted`; the root element's `data-page` by default. */
        page?: string;
        /** Called for every message, never before `connect` has returned; draw once a frame. */
        changed: () => void;
    }

    interface Sync {
        readonly life: import("../tablecast.js").Life;
        /**
         * When what is shown was last known to be current, by the server's clock, in milliseconds
         * since 1970; `NaN` when it never was.
         */
        readonly asOfMs: number;
        /** The server's clock: a television's own is often wrong. */
        now(): number;
        /** The document of one of the views, or null before the first one has come. */
        doc(view: string): JSONObject | null;
        /**
         * Says that the page has drawn the document of a view as `doc` gives it now; call it at the
         * end of every drawing.
         */
        painted(view: string): void;
    }

    /** Connects, and reconnects as long as the page is there. */
    function connect(options: ConnectOptions): Sync;

    /**
     * Makes a function that gives the eight hex digits that the server sends with the same document,
     * and does not sum a row again that is the very same object as last time.
     */
    function hasher(): (document: JSONObject) => string;

    /**
     * The document after a patch of `add`, `remove` and `replace` (RFC 6902); the old one is left as
     * it was. It throws when the patch does not fit.
     */
    function applyPatch(document: JSONValue, patch: import("../tablecast.js").Operation[]): JSONValue;
}
