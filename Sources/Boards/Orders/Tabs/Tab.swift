import BoardKit
import JSON
import Sync
import WaitlistBoard

/// A tab, without its lines.
struct Tab: Sendable, Equatable {
    var number: Int
    var kind: TabKind
    var status = TabStatus.open
    var openedAt: Instant
    var table: String?
    /// The table at which the waiting list seated its party.
    var partyTable: String?
    var name: String?
    var phone: String?
    var address: String?
    /// The id of its party on the waiting list.
    var party: String?
    /// When it was closed, cancelled or merged, and by which event.
    var leftAt: Instant?
    var leftRev: Int?
    /// Why it was cancelled.
    var reason: String?
    /// The tab that took over its lines and payments, if it was merged.
    var into: TabID?
    var payments: [Payment] = []
    /// The values that other boards have stored with it.
    var extras = Extras()

    /// The table at which it is served, if known.
    var place: String? { table ?? partyTable }

    /// Ends the tab.
    mutating func leave(as status: TabStatus, by event: Event) {
        self.status = status
        leftAt = event.at
        leftRev = event.rev
    }
}

extension Tab {
    /// The fields of an open tab that people enter, in the order in which problems
    /// are reported.
    static let fields = [
        FieldDeclaration("table", TableName.self, "Where it moves; not by guests"),
        FieldDeclaration("name", GuestName.self, "Whose it is", isPersonal: true),
        FieldDeclaration("phone", PhoneNumber.self, "With its country code", isPersonal: true),
        FieldDeclaration("address", Address.self, "Where it goes", isPersonal: true),
    ]

    /// Reads the data of the event that opens a tab. Returns `nil` for anything else.
    init?(_ event: Event) {
        self.init(event.data)
        openedAt = event.at
        extras.change(by: event)
    }

    var staffMembers: [String: JSON] {
        shownMembers(for: .staff).merging(extras.members) { own, _ in own }
    }

    var guestMembers: [String: JSON] { shownMembers(for: .everybody) }

    private func shownMembers(for readers: FieldReaders) -> [String: JSON] {
        var members = members(for: readers)
        members["table"] = place.map(JSON.string)
        return members
    }
}

extension Tab: FieldState {
    static let blank = Tab(number: 0, kind: .table, openedAt: Instant(milliseconds: 0))

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields("number", &number, old.number, for: .everybody)
        try fields("kind", &kind, old.kind, for: .everybody)
        try fields("status", &status, old.status, for: .everybody, isGiven: false)
        try fields("openedAt", &openedAt, old.openedAt, for: .everybody, isGiven: false)
        try fields("table", &table, old.table, for: .everybody)
        try fields(&partyTable, old.partyTable)
        try fields("name", &name, old.name, for: .everybody)
        try fields("phone", &phone, old.phone, for: .everybody)
        try fields("address", &address, old.address, for: .everybody)
        try fields("party", &party, old.party)
        try fields("leftAt", &leftAt, old.leftAt, for: .everybody)
        try fields(&leftRev, old.leftRev)
        try fields("reason", &reason, old.reason, for: .everybody)
        try fields("into", &into, old.into, for: .everybody)
        try fields(&payments, old.payments)
        try fields(&extras, old.extras)
    }
}
