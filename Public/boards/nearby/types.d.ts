/** The pages' data about places, stops, favourites and rounds. */

/** A place, as its source has it. Members may be absent. */
export interface Place {
    ref: string;
    name: string;
    kind?: string;
    cuisine?: string[];
    lat: number;
    lon: number;
    metres?: number;
    walk?: number;
    address?: string;
    phone?: string;
    url?: string;
    rating?: number;
    reviews?: number;
    price?: number;
    open?: boolean;
    closesAt?: string;
    wheelchair?: string;
}

/** The hub's answer about the places around a position. */
export interface PlacesAnswer {
    at: string;
    lat: number;
    lon: number;
    radius: number;
    source: string;
    attribution?: string;
    asOf?: string;
    stale?: boolean;
    partial?: boolean;
    total: number;
    left?: { unnamed?: number };
    places: Place[];
}

export interface Stop {
    id: string;
    name: string;
    town?: string;
    zip?: string;
    mode?: string;
    lat: number;
    lon: number;
    metres?: number;
    why?: string;
}

export interface Visit {
    on: string;
    notes?: string;
}

/** If only the source may name the place, there is only the ref. */
export interface Favourite {
    ref?: string;
    name?: string;
    kind?: string;
    address?: string;
    phone?: string;
    url?: string;
    lat?: number;
    lon?: number;
    stop?: string;
    rating?: number;
    notes?: string;
    tags?: string[];
    visits?: Record<string, Visit>;
    addedAt: string;
    isNew?: boolean;
    isPending?: boolean;
}

export interface RoundOption {
    ref?: string;
    favourite?: string;
    name?: string;
    kind?: string;
    address?: string;
    url?: string;
    lat?: number;
    lon?: number;
    votes: number;
    at: string;
    isNew?: boolean;
}

export interface Friend {
    name: string;
    coming?: "yes" | "no" | "maybe";
    votes: string[];
}

export interface Round {
    title: string;
    state: "open" | "closed";
    when?: string;
    until: string;
    openedAt: string;
    options: Record<string, RoundOption>;
    friends: Record<string, Friend>;
    decided?: string;
    mail?: { state: "waiting" | "sent" | "failed"; at: string; count: number };
    isNew?: boolean;
}

export interface HostDocument {
    favourites: Record<string, Favourite>;
    rounds: Record<string, Round>;
}

export interface Venue {
    name: string;
    timeZone: string;
    units?: string;
    lat?: number;
    lon?: number;
    tileUrl?: string;
    tileAttribution?: string;
}
