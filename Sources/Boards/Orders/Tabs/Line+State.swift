import BoardKit
import Sync

extension Line: FieldState {
    static let blank = Line(
        tab: TabID(rev: 0), dish: DishID(number: 0), quantity: 0, at: Instant(milliseconds: 0))

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&tab, old.tab)
        try fields(&dish, old.dish)
        try fields(&quantity, old.quantity)
        try fields(&notes, old.notes)
        try fields(&person, old.person)
        try fields(&status, old.status)
        try fields(&at, old.at)
        // The time changes often, so write it separately.
        var finishedAt = placed?.finishedAt
        try fields(&placed, old.placed)
        try fields(&finishedAt, old.placed?.finishedAt)
        placed?.finishedAt = finishedAt
        try fields(&reason, old.reason)
        try fields(&isGivenBack, old.isGivenBack)
        try fields(&isPaid, old.isPaid)
    }
}

/// Excludes `finishedAt`, which the line writes separately.
extension Placement: SavedFields {
    static let blank = Placement(
        name: "", price: 0, vat: 0, round: RoundID(number: 0), at: Instant(milliseconds: 0))

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&name, old.name)
        try fields(&price, old.price)
        try fields(&vat, old.vat)
        try fields(&station, old.station)
        try fields(&round, old.round)
        try fields(&at, old.at)
        try fields(&fee, old.fee)
    }
}

extension Fee: SavedFields {
    static let blank = Fee(amount: 0, vat: 0)

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&amount, old.amount)
        try fields(&vat, old.vat)
    }
}
