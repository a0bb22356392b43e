import BoardKit
import JSON
import Sync

/// A payment, recorded for a tab.
struct Payment: Sendable, Equatable {
    var id: PaymentID
    var amount: Int
    var tip = 0
    var method: PaymentMethod
    var at: Instant
    /// The lines that it pays, if it was for these.
    var lines: [LineID] = []
    /// The person whose share it pays, if it was for that.
    var person: String?

    /// The row for staff.
    var row: JSON {
        JSON(present: [
            "amount": JSON(amount), "tip": JSON(tip), "method": .string(method.rawValue),
            "at": .string(at.description), "lines": lines.isEmpty ? nil : lines.json,
            "person": person.map(JSON.string),
        ])
    }
}

extension Payment {
    /// Reads the data of the event that records it. Returns `nil` for anything else.
    init?(_ data: JSON, at: Instant) {
        guard let id = data["payment"]?.text.flatMap(PaymentID.init(_:)),
            let amount = data["amount"]?.integer,
            let method = data["method"]?.text.flatMap(PaymentMethod.init(rawValue:))
        else { return nil }
        self.init(id: id, amount: amount, method: method, at: at)
        tip = data["tip"]?.integer ?? 0
        lines = [LineID](data["lines"])
        person = data["person"]?.text
    }
}

extension Payment: SavedFields {
    static let blank = Payment(
        id: PaymentID(rev: 0), amount: 0, method: .cash, at: Instant(milliseconds: 0))

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&id, old.id)
        try fields(&amount, old.amount)
        try fields(&tip, old.tip)
        try fields(&method, old.method)
        try fields(&at, old.at)
        try fields(&lines, old.lines)
        try fields(&person, old.person)
    }
}

extension [LineID] {
    /// Reads what `json` writes.
    init(_ json: JSON?) { self = json?.texts?.compactMap(LineID.init(_:)) ?? [] }
}
