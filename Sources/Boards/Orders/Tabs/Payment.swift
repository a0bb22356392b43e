import BoardKit
import JSON
import Sync

/// A payment, recorded for a tab.
struct Payment: Sendable, Equatable {
    var id: PaymentID
    var amount: Int
    var tip: Int
    var method: PaymentMethod
    var at: Instant
    /// The lines that it pays, if it was for these.
    var lines: [LineID] = []
    /// The person whose share it pays, if it was for that.
    var person: String?

    /// Reads the data of the event that records it. Returns `nil` for anything else.
    init?(_ data: JSON, at: Instant) {
        guard let id = data["payment"]?.text.flatMap(PaymentID.init(_:)),
            let amount = data["amount"]?.integer,
            let method = data["method"]?.text.flatMap(PaymentMethod.init(rawValue:))
        else { return nil }
        self.id = id
        self.amount = amount
        self.method = method
        self.at = at
        tip = data["tip"]?.integer ?? 0
        lines = [LineID](data["lines"])
        person = data["person"]?.text
    }

    /// The row for staff.
    var row: JSON {
        JSON(present: [
            "amount": JSON(amount), "tip": JSON(tip), "method": .string(method.rawValue),
            "at": .string(at.description), "lines": lines.isEmpty ? nil : lines.json,
            "person": person.map(JSON.string),
        ])
    }
}

extension Payment: SavedValue {
    func write(to writer: inout StateWriter) {
        writer.write(id.rev)
        writer.write(amount)
        writer.write(tip)
        writer.write(method)
        writer.write(at)
        writer.write(lines.map(\.number))
        writer.write(person)
    }

    init(from reader: inout StateReader) throws(StateError) {
        id = PaymentID(rev: try reader.read())
        amount = try reader.read()
        tip = try reader.read()
        method = try reader.read()
        at = try reader.read()
        lines = try reader.read([Int].self).map(LineID.init(number:))
        person = try reader.read()
    }

    func isSame(as other: Payment) -> Bool { self == other }
}

extension [LineID] {
    /// For rows and events.
    var json: JSON { .array(map { .string($0.text) }) }

    /// Reads what `json` writes.
    init(_ json: JSON?) { self = json?.texts?.compactMap(LineID.init(_:)) ?? [] }
}
