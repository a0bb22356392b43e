import BoardKit
import Sync

/// The id of an event of a calendar: `e_8x`.
struct EventID: OrdinalID {
    static let prefix = "e_"

    let number: Int
}

/// The id of a reservation, made of the revision that booked it: `r_8x`.
struct ReservationID: RevisionID {
    static let prefix = "r_"

    let rev: Int
}

/// The id of a feed, made of the revision that added it: `f_8x`.
struct FeedID: RevisionID {
    static let prefix = "f_"

    let rev: Int
}

/// The id of a calendar: `c_8x`, made of the revision that added it, or one of the two that every
/// house has.
struct CalendarID: LedgerID {
    let number: Int

    /// The calendar of the house, in which events are put that name no other.
    static let main = CalendarID(number: 1)
    /// The calendar of the reservations. It has no events.
    static let reservations = CalendarID(number: 2)

    /// The calendars that always exist, with the ids that they have in messages.
    static let fixed: KeyValuePairs = [main: "main", reservations: "reservations"]

    private static let prefix = "c_"

    init(number: Int) { self.number = number }

    /// - Parameter rev: 1 or more.
    init(rev: Int) { number = rev + Self.fixed.count }

    /// The revision that added the calendar; 0 or less for those that always exist.
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

/// The id of an account, made of the revision that connected it: `a_8x`.
package struct AccountID: RevisionID {
    package static let prefix = "a_"

    package let rev: Int

    package init(rev: Int) { self.rev = rev }
}

/// The id of a calendar at an account's server: `m_8x`. It stays when the account is looked at
/// again.
struct RemoteID: OrdinalID {
    static let prefix = "m_"

    let number: Int
}

/// The id of two edits that could not both stand: `i_8x`.
struct IssueID: OrdinalID {
    static let prefix = "i_"

    let number: Int
}
