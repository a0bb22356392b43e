import BoardKit
import Sync

extension Orders {
    static let menuActions = [
        addSection, editSection, moveSection, removeSection, addDish, editDish, moveDish,
        removeDish, stock, importMenu,
    ]

    private static let addSection = action(
        .addSection, causes: [.sectionAdded], "Adds a section at the end of the menu.",
        Section.fields.ofNew,
        roles: managers, result: [.section])

    private static let editSection = action(
        .editSection, causes: [.sectionEdited], "Changes a section.",
        [.section] + Section.fields.ofEdit, roles: managers)

    private static let moveSection = action(
        .moveSection, causes: [.sectionMoved], "Moves a section right before or after another one.",
        [.section, .before, .after], roles: managers)

    private static let removeSection = action(
        .removeSection, causes: [.sectionRemoved], "Removes a section that has no dishes.",
        [.section], roles: managers)

    private static let addDish = action(
        .addDish, causes: [.dishAdded], "Adds a dish at the end of a section.",
        [.section] + Dish.fields.ofNew,
        roles: managers, result: [.dish])

    private static let editDish = action(
        .editDish, causes: [.dishEdited], "Changes a dish.",
        [
            .dish,
            .replacement("section", ItemID.self, "The section that it joins"),
        ] + Dish.fields.ofEdit,
        roles: managers)

    private static let moveDish = action(
        .moveDish, causes: [.dishMoved],
        "Moves a dish right before or after another one, whose section it joins.",
        [.dish, .before, .after], roles: managers)

    private static let removeDish = action(
        .removeDish, causes: [.dishRemoved], "Takes a dish off the menu.", [.dish], roles: managers)

    private static let stock = action(
        .stock, causes: [.stocked], "Says how many of a dish are left.",
        [
            .dish,
            .requiredChange("left", Stock.self, "How many; null for plenty, 0 for sold out"),
        ],
        roles: staffAndKitchen)

    private static let importMenu = action(
        .importMenu, causes: [.imported], "Takes over the dishes of a file, as the import does.",
        [.required("file", FileText.self, "The content of the file", isSecret: true)],
        roles: managers,
        result: [
            .always("added", .count, "The number of new dishes"),
            .always("changed", .count, "The number of changed dishes"),
            .always("unchanged", .count, "The number of dishes that were the same already"),
            .always("sections", .count, "The number of new sections"),
        ])
}

extension ArgumentDeclaration {
    fileprivate static let section = required("section", ItemID.self, "The section's id")
    fileprivate static let dish = required("dish", ItemID.self, "The dish's id")
    fileprivate static let before = optional("before", ItemID.self, "The other one")
    fileprivate static let after = optional("after", ItemID.self, "The other one")
}
