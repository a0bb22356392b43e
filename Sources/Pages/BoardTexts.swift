import BoardKit
import JSON
import Sync

/// The boards' texts that every page for staff gets, by the keys that pages use.
package struct BoardTexts: Sendable {
    /// The prefixes of these texts' keys: `problems.waitlist.no_party`, `fields.waitlist.name`, or
    /// for one field `problems.waitlist.name.required`; `pageNames.host`; and `role.<role>`.
    private static let families = ["problems.", "fields.", "pageNames.", "role."]

    /// The folders with catalogues such as `texts/es.json`, within the folder with the pages.
    let folders: [String]
    /// The English texts that the boards declare.
    private let declared: [String: JSON]

    init(_ boards: BoardRegistry) {
        let declarations = boards.modules.map(\.declaration)
        folders = ["boards"] + declarations.map { "boards/\($0.name)" }
        let problems = ProblemDeclaration.ofEveryBoard + declarations.flatMap(\.problems)
        declared = Dictionary(
            problems.flatMap(Self.texts), uniquingKeysWith: { first, _ in first })
    }

    /// The English texts of a problem: one, or one for each form of its number.
    private static func texts(of problem: ProblemDeclaration) -> [(String, JSON)] {
        let key = "problems.\(problem.code)"
        guard let one = problem.sentenceOfOne else { return [(key, .string(problem.sentence))] }
        return [("\(key).one", .string(one)), ("\(key).other", .string(problem.sentence))]
    }

    /// Returns the texts in a page's language.
    ///
    /// - Parameter catalogues: the boards' catalogues in that language. Texts that they lack are in
    ///   English.
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

    /// Returns a board's texts about its events, its title, and the words for its roles, by their
    /// keys.
    ///
    /// - Parameter catalogues: the board's catalogues. Later ones override earlier ones.
    static func ofEvents(in catalogues: [[UInt8]]) -> [String: JSON] {
        var sentences: [String: JSON] = [:]
        for catalogue in catalogues {
            for (key, sentence) in (try? JSON(parsing: catalogue).members) ?? [:] {
                if key == "board.title" {
                    sentences["title"] = sentence
                } else if key.hasPrefix("role.") {
                    sentences[key] = sentence
                } else if key.hasPrefix("events.") {
                    sentences[String(key.dropFirst("events.".count))] = sentence
                }
            }
        }
        return sentences
    }
}
