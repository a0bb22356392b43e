import Boards
import JSON
import Sync

/// What boards say on every page of those who work in the house, by the keys of the pages' texts.
package struct BoardTexts: Sendable {
    /// What lies in a page's texts beside its own: `problems.waitlist.no_party`, and of one field
    /// `problems.waitlist.name.required`; `fields.waitlist.name`.
    private static let families = ["problems.", "fields."]

    /// Below the folder with the pages: those with a catalogue for each language, `texts/es.json`.
    let folders: [String]
    /// The English sentences, as the boards declare them.
    private let declared: [String: JSON]

    init(_ boards: BoardRegistry) {
        let declarations = boards.modules.map(\.declaration)
        folders = ["boards"] + declarations.map { "boards/\($0.name)" }
        let problems = ProblemDeclaration.ofEveryBoard + declarations.flatMap(\.problems)
        declared = Dictionary(
            problems.map { ("problems.\($0.code)", .string($0.sentence)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// - Parameter catalogues: of the page's language; what is missing there is said in English.
    func sentences(in catalogues: [[UInt8]]) -> [String: JSON] {
        var sentences = declared
        for catalogue in catalogues {
            for (key, sentence) in (try? JSON(parsing: catalogue).members) ?? [:]
            where Self.families.contains(where: key.hasPrefix) {
                sentences[key] = sentence
            }
        }
        return sentences
    }

    /// What a board says of its events, and its title.
    ///
    /// - Parameter catalogues: of the board; later ones come before earlier ones.
    static func ofEvents(in catalogues: [[UInt8]]) -> [String: JSON] {
        var sentences: [String: JSON] = [:]
        for catalogue in catalogues {
            for (key, sentence) in (try? JSON(parsing: catalogue).members) ?? [:] {
                if key == "board.title" {
                    sentences["title"] = sentence
                } else if key.hasPrefix("events.") {
                    sentences[String(key.dropFirst("events.".count))] = sentence
                }
            }
        }
        return sentences
    }
}
