import Sync

/// Where a party stands between coming and having gone.
enum PartyStatus: String, Sendable, CaseIterable {
    /// Joined by itself, where the venue wants to confirm those.
    case pending
    case waiting
    case ready
    case seated
    case noShow = "no_show"
    case cancelled

    /// Whether the party has a place in the order; the others have left.
    var hasPlace: Bool {
        switch self {
        case .pending, .waiting, .ready: true
        case .seated, .noShow, .cancelled: false
        }
    }

    /// Whether the screens show it.
    var isDisplayed: Bool { self == .waiting || self == .ready }

    /// As a sentence says what the party is.
    var words: String {
        switch self {
        case .pending: "not confirmed yet"
        case .waiting: "waiting"
        case .ready: "ready"
        case .seated: "seated already"
        case .noShow: "marked as a no-show"
        case .cancelled: "cancelled"
        }
    }
}

extension PartyStatus: SavedValue {
    func write(to writer: inout StateWriter) {
        writer.write(Self.allCases.firstIndex(of: self) ?? 0)
    }

    init(from reader: inout StateReader) throws(StateError) {
        let index: Int = try reader.read()
        guard Self.allCases.indices.contains(index) else { throw StateError("a status is none") }
        self = Self.allCases[index]
    }

    func isSame(as other: PartyStatus) -> Bool { self == other }
}
