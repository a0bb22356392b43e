import BoardKit
import ICalendar
import JSON
import Sync

extension Planner {
    func decideReserve(
        _ asked: inout Asked, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        let made = Reservation(&asked.arguments, in: zone, usualStay)
        guard asked.areGood else { throw asked.rejection }
        let id = ReservationID(rev: asked.moment.rev)
        let new = try paced(made, replacing: nil)
        try checkRoom(for: [id: new])
        return Self.decision(.reserved, of: id, new)
    }

    func decideRebook(
        _ asked: inout Asked, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.required("reservation")
        let edit = ReservationEdit(&asked.arguments, in: zone)
        guard asked.areGood, let named else { throw asked.rejection }
        let (id, old) = try reservation(named, for: .rebook, asked)
        var new = edit.applied(to: old, usualStay)
        let keepsPlace = new.isPaced(like: old) && new.isOverride == old.isOverride
        if !keepsPlace { new = try paced(new, replacing: old) }
        try checkRoom(for: [id: new])
        return Self.decision(.rebooked, of: id, new)
    }

    /// Decides an action whose only argument is a reservation.
    func decideReservationStep(
        _ action: PlannerAction, _ asked: inout Asked, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        let named: ItemID = try asked.last("reservation")
        switch action {
        case .cancel:
            var (id, state) = try reservation(named, for: .cancel, asked)
            state.leave(as: .cancelled, at: asked.moment.now)
            return Self.decision(.cancelled, of: id, state)
        case .noShow:
            var (id, state) = try reservation(named, for: .noShow, asked)
            state.leave(as: .noShow, at: asked.moment.now)
            return Self.decision(.noShow, of: id, state)
        default:
            var (id, state) = try reservation(named, for: .restore, asked)
            state.book()
            // A restored reservation is always accepted, and its row says if there was no room.
            state.isOverride = true
            return Self.decision(.restored, of: id, try paced(state, replacing: nil))
        }
    }

    private static func decision(
        _ kind: PlannerEvent, of id: ReservationID, _ state: Reservation
    ) -> Decision {
        decision(kind, of: id.text, ["reservation": state.json])
    }

    /// Returns the reservation with this id. Throws if it has changed since the sender saw it, or
    /// if the step is illegal. Once its party has arrived, the waiting list decides.
    private func reservation(
        _ named: ItemID, for deed: ReservationDeed, _ asked: Asked
    ) throws(Rejection) -> (id: ReservationID, state: Reservation) {
        let (id, state) = try reservations.existing(named, else: .noReservation)
        try asked.check(reservations.lastRev(of: id))
        guard state.visit == nil else { throw Rejection(.conflict, .partyDecides) }
        guard deed.isLegal(in: state.status) else {
            throw Rejection(
                .conflict,
                because: Reason(
                    .reservationNotInState,
                    phrases: ["state": Reason(state.status.phrase), "deed": Reason(deed.phrase)]))
        }
        return (id, state)
    }

    // MARK: Pacing

    /// Returns the state with an override only if it needs one. Throws if it needs one and has
    /// none.
    ///
    /// - Parameter old: the replaced state, whose covers do not count.
    private func paced(
        _ state: Reservation, replacing old: Reservation?
    ) throws(Rejection) -> Reservation {
        var paced = state
        do throws(Rejection) {
            try checkPacing(of: state, replacing: old)
            paced.isOverride = false
        } catch {
            guard state.isOverride else { throw error }
        }
        return paced
    }

    /// Checks that the house is open, and that the covers stay within the quarter hour's limit.
    private func checkPacing(
        of state: Reservation, replacing old: Reservation?
    ) throws(Rejection) {
        guard house.isOpen(at: state.start) else { throw Rejection(.conflict, .houseIsClosed) }
        guard let excess = excess(of: state, replacing: old) else { return }
        let quarter = bookings.calendar.quarter(of: state.start)
        let time = TimeOfDay(
            hour: quarter.secondOfDay / 3_600, minute: quarter.secondOfDay / 60 % 60)
        throw Rejection(
            .conflict, .slotIsFull,
            [
                "time": .string(time.text), "taken": JSON(excess.taken),
                "count": JSON(excess.limit),
            ])
    }

    /// Returns the covers of other reservations in the quarter hour and the limit, or `nil` if
    /// there is room.
    private func excess(
        of state: Reservation, replacing old: Reservation?
    ) -> (taken: Int, limit: Int)? {
        let calendar = bookings.calendar
        let quarter = calendar.quarter(of: state.start)
        guard let limit = pacing.limit(of: quarter, in: calendar) else { return nil }
        var taken = bookings.covers(of: quarter)
        if let old, old.status.counts, calendar.quarter(of: old.start) == quarter {
            taken -= old.size
        }
        return taken + state.size > limit ? (taken, limit) : nil
    }

    // MARK: Room

    private static let dayCountMax = 2_000
    /// The most bytes of a service day's rows. The document has less than 3 MiB.
    private static let dayBytesMax = 3_000_000
    /// The most bytes of reservations in a week's document, which has occurrences too.
    private static let weekBytesMax = 2_500_000

    /// Checks that reservations fit into the documents of their new days.
    func checkRoom(for states: [ReservationID: Reservation?]) throws(Rejection) {
        let calendar = bookings.calendar
        var days: [CivilDate: (count: Int, bytes: Int, weekBytes: Int)] = [:]
        for (id, state) in states {
            for (state, sign) in [(reservations[id], -1), (state, 1)] {
                guard let state else { continue }
                let rowBytes = state.rowBytesMax
                days[calendar.day(of: state.start), default: (0, 0, 0)].count += sign
                days[calendar.day(of: state.start), default: (0, 0, 0)].bytes +=
                    sign * rowBytes.day
                days[calendar.day(of: state.start), default: (0, 0, 0)].weekBytes +=
                    sign * rowBytes.week
            }
        }
        for (day, added) in days {
            if added.count > 0, bookings[day].ids.count + added.count > Self.dayCountMax {
                throw Rejection(
                    .conflict, .tooManyReservations, ["max": JSON(Self.dayCountMax)])
            }
            let isTooLarge =
                added.bytes > 0 && bookings[day].bytes + added.bytes > Self.dayBytesMax
                || added.weekBytes > 0
                    && weekBytes(of: day) + added.weekBytes > Self.weekBytesMax
            if isTooLarge { throw Rejection(.conflict, .reservationsTooLarge) }
        }
    }

    /// Returns the most bytes of the reservations in the document of a day's week.
    func weekBytes(of day: CivilDate) -> Int {
        (0..<7).reduce(0) { $0 + bookings[day.monday.adding(days: $1)].weekBytes }
    }

    // MARK: Undo

    /// Checks the effects of an undo on reservations. The arrival of a party must be undone before
    /// anything that depends on its reservation.
    func checkReservations(
        _ change: PlannerChange, among boards: BoardStates
    ) throws(Rejection) {
        if change.reservations.keys.contains(where: { reservations[$0]?.visit != nil }) {
            throw Rejection(.conflict, .neededLater)
        }
        try checkRoom(for: change.reservations)
    }

    // MARK: Events

    /// Returns the states after an event, or `nil` for an impossible event.
    func reservationChange(of event: Event, _ kind: PlannerEvent) -> PlannerChange? {
        guard let id = ReservationID(event.subject),
            kind == .reserved ? !reservations.knows(id) : reservations[id] != nil,
            var state = event.data["reservation"].flatMap({ Reservation($0) })
        else { return nil }
        state.visit = reservations[id]?.visit
        var extras = reservations[id]?.extras ?? Extras()
        extras.change(by: event)
        state.extras = extras
        return PlannerChange(\.reservations, id, to: state)
    }
}
