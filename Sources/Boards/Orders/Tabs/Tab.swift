import BoardKit
import JSON
import Sync

/// A tab without its lines, as its events have made it.
struct Tab: Sendable, Equatable {
    var number: Int
    var kind: TabKind
    var status = TabStatus.open
    var openedAt: Instant
    var table: String?
    /// The table that the waiting list has given its party.
    var partyTable: String?
    var name: String?
    var phone: String?
    var address: String?
    /// The party of the waiting list that it belongs to.
    var party: String?
    /// When it was closed, cancelled or merged, and by which event.
    var leftAt: Instant?
    var leftRev: Int?
    /// Why it was cancelled.
    var reason: String?
    /// The tab that has its lines and payments, if it was merged.
    var into: TabID?
    var payments: [Payment] = []
    /// What other boards have stored with it.
    var extras = Extras()

    init(number: Int, kind: TabKind, openedAt: Instant) {
        self.number = number
        self.kind = kind
        self.openedAt = openedAt
    }

    /// Where it is served, if that is known.
    var place: String? { table ?? partyTable }

    /// Ends it.
    mutating func leave(as status: TabStatus, by event: Event) {
        self.status = status
        leftAt = event.at
        leftRev = event.rev
    }

    /// Applies the members of an event that are present; `null` removes a value.
    mutating func change(by event: Event) {
        let data = event.data
        if let table = data["table"] { self.table = table.text }
        if let name = data["name"] { self.name = name.text }
        if let phone = data["phone"] { self.phone = phone.text }
        if let address = data["address"] { self.address = address.text }
        extras.change(by: event)
    }
}

extension Tab {
    /// Reads the data of the event that opens a tab. Returns `nil` for anything else.
    init?(_ event: Event) {
        guard let number = event.data["number"]?.integer,
            let kind = event.data["kind"]?.text.flatMap(TabKind.init(rawValue:))
        else { return nil }
        self.init(number: number, kind: kind, openedAt: event.at)
        party = event.data["party"]?.text
        change(by: event)
    }

    /// The members for staff.
    var members: [String: JSON] {
        var members = guestMembers
        members["party"] = party.map(JSON.string)
        members.merge(extras.members) { own, _ in own }
        return members
    }

    /// The members for the tab's guests.
    var guestMembers: [String: JSON] {
        var members: [String: JSON] = [
            "number": JSON(number), "kind": .string(kind.rawValue),
            "status": .string(status.rawValue), "openedAt": .string(openedAt.description),
        ]
        members["table"] = place.map(JSON.string)
        members["name"] = name.map(JSON.string)
        members["phone"] = phone.map(JSON.string)
        members["address"] = address.map(JSON.string)
        members["leftAt"] = leftAt.map { .string($0.description) }
        members["reason"] = reason.map(JSON.string)
        members["into"] = into.map { .string($0.text) }
        return members
    }
}

extension Tab: FieldState {
    static let blank = Tab(number: 0, kind: .table, openedAt: Instant(milliseconds: 0))

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&number, old.number)
        try fields(&kind, old.kind)
        try fields(&status, old.status)
        try fields(&openedAt, old.openedAt)
        try fields(&table, old.table)
        try fields(&partyTable, old.partyTable)
        try fields(&name, old.name)
        try fields(&phone, old.phone)
        try fields(&address, old.address)
        try fields(&party, old.party)
        try fields(&leftAt, old.leftAt)
        try fields(&leftRev, old.leftRev)
        try fields(&reason, old.reason)
        try fields(&into, old.into)
        try fields(&payments, old.payments)
        try fields(&extras, old.extras)
    }
}
