import BoardKit
import JSON
import Sync

/// What lists and sums need of a tab that has left. Its lines stay in the ledger, encoded.
struct PastTab: Sendable {
    /// What was paid in one way.
    struct Paid: Sendable, Equatable {
        var amount = 0
        var tip = 0
    }

    /// The service day in which it left: `2026-11-20`.
    let day: String
    let number: Int
    let kind: TabKind
    let status: TabStatus
    let openedAt: Instant
    let leftAt: Instant
    let table: String?
    let name: String?
    let phone: String?
    let total: Int
    let tip: Int
    let dishes: Int
    let paid: [PaymentMethod: Paid]
    let vat: [Int: Bill.Taxed]
    /// What a search looks through, folded.
    let words: String

    /// - Parameter leftAt: when it left.
    init(_ picture: TabPicture, day: String, leftAt: Instant) {
        let tab = picture.tab
        let bill = Bill(picture)
        self.day = day
        self.leftAt = leftAt
        number = tab.number
        kind = tab.kind
        status = tab.status
        openedAt = tab.openedAt
        table = tab.place
        name = tab.name
        phone = tab.phone
        total = bill.total
        tip = bill.tip
        dishes = bill.dishes
        vat = bill.vat
        var paid: [PaymentMethod: Paid] = [:]
        for payment in tab.payments {
            paid[payment.method, default: Paid()].amount += payment.amount
            paid[payment.method, default: Paid()].tip += payment.tip
        }
        self.paid = paid
        let words = [
            String(number), kind.rawValue, status.rawValue, table, name, phone, tab.address, day,
        ]
        self.words = FoldedText.fold(words.compactMap { $0 }.joined(separator: "\n"))
    }

    /// The row of a day's list.
    var row: JSON { .object(members) }

    var members: [String: JSON] {
        var members: [String: JSON] = [
            "number": JSON(number), "kind": .string(kind.rawValue),
            "status": .string(status.rawValue), "openedAt": .string(openedAt.description),
            "leftAt": .string(leftAt.description), "total": JSON(total), "tip": JSON(tip),
            "dishes": JSON(dishes),
        ]
        members["table"] = table.map(JSON.string)
        members["name"] = name.map(JSON.string)
        members["phone"] = phone.map(JSON.string)
        return members
    }
}

extension PastTab: SavedValue {
    func write(to writer: inout StateWriter) {
        writer.write(day)
        writer.write(number)
        writer.write(kind)
        writer.write(status)
        writer.write(openedAt)
        writer.write(leftAt)
        writer.write(table)
        writer.write(name)
        writer.write(phone)
        writer.write(total)
        writer.write(tip)
        writer.write(dishes)
        let methods = PaymentMethod.allCases.filter { paid[$0] != nil }
        writer.write(methods)
        writer.write(methods.map { paid[$0]?.amount ?? 0 })
        writer.write(methods.map { paid[$0]?.tip ?? 0 })
        let rates = vat.keys.sorted()
        writer.write(rates)
        writer.write(rates.map { vat[$0]?.gross ?? 0 })
        writer.write(rates.map { vat[$0]?.vat ?? 0 })
        writer.write(words)
    }

    init(from reader: inout StateReader) throws(StateError) {
        day = try reader.read()
        number = try reader.read()
        kind = try reader.read()
        status = try reader.read()
        openedAt = try reader.read()
        leftAt = try reader.read()
        table = try reader.read()
        name = try reader.read()
        phone = try reader.read()
        total = try reader.read()
        tip = try reader.read()
        dishes = try reader.read()
        let methods: [PaymentMethod] = try reader.read()
        let amounts: [Int] = try reader.read()
        let tips: [Int] = try reader.read()
        var paid: [PaymentMethod: Paid] = [:]
        for (method, (amount, tip)) in zip(methods, zip(amounts, tips)) {
            paid[method] = Paid(amount: amount, tip: tip)
        }
        self.paid = paid
        let rates: [Int] = try reader.read()
        let gross: [Int] = try reader.read()
        let taxes: [Int] = try reader.read()
        var vat: [Int: Bill.Taxed] = [:]
        for (rate, (gross, tax)) in zip(rates, zip(gross, taxes)) {
            vat[rate] = Bill.Taxed(gross: gross, vat: tax)
        }
        self.vat = vat
        words = try reader.read()
    }

    func isSame(as other: PastTab) -> Bool {
        words == other.words && leftAt == other.leftAt && total == other.total && tip == other.tip
    }
}
