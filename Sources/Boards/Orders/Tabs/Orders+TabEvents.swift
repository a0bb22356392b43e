import BoardKit
import JSON
import Sync

/// Applies the events of tabs.
extension Orders {
    func opening(_ event: Event) -> OrdersChange? {
        guard let id = TabID(event.subject), !tabs.knows(id), let tab = Tab(event) else {
            return nil
        }
        return OrdersChange(\.tabs, id, to: tab)
    }

    func tabChange(of event: Event, _ body: (inout Tab) -> Void) -> OrdersChange? {
        guard let id = TabID(event.subject), var tab = tabs[id] else { return nil }
        body(&tab)
        return OrdersChange(\.tabs, id, to: tab)
    }

    func ending(_ event: Event, _ kind: OrdersEvent) -> OrdersChange? {
        let status: TabStatus = kind == .closed ? .closed : .cancelled
        let ended = tabChange(of: event) { tab in
            tab.leave(as: status, by: event)
            tab.reason = event.data["reason"]?.text
        }
        guard var change = ended else { return nil }
        for id in [LineID](event.data["lines"]) {
            guard var line = lines[id] else { return nil }
            if status == .closed {
                line.become(.served, at: event.at)
            } else {
                line.cancel(reason: nil, at: event.at)
            }
            change.lines.set(id, to: line)
        }
        for id in [LineID](event.data["dropped"]) { change.lines.set(id, to: nil) }
        return change
    }

    func paying(_ event: Event) -> OrdersChange? {
        guard let payment = Payment(event.data, at: event.at) else { return nil }
        let paid = tabChange(of: event) { $0.payments.append(payment) }
        guard var change = paid else { return nil }
        for id in payment.lines {
            guard var line = lines[id] else { return nil }
            line.isPaid = true
            change.lines.set(id, to: line)
        }
        return change
    }

    func unpaying(_ event: Event) -> OrdersChange? {
        guard let id = event.data["payment"]?.text.flatMap(PaymentID.init(_:)) else { return nil }
        let unpaid = tabChange(of: event) { $0.payments.removeAll { $0.id == id } }
        guard var change = unpaid else { return nil }
        for id in [LineID](event.data["lines"]) {
            guard var line = lines[id] else { return nil }
            line.isPaid = false
            change.lines.set(id, to: line)
        }
        return change
    }

    func merging(_ event: Event) -> OrdersChange? {
        guard let id = TabID(event.subject), var into = tabs[id],
            let fromID = event.data["from"]?.text.flatMap(TabID.init(_:)), fromID != id,
            let picture = picture(of: fromID)
        else { return nil }
        var from = picture.tab
        into.payments += from.payments
        from.payments = []
        from.into = id
        from.leave(as: .merged, by: event)
        var change = OrdersChange(\.tabs, id, to: into)
        change.tabs.set(fromID, to: from)
        let rounds = picture.rounds
        for line in [LineID](event.data["lines"]) {
            guard var moved = lines[line] else { return nil }
            moved.tab = id
            if let place = moved.placed.flatMap({ rounds.firstIndex(of: $0.round) }) {
                moved.placed?.round = RoundID(rev: event.rev, place: place)
            }
            change.lines.set(line, to: moved)
        }
        for join in event.data["joined"]?.elements ?? [] {
            guard let line = join["line"]?.text.flatMap(LineID.init(_:)), var raised = lines[line],
                let gone = join["joined"]?.text.flatMap(LineID.init(_:)),
                let quantity = join["quantity"]?.integer
            else { return nil }
            raised.quantity = quantity
            change.lines.set(line, to: raised)
            change.lines.set(gone, to: nil)
        }
        return change
    }

    func splitting(_ event: Event) -> OrdersChange? {
        let data = event.data
        guard let id = TabID(event.subject), let old = tabs[id],
            let newID = data["into"]?.text.flatMap(TabID.init(_:)), !tabs.knows(newID),
            let number = data["number"]?.integer
        else { return nil }
        var new = Tab(number: number, kind: old.kind, openedAt: event.at)
        new.table = data["table"]?.text ?? old.place
        new.name = old.name
        new.phone = old.phone
        new.address = old.address
        // The old tab stays unchanged, but the event is recorded for it too.
        var change = OrdersChange(\.tabs, id, to: old)
        change.tabs.set(newID, to: new)
        for part in data["lines"]?.elements ?? [] {
            guard let line = part["line"]?.text.flatMap(LineID.init(_:)), var rest = lines[line],
                let quantity = part["quantity"]?.integer
            else { return nil }
            guard let own = part["new"]?.text.flatMap(LineID.init(_:)) else {
                rest.tab = newID
                change.lines.set(line, to: rest)
                continue
            }
            var moved = rest
            moved.tab = newID
            moved.quantity = quantity
            moved.placed?.fee = nil
            rest.quantity -= quantity
            change.lines.set(own, to: moved)
            change.lines.set(line, to: rest)
        }
        return change
    }
}
