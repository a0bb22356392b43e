/** Made by `tablecast describe` of what the boards declare. */
import type { JSONObject, JSONValue } from "./tablecast.js";

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
        boards: Array<"orders" | "planner" | "nearby" | "maze">;
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

export type HouseSendersDocument = {
    senders: { [id: string]: {
        /** The server that takes the messages */
        to: string;
        from: string;
        tls: "starttls" | "tls" | "none";
        user?: string;
        allowPrivate?: boolean;
        /** Whether the last test went well */
        ok?: boolean;
        testedAt?: string;
        /** A code for what went wrong, and the server's reply */
        error?: string;
    } };
};

export type OrdersMenuDocument = {
    sections: { [id: string]: {
        rank: string;
        name: string;
        station?: string;
        texts?: { [id: string]: {
            name: string;
            description?: string;
        } };
    } };
    dishes: { [id: string]: {
        rank: string;
        section: string;
        name: string;
        price: number;
        vat: number;
        description?: string;
        allergens?: Array<"gluten" | "crustaceans" | "eggs" | "fish" | "peanuts" | "soybeans" | "milk" | "nuts" | "celery" | "mustard" | "sesame" | "sulphites" | "lupin" | "molluscs">;
        station?: string;
        texts?: { [id: string]: {
            name: string;
            description?: string;
        } };
        /** Absent if there are plenty, 0 if it is sold out */
        left?: number;
    } };
    currency: string;
};

export type OrdersTabDocument = {
    tab: {
        number: number;
        kind: "table" | "takeaway" | "delivery";
        status: "open" | "closed" | "cancelled" | "merged";
        openedAt: string;
        table?: string;
        name?: string;
        phone?: string;
        address?: string;
        leftAt?: string;
        reason?: string;
        into?: string;
        party?: string;
    };
    lines: { [id: string]: {
        dish: string;
        quantity: number;
        status: "basket" | "placed" | "cooking" | "done" | "served" | "cancelled";
        at: string;
        notes?: string;
        person?: string;
        name?: string;
        price?: number;
        vat?: number;
        round?: number;
        station?: string;
        paid?: boolean;
        /** Not shown to the guests */
        reason?: string;
    } };
    payments: { [id: string]: {
        amount: number;
        tip: number;
        method: "cash" | "card" | "other";
        at: string;
        lines?: Array<string>;
        person?: string;
    } };
    bill: {
        dishes: number;
        total: number;
        delivery?: number;
        /** By the rate in hundredths of a percent */
        vat: { [id: string]: {
            gross: number;
            vat: number;
        } };
        paid: number;
        tip: number;
        due: number;
        /** The share of each person */
        people?: { [id: string]: number };
    };
    currency: string;
};

export type OrdersGuestDocument = {
    venue: {
        name: string;
        timeZone: string;
    };
    tab: {
        number: number;
        kind: "table" | "takeaway" | "delivery";
        status: "open" | "closed" | "cancelled" | "merged";
        openedAt: string;
        table?: string;
        name?: string;
        phone?: string;
        address?: string;
        leftAt?: string;
        reason?: string;
        into?: string;
    };
    lines: { [id: string]: {
        dish: string;
        quantity: number;
        status: "basket" | "placed" | "cooking" | "done" | "served" | "cancelled";
        at: string;
        notes?: string;
        person?: string;
        name?: string;
        price?: number;
        vat?: number;
        round?: number;
        station?: string;
        paid?: boolean;
    } };
    bill: {
        dishes: number;
        total: number;
        delivery?: number;
        /** By the rate in hundredths of a percent */
        vat: { [id: string]: {
            gross: number;
            vat: number;
        } };
        paid: number;
        tip: number;
        due: number;
        /** The share of each person */
        people?: { [id: string]: number };
    };
    currency: string;
};

export type OrdersHostDocument = {
    tabs: { [id: string]: {
        number: number;
        kind: "table" | "takeaway" | "delivery";
        status: "open" | "closed" | "cancelled" | "merged";
        openedAt: string;
        table?: string;
        name?: string;
        phone?: string;
        address?: string;
        leftAt?: string;
        reason?: string;
        into?: string;
        party?: string;
        total: number;
        paid: number;
        due: number;
        tip: number;
        dishes: number;
        basket: number;
        kitchen: number;
        ready: number;
        waitingSince?: string;
    } };
    /** Those that left in this service day */
    gone: { [id: string]: {
        number: number;
        kind: "table" | "takeaway" | "delivery";
        status: "open" | "closed" | "cancelled" | "merged";
        openedAt: string;
        table?: string;
        name?: string;
        phone?: string;
        address?: string;
        leftAt?: string;
        reason?: string;
        into?: string;
        party?: string;
        total: number;
        paid: number;
        due: number;
        tip: number;
        dishes: number;
        basket: number;
        kitchen: number;
        ready: number;
        waitingSince?: string;
    } };
    currency: string;
};

export type OrdersKitchenDocument = {
    rounds: { [id: string]: {
        tab: string;
        number: number;
        round: number;
        kind: "table" | "takeaway" | "delivery";
        table?: string;
        placedAt: string;
        doneAt?: string;
        lines: { [id: string]: {
            dish: string;
            name: string;
            quantity: number;
            status: "basket" | "placed" | "cooking" | "done" | "served" | "cancelled";
            at: string;
            notes?: string;
            station?: string;
        } };
    } };
    recent: { [id: string]: {
        tab: string;
        number: number;
        round: number;
        kind: "table" | "takeaway" | "delivery";
        table?: string;
        placedAt: string;
        doneAt?: string;
        lines: { [id: string]: {
            dish: string;
            name: string;
            quantity: number;
            status: "basket" | "placed" | "cooking" | "done" | "served" | "cancelled";
            at: string;
            notes?: string;
            station?: string;
        } };
    } };
};

export type OrdersDisplayDocument = {
    venue: {
        name: string;
        timeZone: string;
    };
    tabs: { [id: string]: {
        number: number;
        status: "preparing" | "ready";
        at: string;
    } };
};

export type OrdersHistoryDocument = {
    tabs: { [id: string]: {
        number: number;
        kind: "table" | "takeaway" | "delivery";
        status: "open" | "closed" | "cancelled" | "merged";
        openedAt: string;
        leftAt: string;
        table?: string;
        name?: string;
        phone?: string;
        total: number;
        tip: number;
        dishes: number;
    } };
    totals: {
        tabs: number;
        dishes: number;
        total: number;
        tip: number;
        methods: { [id: string]: {
            amount: number;
            tip: number;
        } };
        vat: { [id: string]: {
            gross: number;
            vat: number;
        } };
    };
    currency: string;
};

export type OrdersSettingsDocument = {
    /** Of secrets only whether they are set */
    settings: {
        /** The currency of all amounts (ISO 4217) */
        currency: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BOV" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHE" | "CHF" | "CHW" | "CLF" | "CLP" | "CNY" | "COP" | "COU" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MXV" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "USN" | "UYI" | "UYU" | "UYW" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG";
        /** The usual value added tax in hundredths of a percent */
        vat: number;
        /** What guests may do by themselves */
        guestOrders: "place" | "basket" | "off";
        /** Whether one may order a takeaway or a delivery with the join link */
        onlineOrders: boolean;
        /** Whether guests on the waiting list may order ahead */
        preorder: boolean;
        /** In the currency's smallest unit */
        deliveryFee: number;
        /** After how many minutes a round is due */
        targetMinutes: number;
        /** For how many days tabs that left are shown */
        keepDays: number;
    };
};

export type PlannerWeekDocument = {
    monday: string;
    timeZone: string;
    occurrences: { [id: string]: {
        event: string;
        /** Absent if the event happens once */
        at?: string;
        calendar: string;
        title: string;
        location?: string;
        description?: string;
        start?: string;
        /** Exclusive */
        end?: string;
        timeZone?: string;
        allDay?: boolean;
        firstDay: string;
        /** Inclusive */
        lastDay: string;
        /** The rule, or DATES */
        repeat?: string;
        changed?: boolean;
        status?: "tentative" | "cancelled";
        private?: boolean;
        free?: boolean;
        clash?: boolean;
        /** What was odd about it in its file */
        flag?: string;
        sync?: "waiting" | "failed" | "issue";
    } };
    reservations: { [id: string]: {
        name: string;
        size: number;
        start: string;
        end: string;
        status: "booked" | "arrived" | "seated" | "cancelled" | "no_show";
        table?: string;
        party?: string;
        override?: boolean;
        /** Another one has its table at the same time */
        clash?: boolean;
        arrivedAt?: string;
        seatedAt?: string;
        /** When it was cancelled or marked as a no-show */
        leftAt?: string;
    } };
    /** How many of a series are shown */
    capped: { [id: string]: number };
    /** How many are not shown: occurrences, and events not looked at */
    more?: number;
};

export type PlannerMonthDocument = {
    month: string;
    /** Those on which there is something */
    days: { [id: string]: {
        events?: number;
        /** The first ones */
        titles?: Array<string>;
        reservations?: number;
        covers?: number;
    } };
};

export type PlannerCalendarsDocument = {
    calendars: { [id: string]: {
        name: string;
        color: "red" | "orange" | "yellow" | "green" | "teal" | "blue" | "purple" | "grey";
        display: "off" | "busy" | "title";
        account?: string;
        remote?: string;
        readOnly?: boolean;
        staleSince?: string;
        /** When it is read again, unless somebody asks */
        waitsUntil?: string;
    } };
    issues: { [id: string]: {
        event: string;
        at?: string;
        calendar: string;
        /** The event's */
        title: string;
        kind: "title" | "location" | "description" | "when" | "repeat" | "exclusion" | "status" | "private" | "free" | "deleted";
        /** As it is now */
        ours: JSONValue;
        theirs: JSONValue;
        /** Whether what it is about does not happen any more */
        gone?: boolean;
        /** What was edited of the deleted, by the fields */
        edited?: JSONValue;
        since: string;
    } };
};

export type PlannerDisplayDocument = {
    date: string;
    agenda: { [id: string]: {
        label?: string;
        size?: number;
        color?: string;
        start?: string;
        end?: string;
        allDay?: boolean;
        private?: boolean;
    } };
};

export type PlannerServiceDocument = {
    date: string;
    reservations: { [id: string]: {
        name: string;
        size: number;
        start: string;
        end: string;
        status: "booked" | "arrived" | "seated" | "cancelled" | "no_show";
        table?: string;
        party?: string;
        override?: boolean;
        /** Another one has its table at the same time */
        clash?: boolean;
        arrivedAt?: string;
        seatedAt?: string;
        /** When it was cancelled or marked as a no-show */
        leftAt?: string;
        phone?: string;
        notes?: string;
        tags?: Array<string>;
    } };
    /** The quarter hours in which something begins, by their instants */
    slots: { [id: string]: {
        covers: number;
        limit?: number;
    } };
};

export type PlannerAccountsDocument = {
    accounts: { [id: string]: {
        kind: "caldav" | "google";
        name: string;
        url?: string;
        /** At Google the id of the client */
        user: string;
        state: "checking" | "sign_in" | "ready" | "failed";
        /** A code */
        problem?: string;
        /** The address to which the server sends, to be linked instead */
        elsewhere?: string;
        /** The address at which somebody signs in */
        authorize?: string;
        allowPrivate?: boolean;
        remotes: { [id: string]: {
            name: string;
            readOnly?: boolean;
            /** The calendar that is linked to it, by whatever account */
            linked?: string;
        } };
    } };
    /** By their calendars */
    links: { [id: string]: {
        account: string;
        /** Events to be written */
        waiting: number;
        /** Events that the server did not take */
        failed: number;
        /** Events of the remote that are too large to be kept here */
        left?: number;
        unreadable?: {
            count: number;
            events: Array<{
                title?: string;
                /** Local */
                start?: string;
                timeZone?: string;
                date?: string;
                problem: string;
                reason: string;
                params?: JSONValue;
            }>;
        };
        problem?: "gone" | "too_many_events" | "too_many_issues";
    } };
    /** The first that wait, and the first that failed */
    writes: { [id: string]: {
        calendar: string;
        event: string;
        title: string;
        change: "add" | "edit" | "delete";
        state: "waiting" | "failed";
        /** What the server answered */
        status?: number;
    } };
    feeds: { [id: string]: {
        name: string;
        calendars: Array<string>;
        details: "full" | "busy";
    } };
};

export type PlannerSettingsDocument = {
    /** Of secrets only whether they are set */
    settings: {
        /** How many covers may begin in a quarter hour; the first rule that fits one counts */
        pacing: Array<{
            /** Weekdays of service days; all without it */
            days?: Array<"MO" | "TU" | "WE" | "TH" | "FR" | "SA" | "SU">;
            /** From the beginning of the service day without it */
            from?: string;
            /** To the end of the service day without it */
            to?: string;
            covers: number;
        }>;
        /** How many minutes parties stay; the first size that is not below theirs counts */
        stay: Array<{
            size: number;
            minutes: number;
        }>;
        /** After how many minutes a reservation that has not arrived is late */
        lateMinutes: number;
        /** How often linked calendars are asked for news */
        pollSeconds: number;
    };
};

export type NearbyHostDocument = {
    favourites: { [id: string]: {
        ref?: string;
        name?: string;
        kind?: "restaurant" | "cafe" | "fast_food" | "bar" | "pub" | "food_court" | "ice_cream";
        address?: string;
        url?: string;
        lat?: number;
        lon?: number;
        phone?: string;
        stop?: string;
        rating?: number;
        tags?: Array<string>;
        addedAt: string;
        notes?: string;
        visits: { [id: string]: {
            on: string;
            notes?: string;
        } };
    } };
    rounds: { [id: string]: {
        title: string;
        state: "open" | "closed";
        when?: string;
        until: string;
        openedAt: string;
        options: { [id: string]: {
            ref?: string;
            name?: string;
            kind?: "restaurant" | "cafe" | "fast_food" | "bar" | "pub" | "food_court" | "ice_cream";
            address?: string;
            url?: string;
            lat?: number;
            lon?: number;
            favourite?: string;
            votes: number;
            at: string;
        } };
        friends: { [id: string]: {
            name: string;
            coming?: "yes" | "no" | "maybe";
            /** The options, in the order in which they were chosen */
            votes: Array<string>;
        } };
        /** The option for which it closed */
        decided?: string;
        /** The letters that wait; if none does, those that can't be sent; else those that were */
        mail?: {
            state: "waiting" | "sent" | "failed";
            at: string;
            count: number;
        };
    } };
};

export type NearbyDisplayDocument = {
    venue: {
        name: string;
        timeZone: string;
        units: "auto" | "km" | "mi";
        lat?: number;
        lon?: number;
        tileUrl?: string;
        tileAttribution?: string;
    };
    favourites: { [id: string]: {
        ref?: string;
        name?: string;
        kind?: "restaurant" | "cafe" | "fast_food" | "bar" | "pub" | "food_court" | "ice_cream";
        address?: string;
        url?: string;
        lat?: number;
        lon?: number;
        phone?: string;
        stop?: string;
        rating?: number;
        tags?: Array<string>;
        addedAt: string;
    } };
};

export type NearbyRoundDocument = {
    venue: {
        name: string;
        timeZone: string;
        units: "auto" | "km" | "mi";
        lat?: number;
        lon?: number;
        tileUrl?: string;
        tileAttribution?: string;
    };
    round: {
        title: string;
        state: "open" | "closed";
        when?: string;
        until: string;
        openedAt: string;
        options: { [id: string]: {
            ref?: string;
            name?: string;
            kind?: "restaurant" | "cafe" | "fast_food" | "bar" | "pub" | "food_court" | "ice_cream";
            address?: string;
            url?: string;
            lat?: number;
            lon?: number;
            favourite?: string;
            votes: number;
            at: string;
        } };
        friends: { [id: string]: {
            name: string;
            coming?: "yes" | "no" | "maybe";
            /** The options, in the order in which they were chosen */
            votes: Array<string>;
        } };
        /** The option for which it closed */
        decided?: string;
    };
};

export type NearbySettingsDocument = {
    /** Of secrets only whether they are set */
    settings: {
        /** The latitude of the house */
        lat?: number;
        /** The longitude of the house */
        lon?: number;
        /** How far one looks for places, in metres */
        radius: number;
        /** The units of distances */
        units: "auto" | "km" | "mi";
        /** Where places come from */
        source: "file" | "overpass" | "yelp";
        /** The address of an Overpass server */
        overpassUrl?: string;
        /** The address of Yelp's interface */
        yelpUrl: string;
        /** The owner's key for Yelp */
        yelpKey: boolean;
        /** The address of the images of a map, with {z}, {x} and {y} */
        tileUrl?: string;
        /** Whom to name beside these images */
        tileAttribution?: string;
        /** Whether guests see places nearby while they wait */
        guests: boolean;
        /** Whether sources may be in private networks */
        allowPrivate: boolean;
    };
    /** The imported feeds by name */
    feeds: { [id: string]: {
        kind: "stops" | "zips" | "places";
        count: number;
        at: string;
        sha256: string;
    } };
    /** Whether the source of places can be reached */
    source: {
        state: "ok" | "failing";
        since?: string;
        message?: string;
        code?: string;
        status?: number;
    };
};

export type MazeDisplayDocument = {
    run?: {
        id: string;
        state: "exploring" | "ready" | "racing" | "finished" | "cancelled" | "failed";
        /** The maze's code */
        maze?: string;
        startedAt: string;
        /** When the exploration ended */
        endedAt?: string;
        found: number;
        /** Named and not yet answered */
        frontier: number;
        lost: number;
        doors: number;
        /** The requests that repeated another */
        retries: number;
        /** By code */
        problems?: { [id: string]: {
            count: number;
            /** The id of the first room where it was seen */
            first?: string;
        } };
        /** When the race begins or began */
        raceAt?: string;
        /** The first at the exit, from the finish to the next race */
        winner?: {
            label: string;
            ms: number;
        };
        /** A shortest way from the start to the exit, by sides */
        path?: string;
    };
    /** By place, `x,y`: the open sides in the order n, e, s, w, a capital where the way leads through a lock; then D for a door, X for the exit, @ for the start */
    rooms: { [id: string]: string };
    walkers: { [id: string]: {
        label: string;
        colour: number;
        x: number;
        y: number;
        steps: number;
        /** From the beginning of the race to the exit */
        ms?: number;
        place?: number;
    } };
    replay?: {
        run: string;
        speed: number;
        at: string;
    };
};

export type MazeHostDocument = {
    run?: {
        id: string;
        state: "exploring" | "ready" | "racing" | "finished" | "cancelled" | "failed";
        /** The maze's code */
        maze?: string;
        startedAt: string;
        /** When the exploration ended */
        endedAt?: string;
        found: number;
        /** Named and not yet answered */
        frontier: number;
        lost: number;
        doors: number;
        /** The requests that repeated another */
        retries: number;
        /** By code */
        problems?: { [id: string]: {
            count: number;
            /** The id of the first room where it was seen */
            first?: string;
        } };
        /** When the race begins or began */
        raceAt?: string;
        /** The first at the exit, from the finish to the next race */
        winner?: {
            label: string;
            ms: number;
        };
        /** A shortest way from the start to the exit, by sides */
        path?: string;
        /** The address of another server's API */
        url?: string;
        /** How many requests may be in flight */
        concurrency: number;
    };
    /** By place, `x,y`: the open sides in the order n, e, s, w, a capital where the way leads through a lock; then D for a door, X for the exit, @ for the start */
    rooms: { [id: string]: string };
    walkers: { [id: string]: {
        label: string;
        colour: number;
        x: number;
        y: number;
        steps: number;
        /** From the beginning of the race to the exit */
        ms?: number;
        place?: number;
    } };
    replay?: {
        run: string;
        speed: number;
        at: string;
    };
};

export type MazeInvitationDocument = {
    /** The run in which guests may walk, if there is one */
    run?: string;
};

export type MazeSettingsDocument = {
    /** Of secrets only whether they are set */
    settings: {
        /** Whether guests who wait may walk in the maze */
        guests: boolean;
        /** Whether races and new mazes begin by themselves: a race when somebody has joined, and a new maze after each race */
        auto: boolean;
        /** The usual size of a maze */
        size: "small" | "medium" | "large" | "huge";
        /** The addresses of other servers' APIs that may be explored */
        apis: Array<string>;
        /** Whether these servers may be in private networks */
        allowPrivate: boolean;
    };
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
    /** The reservation with which the party comes */
    reservation?: string | null;
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
    /** Those that the venue uses beside the ones that are always on */
    boards?: Array<"orders" | "planner" | "nearby" | "maze">;
};

/** Makes a link with which one device signs in. */
export type HouseInviteArguments = {
    /** What it comes to be */
    role: "owner" | "host" | "engineer" | "display" | "kitchen" | "waiter";
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
    role: "owner" | "host" | "engineer" | "display" | "kitchen" | "waiter";
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

/** Says how the house sends messages. */
export type HouseSetSenderArguments = {
    /** The way in which it sends */
    channel: "email";
    /** The mail server */
    host: string;
    /** Where it takes mail */
    port: number;
    /** The address that mail comes from */
    from: string;
    /** Whether the connection is encrypted after its beginning, from it, or never */
    tls: "starttls" | "tls" | "none";
    /** Whom to sign in as */
    user?: string | null;
    /** The user's; the known one stays without it, at the same server */
    password?: string | null;
    /** Whether the server may be in a private network */
    allowPrivate?: boolean | null;
};

/** Has the house send no more messages of a kind. */
export type HouseClearSenderArguments = {
    /** The way in which it sends */
    channel: "email";
};

/** Sends a message to see whether it arrives. What came of it stands on the view. */
export type HouseTestSenderArguments = {
    /** The way in which it sends */
    channel: "email";
    /** Whom it goes to */
    to: string;
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

/** Adds a section at the end of the menu. */
export type OrdersAddSectionArguments = {
    /** As the menu shows it */
    name: string;
    /** Where in the kitchen it is made */
    station?: string | null;
    /** Name and description in further languages */
    texts?: { [id: string]: {
        name: string;
        description?: string;
    } } | null;
};

/** Changes a section. */
export type OrdersEditSectionArguments = {
    /** The section's id */
    section: string;
    /** As the menu shows it */
    name?: string;
    /** Where in the kitchen it is made */
    station?: string | null;
    /** Name and description in further languages */
    texts?: { [id: string]: {
        name: string;
        description?: string;
    } } | null;
};

/** Moves a section right before or after another one. */
export type OrdersMoveSectionArguments = {
    /** The section's id */
    section: string;
    /** The other one */
    before?: string | null;
    /** The other one */
    after?: string | null;
};

/** Removes a section that has no dishes. */
export type OrdersRemoveSectionArguments = {
    /** The section's id */
    section: string;
};

/** Adds a dish at the end of a section. */
export type OrdersAddDishArguments = {
    /** The section's id */
    section: string;
    /** As the menu shows it */
    name: string;
    /** In the currency's smallest unit */
    price: number;
    /** What it is made of */
    description?: string | null;
    /** Which of the allergens it contains; empty for none, null if that is not stated */
    allergens?: Array<"gluten" | "crustaceans" | "eggs" | "fish" | "peanuts" | "soybeans" | "milk" | "nuts" | "celery" | "mustard" | "sesame" | "sulphites" | "lupin" | "molluscs"> | null;
    /** Value added tax in hundredths of a percent */
    vat?: number | null;
    /** Where in the kitchen it is made */
    station?: string | null;
    /** Name and description in further languages */
    texts?: { [id: string]: {
        name: string;
        description?: string;
    } } | null;
};

/** Changes a dish. */
export type OrdersEditDishArguments = {
    /** The dish's id */
    dish: string;
    /** The section that it joins */
    section?: string;
    /** As the menu shows it */
    name?: string;
    /** In the currency's smallest unit */
    price?: number;
    /** What it is made of */
    description?: string | null;
    /** Which of the allergens it contains; empty for none, null if that is not stated */
    allergens?: Array<"gluten" | "crustaceans" | "eggs" | "fish" | "peanuts" | "soybeans" | "milk" | "nuts" | "celery" | "mustard" | "sesame" | "sulphites" | "lupin" | "molluscs"> | null;
    /** Value added tax in hundredths of a percent */
    vat?: number | null;
    /** Where in the kitchen it is made */
    station?: string | null;
    /** Name and description in further languages */
    texts?: { [id: string]: {
        name: string;
        description?: string;
    } } | null;
};

/** Moves a dish right before or after another one, whose section it joins. */
export type OrdersMoveDishArguments = {
    /** The dish's id */
    dish: string;
    /** The other one */
    before?: string | null;
    /** The other one */
    after?: string | null;
};

/** Takes a dish off the menu. */
export type OrdersRemoveDishArguments = {
    /** The dish's id */
    dish: string;
};

/** Says how many of a dish are left. */
export type OrdersStockArguments = {
    /** The dish's id */
    dish: string;
    /** How many; null for plenty, 0 for sold out */
    left: number | null;
};

/** Takes over the dishes of a file, as the import does. */
export type OrdersImportArguments = {
    /** The content of the file */
    file: string;
};

/** Opens a tab. */
export type OrdersOpenArguments = {
    /** Where it is eaten */
    kind: "table" | "takeaway" | "delivery";
    /** Where it is served */
    table?: string | null;
    /** Whose it is */
    name?: string | null;
    /** With its country code */
    phone?: string | null;
    /** Where it goes */
    address?: string | null;
    /** The party of the waiting list that it belongs to */
    party?: string | null;
    /** Made up by the guest's phone: only with the same one the same id gets its answer again */
    secret?: string | null;
};

/** Changes what is known of a tab. */
export type OrdersEditArguments = {
    /** The tab's id */
    tab: string;
    /** Where it moves; not by guests */
    table?: string | null;
    /** Whose it is */
    name?: string | null;
    /** With its country code */
    phone?: string | null;
    /** Where it goes */
    address?: string | null;
};

/** Puts the lines and payments of a tab onto another one. */
export type OrdersMergeArguments = {
    /** The tab's id */
    tab: string;
    /** The other tab's id */
    from: string;
};

/** Puts lines of a tab, or a part of them, onto a new one. */
export type OrdersSplitArguments = {
    /** The tab's id */
    tab: string;
    /** Which, and how many */
    lines: Array<{
        line: string;
        quantity?: number;
    }>;
    /** Where the new one is served, if elsewhere */
    table?: string | null;
};

/** Closes a tab that is paid. */
export type OrdersCloseArguments = {
    /** The tab's id */
    tab: string;
};

/** Opens a tab again that has left in this service day. */
export type OrdersReopenArguments = {
    /** The tab's id */
    tab: string;
};

/** Cancels a tab with everything on it. */
export type OrdersCancelArguments = {
    /** The tab's id */
    tab: string;
    /** Why */
    reason?: string | null;
};

/** Puts a dish into the basket of a tab. */
export type OrdersAddArguments = {
    /** The tab's id */
    tab: string;
    /** The dish's id */
    dish: string;
    /** How many; 1 if it is left out */
    quantity?: number | null;
    /** What the kitchen should know */
    notes?: string | null;
    /** Who gets it and pays for it */
    person?: string | null;
};

/** Changes a line that is in the basket. */
export type OrdersChangeArguments = {
    /** The line's id */
    line: string;
    /** How many; 0 removes the line */
    quantity?: number | null;
    /** What the kitchen should know */
    notes?: string | null;
    /** Who gets it and pays for it */
    person?: string | null;
};

/** Puts the lines of a tab into the basket of another one. */
export type OrdersRepeatArguments = {
    /** The tab's id */
    tab: string;
    /** The other tab's id */
    from: string;
};

/** Sends the basket, or some lines of it, to the kitchen. */
export type OrdersPlaceArguments = {
    /** The tab's id */
    tab: string;
    /** Which; without them all */
    lines?: Array<string> | null;
};

/** Lines are being made. */
export type OrdersCookArguments = {
    /** Lines of one tab */
    lines: Array<string>;
};

/** Lines are ready. */
export type OrdersDoneArguments = {
    /** Lines of one tab */
    lines: Array<string>;
};

/** Takes lines one step back. */
export type OrdersRecallArguments = {
    /** Lines of one tab */
    lines: Array<string>;
};

/** Lines are on the table. */
export type OrdersServeArguments = {
    /** Lines of one tab */
    lines: Array<string>;
};

/** Cancels lines that were placed. */
export type OrdersCancelLinesArguments = {
    /** Lines of one tab */
    lines: Array<string>;
    /** Why */
    reason?: string | null;
};

/** Records a payment; it charges nobody. */
export type OrdersPayArguments = {
    /** The tab's id */
    tab: string;
    /** How it was paid */
    method: "cash" | "card" | "other";
    /** How much */
    amount?: number | null;
    /** Or the lines that it pays */
    lines?: Array<string> | null;
    /** Or the person whose share it pays */
    person?: string | null;
    /** What was given beyond it */
    tip?: number | null;
};

/** Removes a payment. */
export type OrdersUnpayArguments = {
    /** The payment's id */
    payment: string;
};

/** Takes back an event of this board, for those who may do what it takes back. */
export type OrdersUndoArguments = {
    /** The revision of the event */
    rev: number;
};

/** Changes settings of the board; null restores the default value. */
export type OrdersConfigureArguments = {
    /** The currency of all amounts (ISO 4217) */
    currency?: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BOV" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHE" | "CHF" | "CHW" | "CLF" | "CLP" | "CNY" | "COP" | "COU" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MXV" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "USN" | "UYI" | "UYU" | "UYW" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG" | null;
    /** The usual value added tax in hundredths of a percent */
    vat?: number | null;
    /** What guests may do by themselves */
    guestOrders?: "place" | "basket" | "off" | null;
    /** Whether one may order a takeaway or a delivery with the join link */
    onlineOrders?: boolean | null;
    /** Whether guests on the waiting list may order ahead */
    preorder?: boolean | null;
    /** In the currency's smallest unit */
    deliveryFee?: number | null;
    /** After how many minutes a round is due */
    targetMinutes?: number | null;
    /** For how many days tabs that left are shown */
    keepDays?: number | null;
};

/** Adds an event to a calendar. */
export type PlannerAddArguments = {
    /** What it is called */
    title: string;
    /** The calendar's id; the house's own if it is left out */
    calendar?: string | null;
    /** Where it happens */
    location?: string | null;
    /** What people should know */
    description?: string | null;
    /** When it begins, on the local clock */
    start?: string | null;
    /** How long it takes */
    minutes?: number | null;
    /** The zone of the start; the venue's if left out */
    timeZone?: string | null;
    /** The first day, if it lasts all day */
    date?: string | null;
    /** How many days it lasts; 1 if it is left out */
    days?: number | null;
    /** The rule by which it repeats (RFC 5545 RRULE) */
    repeat?: string | null;
    /** Whether it is not certain yet */
    tentative?: boolean | null;
    /** Whether only the staff may know what it is */
    private?: boolean | null;
    /** Whether it does not take up its time */
    free?: boolean | null;
};

/** Changes an event, or occurrences of a series. */
export type PlannerEditArguments = {
    /** The event's id */
    event: string;
    /** An occurrence of a series, by its original start */
    at?: string | null;
    /** Which occurrences; one if there is an `at`, or else all */
    scope?: "one" | "following" | "all" | null;
    /** What it is called */
    title?: string;
    /** The calendar's id; the house's own if it is left out */
    calendar?: string | null;
    /** Where it happens */
    location?: string | null;
    /** What people should know */
    description?: string | null;
    /** When it begins, on the local clock */
    start?: string;
    /** How long it takes */
    minutes?: number;
    /** The zone of the start; the venue's if left out */
    timeZone?: string | null;
    /** The first day, if it lasts all day */
    date?: string;
    /** How many days it lasts; 1 if it is left out */
    days?: number | null;
    /** The rule by which it repeats (RFC 5545 RRULE) */
    repeat?: string | null;
    /** Whether it is not certain yet */
    tentative?: boolean | null;
    /** Whether only the staff may know what it is */
    private?: boolean | null;
    /** Whether it does not take up its time */
    free?: boolean | null;
};

/** Deletes an event, or occurrences of a series. */
export type PlannerDeleteArguments = {
    /** The event's id */
    event: string;
    /** An occurrence of a series, by its original start */
    at?: string | null;
    /** Which occurrences; one if there is an `at`, or else all */
    scope?: "one" | "following" | "all" | null;
};

/** Takes back an event of this board. */
export type PlannerUndoArguments = {
    /** The revision of the event */
    rev: number;
};

/** Books a table for guests. */
export type PlannerReserveArguments = {
    /** Who comes */
    name: string;
    /** How many people */
    size: number;
    /** When they come, in the venue's time zone */
    start: string;
    /** How long they stay; by the setting stay without it */
    minutes?: number | null;
    /** With its country code */
    phone?: string | null;
    /** What the host should know */
    notes?: string | null;
    /** Words that hosts sort parties by */
    tags?: Array<string> | null;
    /** The table that is kept for them */
    table?: string | null;
    /** Although the quarter hour is full or the house closed */
    override?: boolean | null;
};

/** Changes a reservation. */
export type PlannerRebookArguments = {
    /** The reservation's id */
    reservation: string;
    /** Who comes */
    name?: string;
    /** How many people */
    size?: number;
    /** When they come, in the venue's time zone */
    start?: string;
    /** How long they stay; by the setting stay without it */
    minutes?: number | null;
    /** With its country code */
    phone?: string | null;
    /** What the host should know */
    notes?: string | null;
    /** Words that hosts sort parties by */
    tags?: Array<string> | null;
    /** The table that is kept for them */
    table?: string | null;
    /** Although the quarter hour is full or the house closed */
    override?: boolean | null;
};

/** The guests do not come. */
export type PlannerCancelArguments = {
    /** The reservation's id */
    reservation: string;
};

/** The guests did not come. */
export type PlannerNoShowArguments = {
    /** The reservation's id */
    reservation: string;
};

/** Books again what was cancelled or marked as a no-show. */
export type PlannerRestoreArguments = {
    /** The reservation's id */
    reservation: string;
};

/** Adds a calendar. */
export type PlannerAddCalendarArguments = {
    /** As people read it */
    name: string;
    /** The colour of its events */
    color: "red" | "orange" | "yellow" | "green" | "teal" | "blue" | "purple" | "grey";
    /** What televisions show of it */
    display?: "off" | "busy" | "title" | null;
};

/** Changes a calendar. */
export type PlannerEditCalendarArguments = {
    /** The calendar's id */
    calendar: string;
    /** As people read it */
    name?: string;
    /** The colour of its events */
    color?: "red" | "orange" | "yellow" | "green" | "teal" | "blue" | "purple" | "grey";
    /** What televisions show of it */
    display?: "off" | "busy" | "title" | null;
};

/** Removes a calendar with its events. */
export type PlannerRemoveCalendarArguments = {
    /** The calendar's id */
    calendar: string;
};

/** Takes over up to 100 events, as the import of a file does. */
export type PlannerImportArguments = {
    /** The calendar's id; none makes a new one */
    calendar?: string | null;
    /** What the new one is called */
    name?: string | null;
    /** The events, with all that the board knows */
    events: Array<JSONObject>;
};

/** Makes an address at which calendars can be read. */
export type PlannerAddFeedArguments = {
    /** As people read it */
    name: string;
    /** The calendars' ids */
    calendars: Array<string>;
    /** What it says of events */
    details: "full" | "busy";
};

/** Removes a feed: its address leads nowhere. */
export type PlannerRemoveFeedArguments = {
    /** The feed's id */
    feed: string;
};

/** Signs in at a calendar server, or anew with an account. */
export type PlannerConnectArguments = {
    /** What server it is */
    kind: "caldav" | "google";
    /** Of a CalDAV server */
    url?: string | null;
    /** At a CalDAV server */
    user?: string | null;
    /** At a CalDAV server */
    password?: string | null;
    /** The id of the client at Google */
    clientId?: string | null;
    /** The secret of the client at Google; the known one stays without it */
    clientSecret?: string | null;
    /** As people read it */
    name?: string | null;
    /** Whether the server may be in a private network */
    allowPrivate?: boolean | null;
    /** The account that signs in anew */
    account?: string | null;
};

/** Ends a sign-in at Google. */
export type PlannerAuthoriseArguments = {
    /** The account's id */
    account: string;
    /** Where the sign-in ended */
    address: string;
};

/** Removes an account. Its calendars keep their events. */
export type PlannerDisconnectArguments = {
    /** The account's id */
    account: string;
};

/** Keeps a calendar in step with one of an account. */
export type PlannerLinkArguments = {
    /** The account's id */
    account: string;
    /** The id of the account's calendar */
    remote: string;
    /** The calendar that it is merged with; none makes a new one */
    calendar?: string | null;
    /** As people read it */
    name?: string | null;
    /** The colour of its events */
    color?: "red" | "orange" | "yellow" | "green" | "teal" | "blue" | "purple" | "grey" | null;
    /** Whether nothing is written there */
    readOnly?: boolean | null;
};

/** Ends a link. The events stay on both sides. */
export type PlannerUnlinkArguments = {
    /** The calendar's id */
    calendar: string;
};

/** Asks a calendar's remote for news, and writes again what failed. */
export type PlannerSyncArguments = {
    /** The calendar's id */
    calendar: string;
};

/** Says which of two edits shall stand. */
export type PlannerSettleArguments = {
    /** The issue's id */
    issue: string;
    /** Whose edit it is */
    take: "ours" | "theirs";
};

/** Changes settings of the board; null restores the default value. */
export type PlannerConfigureArguments = {
    /** How many covers may begin in a quarter hour; the first rule that fits one counts */
    pacing?: Array<{
        /** Weekdays of service days; all without it */
        days?: Array<"MO" | "TU" | "WE" | "TH" | "FR" | "SA" | "SU">;
        /** From the beginning of the service day without it */
        from?: string;
        /** To the end of the service day without it */
        to?: string;
        covers: number;
    }> | null;
    /** How many minutes parties stay; the first size that is not below theirs counts */
    stay?: Array<{
        size: number;
        minutes: number;
    }> | null;
    /** After how many minutes a reservation that has not arrived is late */
    lateMinutes?: number | null;
    /** How often linked calendars are asked for news */
    pollSeconds?: number | null;
};

/** Adds a favourite: a place of the source, or one typed in. */
export type NearbyAddArguments = {
    /** What the source calls the place */
    ref?: string | null;
    /** What a place is called that has no ref */
    name?: string | null;
    /** The stop at which it is, such as njt:145 */
    stop?: string | null;
    /** The house's own stars */
    rating?: number | null;
    /** What the house should know of it */
    notes?: string | null;
    /** Words that classify it */
    tags?: Array<string> | null;
    /** Where it is */
    address?: string | null;
    /** With its country code */
    phone?: string | null;
    /** The address of its page */
    url?: string | null;
    /** Its latitude, together with lon */
    lat?: number | null;
    /** Its longitude, together with lat */
    lon?: number | null;
};

/** Changes a favourite. */
export type NearbyEditArguments = {
    /** The favourite's id */
    favourite: string;
    /** What it is called, if it has no ref */
    name?: string;
    /** The stop at which it is, such as njt:145 */
    stop?: string | null;
    /** The house's own stars */
    rating?: number | null;
    /** What the house should know of it */
    notes?: string | null;
    /** Words that classify it */
    tags?: Array<string> | null;
    /** Where it is */
    address?: string | null;
    /** With its country code */
    phone?: string | null;
    /** The address of its page */
    url?: string | null;
    /** Its latitude, together with lon */
    lat?: number | null;
    /** Its longitude, together with lat */
    lon?: number | null;
};

/** Removes a favourite. */
export type NearbyRemoveArguments = {
    /** The favourite's id */
    favourite: string;
};

/** Notes a visit to a favourite. */
export type NearbyVisitArguments = {
    /** The favourite's id */
    favourite: string;
    /** The date, not in the future */
    on: string;
    /** How it was */
    notes?: string | null;
};

/** Removes a visit. */
export type NearbyUnvisitArguments = {
    /** The visit's id */
    visit: string;
};

/** Opens a round in which friends choose a place. */
export type NearbyOpenArguments = {
    /** What it is about */
    title: string;
    /** When they want to meet */
    when?: string | null;
    /** When it closes by itself: after a day, or at an instant in the next 30 days */
    until?: string | null;
};

/** Makes a place an option of a round. */
export type NearbyChooseArguments = {
    /** The round's id */
    round: string;
    /** What the source calls the place */
    ref?: string | null;
    /** Or the favourite's id */
    favourite?: string | null;
};

/** Takes an option out of its round, with its votes. */
export type NearbyDropArguments = {
    /** The option's id */
    option: string;
};

/** Joins a round. */
export type NearbyJoinArguments = {
    /** The round's id */
    round: string;
    /** What the friend is called */
    name: string;
};

/** Says whether a friend comes, and for what the friend votes. */
export type NearbyAnswerArguments = {
    /** The friend's id */
    friend: string;
    /** The friend's key, which guests need */
    key?: string | null;
    /** Whether the friend comes */
    coming?: "yes" | "no" | "maybe" | null;
    /** All options for which the friend votes */
    votes?: Array<string> | null;
};

/** Takes a friend out of a round, with the friend's votes. */
export type NearbyDismissArguments = {
    /** The friend's id */
    friend: string;
};

/** Closes a round. */
export type NearbyCloseArguments = {
    /** The round's id */
    round: string;
    /** The option that is decided; without it, the one with the most votes */
    option?: string | null;
};

/** Opens a round again that is closed. */
export type NearbyReopenArguments = {
    /** The round's id */
    round: string;
};

/** Sends the places of a round by mail. What comes of it stands on the view. */
export type NearbyMailArguments = {
    /** The round's id */
    round: string;
    /** Whom: each gets a letter of their own */
    to: Array<string>;
};

/** Takes back an event of this board. */
export type NearbyUndoArguments = {
    /** The revision of the event */
    rev: number;
};

/** Replaces a feed, as the import of a file does; the file itself is no argument. */
export type NearbyImportArguments = {
    /** What the feed is called */
    feed: string;
    /** What the feed consists of */
    kind: "stops" | "zips" | "places";
};

/** Changes settings of the board; null restores the default value. */
export type NearbyConfigureArguments = {
    /** The latitude of the house */
    lat?: number | null;
    /** The longitude of the house */
    lon?: number | null;
    /** How far one looks for places, in metres */
    radius?: number | null;
    /** The units of distances */
    units?: "auto" | "km" | "mi" | null;
    /** Where places come from */
    source?: "file" | "overpass" | "yelp" | null;
    /** The address of an Overpass server */
    overpassUrl?: string | null;
    /** The address of Yelp's interface */
    yelpUrl?: string | null;
    /** The owner's key for Yelp */
    yelpKey?: string | null;
    /** The address of the images of a map, with {z}, {x} and {y} */
    tileUrl?: string | null;
    /** Whom to name beside these images */
    tileAttribution?: string | null;
    /** Whether guests see places nearby while they wait */
    guests?: boolean | null;
    /** Whether sources may be in private networks */
    allowPrivate?: boolean | null;
};

/** Explores a maze room by room. */
export type MazeExploreArguments = {
    /** The size of a new maze of the hub's own */
    size?: "small" | "medium" | "large" | "huge" | null;
    /** The code of a maze of the hub's own */
    maze?: string | null;
    /** How bad the hub's own API is; if absent, it is good, and the rooms come one by one */
    conditions?: string | null;
    /** The address of another server's API, one of those that the owner has allowed */
    url?: string | null;
    /** How many requests may be in flight; 16 if absent */
    concurrency?: number | null;
};

/** Ends the exploration. */
export type MazeCancelArguments = {};

/** Explores the rooms that were lost again. */
export type MazeRetryArguments = {};

/** Begins a race of all walkers, from the start of the maze. */
export type MazeRaceArguments = {
    /** The seconds until the first step; 3 if absent */
    countdown?: number | null;
};

/** Ends the race. */
export type MazeStopArguments = {};

/** Puts a walker of the sender's into the maze. */
export type MazeJoinArguments = {};

/** Moves a walker of the sender's into the next room. */
export type MazeStepArguments = {
    /** The walker's id */
    walker: string;
    /** The side of the room on which it leaves */
    to: "north" | "east" | "south" | "west";
};

/** Takes a walker out of the maze. */
export type MazeLeaveArguments = {
    /** The walker's id */
    walker: string;
};

/** Shows an exploration and its last race again on all screens. */
export type MazeReplayArguments = {
    /** The run's id; the last one if absent */
    run?: string | null;
    /** How many times as fast; 4 if absent */
    speed?: number | null;
};

/** Changes settings of the board; null restores the default value. */
export type MazeConfigureArguments = {
    /** Whether guests who wait may walk in the maze */
    guests?: boolean | null;
    /** Whether races and new mazes begin by themselves: a race when somebody has joined, and a new maze after each race */
    auto?: boolean | null;
    /** The usual size of a maze */
    size?: "small" | "medium" | "large" | "huge" | null;
    /** The addresses of other servers' APIs that may be explored */
    apis?: Array<string> | null;
    /** Whether these servers may be in private networks */
    allowPrivate?: boolean | null;
};

/** The document of each view, by the view's name. */
export type Documents = {
    "waitlist/display": WaitlistDisplayDocument;
    "waitlist/host": WaitlistHostDocument;
    "waitlist/guest": WaitlistGuestDocument;
    "notice/display": NoticeDisplayDocument;
    "house/settings": HouseSettingsDocument;
    "house/effects": HouseEffectsDocument;
    "house/senders": HouseSendersDocument;
    "orders/menu": OrdersMenuDocument;
    "orders/tab": OrdersTabDocument;
    "orders/guest": OrdersGuestDocument;
    "orders/host": OrdersHostDocument;
    "orders/kitchen": OrdersKitchenDocument;
    "orders/display": OrdersDisplayDocument;
    "orders/history": OrdersHistoryDocument;
    "orders/settings": OrdersSettingsDocument;
    "planner/week": PlannerWeekDocument;
    "planner/month": PlannerMonthDocument;
    "planner/calendars": PlannerCalendarsDocument;
    "planner/display": PlannerDisplayDocument;
    "planner/service": PlannerServiceDocument;
    "planner/accounts": PlannerAccountsDocument;
    "planner/settings": PlannerSettingsDocument;
    "nearby/host": NearbyHostDocument;
    "nearby/display": NearbyDisplayDocument;
    "nearby/round": NearbyRoundDocument;
    "nearby/settings": NearbySettingsDocument;
    "maze/display": MazeDisplayDocument;
    "maze/host": MazeHostDocument;
    "maze/invitation": MazeInvitationDocument;
    "maze/settings": MazeSettingsDocument;
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
    "house.set_sender": HouseSetSenderArguments;
    "house.clear_sender": HouseClearSenderArguments;
    "house.test_sender": HouseTestSenderArguments;
    "house.retry": HouseRetryArguments;
    "house.drop": HouseDropArguments;
    "orders.add_section": OrdersAddSectionArguments;
    "orders.edit_section": OrdersEditSectionArguments;
    "orders.move_section": OrdersMoveSectionArguments;
    "orders.remove_section": OrdersRemoveSectionArguments;
    "orders.add_dish": OrdersAddDishArguments;
    "orders.edit_dish": OrdersEditDishArguments;
    "orders.move_dish": OrdersMoveDishArguments;
    "orders.remove_dish": OrdersRemoveDishArguments;
    "orders.stock": OrdersStockArguments;
    "orders.import": OrdersImportArguments;
    "orders.open": OrdersOpenArguments;
    "orders.edit": OrdersEditArguments;
    "orders.merge": OrdersMergeArguments;
    "orders.split": OrdersSplitArguments;
    "orders.close": OrdersCloseArguments;
    "orders.reopen": OrdersReopenArguments;
    "orders.cancel": OrdersCancelArguments;
    "orders.add": OrdersAddArguments;
    "orders.change": OrdersChangeArguments;
    "orders.repeat": OrdersRepeatArguments;
    "orders.place": OrdersPlaceArguments;
    "orders.cook": OrdersCookArguments;
    "orders.done": OrdersDoneArguments;
    "orders.recall": OrdersRecallArguments;
    "orders.serve": OrdersServeArguments;
    "orders.cancel_lines": OrdersCancelLinesArguments;
    "orders.pay": OrdersPayArguments;
    "orders.unpay": OrdersUnpayArguments;
    "orders.undo": OrdersUndoArguments;
    "orders.configure": OrdersConfigureArguments;
    "planner.add": PlannerAddArguments;
    "planner.edit": PlannerEditArguments;
    "planner.delete": PlannerDeleteArguments;
    "planner.undo": PlannerUndoArguments;
    "planner.reserve": PlannerReserveArguments;
    "planner.rebook": PlannerRebookArguments;
    "planner.cancel": PlannerCancelArguments;
    "planner.no_show": PlannerNoShowArguments;
    "planner.restore": PlannerRestoreArguments;
    "planner.add_calendar": PlannerAddCalendarArguments;
    "planner.edit_calendar": PlannerEditCalendarArguments;
    "planner.remove_calendar": PlannerRemoveCalendarArguments;
    "planner.import": PlannerImportArguments;
    "planner.add_feed": PlannerAddFeedArguments;
    "planner.remove_feed": PlannerRemoveFeedArguments;
    "planner.connect": PlannerConnectArguments;
    "planner.authorise": PlannerAuthoriseArguments;
    "planner.disconnect": PlannerDisconnectArguments;
    "planner.link": PlannerLinkArguments;
    "planner.unlink": PlannerUnlinkArguments;
    "planner.sync": PlannerSyncArguments;
    "planner.settle": PlannerSettleArguments;
    "planner.configure": PlannerConfigureArguments;
    "nearby.add": NearbyAddArguments;
    "nearby.edit": NearbyEditArguments;
    "nearby.remove": NearbyRemoveArguments;
    "nearby.visit": NearbyVisitArguments;
    "nearby.unvisit": NearbyUnvisitArguments;
    "nearby.open": NearbyOpenArguments;
    "nearby.choose": NearbyChooseArguments;
    "nearby.drop": NearbyDropArguments;
    "nearby.join": NearbyJoinArguments;
    "nearby.answer": NearbyAnswerArguments;
    "nearby.dismiss": NearbyDismissArguments;
    "nearby.close": NearbyCloseArguments;
    "nearby.reopen": NearbyReopenArguments;
    "nearby.mail": NearbyMailArguments;
    "nearby.undo": NearbyUndoArguments;
    "nearby.import": NearbyImportArguments;
    "nearby.configure": NearbyConfigureArguments;
    "maze.explore": MazeExploreArguments;
    "maze.cancel": MazeCancelArguments;
    "maze.retry": MazeRetryArguments;
    "maze.race": MazeRaceArguments;
    "maze.stop": MazeStopArguments;
    "maze.join": MazeJoinArguments;
    "maze.step": MazeStepArguments;
    "maze.leave": MazeLeaveArguments;
    "maze.replay": MazeReplayArguments;
    "maze.configure": MazeConfigureArguments;
};
