import JSON
import ShippedBoards
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import WaitlistBoard

/// Snapshots, which must never change the result of opening.
@Suite struct VenueSnapshotTests {
    @Test(arguments: 1...3)
    func `opens in the same state by a snapshot of any revision`(seed: UInt64) throws {
        let history = VenueHistory(seed: seed, count: 100)
        let expected = history.replayed().savedState()
        expectEqual(history.states.last, expected)
        for rev in history.states.indices {
            let opened = try history.opened(bySnapshotAt: rev)
            expectEqual(opened.savedState(), expected, "by the snapshot at \(rev)")
        }
    }

    @Test(arguments: 1...2)
    func `gives the same answers by a snapshot of any revision`(seed: UInt64) throws {
        let history = VenueHistory(seed: seed, count: 36)
        let expected = history.answers(of: history.replayed())
        // The answers include all kinds.
        for kind in ["undone", "restored", "not_found", "conflict", "stale", "id_reused"] {
            #expect(expected.contains { $0.contains(kind) }, "\(kind)")
        }
        for rev in stride(from: 0, through: history.events.count, by: 9) {
            let opened = try history.opened(bySnapshotAt: rev)
            expectEqual(history.answers(of: opened), expected, "by the snapshot at \(rev)")
        }
    }

    @Test func `saves an equal snapshot after it opens from one`() throws {
        let history = VenueHistory(seed: 7, count: 100)
        var state = history.states[0]
        for rev in stride(from: 0, to: history.events.count, by: 10) {
            var venue = try history.restored(state)
            let next = min(rev + 10, history.events.count)
            venue.replay { apply in for event in history.events[rev..<next] { apply(event) } }
            state = venue.savedState()
            expectEqual(state, history.states[next])
        }
    }

    @Test func `keeps the revision that last changed a guest's document in every snapshot`() throws
    {
        let history = VenueHistory(seed: 3, count: 150)
        var last: [String: (document: JSON?, rev: Int)] = [:]
        for rev in history.states.indices.dropFirst() {
            var venue = try history.restored(history.states[rev])
            for number in 1...rev {
                let party = "p_" + String(number, radix: 36)
                let guest = Principal(guestOf: .party(party))
                guard let reading = try? venue.read("waitlist/guest", by: guest) else {
                    last[party] = nil
                    continue
                }
                let document = try JSON(parsing: reading.snapshot)["doc"]
                let known = last[party]
                expectEqual(
                    reading.rev, document == known?.document ? known?.rev : rev, "\(party)")
                last[party] = (document, reading.rev)
            }
        }
        #expect(last.count > 5)
    }

    /// Fails if the same events lead to another state. Then change the board's `stateVersion` or
    /// `Venue.stateVersion`, and the vector.
    @Test func `has exactly one form for each version of the state`() throws {
        let history = VenueHistory(seed: 42, count: 200)
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in history.states.joined() { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let vector = try VectorFile.load("boards-state-form")
        expectEqual(vector["version"], JSON(Venue.stateVersion))
        expectEqual(vector["sum"]?.text, String(sum, radix: 16))
    }

    @Test func `refuses a state that is cut off anywhere, and changes nothing`() throws {
        let history = VenueHistory(seed: 5, count: 12)
        let state = try #require(history.states.last)
        for count in 0..<state.count {
            #expect(throws: StateError.self) { _ = try history.restored(Array(state[..<count])) }
        }
        #expect(throws: StateError.self) { _ = try history.restored(state + [0]) }
        var venue = history.replayed()
        #expect(throws: StateError.self) { try venue.restore(from: StateReader([1, 2, 3])) }
        expectEqual(venue.savedState(), state)
    }

    /// The file's checksum catches most damage. Damage that passes it must not stop the program.
    @Test(arguments: 1...2)
    func `refuses a damaged state, or reads it without harm`(seed: UInt64) throws {
        let history = VenueHistory(seed: seed, count: 40)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            var state = history.states.last ?? []
            for _ in 0...Int.random(in: 0...2, using: &random) {
                let index = Int.random(in: state.indices, using: &random)
                state[index] = UInt8.random(in: 0...255, using: &random)
            }
            guard let venue = try? history.restored(state) else { continue }
            _ = venue.savedState()
            let waitlist = venue.board(Waitlist.self)
            for rev in 1...40 {
                _ = waitlist?.party(legacyID: rev)
                _ = try? waitlist?.ledger.stateBefore(rev, of: PartyID(rev: rev))
                _ = try? waitlist?.ledger.thing(ofEvent: rev)
            }
        }
    }

    @Test func `refuses a snapshot of a venue with other settings`() throws {
        let history = VenueHistory(seed: 1, count: 20)
        var record = history.venue.record
        record.settings = ["labels": "full"]
        var venue = Venue.empty(record)
        let state = try #require(history.states.last)
        #expect(throws: StateError.self) { try venue.restore(from: StateReader(state)) }
        expectEqual(venue.rev, 0)
    }
}
