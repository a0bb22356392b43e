/** Made by `tablecast describe` of what the boards declare. */
import type { JSONObject } from "./tablecast.js";

export type WaitlistDisplayDocument = {
    venue: {
        name: string;
        timeZone: string;
        languages: Array<"en" | "de" | "fr" | "es" | "it">;
        /** Only where the labels are the parties' numbers */
        labels?: "number";
        joinLink?: string;
    };
    /** Those who wait or are ready, by their ids */
    parties: { [id: string]: {
        /** The order of the list */
        rank: string;
        label: string;
        size: number;
        status: "waiting" | "ready";
        arrivedAt: string;
        readyAt?: string;
    } };
};

export type WaitlistHostDocument = {
    parties: { [id: string]: {
        rank: string;
        number: number;
        name: string;
        size: number;
        phone?: string;
        notes?: string;
        tags?: Array<string>;
        status: "pending" | "waiting" | "ready" | "seated" | "no_show" | "cancelled";
        arrivedAt: string;
        readyAt?: string;
        leftAt?: string;
        table?: string;
    } };
    /** Those who have left since the service day began */
    gone: { [id: string]: {
        rank: string;
        number: number;
        name: string;
        size: number;
        phone?: string;
        notes?: string;
        tags?: Array<string>;
        status: "pending" | "waiting" | "ready" | "seated" | "no_show" | "cancelled";
        arrivedAt: string;
        readyAt?: string;
        leftAt?: string;
        table?: string;
    } };
};

export type WaitlistGuestDocument = {
    venue: {
        name: string;
        timeZone: string;
    };
    party: {
        number: number;
        name: string;
        size: number;
        status: "pending" | "waiting" | "ready" | "seated" | "no_show" | "cancelled";
        arrivedAt: string;
        readyAt?: string;
    };
    /** How many wait before it, while it waits */
    ahead?: number;
};

export type NoticeDisplayDocument = {
    notices: { [id: string]: {
        text: string;
        level: "info" | "urgent";
        at: string;
        until?: string;
    } };
};

export type HouseSettingsDocument = {
    venue: {
        name: string;
        timeZone: string;
        labels: "full" | "first_initial" | "initials" | "number";
        selfCheckIn: "off" | "confirm" | "direct";
        languages: Array<"en" | "de" | "fr" | "es" | "it">;
        joinLink?: string;
        dayStart: string;
        hours?: JSONObject;
        exceptions?: JSONObject;
    };
};

export type HouseEffectsDocument = {
    effects: { [id: string]: {
        /** Who carries it out */
        target: string;
        state: "waiting" | "dead";
        since: string;
        tries: number;
        nextAt?: string;
        behind?: number;
        /** A code for what went wrong the last time */
        problem?: string;
        /** The HTTP status that was answered */
        status?: number;
    } };
};

/** Puts a party at the end of the list. */
export type WaitlistAddArguments = {
    /** As the host calls it out */
    name: string;
    /** How many people */
    size: number;
    /** With its country code */
    phone?: string | null;
    /** What the host should know */
    notes?: string | null;
    /** Words that hosts sort parties by */
    tags?: Array<string> | null;
    /** Made up by the guest's phone: only with the same one the same id gets its answer again */
    secret?: string | null;
};

/** Changes what is known of a party. */
export type WaitlistEditArguments = {
    /** The party's id */
    party: string;
    /** As the host calls it out */
    name?: string;
    /** How many people */
    size?: number;
    /** With its country code */
    phone?: string | null;
    /** What the host should know */
    notes?: string | null;
    /** Words that hosts sort parties by */
    tags?: Array<string> | null;
    /** What the sender saw in the fields that it changes, null for nothing */
    was?: JSONObject | null;
};

/** Tells a party that its table is ready. */
export type WaitlistReadyArguments = {
    /** The party's id */
    party: string;
};

/** Has a party wait again. */
export type WaitlistUnreadyArguments = {
    /** The party's id */
    party: string;
};

/** A party sits down. */
export type WaitlistSeatArguments = {
    /** The party's id */
    party: string;
    /** Where */
    table?: string | null;
};

/** A party did not come when it was called. */
export type WaitlistNoShowArguments = {
    /** The party's id */
    party: string;
};

/** A party leaves the list. */
export type WaitlistCancelArguments = {
    /** The party's id */
    party: string;
};

/** Brings a party that left back to its old place. */
export type WaitlistRestoreArguments = {
    /** The party's id */
    party: string;
};

/** Moves a party right before or right after another one; a guest to a later place only. */
export type WaitlistMoveArguments = {
    /** The party's id */
    party: string;
    /** The other party */
    before?: string | null;
    /** The other party */
    after?: string | null;
};

/** Makes the first waiting party that fits ready. */
export type WaitlistCallNextArguments = {
    /** How many people fit */
    sizeMax?: number | null;
    /** The party that has to be the one; otherwise it is a conflict */
    expect?: string | null;
};

/** Takes back an event of this board. */
export type WaitlistUndoArguments = {
    /** The revision of the event */
    rev: number;
};

/** Lets a party wait that joined by itself. */
export type WaitlistConfirmArguments = {
    /** The party's id */
    party: string;
};

/** Puts a notice on every screen. */
export type NoticePostArguments = {
    /** What it says */
    text: string;
    /** How much it matters */
    level: "info" | "urgent";
    /** When it is cleared by itself: an instant in the future */
    until?: string | null;
};

/** Takes a notice off the screens. */
export type NoticeClearArguments = {
    /** The notice's id */
    notice: string;
};

/** Takes back an event of this board. */
export type NoticeUndoArguments = {
    /** The revision of the event */
    rev: number;
};

/** Changes settings of the venue. */
export type HouseConfigureArguments = {
    /** What the venue is called */
    name?: string;
    /** An IANA identifier */
    timeZone?: string;
    /** How much of a guest's name the screens show */
    labels?: "full" | "first_initial" | "initials" | "number";
    /** Whether guests may join by themselves, and whether a host confirms them */
    selfCheckIn?: "off" | "confirm" | "direct";
    /** What guests and the room read, the house's own first */
    languages?: Array<"en" | "de" | "fr" | "es" | "it">;
    /** When a service day begins, local */
    dayStart?: string | null;
    /** When the house is open, by weekday; null for always */
    hours?: JSONObject | null;
    /** When it is open on certain dates, instead of its hours */
    exceptions?: JSONObject | null;
};

/** Makes a link with which one device signs in. */
export type HouseInviteArguments = {
    /** What it comes to be */
    role: "owner" | "host" | "engineer" | "display";
    /** What people call it */
    name?: string | null;
};

/** Lets in the screen that shows a code. */
export type HousePairArguments = {
    /** The six digits on the screen */
    code: string;
    /** What people call it */
    name?: string | null;
};

/** Signs a device out for good. */
export type HouseRevokeArguments = {
    /** The device's id */
    device: string;
};

/** Gives a device another name. */
export type HouseRenameArguments = {
    /** What people call it */
    name: string;
    /** The device's id */
    device: string;
};

/** Gives a device another role. */
export type HouseSetRoleArguments = {
    /** What it comes to be */
    role: "owner" | "host" | "engineer" | "display";
    /** The device's id */
    device: string;
};

/** Asks for no PIN any more. */
export type HouseClearPinArguments = {};

/** Lets a device try again that was locked out by wrong PINs. */
export type HouseForgiveArguments = {
    /** The device's id */
    device: string;
};

/** Makes another join link; the old one is no longer good. */
export type HouseRenewJoinLinkArguments = {};

/** Says where alarms about screens are posted to. */
export type HouseSetWebhookArguments = {
    /** Of http or https; null for nowhere */
    url: string | null;
};

/** Tries an effect again, now. */
export type HouseRetryArguments = {
    /** The effect's id */
    effect: string;
};

/** Gives an effect up for good. */
export type HouseDropArguments = {
    /** The effect's id */
    effect: string;
};

/** The document of each view, by the view's name. */
export type Documents = {
    "waitlist/display": WaitlistDisplayDocument;
    "waitlist/host": WaitlistHostDocument;
    "waitlist/guest": WaitlistGuestDocument;
    "notice/display": NoticeDisplayDocument;
    "house/settings": HouseSettingsDocument;
    "house/effects": HouseEffectsDocument;
};

/** What each action takes, by the action's name. */
export type Arguments = {
    "waitlist.add": WaitlistAddArguments;
    "waitlist.edit": WaitlistEditArguments;
    "waitlist.ready": WaitlistReadyArguments;
    "waitlist.unready": WaitlistUnreadyArguments;
    "waitlist.seat": WaitlistSeatArguments;
    "waitlist.no_show": WaitlistNoShowArguments;
    "waitlist.cancel": WaitlistCancelArguments;
    "waitlist.restore": WaitlistRestoreArguments;
    "waitlist.move": WaitlistMoveArguments;
    "waitlist.call_next": WaitlistCallNextArguments;
    "waitlist.undo": WaitlistUndoArguments;
    "waitlist.confirm": WaitlistConfirmArguments;
    "notice.post": NoticePostArguments;
    "notice.clear": NoticeClearArguments;
    "notice.undo": NoticeUndoArguments;
    "house.configure": HouseConfigureArguments;
    "house.invite": HouseInviteArguments;
    "house.pair": HousePairArguments;
    "house.revoke": HouseRevokeArguments;
    "house.rename": HouseRenameArguments;
    "house.set_role": HouseSetRoleArguments;
    "house.clear_pin": HouseClearPinArguments;
    "house.forgive": HouseForgiveArguments;
    "house.renew_join_link": HouseRenewJoinLinkArguments;
    "house.set_webhook": HouseSetWebhookArguments;
    "house.retry": HouseRetryArguments;
    "house.drop": HouseDropArguments;
};
