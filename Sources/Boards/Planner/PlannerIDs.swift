import BoardKit
import Sync

/// The id of an event of a calendar: `e_8x`.
struct EventID: OrdinalID {
    static let prefix = "e_"

    let number: Int
}

/// The id of a reservation: `r_8x`, made from the revision that booked it.
struct ReservationID: RevisionID {
    static let prefix = "r_"

    let rev: Int
}

/// The id of a feed: `f_8x`, made from the revision that added it.
struct FeedID: RevisionID {
    static let prefix = "f_"

    let rev: Int
}

/// The id of a calendar: `c_8x`, made from the revision that added it, or one of the two fixed
/// calendars of every house.
struct CalendarID: LedgerID {
    let number: Int

    /// The main calendar, for events that name no other.
    static let main = CalendarID(number: 1)
    /// The calendar of the reservations. It has no events.
    static let reservations = CalendarID(number: 2)

    /// The calendars that always exist, with their ids in messages.
    static let fixed: KeyValuePairs = [main: "main", reservations: "reservations"]

    private static let prefix = "c_"

    init(number: Int) { self.number = number }

    /// - Parameter rev: 1 or more.
    init(rev: Int) { number = rev + Self.fixed.count }

    /// The revision that added the calendar; 0 or less for the fixed calendars.
    private var rev: Int { number - Self.fixed.count }

    var isFixed: Bool { rev <= 0 }

    var text: String {
        Self.fixed.first { $0.key == self }?.value ?? Self.prefix + String(rev, radix: 36)
    }

    /// Parses an id. Returns `nil` for a malformed text. Each id has exactly one text.
    init?(_ text: String) {
        if let fixed = Self.fixed.first(where: { $0.value == text }) {
            self = fixed.key
            return
        }
        guard text.hasPrefix(Self.prefix),
            let rev = Int(base36: text.utf8.dropFirst(Self.prefix.utf8.count)),
            rev <= Int.max - Self.fixed.count
        else { return nil }
        self.init(rev: rev)
    }
}

/// The id of an account: `a_8x`, made from the revision that connected it.
package struct AccountID: RevisionID {
    package static let prefix = "a_"

    package let rev: Int

    package init(rev: Int) { self.rev = rev }
}

/// The id of a calendar at an account's server: `m_8x`. It stays the same when the account's
/// calendars are listed again.
struct RemoteID: OrdinalID {
    static let prefix = "m_"

    let number: Int
}

/// The id of an issue, a conflict between two edits: `i_8x`.
struct IssueID: OrdinalID {
    static let prefix = "i_"

    let number: Int
}
