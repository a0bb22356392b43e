import BoardKit
import ICalendar
import JSON
import Sync
import WaitlistBoard

/// The view of a service day, and the reservations in other views.
extension Planner {
    static let serviceView = "planner/service"

    static let reservationViews = [
        ViewDeclaration(
            name: serviceView, scope: .shared, readers: hosts.union([.engineer]),
            maskedFor: [.engineer],
            parameters: [
                .required("date", DateText.self, "The service day's date")
            ], document: serviceDocument)
    ]

    // MARK: Service day

    /// Returns the document of one of `reservationViews`.
    func reservationDocument(of view: ViewRequest) throws(Rejection) -> Document {
        guard view.view == Self.serviceView else { throw Rejection(.notFound, .noPlannerView) }
        do throws(Reason) {
            return serviceDocument(of: try DateText(view.arguments["date"] ?? .null).date)
        } catch {
            throw Rejection(.invalid, because: error)
        }
    }

    func reservationChanges(in view: ViewRequest, by event: Event) -> [RowChange]? {
        guard let date = view.arguments["date"]?.text.flatMap({ CivilDate($0) }) else { return nil }
        return serviceChanges(of: date, by: event)
    }

    private func serviceDocument(of day: CivilDate) -> Document {
        var rows: [String: JSON] = [:]
        for id in bookings[day].ids { rows[id.text] = shown(id)?.row }
        var slots: [String: JSON] = [:]
        let pacing = pacing
        for quarter in bookings.calendar.quarters(of: day) {
            let covers = bookings.covers(of: quarter)
            if covers == 0 { continue }
            slots[slotName(quarter)] = slot(quarter, covers: covers, pacing)
        }
        return Document([
            "date": .string(day.text), "reservations": .object(rows), "slots": .object(slots),
        ])
    }

    /// Returns the changes of a service day's view, or `nil` if the document has to be rebuilt.
    private func serviceChanges(of day: CivilDate, by event: Event) -> [RowChange]? {
        if lastChange.isEverything { return nil }
        let change = bookings.lastChange
        guard change.rev == event.rev else { return [] }
        if change.isEverything { return nil }
        var changes = rowChanges(in: Self.serviceView, by: change) { shown in
            shown.day == day ? shown.row : nil
        }
        let pacing = pacing
        for slot in change.slots where slot.old != slot.new {
            guard bookings.calendar.day(of: slot.quarter) == day else { continue }
            changes.append(
                RowChange(
                    view: Self.serviceView, member: "slots", row: slotName(slot.quarter),
                    value: slot.new == 0
                        ? nil : self.slot(slot.quarter, covers: slot.new, pacing)))
        }
        return changes
    }

    private func slotName(_ quarter: LocalTime) -> String {
        bookings.calendar.instant(of: quarter).description
    }

    private func slot(_ quarter: LocalTime, covers: Int, _ pacing: Pacing) -> JSON {
        JSON(present: [
            "covers": JSON(covers),
            "limit": pacing.limit(of: quarter, in: bookings.calendar).map { JSON($0) },
        ])
    }

    /// Returns the changes of the reservations in a view.
    ///
    /// - Parameter row: returns a reservation's row in the view, or `nil` if the view does not show
    ///   it.
    private func rowChanges(
        in view: String, member: String = "reservations", by change: BookingsChange,
        _ row: (ShownReservation) -> JSON?
    ) -> [RowChange] {
        change.rows.compactMap { changed in
            let new = changed.new.flatMap(row)
            guard changed.old.flatMap(row) != new else { return nil }
            return RowChange(
                view: view, member: member, row: changed.id.text, value: new)
        }
    }

    // MARK: Week

    /// Returns the rows of the reservations that touch a week's local days.
    func reservationRows(inWeekOf monday: CivilDate) -> [String: JSON] {
        let bounds = bounds(ofWeek: monday)
        var rows: [String: JSON] = [:]
        // A service day may begin a day before or after the local day of its date.
        for offset in -2...7 {
            for id in bookings[monday.adding(days: offset)].ids {
                guard let shown = shown(id), shown.touches(bounds) else { continue }
                rows[id.text] = shown.weekRow
            }
        }
        return rows
    }

    /// Returns the last event's changes of a week's reservations.
    func reservationRowChanges(inWeekOf monday: CivilDate) -> [RowChange] {
        guard bookings.lastChange.rev == lastChange.rev else { return [] }
        let bounds = bounds(ofWeek: monday)
        return rowChanges(in: Self.weekView, by: bookings.lastChange) { shown in
            shown.touches(bounds) ? shown.weekRow : nil
        }
    }

    private func bounds(ofWeek monday: CivilDate) -> Range<Instant> {
        Instant(
            seconds: zone.startOfDay(monday))..<Instant(
                seconds: zone.startOfDay(monday.adding(days: 7)))
    }

    // MARK: Month

    /// Returns the number of a service day's reservations that count, and of their covers.
    /// Cancelled reservations and no-shows do not count.
    func reservationSum(on date: CivilDate) -> (reservations: Int, covers: Int) {
        (bookings[date].countingCount, bookings[date].covers)
    }

    // MARK: Screens

    /// Returns the rows of the present service day for the room's screens, by id.
    func agendaReservations() -> [String: JSON] {
        var rows: [String: JSON] = [:]
        for id in bookings[today.date].ids {
            rows[id.text] = shown(id).flatMap { agendaRow($0) }
        }
        return rows
    }

    /// Returns the row of a reservation for screens, or `nil` if they do not show it.
    func agendaRow(of id: ReservationID) -> JSON? { shown(id).flatMap { agendaRow($0) } }

    /// Returns the row of a reservation for screens, with no more of the name than the house
    /// permits.
    private func agendaRow(_ shown: ShownReservation) -> JSON? {
        guard shown.day == today.date, shown.state.status.isDisplayed,
            let calendar = calendar(.reservations), calendar.display != .off
        else { return nil }
        var members: [String: JSON] = [
            "color": .string(calendar.color.rawValue),
            "start": .string(shown.start.description), "end": .string(shown.end.description),
        ]
        if calendar.display == .busy {
            members["private"] = true
        } else {
            members["label"] = house.labels.label(of: shown.state.name).map(JSON.string)
            members["size"] = JSON(shown.state.size)
        }
        return .object(members)
    }
}

extension ShownReservation {
    /// Whether the reservation overlaps the time.
    fileprivate func touches(_ bounds: Range<Instant>) -> Bool {
        start < bounds.upperBound && end > bounds.lowerBound
    }
}
