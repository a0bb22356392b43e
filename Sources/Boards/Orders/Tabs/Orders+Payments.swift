import BoardKit
import JSON
import Sync

/// Decides payments.
extension Orders {
    func decidePay(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.required("tab")
        let method: PaymentMethod? = asked.arguments.required("method")
        let amount: Amount? = asked.arguments.optional("amount")
        let namedLines: LineList? = asked.arguments.optional("lines")
        let person: PersonName? = asked.arguments.optional("person")
        let wayCount = [amount != nil, namedLines != nil, person != nil].count { $0 }
        if wayCount != 1, asked.arguments.hasNoProblem(at: ["amount", "lines", "person"]) {
            asked.arguments.add(.oneOf, at: "amount")
        }
        let tip: Tip? = asked.arguments.optional("tip")
        guard asked.areGood, let named, let method else { throw asked.rejection }
        _ = try tab(named)
        var paid: [TabPicture.Entry] = []
        if let namedLines { paid = try entries(namedLines.names) }
        try asked.check(paid.map { lines.lastRev(of: $0.id) })
        let tab = try openTab(named, asked)
        try Rejection.check(
            tab.tab.payments.count + 1, atMost: Self.paymentCountMax, else: .tooManyPayments)
        var sum = amount?.value ?? 0
        if namedLines != nil { sum = try Self.sum(of: paid, on: tab) }
        if let person { sum = Self.share(of: person.text, on: tab) }
        guard sum > 0 else { throw Rejection(.conflict, .nothingToPay) }
        let due = TabFigures(tab).due
        guard due > 0 else { throw Rejection(.conflict, .nothingToPay) }
        guard sum <= due else {
            throw Rejection(.conflict, .moreThanDue, ["due": written(due)])
        }
        return Self.decision(
            .paid, of: tab.id.text,
            [
                "tab": .string(tab.id.text), "number": JSON(tab.tab.number),
                "payment": .string(PaymentID(rev: asked.moment.rev).text), "amount": JSON(sum),
                "tip": JSON(tip?.value ?? 0), "method": .string(method.rawValue),
                "lines": namedLines == nil ? nil : paid.map(\.id).json,
                "person": person.map { .string($0.text) },
            ])
    }

    /// Returns the price of some lines.
    private static func sum(
        of paid: [TabPicture.Entry], on tab: TabPicture
    ) throws(Rejection) -> Int {
        guard paid.allSatisfy({ $0.line.tab == tab.id }) else {
            throw Rejection(.conflict, .otherTabs)
        }
        var problems: [Problem] = []
        for entry in paid {
            if !entry.line.counts {
                problems.append(Problem(field: entry.id.text, Reason(.notPlaced)))
            } else if entry.line.isPaid {
                problems.append(Problem(field: entry.id.text, Reason(.paidAlready)))
            }
        }
        guard problems.isEmpty else { throw Rejection(.conflict, problems: problems) }
        return paid.reduce(0) { $0 + $1.line.amount }
    }

    /// Returns the unpaid part of a person's share.
    private static func share(of person: String, on tab: TabPicture) -> Int {
        let share = Bill(tab).people?[person] ?? 0
        return tab.tab.payments.filter { $0.person == person }.reduce(share) { $0 - $1.amount }
    }

    func decideUnpay(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID = try asked.last("payment")
        guard let id = PaymentID(named.text), let tab = tab(ofPayment: id),
            let payment = tabs[tab]?.payments.first(where: { $0.id == id })
        else { throw Rejection(.notFound, .noPayment) }
        try asked.check(tabs.lastRev(of: tab))
        guard open[tab] != nil else { throw Rejection(.conflict, .tabNotOpen) }
        return Self.decision(
            .unpaid, of: tab.text,
            [
                "tab": .string(tab.text), "number": tabs[tab].map { JSON($0.number) },
                "payment": .string(id.text), "amount": JSON(payment.amount),
                "lines": payment.lines.isEmpty ? nil : payment.lines.json,
            ])
    }

    /// Returns the tab that has a payment. If the tab for which it was recorded is merged into
    /// another one, the payment moves too.
    private func tab(ofPayment id: PaymentID) -> TabID? {
        guard var tab = tabs.things(ofEvent: id.rev).first else { return nil }
        while let into = tabs[tab]?.into { tab = into }
        return tab
    }
}
