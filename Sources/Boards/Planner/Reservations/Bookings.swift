import ICalendar
import Sync

/// The reservations indexed by service day, quarter hour, table, party and phone. The board's
/// ledger has their states.
struct Bookings: Sendable {
    struct Entry: Sendable {
        let start: Int64
        let end: Int64
        let day: CivilDate
        let name: SearchText
        let phone: String?
    }

    /// The numbers of visits and no-shows of guests with a phone number.
    struct Attendance: Sendable {
        fileprivate(set) var visits = 0
        fileprivate(set) var noShows = 0
    }

    private(set) var calendar: ServiceCalendar
    private var entries: [ReservationID: Entry] = [:]
    private var days: [CivilDate: ReservationDay] = [:]
    /// The covers of each quarter hour; quarter hours without covers are absent.
    private var covers: [LocalTime: Int] = [:]
    private var tables = TablePlan()
    private var parties: [String: ReservationID] = [:]
    private var phones: [String: Attendance] = [:]
    var lastChange = BookingsChange()

    init(_ calendar: ServiceCalendar = ServiceCalendar()) { self.calendar = calendar }

    // MARK: Changing

    mutating func replace(_ old: Reservation?, by new: Reservation?, of id: ReservationID) {
        if let old { remove(id, old) }
        if let new { insert(id, new) }
    }

    /// Rebuilds the index for another time zone, or for days that begin at another time.
    mutating func rearrange(
        in calendar: ServiceCalendar, _ state: (ReservationID) -> Reservation?
    ) {
        var other = Bookings(calendar)
        for id in entries.keys { if let state = state(id) { other.insert(id, state) } }
        self = other
    }

    private mutating func insert(_ id: ReservationID, _ state: Reservation) {
        let stay = stay(of: id, state)
        let entry = Entry(
            start: stay.start, end: stay.end, day: calendar.day(of: state.start),
            name: SearchText([state.name]), phone: state.phone)
        entries[id] = entry
        days[entry.day, default: ReservationDay()].insert(id, state)
        add(state, times: 1)
        if let visit = state.visit { parties[visit.party] = id }
        if state.status.counts, let table = state.table {
            tables.insert(stay, at: table)
        }
    }

    private mutating func remove(_ id: ReservationID, _ state: Reservation) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        days[entry.day]?.remove(id, state)
        if days[entry.day]?.ids.isEmpty == true { days[entry.day] = nil }
        add(state, times: -1)
        if let visit = state.visit { parties[visit.party] = nil }
        if state.status.counts, let table = state.table {
            tables.remove(stay(of: id, state), at: table)
        }
    }

    /// Adds a reservation to the counts.
    ///
    /// - Parameter times: 1, or -1 to remove it.
    private mutating func add(_ state: Reservation, times: Int) {
        if state.status.counts {
            let quarter = calendar.quarter(of: state.start)
            let sum = covers[quarter, default: 0] + times * state.size
            covers[quarter] = sum == 0 ? nil : sum
        }
        guard let phone = state.phone else { return }
        switch state.status {
        case .seated: phones[phone, default: Attendance()].visits += times
        case .noShow: phones[phone, default: Attendance()].noShows += times
        case .booked, .arrived, .cancelled: break
        }
    }

    // MARK: Reading

    var ids: [ReservationID] { entries.keys.sorted() }

    subscript(id: ReservationID) -> Entry? { entries[id] }

    subscript(day: CivilDate) -> ReservationDay { days[day] ?? ReservationDay() }

    /// The days with reservations, the last one first.
    var latestDays: [CivilDate] { days.keys.sorted(by: >) }

    /// Returns the reservations of a day, the latest first.
    func latestIDs(of day: CivilDate) -> [ReservationID] {
        self[day].ids.sorted { one, other in
            let starts = (entries[one]?.start ?? 0, entries[other]?.start ?? 0)
            return starts.0 == starts.1 ? one > other : starts.0 > starts.1
        }
    }

    /// Returns the reservation of an arrived party.
    func reservation(ofParty party: String) -> ReservationID? { parties[party] }

    /// Returns the covers of reservations that start in the quarter hour.
    func covers(of quarter: LocalTime) -> Int { covers[quarter] ?? 0 }

    func attendance(of phone: String) -> Attendance { phones[phone] ?? Attendance() }

    /// Returns the other reservations that have this one's table at the same time.
    func clashes(with id: ReservationID, _ state: Reservation) -> [ReservationID] {
        guard state.status.counts, let table = state.table else { return [] }
        return tables.others(than: stay(of: id, state), at: table)
    }

    private func hasClash(_ id: ReservationID, _ state: Reservation) -> Bool {
        guard state.status.counts, let table = state.table else { return false }
        return tables.hasOther(than: stay(of: id, state), at: table)
    }

    private func stay(of id: ReservationID, _ state: Reservation) -> TablePlan.Stay {
        let start = calendar.zone.seconds(of: state.start)
        return TablePlan.Stay(id: id, start: start, end: start + Int64(state.minutes) * 60)
    }

    func shown(_ id: ReservationID, _ state: Reservation) -> ShownReservation? {
        guard let entry = entries[id] else { return nil }
        return ShownReservation(
            id: id, state: state, start: Instant(seconds: entry.start),
            end: Instant(seconds: entry.end), day: entry.day,
            clashes: hasClash(id, state))
    }
}

/// The changes of the last event, for views that are made on demand.
struct BookingsChange: Sendable {
    struct Row: Sendable {
        let id: ReservationID
        let old: ShownReservation?
        let new: ShownReservation?
    }

    struct Slot: Sendable {
        let quarter: LocalTime
        let old: Int
        let new: Int
    }

    var rev = 0
    var rows: [Row] = []
    var slots: [Slot] = []
    /// Whether the limits of any quarter hour may have changed.
    var isEverything = false
}
