import BoardKit
import HouseBoard
import JSON
package import Sync
import WaitlistBoard

/// Reacts to settings, to the house, and to the waiting list.
extension Orders {
    /// Applies a change of the board's own settings, which the kernel has already made.
    mutating func applySettings(_ event: Event) -> [RowChange] {
        lastRev = event.rev
        let before = shownSettings
        noteSettings()
        begin(event, isEverything: shownSettings != before)
        var changes: [RowChange] = []
        if shownSettings.currency != before.currency {
            venueChangedRev = event.rev
            for view in [Self.menuView, Self.hostView] {
                changes.append(
                    RowChange(
                        view: view, member: "currency", row: nil,
                        value: .string(shownSettings.currency)))
            }
        }
        if shownSettings.vat != before.vat { changes += dishesWithUsualVAT() }
        forgetTabs(at: event.at)
        return changes
    }

    mutating func noteSettings() {
        shownSettings = ShownSettings(currency: currency.code, vat: usualVAT)
    }

    private func dishesWithUsualVAT() -> [RowChange] {
        menu.sections.flatMap { section in
            (menu.dishes[section.id] ?? RankOrder()).flatMap { place -> [RowChange] in
                let shown = shownDish(place.id)
                return shown?.dish.vat == nil
                    ? dishChanges(place.id, from: nil, to: shown) : []
            }
        }
    }

    private mutating func begin(_ event: Event, isEverything: Bool = false) {
        lastChange = LastChange()
        lastChange.rev = event.rev
        lastChange.isEverything = isEverything
    }

    package mutating func hear(_ event: Event) -> [RowChange] {
        switch event.board {
        case House.boardName: hear(fromHouse: event)
        case Waitlist.boardName: hear(fromWaitlist: event)
        default: []
        }
    }

    // MARK: House

    private mutating func hear(fromHouse event: Event) -> [RowChange] {
        if event.kind == Event.dayBeganKind { return beginDay(event) }
        if event.recordsSetBack { day.clockWasSetBack(to: event.at) }
        let before = house
        house.change(by: event)
        if house.timeZone != before.timeZone { day.setTimeZone(house.timeZone) }
        let member = Self.venueMember(of: house)
        guard member != Self.venueMember(of: before) else { return [] }
        venueChangedRev = event.rev
        begin(event, isEverything: true)
        return [RowChange(view: Self.displayView, member: "venue", row: nil, value: member)]
    }

    /// Begins a service day: numbers start at 1, and the lists of the day no longer show tabs that
    /// left before.
    private mutating func beginDay(_ event: Event) -> [RowChange] {
        let gone = day.gone.sorted { $0.rev < $1.rev }.map { shown($0) }
        day.begin(at: event.at)
        begin(event, isEverything: true)
        _ = kitchen.replace(gone.flatMap(\.rounds), by: [])
        forgetTabs(at: event.at)
        return gone.map { Self.hostChange(of: $0, in: "gone", isThere: false) }
    }

    /// Removes the tabs that left before the days that are kept.
    private mutating func forgetTabs(at now: Instant) {
        let first = day.date(
            of: now.adding(milliseconds: -86_400_000 * Int64(keepDays)),
            startingAt: house.dayStart)
        let days = past.dates.prefix { $0 < first }
        if days.isEmpty { return }
        var forgotten: Set<TabID> = []
        var forgottenLines: Set<LineID> = []
        for id in days.flatMap({ past.ids(of: $0) }) {
            forgotten.insert(id)
            past.set(id, to: nil)
            guard let list = lists.removeValue(forKey: id) else { continue }
            forgottenLines.formUnion(list.present)
            forgottenLines.formUnion(list.former)
        }
        tabs.forget(forgotten)
        lines.forget(forgottenLines)
        lastChange.isEverything = true
    }

    // MARK: Waiting list

    static let heardOfParties = HeardEvents(
        of: Waitlist.boardName,
        Set([PartyEvent.seated, .restored, .undone].map(\.rawValue)))

    /// Moves a party's tabs to its table when it is seated. If that is undone, they have no table.
    private mutating func hear(fromWaitlist event: Event) -> [RowChange] {
        switch PartyEvent(rawValue: event.kind) {
        case .seated:
            guard let table = event.data["table"]?.text else { return [] }
            return seat(event.subject, at: table, event)
        case .restored: return seat(event.subject, at: nil, event)
        case .undone:
            let party = event.data["party"]
            let isSeated = party?["status"]?.text == PartyStatus.seated.rawValue
            return seat(event.subject, at: isSeated ? party?["table"]?.text : nil, event)
        default: return []
        }
    }

    private mutating func seat(
        _ party: String, at table: String?, _ event: Event
    ) -> [RowChange] {
        let moved = (partyTabs[party] ?? []).sorted { $0.rev < $1.rev }.filter { id in
            guard let tab = tabs[id], tab.kind == .table else { return false }
            return table == nil ? tab.partyTable != nil : tab.place != table
        }
        if moved.isEmpty { return [] }
        begin(event)
        let before = moved.map { shown($0) }
        for id in moved {
            tabs.amend(id) { tab in
                tab.partyTable = table
                if table != nil { tab.table = nil }
            }
        }
        return commitTabs(moved, before, event)
    }
}
