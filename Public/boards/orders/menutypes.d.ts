/** A name and a description in another language. */
export interface Translation {
    name: string;
    description?: string;
}

export interface Section {
    rank: string;
    name: string;
    station?: string;
    /** By language. */
    texts?: Record<string, Translation>;
}

export interface Dish {
    rank: string;
    section: string;
    name: string;
    price: number;
    vat: number;
    description?: string;
    /** Absent unless the allergens are stated. */
    allergens?: string[];
    station?: string;
    /** By language. */
    texts?: Record<string, Translation>;
    /** The number left; absent for plenty. */
    left?: number;
}

export interface MenuDocument {
    currency: string;
    sections: Record<string, Section>;
    dishes: Record<string, Dish>;
}

/** A dish as a page shows it: in the page's language, with its allergens in the list's order. */
export interface ShownDish {
    key: string;
    name: string;
    description: string;
    price: number;
    /** Absent unless the allergens are stated. */
    allergens?: string[];
    isSoldOut: boolean;
    left?: number;
}

export interface ShownSection {
    key: string;
    name: string;
    dishes: ShownDish[];
}
