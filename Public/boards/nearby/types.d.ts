/** The pages' data about places, stops, favourites and rounds. */
import type { DocumentOf } from "../../js/tablecast.js";

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

type HostView = DocumentOf<"nearby/host">;

/** A favourite. It has only the ref if only the source may name the place. */
export type Favourite = HostView["favourites"][string];
export type Round = HostView["rounds"][string];
export type RoundOption = Round["options"][string];

export interface HostDocument {
    favourites: Record<string, Favourite>;
    rounds: Record<string, Round>;
}

export type Venue = DocumentOf<"nearby/display">["venue"];
