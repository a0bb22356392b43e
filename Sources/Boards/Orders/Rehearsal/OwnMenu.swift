import JSON

/// The menu that a rehearsal makes where there is none: Spanish, with English texts.
enum OwnMenu {
    struct Section: Sendable {
        let name: String
        let english: String
        let station: String
        let dishes: [Dish]
    }

    struct Dish: Sendable {
        let name: String
        let english: String
        /// In the currency's smallest unit.
        let price: Int
        var allergens: [Allergen] = []
        let description: String
        let englishDescription: String
        /// `nil` for the usual rate.
        var vat: Int?
        /// `nil` for the station of its section.
        var station: String?
    }

    static let sections = [drinks, starters, rice, grill, desserts]
    /// The dishes of all sections, with the number of their section.
    static let dishes = sections.enumerated().flatMap { number, section in
        section.dishes.map { (section: number, dish: $0) }
    }

    private static let drinks = Section(
        name: "Bebidas", english: "Drinks", station: "bar",
        dishes: [
            Dish(
                name: "Agua mineral", english: "Mineral water", price: 250,
                description: "Con o sin gas, medio litro",
                englishDescription: "Still or sparkling, half a litre"),
            Dish(
                name: "Caña", english: "Small beer", price: 280, allergens: [.gluten],
                description: "De barril", englishDescription: "On tap", vat: 2100),
            Dish(
                name: "Copa de albariño", english: "Glass of albariño", price: 420,
                allergens: [.sulphites], description: "Rías Baixas, blanco",
                englishDescription: "Rías Baixas, white", vat: 2100),
            Dish(
                name: "Copa de rioja", english: "Glass of rioja", price: 390,
                allergens: [.sulphites], description: "Crianza, tinto",
                englishDescription: "Crianza, red", vat: 2100),
            Dish(
                name: "Limonada casera", english: "Homemade lemonade", price: 350,
                description: "Con hierbabuena", englishDescription: "With mint"),
        ])

    private static let starters = Section(
        name: "Entrantes", english: "Starters", station: "kitchen",
        dishes: [
            Dish(
                name: "Pan con tomate", english: "Bread with tomato", price: 380,
                allergens: [.gluten], description: "Pan de cristal y aceite de arbequina",
                englishDescription: "Crisp bread and arbequina oil"),
            Dish(
                name: "Croquetas de jamón", english: "Ham croquettes", price: 950,
                allergens: [.gluten, .eggs, .milk], description: "Seis, muy cremosas",
                englishDescription: "Six, very creamy"),
            Dish(
                name: "Ensaladilla rusa", english: "Potato salad with tuna", price: 820,
                allergens: [.eggs, .fish, .mustard], description: "Con ventresca de bonito",
                englishDescription: "With belly of tuna"),
            Dish(
                name: "Salmorejo", english: "Cold tomato cream", price: 750,
                allergens: [.gluten, .eggs], description: "Con huevo y jamón",
                englishDescription: "With egg and ham"),
            Dish(
                name: "Mejillones al vapor", english: "Steamed mussels", price: 1090,
                allergens: [.molluscs, .celery], description: "Con laurel y limón",
                englishDescription: "With bay leaf and lemon"),
            Dish(
                name: "Verduras a la brasa", english: "Grilled vegetables", price: 980,
                allergens: [.nuts], description: "Con romesco", englishDescription: "With romesco",
                station: "grill"),
        ])

    private static let rice = Section(
        name: "Arroces", english: "Rice", station: "kitchen",
        dishes: [
            Dish(
                name: "Paella de marisco", english: "Seafood paella", price: 1950,
                allergens: [.crustaceans, .fish, .molluscs],
                description: "Gambas, calamar y mejillones",
                englishDescription: "Prawns, squid and mussels"),
            Dish(
                name: "Arroz negro", english: "Black rice", price: 1850,
                allergens: [.eggs, .fish, .molluscs], description: "Con sepia y alioli",
                englishDescription: "With cuttlefish and garlic mayonnaise"),
            Dish(
                name: "Arroz de verduras", english: "Vegetable rice", price: 1590,
                allergens: [.celery], description: "Alcachofa, judía y pimiento",
                englishDescription: "Artichoke, beans and peppers"),
            Dish(
                name: "Fideuà", english: "Noodle paella", price: 1790,
                allergens: [.gluten, .crustaceans, .eggs, .fish],
                description: "Fideos con rape y gambas",
                englishDescription: "Noodles with monkfish and prawns"),
        ])

    private static let grill = Section(
        name: "A la brasa", english: "From the grill", station: "grill",
        dishes: [
            Dish(
                name: "Pulpo a la brasa", english: "Grilled octopus", price: 2150,
                allergens: [.molluscs], description: "Con patata y pimentón",
                englishDescription: "With potato and smoked paprika"),
            Dish(
                name: "Lubina a la espalda", english: "Sea bass, opened and grilled", price: 2090,
                allergens: [.fish], description: "Con ajo y guindilla",
                englishDescription: "With garlic and chilli"),
            Dish(
                name: "Presa ibérica", english: "Iberian pork shoulder", price: 1990,
                description: "Con puré de boniato", englishDescription: "With mashed sweet potato"),
            Dish(
                name: "Entrecot de vaca", english: "Rib-eye steak", price: 2390,
                description: "Madurado 30 días", englishDescription: "Aged for 30 days"),
            Dish(
                name: "Pollo de corral", english: "Free-range chicken", price: 1490,
                allergens: [.mustard], description: "Medio, con mostaza y limón",
                englishDescription: "A half, with mustard and lemon"),
        ])

    private static let desserts = Section(
        name: "Postres", english: "Desserts", station: "pastry",
        dishes: [
            Dish(
                name: "Crema catalana", english: "Catalan cream", price: 620,
                allergens: [.eggs, .milk], description: "Con azúcar quemado",
                englishDescription: "With burnt sugar"),
            Dish(
                name: "Tarta de queso", english: "Cheesecake", price: 690,
                allergens: [.gluten, .eggs, .milk], description: "Al horno, casi líquida",
                englishDescription: "Baked, almost liquid"),
            Dish(
                name: "Torrija", english: "Caramelised brioche", price: 650,
                allergens: [.gluten, .eggs, .milk], description: "Con helado de vainilla",
                englishDescription: "With vanilla ice cream"),
            Dish(
                name: "Sorbete de limón", english: "Lemon sorbet", price: 520,
                allergens: [.sulphites], description: "Al cava", englishDescription: "With cava",
                station: "bar"),
        ])
}

extension OwnMenu.Section {
    /// For the action that adds it.
    var arguments: [String: JSON] {
        [
            "name": .string(name), "station": .string(station),
            "texts": ["en": ["name": .string(english)]],
        ]
    }
}

extension OwnMenu.Dish {
    /// For the action that adds it to the section with this id.
    func arguments(in section: String) -> [String: JSON?] {
        [
            "section": .string(section), "name": .string(name), "price": JSON(price),
            "description": .string(description), "allergens": allergens.json,
            "vat": vat.map { JSON($0) }, "station": station.map(JSON.string),
            "texts": [
                "en": ["name": .string(english), "description": .string(englishDescription)]
            ],
        ]
    }
}
