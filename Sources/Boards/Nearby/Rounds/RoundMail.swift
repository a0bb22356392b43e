import BoardKit
import JSON
import Sync

/// The outcome of the letters about a round. It does not contain the recipients.
struct RoundMail: Sendable, Equatable {
    enum State: String, CaseIterable, ArgumentValue {
        case waiting
        case sent
        case failed
    }

    /// The time of the last change.
    private(set) var at: Instant
    /// The ids of the letters under way.
    private(set) var waiting: Set<String>
    /// The ids of the letters that could not be sent. The owner can have them tried again.
    private(set) var failed: Set<String> = []
    private(set) var sentCount = 0

    /// Adds letters to send.
    ///
    /// - Parameter previous: the outcome of earlier letters. Those still under way continue to
    ///   count.
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

extension RoundMail: SavedFields {
    static let blank = RoundMail(at: Instant(milliseconds: 0), waiting: [])

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&at, old.at)
        try fields(&waiting, old.waiting)
        try fields(&failed, old.failed)
        try fields(&sentCount, old.sentCount)
    }
}
