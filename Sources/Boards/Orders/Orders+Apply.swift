import BoardKit
import JSON
package import Sync

extension Orders {
    package mutating func apply(_ event: Event) -> [RowChange] {
        guard event.board == name, event.rev > lastRev else { return [] }
        if event.isConfigured(of: declaration) { return applySettings(event) }
        guard let kind = OrdersEvent(rawValue: event.kind), let change = change(of: event, kind)
        else { return [] }
        lastRev = event.rev
        lastChange = LastChange()
        lastChange.rev = event.rev
        return commit(change, event)
    }

    /// Returns the states that an event sets, or `nil` for an impossible event.
    private func change(of event: Event, _ kind: OrdersEvent) -> OrdersChange? {
        if kind.isOfMenu { return menuChange(of: event, kind) }
        switch kind {
        case .opened: return opening(event)
        case .edited:
            return tabChange(of: event) { tab in
                tab.change(by: event.data)
                tab.extras.change(by: event)
            }
        case .added, .changed: return wishing(event)
        case .repeated: return repeating(event)
        case .placed: return placing(event)
        case .cooked: return step(.cook, event)
        case .done: return step(.done, event)
        case .recalled: return step(.recall, event)
        case .served: return step(.serve, event)
        case .linesCancelled: return cancelling(event)
        case .merged: return merging(event)
        case .split: return splitting(event)
        case .paid: return paying(event)
        case .unpaid: return unpaying(event)
        case .closed, .cancelled: return ending(event, kind)
        case .reopened: return reopening(event)
        case .undone: return takingBack(event)
        default: return nil
        }
    }

    // MARK: Menu

    private func menuChange(of event: Event, _ kind: OrdersEvent) -> OrdersChange? {
        switch kind {
        case .imported: return importing(event)
        case .sectionAdded:
            guard let id = SectionID(event.subject), !sections.knows(id),
                let section = Section(event.data)
            else { return nil }
            return OrdersChange(\.sections, id, to: section)
        case .sectionEdited, .sectionMoved, .sectionRemoved:
            guard let id = SectionID(event.subject), var section = sections[id] else { return nil }
            section.change(by: event.data)
            return OrdersChange(\.sections, id, to: kind == .sectionRemoved ? nil : section)
        case .dishAdded:
            guard let id = DishID(event.subject), !dishes.knows(id), let dish = Dish(event.data)
            else { return nil }
            return OrdersChange(\.dishes, id, to: dish)
        default:
            guard let id = DishID(event.subject), var dish = dishes[id] else { return nil }
            if kind == .stocked {
                dish.stock = event.data["left"]?.integer.map { $0 + menu.taken[id, default: 0] }
            } else {
                dish.change(by: event.data)
            }
            return OrdersChange(\.dishes, id, to: kind == .dishRemoved ? nil : dish)
        }
    }

    /// Returns the change of an import, whose event contains each new section, and each new or
    /// changed dish, by id.
    private func importing(_ event: Event) -> OrdersChange? {
        var change = OrdersChange()
        for (name, data) in event.data["sections"]?.members ?? [:] {
            guard let id = SectionID(name), !sections.knows(id), let section = Section(data) else {
                return nil
            }
            change.sections.set(id, to: section)
        }
        for (name, data) in event.data["dishes"]?.members ?? [:] {
            guard let id = DishID(name) else { return nil }
            if var dish = dishes[id] {
                dish.change(by: data)
                change.dishes.set(id, to: dish)
            } else {
                guard !dishes.knows(id), let dish = Dish(data) else { return nil }
                change.dishes.set(id, to: dish)
            }
        }
        return change.isEmpty ? nil : change
    }

    // MARK: Undo

    private func takingBack(_ event: Event) -> OrdersChange? {
        guard var change = undoing(event) else { return nil }
        renumber(&change, by: event)
        return change
    }

    private func reopening(_ event: Event) -> OrdersChange? {
        guard let id = TabID(event.subject), let ended = event.data["ended"]?.integer,
            tabs[id] != nil, var change = try? revival(of: id, endedBy: ended)
        else { return nil }
        renumber(&change, by: event)
        return change
    }

    /// Gives a reopened tab the number in the event.
    private func renumber(_ change: inout OrdersChange, by event: Event) {
        guard let number = event.data["number"]?.integer else { return }
        for (id, state) in change.tabs where open[id] == nil {
            guard var state, state.status == .open else { continue }
            state.number = number
            change.tabs.set(id, to: state)
        }
    }
}
