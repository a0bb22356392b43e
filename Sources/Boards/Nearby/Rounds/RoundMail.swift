import BoardKit
import JSON
import Sync

/// What came of the letters about a round. It doesn't know whom they were for.
struct RoundMail: Sendable, Equatable {
    enum State: String, CaseIterable, ArgumentValue {
        case waiting
        case sent
        case failed
    }

    /// When it last changed.
    private(set) var at: Instant
    /// The ids of the letters that are on their way.
    private(set) var waiting: Set<String>
    /// Those that could not be sent. The owner may have them tried again.
    private(set) var failed: Set<String> = []
    private(set) var sentCount = 0

    /// Letters are to be sent.
    ///
    /// - Parameter previous: the letters before them. Those that are still on their way count on.
    init(_ letters: some Sequence<String>, at: Instant, after previous: RoundMail?) {
        if let previous, !previous.waiting.isEmpty {
            self = previous
        } else {
            self.init(at: at, waiting: [])
        }
        self.at = at
        waiting.formUnion(letters)
    }

    func knows(_ letter: String) -> Bool { waiting.contains(letter) || failed.contains(letter) }

    mutating func note(_ letter: String, isSent: Bool, at: Instant) {
        guard knows(letter) else { return }
        self.at = at
        waiting.remove(letter)
        if isSent {
            failed.remove(letter)
            sentCount += 1
        } else {
            failed.insert(letter)
        }
    }

    /// The member of the round's row.
    var row: JSON {
        let (state, count): (State, Int) =
            if !waiting.isEmpty {
                (.waiting, waiting.count)
            } else if !failed.isEmpty {
                (.failed, failed.count)
            } else {
                (.sent, sentCount)
            }
        return [
            "state": .string(state.rawValue), "at": .string(at.description), "count": JSON(count),
        ]
    }

    private init(at: Instant, waiting: Set<String>) {
        self.at = at
        self.waiting = waiting
    }
}

extension RoundMail: SavedValue {
    func write(to writer: inout StateWriter) {
        writer.write(at)
        writer.write(waiting.sorted())
        writer.write(failed.sorted())
        writer.write(sentCount)
    }

    init(from reader: inout StateReader) throws(StateError) {
        self.init(at: try reader.read(), waiting: Set(try reader.read([String].self)))
        failed = Set(try reader.read([String].self))
        sentCount = try reader.read()
    }

    func isSame(as other: RoundMail) -> Bool { self == other }
}
