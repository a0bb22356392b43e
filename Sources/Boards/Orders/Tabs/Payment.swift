import BoardKit
import JSON
import Sync

/// A payment for a tab.
struct Payment: Sendable, Equatable {
    var id: PaymentID
    var amount: Int
    var tip = 0
    var method: PaymentMethod
    var at: Instant
    /// The lines that it pays, if it is for certain lines.
    var lines: [LineID] = []
    /// The person whose share it pays, if it is for a share.
    var person: String?

    /// The row for staff.
    var row: JSON { .object(members(for: .staff)) }
}

extension Payment {
    /// Reads the data of the event that records the payment. Returns `nil` for anything else.
    init?(_ data: JSON, at: Instant) {
        self.init(data)
        self.at = at
    }
}

extension Payment: SavedFields {
    static let blank = Payment(
        id: PaymentID(rev: 0), amount: 0, method: .cash, at: Instant(milliseconds: 0))

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields("payment", &id, old.id, for: .journal)
        try fields("amount", &amount, old.amount)
        try fields("tip", &tip, old.tip, isGiven: false)
        try fields("method", &method, old.method)
        try fields("at", &at, old.at, isGiven: false)
        try fields("lines", &lines, old.lines)
        try fields("person", &person, old.person)
    }
}

extension [LineID] {
    /// Reads what `json` writes.
    init(_ json: JSON?) { self = json?.texts?.compactMap(LineID.init(_:)) ?? [] }
}
