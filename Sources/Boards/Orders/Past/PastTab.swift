import BoardKit
import Sync

/// The values of a tab that has left, as lists and sums need them. Its lines stay in the ledger,
/// encoded.
struct PastTab: Sendable {
    /// The sum of payments by one method.
    struct Paid: Sendable, Equatable {
        var amount = 0
        var tip = 0
    }

    /// The service day in which it left: `2026-11-20`.
    private(set) var day: String
    private(set) var number: Int
    private(set) var kind: TabKind
    private(set) var status: TabStatus
    private(set) var openedAt: Instant
    private(set) var leftAt: Instant
    private(set) var table: String?
    private(set) var name: String?
    private(set) var phone: String?
    private(set) var total: Int
    private(set) var tip: Int
    private(set) var dishes: Int
    private(set) var paid: [PaymentMethod: Paid]
    private(set) var vat: [Int: Bill.Taxed]
    /// The folded text for searches.
    private(set) var words: String
}

extension PastTab {
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
}

extension PastTab: SavedFields {
    static let blank = PastTab(
        day: "", number: 0, kind: .table, status: .closed, openedAt: Instant(milliseconds: 0),
        leftAt: Instant(milliseconds: 0), total: 0, tip: 0, dishes: 0, paid: [:], vat: [:],
        words: "")

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&day, old.day)
        try fields("number", &number, old.number)
        try fields("kind", &kind, old.kind)
        try fields("status", &status, old.status)
        try fields("openedAt", &openedAt, old.openedAt)
        try fields("leftAt", &leftAt, old.leftAt)
        try fields("table", &table, old.table)
        try fields("name", &name, old.name)
        try fields("phone", &phone, old.phone)
        try fields("total", &total, old.total)
        try fields("tip", &tip, old.tip)
        try fields("dishes", &dishes, old.dishes)
        try fields(&paid, old.paid)
        try fields(&vat, old.vat)
        try fields(&words, old.words)
    }
}

extension PastTab.Paid: SavedFields {
    static let blank = Self()

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&amount, old.amount)
        try fields(&tip, old.tip)
    }
}

extension Bill.Taxed: SavedFields {
    static let blank = Self()

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&gross, old.gross)
        try fields(&vat, old.vat)
    }
}
