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

extension Tab: LedgerState {
    func write(to writer: inout StateWriter, after previous: Tab?) {
        var difference = DifferenceWriter()
        difference.add(number, after: previous?.number)
        difference.add(kind, after: previous?.kind)
        difference.add(status, after: previous?.status)
        difference.add(openedAt, after: previous?.openedAt)
        difference.add(table, after: previous?.table)
        difference.add(partyTable, after: previous?.partyTable)
        difference.add(name, after: previous?.name)
        difference.add(phone, after: previous?.phone)
        difference.add(address, after: previous?.address)
        difference.add(party, after: previous?.party)
        difference.add(leftAt, after: previous?.leftAt)
        difference.add(leftRev, after: previous?.leftRev)
        difference.add(reason, after: previous?.reason)
        difference.add(into?.rev, after: previous?.into?.rev)
        difference.add(payments, after: previous?.payments ?? [])
        difference.add(extras, after: previous?.extras ?? Extras())
        difference.write(to: &writer)
    }

    init(from reader: inout StateReader, after previous: Tab?) throws(StateError) {
        var difference = try DifferenceReader(from: &reader)
        number = try difference.next(&reader, after: previous?.number)
        kind = try difference.next(&reader, after: previous?.kind)
        status = try difference.next(&reader, after: previous?.status)
        openedAt = try difference.next(&reader, after: previous?.openedAt)
        table = try difference.nextOptional(&reader, after: previous?.table)
        partyTable = try difference.nextOptional(&reader, after: previous?.partyTable)
        name = try difference.nextOptional(&reader, after: previous?.name)
        phone = try difference.nextOptional(&reader, after: previous?.phone)
        address = try difference.nextOptional(&reader, after: previous?.address)
        party = try difference.nextOptional(&reader, after: previous?.party)
        leftAt = try difference.nextOptional(&reader, after: previous?.leftAt)
        leftRev = try difference.nextOptional(&reader, after: previous?.leftRev)
        reason = try difference.nextOptional(&reader, after: previous?.reason)
        into = try difference.nextOptional(&reader, after: previous?.into?.rev)
            .map(TabID.init(rev:))
        payments = try difference.next(&reader, after: previous?.payments ?? [])
        extras = try difference.next(&reader, after: previous?.extras ?? Extras())
    }
}
