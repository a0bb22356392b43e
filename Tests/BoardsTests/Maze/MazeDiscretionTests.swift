import JSON
import Sync
import TestBoards
import TestSupport
import Testing

@testable import BoardKit
@testable import MazeBoard

/// Checks that the label is a party's only personal data in the maze.
@Suite struct MazeDiscretionTests {
    private static let words = ["Grace", "Brewster", "Hopper", "5550123", "window", "stroller"]

    /// Returns a venue whose only party has walked, won and appears in every document.
    private func bench(_ labels: LabelPrivacy) throws -> MazeBench {
        var bench = MazeBench(labels: labels)
        let party = try bench.add(
            "Grace Brewster Hopper",
            [
                "phone": "+12015550123", "notes": "a table by the window",
                "tags": ["stroller"],
            ])
        let guest = MazeBench.waiting(party)
        let screen = bench.watch()
        try bench.ask("explore", ["maze": "9x9-000000ff"])
        let first = try bench.join(guest)
        let second = try bench.join(guest)
        try bench.finishExploring()
        try bench.race()
        try bench.walk(second, bench.path.prefix(2), by: guest)
        try bench.walk(first, bench.path, by: guest)
        try bench.ask("stop")
        try bench.ask("replay")
        bench.wait(50)
        let heard = bench.heard(screen).map(\.canonicalText).joined()
        #expect(marks(in: heard).isSubset(of: allowed(labels)))
        return bench
    }

    private func marks(in text: String) -> Set<String> {
        Set(Self.words.filter(text.contains))
    }

    /// Returns the words that the public list shows.
    private func allowed(_ labels: LabelPrivacy) -> Set<String> {
        switch labels {
        case .full: ["Grace", "Brewster", "Hopper"]
        case .firstInitial: ["Grace"]
        case .initials, .number: []
        }
    }

    @Test(arguments: LabelPrivacy.allCases)
    func `shows every reader of every document only the label`(labels: LabelPrivacy) throws {
        let bench = try bench(labels)
        let readers: [Principal] = [
            MazeBench.owner, MazeBench.host, MazeBench.engineer, MazeBench.screen,
            MazeBench.waiting("p_1"), MazeBench.waiting("p_9"),
            Principal(role: Role(rawValue: "kitchen"), device: "d_kitchen"),
            Principal(joinLink: "j_1"),
        ]
        for view in ["maze/display", "maze/host"] {
            for principal in readers {
                guard let message = bench.message(view, by: principal) else { continue }
                let text = String(decoding: message, as: UTF8.self)
                expectEqual(marks(in: text), allowed(labels), "\(view) \(principal)")
                #expect(!text.contains("p_1"), "\(view) \(principal)")
            }
        }
        #expect(bench.document("maze/display", by: MazeBench.screen) != nil)
    }

    @Test(arguments: LabelPrivacy.allCases)
    func `has only the label in a record`(labels: LabelPrivacy) throws {
        let records = try bench(labels).venue.board(MazeGame.self)?.records
        let record = try #require(records?.last)
        expectEqual(marks(in: record.json.canonicalText), allowed(labels))
        expectEqual(marks(in: record.summary.canonicalText), allowed(labels))
        #expect(record.summary["winner"] != nil)
        for text in [record.json.canonicalText, record.summary.canonicalText] {
            #expect(!text.contains("p_1"))
        }
    }

    @Test(arguments: LabelPrivacy.allCases)
    func `hides names in refused requests from engineers, and parties in answers`(
        labels: LabelPrivacy
    ) throws {
        var bench = try bench(labels)
        let walker = try bench.ask("join", by: MazeBench.waiting("p_1"))
        expectEqual(walker.members?.keys.sorted(), ["walker"])
        let refused = Mutation(
            id: "m", action: "maze.join", arguments: ["name": "Grace Brewster Hopper"])
        let masked = bench.venue.arguments(of: refused, maskedFor: .engineer)
        expectEqual(masked["name"], "•••")
    }
}
