import JSON
import TestSupport
import Testing

@testable import Sync

/// A board that stores content beside its events.
@Suite struct VenueReferenceTests {
    /// A board with one map, whose content is too large for an event.
    private struct AtlasBoard: Board {
        var digest: String?
        private(set) var map: [UInt8]?
        let declaration = BoardDeclaration(
            name: "atlas", summary: "One map.",
            actions: [ActionDeclaration("atlas.keep", "Keeps it.")],
            views: [])

        struct NoMap: Error {}

        var emptyDocuments: [String: Document] { [:] }
        var missingReferences: Set<String> { map == nil ? Set([digest].compactMap(\.self)) : [] }

        func decide(
            _ mutation: Mutation, by principal: Principal, at moment: Moment,
            among boards: BoardStates
        ) throws(Rejection) -> Decision {
            var decision = Decision(kind: "kept", subject: "a_1", data: ["scale": 9])
            decision.keep(ReferenceChange(name: "map", content: mutation.reference))
            return decision
        }

        mutating func apply(_ event: Event) -> [RowChange] {
            digest = ReferenceMention(in: event.data)?.digest
            map = nil
            return []
        }

        mutating func take(_ content: ReferenceContent) throws {
            guard !content.bytes.isEmpty else { throw NoMap() }
            map = content.reading as? [UInt8] ?? content.bytes
        }

        func result(of event: Event) -> JSON? { nil }
    }

    private let journal = TestJournal()
    private let record = TestHub().record
    private var venue: Venue
    /// The last batch for the journal.
    private var unwritten: JournalBatch?

    init() {
        venue = Venue(record: record, boards: [AtlasBoard()], dependencies: journal.dependencies)
    }

    private mutating func keep(_ content: ReferenceContent?) throws -> JournalEntry {
        let mutation = Mutation(
            id: "m\(venue.decidedRev)", action: "atlas.keep", arguments: [:], reference: content)
        _ = venue.mutate(
            mutation, of: ClientID(number: 1), by: Principal(role: .host, device: "d_1"),
            at: TestHub.start)
        unwritten = venue.takeBatch()
        return try #require(unwritten?.entries.last)
    }

    @Test mutating func `an event mentions its content, which goes to the journal with it`()
        throws
    {
        let content = ReferenceContent([1, 2], digest: "ab")
        let kept = try keep(content)
        expectEqual(kept.reference, ReferenceChange(name: "map", content: content))
        expectEqual(kept.event.data, ["scale": 9, "reference": ["name": "map", "sha256": "ab"]])
        let removed = try keep(nil)
        expectEqual(removed.reference, ReferenceChange(name: "map", content: nil))
        expectEqual(removed.event.data["reference"], ["name": "map", "sha256": .null])
        // Descriptions do not show the content of a file.
        expectEqual("\(content) \(String(reflecting: kept.reference))".contains("[1, 2]"), false)
    }

    @Test(
        arguments: [
            ([1, 2], [], true), (nil, ["the data ab of atlas is missing"], false),
            ([], ["the data ab of atlas is not used: NoMap()"], false),
        ] as [([UInt8]?, [String], Bool)])
    mutating func `an opening venue supplies the content that a board's state mentions`(
        bytes: [UInt8]?, problems: [String], isThere: Bool
    ) throws {
        let event = try keep(ReferenceContent([9], digest: "ab")).event
        var opened = Venue(
            record: record, boards: [AtlasBoard()], dependencies: journal.dependencies)
        opened.replay { apply in apply(event) }
        var asked: [String] = []
        let found = opened.supplyReferences { digest, board in
            asked.append("\(board) \(digest)")
            return bytes.map { ReferenceContent($0, digest: digest) }
        }
        expectEqual(asked, ["atlas ab"])
        expectEqual(found, problems)
        for boards in [opened.shown, opened.tip] {
            expectEqual((boards.first as? AtlasBoard)?.map, (isThere ? bytes : nil))
        }
    }

    private var maps: [[UInt8]?] {
        [venue.tip, venue.shown].map { ($0.first as? AtlasBoard)?.map }
    }

    @Test mutating func `a board has the content of an event as soon as it has the event`() throws {
        for (content, map) in [
            (ReferenceContent([1, 2], digest: "ab"), [1, 2]),
            // Content that was read away from the loop is not read again.
            (ReferenceContent([3], digest: "cd", reading: [3, 3] as [UInt8]), [3, 3]),
        ] as [(ReferenceContent, [UInt8])] {
            let before = maps[1]
            _ = try keep(content)
            expectEqual(maps, [map, before])
            let batch = try #require(unwritten)
            while venue.journaled(batch) != nil {}
            expectEqual(maps, [map, map])
        }
    }

    @Test mutating func `a board works without content that it can't read`() throws {
        _ = try keep(ReferenceContent([], digest: "ab"))
        expectEqual(maps, [nil, nil])
    }

    @Test func `contents are equal whether they were read or not`() {
        let content = ReferenceContent([1], digest: "ab", reading: 7)
        expectEqual(content, ReferenceContent([1], digest: "ab"))
        #expect(content != ReferenceContent([1], digest: "cd"))
        #expect(content != ReferenceContent([2], digest: "ab"))
    }
}
