import BoardKit
import Sync

/// The actions on the menu.
extension Orders {
    static let menuActions = [
        addSection, editSection, moveSection, removeSection, addDish, editDish, moveDish,
        removeDish, stock, importMenu,
    ]

    private static let addSection = ActionDeclaration(
        OrdersAction.addSection.rawValue, "Adds a section at the end of the menu.",
        arguments: Section.fields.ofNew, roles: managers, result: [.section])

    private static let editSection = ActionDeclaration(
        OrdersAction.editSection.rawValue, "Changes a section.",
        arguments: [.section] + Section.fields.ofEdit, roles: managers)

    private static let moveSection = ActionDeclaration(
        OrdersAction.moveSection.rawValue, "Moves a section right before or after another one.",
        arguments: [.section, .before, .after], roles: managers)

    private static let removeSection = ActionDeclaration(
        OrdersAction.removeSection.rawValue, "Removes a section that has no dishes.",
        arguments: [.section], roles: managers)

    private static let addDish = ActionDeclaration(
        OrdersAction.addDish.rawValue, "Adds a dish at the end of a section.",
        arguments: [.section] + Dish.fields.ofNew, roles: managers, result: [.dish])

    private static let editDish = ActionDeclaration(
        OrdersAction.editDish.rawValue, "Changes a dish.",
        arguments: [
            .dish,
            ArgumentDeclaration("section", ItemID.self, .replacement, "The section that it joins"),
        ] + Dish.fields.ofEdit, roles: managers)

    private static let moveDish = ActionDeclaration(
        OrdersAction.moveDish.rawValue,
        "Moves a dish right before or after another one, whose section it joins.",
        arguments: [.dish, .before, .after], roles: managers)

    private static let removeDish = ActionDeclaration(
        OrdersAction.removeDish.rawValue, "Takes a dish off the menu.", arguments: [.dish],
        roles: managers)

    private static let stock = ActionDeclaration(
        OrdersAction.stock.rawValue, "Says how many of a dish are left.",
        arguments: [
            .dish,
            ArgumentDeclaration(
                "left", Stock.self, .requiredChange, "How many; null for plenty, 0 for sold out"),
        ],
        roles: staffAndKitchen)

    private static let importMenu = ActionDeclaration(
        OrdersAction.importMenu.rawValue, "Takes over the dishes of a file, as the import does.",
        arguments: [
            ArgumentDeclaration(
                "file", FileText.self, .required, "The content of the file", isSecret: true)
        ],
        roles: managers,
        result: [
            .always("added", .count, "The number of new dishes"),
            .always("changed", .count, "The number of changed dishes"),
            .always("unchanged", .count, "The number of dishes that were the same already"),
            .always("sections", .count, "The number of new sections"),
        ])
}

extension ArgumentDeclaration {
    fileprivate static let section = ArgumentDeclaration(
        "section", ItemID.self, .required, "The section's id")
    fileprivate static let dish = ArgumentDeclaration(
        "dish", ItemID.self, .required, "The dish's id")
    fileprivate static let before = ArgumentDeclaration(
        "before", ItemID.self, .optional, "The other one")
    fileprivate static let after = ArgumentDeclaration(
        "after", ItemID.self, .optional, "The other one")
}
