import BoardKit
import HouseBoard
package import Sync
import WaitlistBoard

/// Follows events of the house and the waiting list.
extension Planner {
    package mutating func hear(_ event: Event) -> [RowChange] {
        let changes = noteTime(of: event)
        switch event.board {
        case House.boardName: return changes + hear(fromHouse: event)
        case Waitlist.boardName: return changes + hear(fromWaitlist: event)
        default: return changes
        }
    }

    private mutating func hear(fromHouse event: Event) -> [RowChange] {
        var linkChanges: [RowChange] = []
        let before = house
        let fixed: [CalendarID] = [.main, .reservations]
        let named = fixed.map(calendarRow(_:))
        house.change(by: event)
        guard house != before else { return [] }
        beginChange(event, isEverything: true)
        if house.timeZone != before.timeZone {
            zone = Self.zone(of: house)
            shelveAnew()
            let before = SyncPicture(ofAllLinksOn: self)
            lookAtLinksAnew(event)
            linkChanges = before.changes(to: self)
        }
        today = Today(at: event.at, dayStart: house.dayStart, in: zone)
        let renamed = zip(fixed, named).compactMap { id, row in
            calendarRow(id) == row
                ? nil
                : RowChange(
                    view: Self.calendarsView, member: "calendars", row: id.text,
                    value: calendarRow(id))
        }
        houseChanged()
        return linkChanges + renamed + showAgendaAnew()
    }

    /// Advances the service day if the event is on another one.
    mutating func noteTime(of event: Event) -> [RowChange] {
        guard !today.contains(event.at) else { return [] }
        today = Today(at: event.at, dayStart: house.dayStart, in: zone)
        return showAgendaAnew()
    }

    /// Rebuilds the time index of events in the present time zone.
    mutating func shelveAnew() {
        for (calendar, shelf) in shelves {
            var anew = Shelf()
            anew.isRemoved = shelf.isRemoved
            for id in shelf.ids {
                if let state = events[id] { anew.insert(id, state, in: zone) }
            }
            shelves[calendar] = anew
        }
    }
}
