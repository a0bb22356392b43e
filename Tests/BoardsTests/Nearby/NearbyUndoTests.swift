import BoardKit
import JSON
import NearbyBoard
import Sync
import TestSupport
import Testing

@Suite struct NearbyUndoTests {
    private var bench = NearbyBench()

    /// Undoes and redoes the last event, and compares all documents.
    private mutating func expectUndo(of documents: [String: JSON], rounds: [String] = []) throws {
        let after = bench.everything(rounds: rounds)
        try bench.undo()
        expectEqual(bench.everything(rounds: rounds), documents)
        try bench.undo()
        expectEqual(bench.everything(rounds: rounds), after)
    }

    @Test mutating func `undo and redo restore every document`() throws {
        let id = try bench.add("Ada", ["rating": 4, "notes": "x"])
        let visit = try bench.visit(id)
        let round = try bench.open()
        let option = try bench.choose(id, in: round)
        let ada = try bench.join(round, "Ada")
        try bench.answer(ada, in: round, votes: [option])
        let bo = try bench.add("Bo")
        let changes: [(String, [String: JSON])] = [
            ("add", ["name": "Cy", "lat": 1, "lon": 2]),
            ("edit", ["favourite": .string(id), "notes": .null, "rating": 1]),
            ("visit", ["favourite": .string(id), "on": "2026-01-01"]),
            ("unvisit", ["visit": .string(visit)]), ("remove", ["favourite": .string(id)]),
            ("open", ["title": "Other"]),
            ("choose", ["round": .string(round), "favourite": .string(bo)]),
            ("drop", ["option": .string(option)]), ("close", ["round": .string(round)]),
            ("reopen", ["round": .string(round)]),
        ]
        for (verb, arguments) in changes {
            let before = bench.everything(rounds: [round])
            try bench.ask(verb, arguments)
            #expect(bench.everything(rounds: [round]) != before, "\(verb)")
            try expectUndo(of: before, rounds: [round])
        }
    }

    @Test mutating func `an event that a later one depends on can't be undone`() throws {
        let id = try bench.add("Ada")
        let added = bench.rev
        let visit = try bench.visit(id)
        let visited = bench.rev
        expectEqual(bench.code("undo", ["rev": JSON(added)]), .conflict)
        try bench.ask("remove", ["favourite": .string(id)])
        expectEqual(bench.message(of: "undo", ["rev": JSON(visited)]), "The favourite was removed")
        try bench.undo()
        try bench.ask("unvisit", ["visit": .string(visit)])
        expectEqual(bench.code("undo", ["rev": JSON(visited)]), .conflict)
        let round = try bench.open()
        let opened = bench.rev
        let option = try bench.choose(id, in: round)
        let chosen = bench.rev
        expectEqual(bench.code("undo", ["rev": JSON(opened)]), .conflict)
        try bench.close(round, for: option)
        // A closed round doesn't change.
        expectEqual(bench.message(of: "undo", ["rev": JSON(chosen)]), "The round is closed")
        try bench.undo()
        try bench.undo(chosen)
        try bench.undo(opened)
        #expect(bench.document("nearby/host")?["rounds"] == [:])
        expectEqual(bench.code("drop", ["option": .string(option)]), .notFound)
    }

    @Test mutating func `closing a round for an option that was dropped can't be redone`() throws {
        let round = try bench.open()
        let option = try bench.choose(bench.add("Ada"), in: round)
        try bench.close(round, for: option)
        try bench.ask("reopen", ["round": .string(round)])
        let reopened = bench.rev
        try bench.ask("drop", ["option": .string(option)])
        expectEqual(bench.message(of: "undo", ["rev": JSON(reopened)]), "The option was dropped")
        try bench.undo()
        try bench.undo(reopened)
        #expect(bench.round(round)?["decided"] == .string(option))
    }

    @Test mutating func `settings, imports and unknown revisions can't be undone`() throws {
        bench.load("stops", BenchedNearby.stops)
        expectEqual(bench.code("undo", ["rev": JSON(bench.rev)]), .conflict)
        try bench.ask("configure", ["units": "km"], by: NearbyBench.owner)
        expectEqual(bench.code("undo", ["rev": JSON(bench.rev)]), .conflict)
        expectEqual(bench.code("undo", ["rev": 99]), .notFound)
        expectEqual(bench.code("undo", ["rev": 0]), .invalid)
        for principal in [NearbyBench.screen, NearbyBench.engineer] {
            expectEqual(bench.code("undo", ["rev": 1], by: principal), .forbidden)
        }
    }
}
