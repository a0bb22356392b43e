import BoardKit
import JSON
import Sync

/// The kind of a tab.
enum TabKind: String, Sendable, ChoiceValue, SavedCase {
    static let problem = ProblemDeclaration.badKind

    case table
    case takeaway
    case delivery
}

/// The status of a tab.
enum TabStatus: String, Sendable, CaseIterable, SavedCase {
    case open
    case closed
    case cancelled
    /// Its lines and payments are another tab's.
    case merged
}

/// The status of a line between being wished for and being eaten.
enum LineStatus: String, Sendable, CaseIterable, SavedCase {
    case basket
    case placed
    case cooking
    case done
    case served
    case cancelled

    /// Whether the kitchen still has to do something for it.
    var isInKitchen: Bool { self == .placed || self == .cooking }

    /// Whether it was placed and not cancelled.
    var counts: Bool { self != .basket && self != .cancelled }
}

/// How somebody paid.
enum PaymentMethod: String, Sendable, ChoiceValue, SavedCase {
    static let problem = ProblemDeclaration.badMethod

    case cash
    case card
    case other
}

/// What guests may do with the tab of their ticket.
enum GuestOrders: String, Sendable, CaseIterable, StoredValue {
    case place
    /// They fill the basket, and staff place it.
    case basket
    /// They only read.
    case off
}
