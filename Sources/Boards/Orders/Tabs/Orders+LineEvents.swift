import BoardKit
import JSON
import Sync

/// Applies the events of lines.
extension Orders {
    /// Returns the change of a line that was added to the basket, raised, changed, joined with
    /// another one, or removed.
    func wishing(_ event: Event) -> OrdersChange? {
        var change = OrdersChange()
        guard wish(event.data, event, &change) else { return nil }
        if let joined = event.data["joined"]?.text.flatMap(LineID.init(_:)) {
            change.lines.set(joined, to: nil)
        }
        return change
    }

    func repeating(_ event: Event) -> OrdersChange? {
        var change = OrdersChange()
        for data in event.data["lines"]?.elements ?? [] {
            guard wish(data, event, &change) else { return nil }
        }
        return change.isEmpty ? nil : change
    }

    /// Sets the values of a line in the basket from an event.
    ///
    /// - Returns: `false` if the event is impossible.
    private func wish(_ data: JSON, _ event: Event, _ change: inout OrdersChange) -> Bool {
        guard let id = data["line"]?.text.flatMap(LineID.init(_:)),
            let tab = TabID(event.subject), tabs[tab] != nil,
            let dish = data["dish"]?.text.flatMap(DishID.init(_:)),
            let quantity = data["quantity"]?.integer
        else { return false }
        var line = lines[id] ?? Line(tab: tab, dish: dish, quantity: quantity, at: event.at)
        guard line.status == .basket else { return false }
        line.quantity = quantity
        line.notes = data["notes"]?.text
        line.person = data["person"]?.text
        change.lines.set(id, to: quantity > 0 ? line : nil)
        return true
    }

    func placing(_ event: Event) -> OrdersChange? {
        var change = OrdersChange()
        var fee = event.data["fee"]?.integer.map {
            Fee(amount: $0, vat: event.data["feeVat"]?.integer ?? 0)
        }
        for data in event.data["lines"]?.elements ?? [] {
            guard let id = data["line"]?.text.flatMap(LineID.init(_:)), var line = lines[id],
                line.status == .basket, let name = data["name"]?.text,
                let price = data["price"]?.integer, let vat = data["vat"]?.integer
            else { return nil }
            line.status = .placed
            line.at = event.at
            line.placed = Placement(
                name: name, price: price, vat: vat, station: data["station"]?.text,
                round: RoundID(rev: event.rev), at: event.at, fee: fee)
            // The first line of the round has the fee.
            fee = nil
            change.lines.set(id, to: line)
        }
        return change.isEmpty ? nil : change
    }

    func step(_ action: OrdersAction, _ event: Event) -> OrdersChange? {
        lineChange(of: event) { line in
            guard let next = line.status.next(by: action) else { return false }
            line.become(next, at: event.at)
            return true
        }
    }

    func cancelling(_ event: Event) -> OrdersChange? {
        lineChange(of: event) { line in
            guard line.counts else { return false }
            line.cancel(reason: event.data["reason"]?.text, at: event.at)
            return true
        }
    }

    /// - Parameter body: returns `false` if the event is impossible for the line.
    private func lineChange(of event: Event, _ body: (inout Line) -> Bool) -> OrdersChange? {
        var change = OrdersChange()
        for id in [LineID](event.data["lines"]) {
            guard var line = lines[id], body(&line) else { return nil }
            change.lines.set(id, to: line)
        }
        return change.isEmpty ? nil : change
    }
}
