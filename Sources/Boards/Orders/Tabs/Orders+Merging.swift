import BoardKit
import JSON
import Sync
import WaitlistBoard

/// Decides how tabs are merged and split.
extension Orders {
    static let paymentCountMax = 100

    func decideMerge(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.required("tab")
        let namedFrom: ItemID? = asked.arguments.required("from")
        guard asked.areGood, let named, let namedFrom else { throw asked.rejection }
        let (id, _) = try tab(named)
        let (fromID, _) = try tab(namedFrom)
        try asked.check(tabs.lastRev(of: id), tabs.lastRev(of: fromID))
        let into = try openTab(named, asked)
        let from = try openTab(namedFrom, asked)
        guard id != fromID else { throw Rejection(.conflict, .sameTab) }
        guard into.tab.kind == from.tab.kind else { throw Rejection(.conflict, .otherKind) }
        let joins = try Self.joins(of: from, into: into)
        try Self.checkLineCount(into.lines.count + from.lines.count - joins.count)
        try Rejection.check(
            into.tab.payments.count + from.tab.payments.count, atMost: Self.paymentCountMax,
            else: .tooManyPayments)
        let gone = Set(joins.map(\.gone))
        return Self.decision(
            .merged, of: id.text,
            [
                "tab": .string(id.text), "from": .string(fromID.text),
                "number": JSON(into.tab.number), "fromNumber": JSON(from.tab.number),
                "lines": from.lines.map(\.id).filter { !gone.contains($0) }.json,
                "joined": .array(
                    joins.map { join in
                        [
                            "line": .string(join.line.text), "joined": .string(join.gone.text),
                            "quantity": JSON(join.quantity),
                        ]
                    }),
            ])
    }

    /// A line of a basket that is joined with an equal one.
    private struct Join {
        let line: LineID
        let gone: LineID
        let quantity: Int
    }

    private static func joins(
        of from: TabPicture, into: TabPicture
    ) throws(Rejection) -> [Join] {
        var joins: [Join] = []
        for entry in from.basket {
            var wish = entry.line
            wish.tab = into.id
            guard let same = into.basket.first(where: { $0.line.isSameWish(as: wish) }) else {
                continue
            }
            let quantity = same.line.quantity + wish.quantity
            try checkQuantity(quantity)
            joins.append(Join(line: same.id, gone: entry.id, quantity: quantity))
        }
        return joins
    }

    func decideSplit(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.required("tab")
        let parts: LineParts? = asked.arguments.required("lines")
        let table: TableName? = asked.arguments.optional("table")
        guard asked.areGood, let named, let parts else { throw asked.rejection }
        _ = try tab(named)
        let found = try entries(parts.parts.map(\.line))
        try asked.check(found.map { lines.lastRev(of: $0.id) })
        let tab = try openTab(named, asked)
        guard found.allSatisfy({ $0.line.tab == tab.id }) else {
            throw Rejection(.conflict, .otherTabs)
        }
        if table != nil, tab.tab.kind != .table {
            throw Rejection(
                .conflict, problems: [Problem(field: "table", Reason(.onlyForTable))])
        }
        try checkRoomForTab()
        var moved: [JSON] = []
        var amount = 0
        var partCount = 0
        for entry in found {
            let part = parts.parts.first { $0.line.text == entry.id.text }
            let quantity = part?.quantity ?? entry.line.quantity
            try Self.checkMovable(entry.line, quantity)
            var told: [String: JSON?] = [
                "line": .string(entry.id.text), "quantity": JSON(quantity),
            ]
            if quantity < entry.line.quantity {
                // The place of the new line follows those of earlier new lines.
                let new = LineID(rev: asked.moment.rev, place: partCount)
                told["new"] = JSON.string(new.text)
                partCount += 1
            } else {
                amount += entry.line.placed?.fee?.amount ?? 0
            }
            if entry.line.counts { amount += quantity * (entry.line.placed?.price ?? 0) }
            moved.append(JSON(present: told))
        }
        guard TabFigures(tab).total - amount >= tab.paid else {
            throw Rejection(.conflict, .lessThanPaid)
        }
        return Self.decision(
            .split, of: tab.id.text,
            [
                "tab": .string(tab.id.text), "into": .string(TabID(rev: asked.moment.rev).text),
                "number": JSON(nextNumber), "fromNumber": JSON(tab.tab.number),
                "table": table.map { .string($0.text) }, "lines": .array(moved),
            ])
    }

    private static func checkMovable(_ line: Line, _ quantity: Int) throws(Rejection) {
        if line.status == .cancelled { throw Rejection(.conflict, .lineIsCancelled) }
        if line.isPaid { throw Rejection(.conflict, .isPaid) }
        guard quantity <= line.quantity else {
            throw Rejection(.conflict, .tooManyInPart, ["count": JSON(line.quantity)])
        }
    }
}
