import Foundation
import JSON
import ShippedBoards
import Sync
import TestSupport
import Testing

@testable import BoardKit

/// The problems that boards declare, and their translations.
@Suite struct ProblemTests {
    private static let pages = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Public/boards").standardized

    private static let declarations = BoardRegistry.shipped.modules.map(\.declaration)

    /// Returns the Spanish catalogue of a folder.
    private func catalogue(_ folder: String) throws -> [String: String] {
        let place = Self.pages.appendingPathComponent("\(folder)/texts/es.json")
        let texts = try JSON(parsing: Array(Data(contentsOf: place))).members ?? [:]
        return texts.compactMapValues(\.text)
    }

    /// Returns the placeholders of a sentence.
    private func places(_ sentence: String) -> Set<String> {
        Set(sentence.matches(of: /\{(\w+)\}/).map { String($0.output.1) })
    }

    private func check(_ problems: [ProblemDeclaration], in texts: [String: String]) {
        for problem in problems {
            let key = "problems.\(problem.code)"
            guard let one = problem.sentenceOfOne else {
                check(texts[key], against: problem.sentence, key)
                continue
            }
            check(texts["\(key).one"], against: one, "\(key).one")
            check(texts["\(key).other"], against: problem.sentence, "\(key).other")
        }
    }

    private func check(_ said: String?, against sentence: String, _ key: String) {
        expectEqual(said?.isEmpty, false, "\(key)")
        // A translation may leave out the field's name.
        let missing = places(sentence).subtracting(places(said ?? ""))
        #expect(missing.isSubset(of: ["label"]), "\(key)")
        #expect(places(said ?? "").isSubset(of: places(sentence).union(["label"])), "\(key)")
    }

    @Test func `translates every problem into Spanish, with the same placeholders`() throws {
        check(ProblemDeclaration.ofEveryBoard, in: try catalogue(""))
        for board in Self.declarations {
            check(board.problems, in: try catalogue(board.name))
        }
    }

    @Test func `translates every argument's name into Spanish`() throws {
        for board in Self.declarations {
            let texts = try catalogue(board.name)
            let names = board.actions.filter { !$0.isHubOnly && $0.roles != [.hub] }
                .flatMap { $0.arguments.map(\.name) }
            for name in Set(names) {
                #expect(texts["fields.\(board.name).\(name)"] != nil, "\(board.name) \(name)")
            }
        }
    }

    @Test func `has no unused translation in a catalogue`() throws {
        let general = ProblemDeclaration.ofEveryBoard.map(\.code)
        for board in Self.declarations {
            let fields = Set(board.actions.flatMap { $0.arguments.map(\.name) })
            let own = board.problems.flatMap { problem in
                problem.sentenceOfOne == nil
                    ? [problem.code] : ["\(problem.code).one", "\(problem.code).other"]
            }
            let ofFields = fields.flatMap { field in
                general.map { "\(board.name).\(field).\($0)" }
            }
            let known = Set(
                (own + ofFields).map { "problems.\($0)" }
                    + fields.map { "fields.\(board.name).\($0)" })
            for key in try catalogue(board.name).keys
            where key.hasPrefix("problems.") || key.hasPrefix("fields.") {
                #expect(known.contains(key), "\(key)")
            }
        }
    }

    @Test func `has unique codes, none of which is that of a field`() {
        let codes = (ProblemDeclaration.ofEveryBoard + Self.declarations.flatMap(\.problems))
            .map(\.code)
        expectEqual(Set(codes).count, codes.count)
        for board in Self.declarations {
            for argument in board.actions.flatMap(\.arguments) {
                let start = "\(board.name).\(argument.name)"
                #expect(!codes.contains { $0 == start || $0.hasPrefix(start + ".") }, "\(start)")
            }
        }
    }
}
