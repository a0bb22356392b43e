import BoardKit
import JSON
import Sync

enum TabKind: String, Sendable, ChoiceValue, SavedCase {
    static let problem = ProblemDeclaration.badKind

    case table
    case takeaway
    case delivery
}

enum TabStatus: String, Sendable, CaseIterable, SavedCase {
    case open
    case closed
    case cancelled
    /// Another tab has taken over its lines and payments.
    case merged
}

/// The status of a line.
enum LineStatus: String, Sendable, CaseIterable, SavedCase {
    case basket
    case placed
    case cooking
    case done
    case served
    case cancelled

    /// Whether the kitchen still has to make it.
    var isInKitchen: Bool { self == .placed || self == .cooking }

    /// Whether it was placed and not cancelled, so that it counts in the bill.
    var counts: Bool { self != .basket && self != .cancelled }
}

enum PaymentMethod: String, Sendable, ChoiceValue, SavedCase {
    static let problem = ProblemDeclaration.badMethod

    case cash
    case card
    case other
}

/// The permissions of guests for the tab of their ticket.
enum GuestOrders: String, Sendable, CaseIterable, StoredValue {
    case place
    /// Guests fill the basket, and staff place it.
    case basket
    /// Guests only read.
    case off
}
