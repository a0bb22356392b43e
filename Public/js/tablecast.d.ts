/** The types of `tablecast.js`: the browser's side of the sync protocol. */
import type { Arguments, Documents } from "./boards.js";

export type JSONValue = null | boolean | number | string | JSONValue[] | JSONObject;
export type JSONObject = { [name: string]: JSONValue };

/** The document of a view, from its board's declaration. */
export type DocumentOf<View extends string> = View extends keyof Documents
    ? Documents[View]
    : View extends `${infer Name}?${string}`
      ? DocumentOf<Name>
      : JSONObject;

/** The arguments of an action, from its board's declaration. */
export type ArgumentsOf<Action extends string> = Action extends keyof Arguments
    ? Arguments[Action]
    : JSONObject;

/**
 * - `live`: every view is current;
 * - `stale`: no view is known to be current, and a connection is being made;
 * - `refused`: the sign-in is no longer valid, and no more attempts are made.
 */
export type Life = "live" | "stale" | "refused";

/** A view's document at a revision, with its hash for checking. */
export interface Snapshot {
    view: string;
    epoch: string;
    rev: number;
    hash: string;
    doc: JSONObject;
}

/** The hub's data for its own pages, which lets them paint at once and resume from it. */
export interface PageState {
    venue: string;
    epoch: string;
    rev: number;
    /** RFC 3339, like all instants. */
    now: string;
    snapshots: Snapshot[];
    /** The device of the sign-in that opened the page. */
    role?: string;
    /** The id of the guest's own item. */
    subject?: string;
    /** On staff pages: the pages that the role may open, in order; on the start page, all. */
    pages?: StaffPage[];
    /** On staff and guest pages: the languages of the page. */
    languages?: PageLanguage[];
}

/** A page for staff. */
export interface StaffPage {
    /** Its address without the first slash, which is its key in boards' texts: `host`. */
    name: string;
    /** On the start page: its title and purpose. */
    title?: string;
    about?: string;
    /** Its path in the venue: `/host`. */
    address: string;
    /** Whether the page is for a screen in the room. */
    isOfRoom: boolean;
}

export interface PageLanguage {
    /** Its tag: `es`. */
    code: string;
    /** Its own name: `Español`. */
    name: string;
}

/** A requested change. */
export interface Entry {
    /** The mutation's id, unique in the venue. */
    id: string;
    action: string;
    args: JSONObject;
    /** The time of the request. */
    at: string;
    /** Returned to the page with the answer. */
    note: JSONObject;
    /** Whether the change may have reached the server. */
    isSent: boolean;
    /**
     * Whether the views may already include the change although it is unanswered, because it was sent on a
     * lost connection or before a reload. It is sent again, and will be answered.
     */
    isInDoubt?: boolean;
    /** The answer, until the views show the change's result. */
    ack?: {
        rev: number;
        result?: JSONObject;
        /** Whether the board lives in memory. Then `rev` is the board's own and not the journal's. */
        isInMemory: boolean;
        /** The number of pings sent before the answer. A later ping is answered after the views' diffs. */
        pingCount: number;
    };
}

export interface Ack {
    type: "ack";
    id: string;
    /** The journal's revision, or with `memory` that of the board. */
    rev: number;
    durable: "memory" | "disk" | "replicated";
    result?: JSONObject;
    /** Whether this repeats the first answer to a change that was done before. */
    replayed?: true;
}

export interface Reject {
    type: "reject";
    id: string;
    /** `bad_message` if it was not a mutation. */
    code: string;
    message?: string;
    /** With `forbidden`: the PIN must be entered first. */
    needs?: "pin";
    /**
     * With `invalid`, one for each bad field; with `stale`, one for each changed field, with its present
     * value, `null` if it has none.
     */
    problems?: { field: string; message: string; current?: JSONValue }[];
}

/** An `error` message that is not about a change: a view that is forbidden or missing. */
export interface Failure {
    type: "error";
    code: "bad_message" | "forbidden" | "not_found";
    message: string;
    view?: string;
}

export interface SyncOptions {
    /** `main` if neither this nor a `state` is given. */
    venue?: string;
    /** Which of the browser's sign-ins to use; by default the strongest. */
    role?: string;
    /**
     * The first views: `waitlist/display`. If a connection fails, the first of them is requested to check
     * the sign-in.
     */
    views: string[];
    /** The hub's data for the page, which names the venue. */
    state?: PageState;
    /**
     * Called when a page's data may have changed: a document, the life, a change. Called for every message;
     * draw once a frame.
     */
    changed: () => void;
    /** Called when a change was done or refused. */
    answered?: (entry: Entry, message: Ack | Reject) => void;
    /**
     * Called when a change waits for the PIN. Call `again` once it is entered, or `leave` if it is not.
     * Without this function, the change is refused.
     */
    locked?: (id: string, again: () => void, leave: () => void) => void;
    /** Called when the journal was replaced: revisions of the old one are meaningless. */
    renewed?: () => void;
    failed?: (message: Failure) => void;
}

/** The page's side of the protocol. */
export class Sync {
    constructor(options: SyncOptions);

    /** Whether the documents are current. */
    readonly life: Life;
    /** When they were last current, by the server's clock, in milliseconds since 1970; `NaN` if never. */
    readonly asOfMs: number;
    /** The silence before the connection was given up, in milliseconds. */
    readonly silentMs: number;
    /** The newest known revision of the journal. */
    readonly venueRev: number;
    /** The server's clock, in milliseconds since 1970: a tablet's own is often wrong. */
    readonly clock: { now(): number };
    readonly outbox: Outbox;

    /** Connects, and reconnects without end. Call it once the page can take `changed`. */
    start(): void;
    /** Closes the connection for good. The state stays, and `start` resumes from it. */
    stop(): void;

    /** Watches another view. */
    subscribe(view: string): void;
    /** Stops watching a view, and forgets its document. */
    unsubscribe(view: string): void;
    /** Whether a view is watched. */
    isWatching(view: string): boolean;
    /**
     * The document of a view, or null before the first one. It is immutable: a later one shares unchanged
     * parts, which can be compared by `===`.
     */
    doc<View extends string>(view: View): DocumentOf<View> | null;

    /**
     * The epoch of that document, empty before the first one. Ids of a board in memory are invalid in
     * another epoch, which begins with each start of the hub.
     */
    epochOf(view: string): string;

    /**
     * The changes that a view does not show yet, for prediction: pending ones, and those done after the
     * present document. `outbox.entries` has a change until every view of its board shows it.
     */
    unseen(view: string): Entry[];

    /**
     * Makes a change, now or as soon as there is a connection. It is sent again after a reconnect, and
     * after a reload of the page in the same tab, until `answered` is called.
     */
    mutate<Action extends string>(
        action: Action,
        args: ArgumentsOf<Action>,
        note?: JSONObject,
    ): Entry;
    /** Removes a change that has not been sent; false if it may have reached the server. */
    withdraw(entry: Entry): boolean;

    /** Reports that another request found the sign-in invalid. */
    refused(): void;
}

/** The pending changes, in order. */
export interface Outbox {
    readonly entries: Entry[];
    /** The number of unanswered changes. */
    readonly waitingCount: number;
    find(id: string): Entry | undefined;
}

export interface Operation {
    op: string;
    path: string;
    value?: JSONValue;
}

/**
 * The document after a patch of `add`, `remove` and `replace` (RFC 6902). The old one is unchanged, and
 * both share the untouched parts.
 * @throws PatchError if it does not fit
 */
export function applyPatch(document: JSONValue, patch: Operation[]): JSONValue;

/** A patch that does not fit the document, which must be fetched again. */
export class PatchError extends Error {}

/** Hashes documents. A row that is the same object as last time is not summed again. */
export class DocumentHash {
    /** The eight hex digits that the server sends with the same document. */
    of(document: JSONValue): string;
}

/** The canonical text of a JSON value (RFC 8785), which the hash covers. */
export function canonical(value: JSONValue): string;

/** The address at which a single request reads a view, `as` one of the browser's sign-ins. */
export function viewAddress(venue: string, view: string, role?: string): string;

/** A random UUID, even on a page served by plain http. */
export function newIdentifier(): string;

/** The server's clock as estimated here. */
export class ServerClock {
    /** Takes over the server's time, which is half of the round trip old. */
    hear(instant: string, roundTripMs?: number): void;
    /** Now, in milliseconds since 1970. */
    now(): number;
}

/**
 * The pauses between attempts, random and ever longer. A pause ends when the page comes to the front or the
 * network returns.
 */
export class Backoff {
    attempt: number;
    /** Ends the pause, if there is one. */
    wake(): void;
    /** Makes the next pause as short as the first, after an attempt that succeeded. */
    reset(): void;
    pause(leastMs?: number): Promise<void>;
}

/**
 * A JSON value that the browser stores for a page over a reload. If storage is full or forbidden, the value
 * lives only as long as the page.
 */
export class StoredValue {
    /** The storage is the tab's, unless another one is given. */
    constructor(name: string, storage?: () => Storage);
    /** The value, or `null` if nothing is stored. */
    read(): any;
    /** Stores a value; `null` removes it. */
    write(value: unknown): void;
}
