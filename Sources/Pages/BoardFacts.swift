import BoardKit
import JSON
import Sync

/// The boards' titles, settings and roles, for an owner's page.
struct BoardFacts {
    let json: JSON
    /// The views of the boards' settings.
    let views: [String]

    /// The prefixes of the texts for the page.
    private static let families = ["board.", "role.", "settings."]

    init(_ boards: BoardRegistry, _ files: PublicFiles, in language: Language) {
        let declarations = boards.modules.map(\.declaration)
        views = declarations.filter { !$0.settings.isEmpty }.map { "\($0.name)/settings" }
        json = .array(
            declarations.map { declaration in
                let texts = files.texts(of: "boards/\(declaration.name)", in: [language, .english])
                return [
                    "name": .string(declaration.name),
                    "summary": .string(declaration.summary),
                    "isAlwaysOn": .bool(declaration.isAlwaysOn),
                    "roles": .array(declaration.roles.map(\.description)),
                    "settings": .array(declaration.settings.map(\.description)),
                    "texts": .object(
                        texts.filter { key, _ in Self.families.contains { key.hasPrefix($0) } }),
                ]
            })
    }
}
