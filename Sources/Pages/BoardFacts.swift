import Boards
import JSON
import Sync

/// What an owner's page is told of the boards: their titles, and what can be set of each.
struct BoardFacts {
    let json: JSON
    /// Those of the boards' settings.
    let views: [String]

    /// What the keys begin with of the sentences about a board.
    private static let families = ["board.", "settings."]

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
                    "settings": .array(declaration.settings.map(\.description)),
                    "texts": .object(
                        texts.filter { key, _ in Self.families.contains { key.hasPrefix($0) } }),
                ]
            })
    }
}
