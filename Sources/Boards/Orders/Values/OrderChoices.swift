import BoardKit
import JSON
import Sync

/// The kind of a tab.
enum TabKind: String, Sendable, CaseIterable, ArgumentValue, SavedCase {
    case table
    case takeaway
    case delivery

    init(_ argument: JSON) throws(Reason) {
        guard let kind = argument.text.flatMap(TabKind.init(rawValue:)) else {
            throw Reason(.badKind)
        }
        self = kind
    }
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
enum PaymentMethod: String, Sendable, CaseIterable, ArgumentValue, SavedCase {
    case cash
    case card
    case other

    init(_ argument: JSON) throws(Reason) {
        guard let method = argument.text.flatMap(PaymentMethod.init(rawValue:)) else {
            throw Reason(.badMethod)
        }
        self = method
    }
}

/// What guests may do with the tab of their ticket.
enum GuestOrders: String, Sendable, CaseIterable, StoredValue {
    case place
    /// They fill the basket, and staff place it.
    case basket
    /// They only read.
    case off
}
