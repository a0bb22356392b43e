import JSON
import ScreenClient
import TestSupport
import Testing

@testable import Sync

@Suite struct ViewLogTests {
    private func event(_ rev: Int) -> Event {
        Event(
            rev: rev, at: Instant(milliseconds: Int64(rev)), board: "lab", kind: "k", subject: "s",
            data: [:], actor: "clock", mutationID: nil)
    }

    private func change(_ row: String?, _ value: JSON?, member: String = "items") -> RowChange {
        RowChange(view: "v", member: member, row: row, value: value)
    }

    /// From every earlier revision, the answer must turn that document into the current one.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `the smaller answer turns any copy into the current document`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        var view = ViewLog(of: ViewKey(name: "v"), epoch: "e", document: Document(["items": [:]]))
        var history: [(rev: Int, document: JSON)] = [(0, ["items": [:]])]
        for rev in 1...100 {
            var changes: [RowChange] = []
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let row = "p_\(Int.random(in: 0..<12, using: &generator))"
                let isGone = Int.random(in: 0..<3, using: &generator) == 0
                let size = Int.random(in: 0..<3, using: &generator)
                changes.append(
                    change(row, isGone ? nil : ["size": JSON(size), "name": "somebody or other"]))
            }
            // Sometimes a member is added, removed or changes its kind.
            if seed > 2, Int.random(in: 0..<12, using: &generator) == 0 {
                let values: [JSON?] = ["text", ["a": 1], nil]
                let value = values.randomElement(using: &generator) ?? nil
                changes.append(change(nil, value, member: "more"))
            }
            if seed > 2, Int.random(in: 0..<8, using: &generator) == 0 {
                changes.append(
                    change("a", Bool.random(using: &generator) ? 1 : nil, member: "more"))
            }
            // Like a board, report only actual changes.
            var document = view.document
            changes.removeAll {
                document.set($0.member, row: $0.row, to: $0.value).isEmpty
            }
            if !changes.isEmpty {
                _ = view.apply(changes, of: event(rev), isWatched: seed % 2 == 0)
            }
            history.append((view.rev, view.document.json))
            for (since, then) in history.enumerated() where since % 4 == rev % 4 {
                try expectCatchUp(of: &view, since: since, from: then)
            }
        }
    }

    private func expectCatchUp(
        of view: inout ViewLog, since: Int, from then: (rev: Int, document: JSON)
    ) throws {
        let snapshot = view.snapshot()
        let today = view.document.json
        switch view.catchUp(since: since) {
        case .nothing:
            expectEqual(then.document, today)
            expectEqual(then.rev, view.rev)
        case .diff(let bytes):
            let diff = try JSON(parsing: bytes)
            #expect(bytes.count <= snapshot.count)
            expectEqual(diff["from"]?.integer, then.rev)
            expectEqual(diff["rev"]?.integer, view.rev)
            let copy = try JSONPatch.apply(diff["patch"]?.elements ?? [], to: then.document)
            expectEqual(copy, today)
            expectEqual(diff["hash"]?.text, DocumentHash(of: copy).text)
        case .snapshot(let bytes):
            expectEqual(bytes, snapshot)
            let message = try JSON(parsing: bytes)
            expectEqual(message["doc"], today)
            expectEqual(message["hash"]?.text, DocumentHash(of: today).text)
            expectEqual(message["rev"]?.integer, view.rev)
        }
    }

    @Test func `rows that were added and removed meanwhile do not cause a snapshot`() throws {
        var view = ViewLog(of: ViewKey(name: "v"), epoch: "e", document: Document(["items": [:]]))
        for rev in 1...5 {
            _ = view.apply(
                [change("p_\(rev)", ["name": "one who stays for long"])], of: event(rev),
                isWatched: false)
        }
        for rev in 6...105 {
            let row = rev % 2 == 0 ? "q_\(rev)" : "q_\(rev - 1)"
            _ = view.apply(
                [change(row, rev % 2 == 0 ? ["name": "x"] : nil)], of: event(rev), isWatched: false)
        }
        guard case .diff(let bytes) = view.catchUp(since: 5) else {
            Issue.record("a snapshot, though the diff is smaller")
            return
        }
        try expectEqual(JSON(parsing: bytes)["patch"], [])
        try expectEqual(JSON(parsing: bytes)["rev"], 105)
    }

    @Test func `a diff removes rows as long as it is the smaller answer`() {
        var view = ViewLog(of: ViewKey(name: "v"), epoch: "e", document: Document(["items": [:]]))
        for rev in 1...40 {
            _ = view.apply([change("p_\(rev)", ["name": "n"])], of: event(rev), isWatched: false)
        }
        _ = view.apply(
            [change("long", .string(String(repeating: "x", count: 1500)))], of: event(41),
            isWatched: false)
        _ = view.apply((1...40).map { change("p_\($0)", nil) }, of: event(42), isWatched: false)
        let snapshot = view.snapshot()
        guard case .diff(let bytes) = view.catchUp(since: 41) else {
            Issue.record("a snapshot of \(snapshot.count) bytes, though the diff is smaller")
            return
        }
        #expect(bytes.count < snapshot.count)
    }

    @Test func `sends a snapshot beyond the log's entries, and a diff within them`() {
        let padding = JSON.string(String(repeating: "x", count: 2000))
        let last = ChangeLog.entryCountMax + 100
        var log = ChangeLog()
        for rev in 1...last {
            log.append(ChangeLog.Entry(rev: rev, member: "items", row: "p", wasPresent: rev > 1))
        }
        var view = ViewLog(of: ViewKey(name: "v"), epoch: "e", document: Document())
        view.restore(
            Document(["items": ["long": padding, "p": 1]]), rev: last,
            changedAt: Instant(milliseconds: 0), log: log)
        // The log holds 65,536 changes of one row each; the last one before them is number 100.
        for (since, isDiff) in [(0, false), (1, false), (99, false), (100, true), (101, true)] {
            switch view.catchUp(since: since) {
            case .diff: #expect(isDiff, "since \(since)")
            case .snapshot: #expect(!isDiff, "since \(since)")
            case .nothing: Issue.record("nothing since \(since)")
            }
        }
    }

    @Test func `answers do not depend on earlier requests`() throws {
        var view = ViewLog(of: ViewKey(name: "v"), epoch: "e", document: Document(["items": [:]]))
        for rev in 1...20 {
            _ = view.apply([change("p_\(rev % 7)", JSON(rev))], of: event(rev), isWatched: false)
            for since in 0..<rev {
                var fresh = view
                let answers = [fresh.catchUp(since: since), view.catchUp(since: since)]
                let bytes = answers.map { answer -> [UInt8] in
                    switch answer {
                    case .nothing: []
                    case .diff(let bytes), .snapshot(let bytes): bytes
                    }
                }
                expectEqual(bytes[0], bytes[1])
            }
        }
    }

    @Test func `subscribers are visited in any order, each once, and removed at any place`() {
        var generator = SeededGenerator(seed: 11)
        var subscribers = Subscribers()
        var model: Set<ClientID> = []
        for _ in 0..<4000 {
            let id = ClientID(number: UInt64.random(in: 0..<40, using: &generator))
            if Bool.random(using: &generator) {
                subscribers.insert(id)
                model.insert(id)
            } else {
                subscribers.remove(id)
                model.remove(id)
            }
            expectEqual(subscribers.all.count, model.count)
            expectEqual(Set(subscribers.all), model)
        }
    }
}
