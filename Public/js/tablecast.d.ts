/** The types of `tablecast.js`: the browser's side of the sync protocol. */
import type { Arguments, Documents } from "./boards.js";

export type JSONValue = null | boolean | number | string | JSONValue[] | JSONObject;
export type JSONObject = { [name: string]: JSONValue };

/** The document of a view, as its board declares it. */
export type DocumentOf<View extends string> = View extends keyof Documents
    ? Documents[View]
    : View extends `${infer Name}?${string}`
      ? DocumentOf<Name>
      : JSONObject;

/** What an action takes, as its board declares it. */
export type ArgumentsOf<Action extends string> = Action extends keyof Arguments
    ? Arguments[Action]
    : JSONObject;

/**
 * - `live`: every view is current;
 * - `stale`: none may be taken for current, a connection is being made;
 * - `refused`: the sign-in is not good any more, and nothing is tried again.
 */
export type Life = "live" | "stale" | "refused";

/** A view's document at a revision, with the hash that checks it. */
export interface Snapshot {
    view: string;
    epoch: string;
    rev: number;
    hash: string;
    doc: JSONObject;
}

/** What the hub tells its own pages, so that they paint at once and go on from there. */
export interface PageState {
    venue: string;
    epoch: string;
    rev: number;
    /** RFC 3339, as all instants are. */
    now: string;
    snapshots: Snapshot[];
    /** That of the sign-in which the page was opened with. */
    role?: string;
    /** The id of the guest's own thing. */
    subject?: string;
    /** On pages of the staff: the pages that the role may go to, in their order; on the start page, all. */
    pages?: StaffPage[];
    /** On pages of the staff and of guests: the languages in which the page is there. */
    languages?: PageLanguage[];
}

/** A page that somebody of the staff may open. */
export interface StaffPage {
    /** Its address without the first slash, by which boards name it in their texts: `host`. */
    name: string;
    /** On the start page: what it is called, and what for. */
    title?: string;
    about?: string;
    /** Where it is, in the venue: `/host`. */
    address: string;
    /** Whether it is for a screen in the room. */
    isOfRoom: boolean;
}

export interface PageLanguage {
    /** Its tag: `es`. */
    code: string;
    /** What it calls itself: `Español`. */
    name: string;
}

/** A change that was asked for. */
export interface Entry {
    /** The mutation's id, unique in the venue. */
    id: string;
    action: string;
    args: JSONObject;
    /** When it was asked for. */
    at: string;
    /** What the page wants back with the answer. */
    note: JSONObject;
    /** Whether it may have reached the server. */
    isSent: boolean;
    /**
     * Whether the views may show it already, though it is not answered: it was sent on a connection
     * that was lost, or by the page before a reload. It is sent again, and answered for certain.
     */
    isInDoubt?: boolean;
    /** Its answer, until the views show what it did. */
    ack?: {
        rev: number;
        result?: JSONObject;
        /** Whether its board lives in memory: then `rev` is the board's own, and not the journal's. */
        isInMemory: boolean;
        /** How many pings had been sent before it. A later one is answered after the views' diffs. */
        pingCount: number;
    };
}

export interface Ack {
    type: "ack";
    id: string;
    /** The journal's, or with `memory` that of the board. */
    rev: number;
    durable: "memory" | "disk" | "replicated";
    result?: JSONObject;
    /** It had been done before, and this is the first answer again. */
    replayed?: true;
}

export interface Reject {
    type: "reject";
    id: string;
    /** `bad_message` when it was no mutation at all. */
    code: string;
    message?: string;
    /** With `forbidden`: the PIN has to be entered first. */
    needs?: "pin";
    /**
     * With `invalid`, one for each bad field; with `stale`, one for each that has changed, and its
     * value now, `null` where it has none.
     */
    problems?: { field: string; message: string; current?: JSONValue }[];
}

/** An `error` message that is about no change: a view that may not be read, or is not there. */
export interface Failure {
    type: "error";
    code: "bad_message" | "forbidden" | "not_found";
    message: string;
    view?: string;
}

export interface SyncOptions {
    /** `main` when there is neither this nor a `state`. */
    venue?: string;
    /** Which of the browser's sign-ins to use; the strongest by default. */
    role?: string;
    /**
     * The views to begin with: `waitlist/display`. By the first of them it is found out whether the
     * sign-in is still good when no connection comes about.
     */
    views: string[];
    /** What the hub told the page. It names the venue. */
    state?: PageState;
    /**
     * Something that a page shows may have changed: a document, the life, a change. It is called
     * for every message; draw once a frame.
     */
    changed: () => void;
    /** A change was done or refused. */
    answered?: (entry: Entry, message: Ack | Reject) => void;
    /**
     * A change waits for the PIN. Call `again` once it has been entered, and `leave` when nobody
     * does; without this function the change is refused.
     */
    locked?: (id: string, again: () => void, leave: () => void) => void;
    /** The journal is another one than before: revisions of the old one say nothing any more. */
    renewed?: () => void;
    failed?: (message: Failure) => void;
}

/** The page's end of the protocol. */
export class Sync {
    constructor(options: SyncOptions);

    /** Whether what the documents say may be taken for current. */
    readonly life: Life;
    /**
     * When it last was, by the server's clock, in milliseconds since 1970; `NaN` when it never was.
     */
    readonly asOfMs: number;
    /** How long nothing had been heard when the connection was given up, in milliseconds. */
    readonly silentMs: number;
    /** The journal's newest revision that has been heard of. */
    readonly venueRev: number;
    /** The server's clock, in milliseconds since 1970: a tablet's own is often wrong. */
    readonly clock: { now(): number };
    readonly outbox: Outbox;

    /** Connects, and reconnects for ever. Call it once the page can take `changed`. */
    start(): void;
    /** Closes the connection and makes no other. What is here stays, and `start` goes on from it. */
    stop(): void;

    /** Watches one more view. */
    subscribe(view: string): void;
    /** Watches a view no longer, and forgets its document. */
    unsubscribe(view: string): void;
    /** Whether a view is watched. */
    isWatching(view: string): boolean;
    /**
     * The document of a view, or null before the first one has come. It is never changed: a later
     * one shares the parts that are the same, so parts can be compared by `===`.
     */
    doc<View extends string>(view: View): DocumentOf<View> | null;

    /**
     * The epoch of that document, empty before the first one has come. Ids of a board that lives in
     * memory mean nothing in another epoch, which begins with each start of the hub.
     */
    epochOf(view: string): string;

    /**
     * The changes that a view does not show yet, for a page that foresees what they do: those that
     * are under way, and those that were done after the document that is here. `outbox.entries` has
     * a change until every view of its board shows it.
     */
    unseen(view: string): Entry[];

    /**
     * Asks for a change, now or as soon as there is a connection. It is sent again after a
     * reconnect, and after a reload of the page in the same tab, until `answered` is called.
     */
    mutate<Action extends string>(
        action: Action,
        args: ArgumentsOf<Action>,
        note?: JSONObject,
    ): Entry;
    /** Takes back a change that has not been sent; false when it may have reached the server. */
    withdraw(entry: Entry): boolean;

    /** Tells that another request has found the sign-in to be good no more. */
    refused(): void;
}

/** The changes that are under way, in their order. */
export interface Outbox {
    readonly entries: Entry[];
    /** How many have not been answered. */
    readonly waitingCount: number;
    find(id: string): Entry | undefined;
}

export interface Operation {
    op: string;
    path: string;
    value?: JSONValue;
}

/**
 * The document after a patch of `add`, `remove` and `replace` (RFC 6902). The old one is left as it
 * was; what the patch does not touch is shared by both.
 *
 * @throws PatchError when it does not fit
 */
export function applyPatch(document: JSONValue, patch: Operation[]): JSONValue;

/** A patch that does not fit the document: the document has to be fetched afresh. */
export class PatchError extends Error {}

/** Hashes documents, and does not sum a row again that is the very same object as last time. */
export class DocumentHash {
    /** The eight hex digits that the server sends with the same document. */
    of(document: JSONValue): string;
}

/** The canonical text of a JSON value (RFC 8785), over which the hash is made. */
export function canonical(value: JSONValue): string;

/** Where a view can be read by a request of its own, `as` one of the browser's sign-ins. */
export function viewAddress(venue: string, view: string, role?: string): string;

/** A random UUID, also where the page came by plain http. */
export function newIdentifier(): string;

/** The server's clock as seen from here. */
export class ServerClock {
    /** Takes over what the server says the time is; half of the round trip is how old that is. */
    hear(instant: string, roundTripMs?: number): void;
    /** Now, in milliseconds since 1970. */
    now(): number;
}

/**
 * The pauses between one attempt and the next, ever longer and at random. One ends early when the
 * page comes back to the front or the network comes back.
 */
export class Backoff {
    attempt: number;
    /** Ends the pause, if there is one. */
    wake(): void;
    /** An attempt has gone well: the next pause is as short as the first. */
    reset(): void;
    pause(leastMs?: number): Promise<void>;
}

/**
 * A JSON value that the browser keeps for a page over a reload. Where storage is full or forbidden,
 * the value only lives as long as the page.
 */
export class StoredValue {
    /** The place is in the tab's storage, unless another one is given. */
    constructor(name: string, storage?: () => Storage);
    /** The value, or `null` when nothing was kept. */
    read(): any;
    /** Keeps a value; `null` forgets it. */
    write(value: unknown): void;
}
