import JSON
import Sync

extension OrdersRecount {
    mutating func editTab(_ step: Step) {
        let asked = step.entry.arguments
        let id = asked["tab"]?.text ?? step.entry.result["tab"]?.text ?? ""
        if step.kind == "opened" {
            setTab(
                id,
                to: Tab(fields: [
                    "number": step.entry.result["number"] ?? .null, "status": "open",
                    "openedAt": .string(step.at.description),
                ]))
        }
        withTab(id) { tab in
            for name in ["kind", "table", "name", "phone", "address"] {
                guard let value = asked[name] else { continue }
                tab.fields[name] = value.isNull ? nil : value
            }
        }
    }

    // MARK: Baskets

    mutating func changeBasket(_ step: Step) {
        let asked = step.entry.arguments
        switch step.kind {
        case "added":
            let line = Line(
                dish: asked["dish"]?.text ?? "", quantity: asked["quantity"]?.integer ?? 1,
                notes: asked["notes"]?.text, person: asked["person"]?.text, at: step.at,
                age: step.rev)
            let id = step.entry.result["line"]?.text ?? ""
            withTab(asked["tab"]?.text ?? "") { Self.put(line, id, into: &$0) }
        case "changed":
            let id = asked["line"]?.text ?? ""
            guard let tab = tabs.first(where: { $0.value.lines[id] != nil })?.key else { return }
            withTab(tab) { tab in
                guard var line = tab.lines.removeValue(forKey: id) else { return }
                line.quantity = asked["quantity"]?.integer ?? line.quantity
                if let notes = asked["notes"] { line.notes = notes.text }
                if let person = asked["person"] { line.person = person.text }
                if line.quantity > 0 { Self.put(line, id, into: &tab) }
            }
        default: orderAgain(step)
        }
    }

    /// Puts a line into a basket. An equal line absorbs it, and the older id stays.
    private static func put(_ line: Line, _ id: String, into tab: inout Tab) {
        guard let (equal, there) = tab.lines.first(where: { $0.value.equals(line) }) else {
            tab.lines[id] = line
            return
        }
        let isOlder = line.age < there.age
        var kept = isOlder ? line : there
        kept.quantity = line.quantity + there.quantity
        tab.lines[equal] = nil
        tab.lines[isOlder ? id : equal] = kept
    }

    private mutating func orderAgain(_ step: Step) {
        let asked = step.entry.arguments
        let tab = asked["tab"]?.text ?? ""
        let from = tabs[asked["from"]?.text ?? ""]?.lines.values.map { $0 } ?? []
        for line in from where line.isCounted {
            guard dish(line.dish) != nil, !step.soldOut.contains(line.dish) else { continue }
            let wish = Line(
                dish: line.dish, quantity: line.quantity, notes: line.notes, at: step.at,
                age: step.rev)
            let id = step.names["lines"]?.members?.first { _, row in
                row["status"] == "basket" && row["dish"]?.text == wish.dish
                    && row["notes"]?.text == wish.notes && row["person"] == nil
            }
            withTab(tab) { Self.put(wish, id?.key ?? "", into: &$0) }
        }
    }

    // MARK: The kitchen

    mutating func place(_ step: Step) {
        let asked = step.entry.arguments
        let id = asked["tab"]?.text ?? ""
        let chosen = asked["lines"]?.elements?.compactMap(\.text)
        setPlaced(step.rev, at: step.at)
        for (name, line) in tabs[id]?.lines ?? [:] where line.status == "basket" {
            guard chosen?.contains(name) ?? true, let dish = dish(line.dish) else { continue }
            var line = line
            line.status = "placed"
            line.at = step.at
            line.round = step.rev
            (line.name, line.price, line.vat) = (dish.name, dish.price, dish.vat ?? Self.vat)
            line.station = dish.station ?? sections.first { $0.id == dish.section }?.station
            withTab(id) { $0.lines[name] = line }
            count(line.dish, -line.quantity)
        }
        withTab(id) { tab in
            tab.rounds.append(step.rev)
            if tab.kind == "delivery", tab.fee == nil { tab.fee = Self.fee }
        }
    }

    mutating func bump(_ step: Step) {
        let named = step.entry.result["lines"]?.elements?.compactMap(\.text) ?? []
        for name in named {
            guard let tab = tabs.first(where: { $0.value.lines[name] != nil })?.key,
                var line = tabs[tab]?.lines[name]
            else { continue }
            if step.kind == "lines_cancelled" {
                if line.status == "placed" { count(line.dish, line.quantity) }
                line.reason = step.entry.arguments["reason"]?.text
            }
            let wasInKitchen = line.isInKitchen
            line.status = Self.next(of: line.status, by: step.kind)
            line.at = step.at
            if line.isInKitchen { line.doneAt = nil } else if wasInKitchen { line.doneAt = step.at }
            withTab(tab) { $0.lines[name] = line }
        }
    }

    private static func next(of status: String, by kind: String) -> String {
        switch kind {
        case "cooked": "cooking"
        case "done": "done"
        case "served": "served"
        case "lines_cancelled": "cancelled"
        default: ["served": "done", "done": "cooking", "cooking": "placed"][status] ?? status
        }
    }

    // MARK: Merging and splitting

    mutating func merge(_ step: Step) {
        let asked = step.entry.arguments
        guard let id = asked["tab"]?.text, let from = asked["from"]?.text,
            var source = tabs[from]
        else { return }
        // The halves of a split round stay two rounds when their tabs are merged.
        for (index, round) in source.rounds.enumerated() {
            let renamed = step.rev * 1000 + index
            setPlaced(renamed, at: placedAt[round] ?? step.at)
            for (name, line) in source.lines where line.round == round {
                source.lines[name]?.round = renamed
            }
            source.rounds[index] = renamed
        }
        withTab(id) { tab in
            tab.rounds += source.rounds
            tab.payments.merge(source.payments) { $1 }
            tab.fee = tab.fee.map { $0 + (source.fee ?? 0) } ?? source.fee
            for (name, line) in source.lines {
                let there = tab.lines.first { $0.value.equals(line) }?.key
                if let there {
                    tab.lines[there]?.quantity += line.quantity
                } else {
                    tab.lines[name] = line
                }
            }
        }
        withTab(from) { tab in
            (tab.lines, tab.payments, tab.rounds, tab.fee) = ([:], [:], [], nil)
            tab.fields["status"] = "merged"
            tab.fields["into"] = .string(id)
            tab.leftAt = step.at
        }
    }

    mutating func split(_ step: Step) {
        let asked = step.entry.arguments
        guard let id = asked["tab"]?.text, let source = tabs[id],
            let new = step.entry.result["tab"]?.text
        else { return }
        var tab = source
        (tab.lines, tab.payments, tab.fee) = ([:], [:], nil)
        tab.fields["number"] = step.entry.result["number"]
        tab.fields["openedAt"] = .string(step.at.description)
        tab.fields["party"] = nil
        if let table = asked["table"] { tab.fields["table"] = table }
        var unnamed = step.names["lines"]?.members ?? [:]
        let carried = asked["lines"]?.elements ?? []
        for name in carried.compactMap({ $0["line"]?.text }) { unnamed[name] = nil }
        for each in carried {
            guard let name = each["line"]?.text, var line = source.lines[name] else { continue }
            let quantity = each["quantity"]?.integer ?? line.quantity
            if quantity == line.quantity {
                withTab(id) { $0.lines[name] = nil }
                tab.lines[name] = line
                continue
            }
            withTab(id) { $0.lines[name]?.quantity -= quantity }
            line.quantity = quantity
            let found = unnamed.sorted { $0.key < $1.key }.first { _, row in
                row["dish"]?.text == line.dish && row["quantity"]?.integer == quantity
                    && row["status"]?.text == line.status && row["notes"]?.text == line.notes
                    && row["person"]?.text == line.person
                    && row["at"]?.text == line.at.description
            }
            if let found { unnamed[found.key] = nil }
            tab.lines[found?.key ?? "part of \(name)"] = line
        }
        setTab(new, to: tab)
    }

    // MARK: Payments and the end

    mutating func pay(_ step: Step) {
        let asked = step.entry.arguments
        if step.kind == "unpaid" {
            let id = asked["payment"]?.text ?? ""
            let tab = tabs.first { $0.value.payments[id] != nil }?.key
            return withTab(tab ?? "") { $0.payments[id] = nil }
        }
        let payment = Payment(
            amount: step.entry.result["amount"]?.integer ?? 0,
            tip: asked["tip"]?.integer ?? 0, method: asked["method"]?.text ?? "", at: step.at,
            lines: asked["lines"]?.elements?.compactMap(\.text), person: asked["person"]?.text)
        withTab(asked["tab"]?.text ?? "") {
            $0.payments[step.entry.result["payment"]?.text ?? ""] = payment
        }
    }

    mutating func end(_ step: Step) {
        let id = step.entry.arguments["tab"]?.text ?? ""
        guard let now = tabs[id] else { return }
        if step.kind == "reopened" {
            guard let earlier = tabBefore(id) else { return }
            if now.status == "cancelled" {
                for line in earlier.lines.values where line.status == "placed" {
                    count(line.dish, -line.quantity)
                }
            }
            return setTab(id, to: earlier)
        }
        setBefore(id, to: now)
        let reason = step.entry.arguments["reason"]?.text
        for line in now.lines.values where step.kind == "cancelled" && line.status == "placed" {
            count(line.dish, line.quantity)
        }
        withTab(id) { tab in
            tab.fields["status"] = .string(step.kind)
            tab.fields["reason"] = reason.map(JSON.string)
            tab.leftAt = step.at
            tab.lines = tab.lines.filter { $0.value.status != "basket" }
            for (name, line) in tab.lines where line.isCounted {
                var line = line
                if step.kind == "cancelled" {
                    if line.isInKitchen { line.doneAt = step.at }
                    (line.status, line.at, line.reason) = ("cancelled", step.at, reason)
                } else if line.status == "done" {
                    (line.status, line.at) = ("served", step.at)
                }
                tab.lines[name] = line
            }
        }
    }
}
