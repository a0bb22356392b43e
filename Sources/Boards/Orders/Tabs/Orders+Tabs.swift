import BoardKit
import JSON
import Sync
import WaitlistBoard

/// Decides the actions on tabs as a whole.
extension Orders {
    static let openCountMax = 500
    static let lineCountMax = 200

    func decideOpen(_ asked: inout Asked, among boards: BoardStates) throws(Rejection) -> Decision {
        let isByJoinLink = asked.principal.isByJoinLink
        let kind: TabKind? = asked.arguments.required("kind")
        var table: TableName? = isByJoinLink ? nil : asked.arguments.optional("table")
        let hasTable = table != nil
        let isTableGood = asked.arguments.hasNoProblem(at: ["table"])
        if let kind, kind != .table, hasTable {
            asked.arguments.add(.onlyForTable, at: "table")
        }
        // Problems are reported in the order of the arguments, and the table precedes the party.
        let mayHaveParty = !isByJoinLink && asked.arguments.hasValue("party")
        if kind == .table, !hasTable, isTableGood, !mayHaveParty, !asked.isByGuest {
            asked.arguments.add(.required, at: "table")
        }
        let name: GuestName? = asked.arguments.optional("name")
        let phone: PhoneNumber? = asked.arguments.optional("phone")
        let address: Address? = asked.arguments.optional("address")
        var party: ItemID?
        if isByJoinLink {
            let _: PhoneSecret? = asked.arguments.optional("secret")
        } else if asked.isByGuest {
            party = asked.arguments.required("party")
        } else {
            party = asked.arguments.optional("party")
        }
        guard asked.areGood, let kind else { throw asked.rejection }
        if let party {
            table = try Self.table(of: party, among: boards, asked, given: table)
            let isFirst = partyTabs[party.text]?.isEmpty ?? true
            guard isFirst || !asked.isByGuest else { throw Rejection(.conflict, .hasTab) }
        }
        try checkRoomForTab()
        return Self.decision(
            .opened, of: TabID(rev: asked.moment.rev).text,
            [
                "tab": .string(TabID(rev: asked.moment.rev).text), "number": JSON(nextNumber),
                "kind": .string(kind.rawValue), "table": table.map { .string($0.text) },
                "name": name.map { .string($0.text) }, "phone": phone.map { .string($0.text) },
                "address": address.map { .string($0.text) },
                "party": party.map { .string($0.text) },
            ])
    }

    /// Returns the table of a seated party, unless another table is given. A guest's party must be
    /// waiting.
    private static func table(
        of party: ItemID, among boards: BoardStates, _ asked: Asked, given: TableName?
    ) throws(Rejection) -> TableName? {
        guard let found = boards[Waitlist.self]?.party(party) else {
            throw Rejection(.notFound, .noWaitingParty)
        }
        // The guest's own party exists, but its status decides what it may do.
        if asked.isByGuest, !found.party.status.hasPlace {
            throw Rejection(.conflict, .noWaitingParty)
        }
        return given ?? found.party.table.flatMap { try? TableName(.string($0)) }
    }

    func checkRoomForTab() throws(Rejection) {
        try Rejection.check(open.count + 1, atMost: Self.openCountMax, else: .tooManyTabs)
    }

    func decideEdit(_ asked: inout Asked) throws(Rejection) -> Decision {
        let isEmpty = !Tab.fields.areGiven(in: asked.arguments)
        let named: ItemID? = asked.arguments.required("tab")
        var values = Tab.fields.edit(in: &asked.arguments)
        if isEmpty { asked.arguments.add(.nothingToChange, at: "table") }
        guard asked.areGood, let named else { throw asked.rejection }
        let tab = try openTab(named, asked)
        if values["table"]?.text != nil, tab.tab.kind != .table {
            throw Rejection(
                .conflict, problems: [Problem(field: "table", Reason(.onlyForTable))])
        }
        values["tab"] = .string(tab.id.text)
        return Self.decision(.edited, of: tab.id.text, values)
    }

    func decideClose(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID = try asked.last("tab")
        let tab = try openTab(named, asked)
        let figures = TabFigures(tab)
        guard tab.lines.contains(where: \.line.counts) else {
            throw Rejection(.conflict, .nothingCounts)
        }
        guard figures.kitchen == 0 else { throw Rejection(.conflict, .stillInKitchen) }
        guard figures.due <= 0 else { throw Rejection(.conflict, .stillDue) }
        return Self.decision(
            .closed, of: tab.id.text,
            [
                "tab": .string(tab.id.text), "number": JSON(tab.tab.number),
                "lines": tab.ids { $0.status == .done }.json,
                "dropped": tab.ids { $0.status == .basket }.json, "total": JSON(figures.total),
            ])
    }

    func decideCancel(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.required("tab")
        let reason: CancelReason? = asked.arguments.optional("reason")
        guard asked.areGood, let named else { throw asked.rejection }
        let tab = try openTab(named, asked)
        guard tab.paid == 0 else { throw Rejection(.conflict, .isPaid) }
        let begun = tab.lines.contains { $0.line.counts && $0.line.status != .placed }
        if asked.isByGuest, begun || tab.tab.kind == .table {
            throw Rejection(.conflict, .kitchenHasBegun)
        }
        if begun, reason == nil { throw Self.reasonMissing }
        return Self.decision(
            .cancelled, of: tab.id.text,
            [
                "tab": .string(tab.id.text), "number": JSON(tab.tab.number),
                "lines": tab.ids(where: \.counts).json,
                "dropped": tab.ids { $0.status == .basket }.json,
                "reason": reason.map { .string($0.text) },
            ])
    }

    /// Lines that the kitchen has begun need a reason to be cancelled.
    static let reasonMissing = Rejection(
        .conflict, problems: [Problem(field: "reason", Reason(.required))])

    func decideReopen(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID = try asked.last("tab")
        let (id, tab) = try tab(named)
        try asked.check(tabs.lastRev(of: id))
        switch tab.status {
        case .open: throw Rejection(.conflict, .tabIsOpen)
        case .merged: throw Rejection(.conflict, .tabIsMerged)
        case .closed, .cancelled: break
        }
        guard day.gone.contains(id), let ended = tab.leftRev else {
            throw Rejection(.conflict, .leftEarlier)
        }
        try checkRoomForTab()
        let change = try revival(of: id, endedBy: ended)
        try check(change)
        return Self.decision(
            .reopened, of: id.text,
            [
                "tab": .string(id.text), "ended": JSON(ended),
                "number": JSON(numbers[tab.number] == nil ? tab.number : nextNumber),
                "lines": change.lines.keys.sorted().json,
            ])
    }

    /// Returns the change that reopens a tab: its state and its lines' before the event that ended
    /// it.
    func revival(of id: TabID, endedBy rev: Int) throws(Rejection) -> OrdersChange {
        var change = OrdersChange(\.tabs, id, to: try tabs.stateBefore(rev, of: id))
        for line in lines.things(ofEvent: rev) {
            change.lines.set(line, to: try lines.stateBefore(rev, of: line))
        }
        return change
    }
}

extension TabPicture {
    /// Returns the ids of the lines that satisfy a predicate.
    func ids(where isMeant: (Line) -> Bool) -> [LineID] {
        lines.filter { isMeant($0.line) }.map(\.id)
    }
}
