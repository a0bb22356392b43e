/// The totals of a service day's reservations.
struct ReservationDay: Sendable {
    private(set) var ids: Set<ReservationID> = []
    /// The number of reservations that count, and of their covers.
    private(set) var countingCount = 0
    private(set) var covers = 0
    /// The most bytes of the rows in the service day's document and in the week's.
    private(set) var bytes = 0
    private(set) var weekBytes = 0

    mutating func insert(_ id: ReservationID, _ state: Reservation) {
        ids.insert(id)
        add(state, times: 1)
    }

    mutating func remove(_ id: ReservationID, _ state: Reservation) {
        ids.remove(id)
        add(state, times: -1)
    }

    private mutating func add(_ state: Reservation, times: Int) {
        let rowBytes = state.rowBytesMax
        bytes += times * rowBytes.day
        weekBytes += times * rowBytes.week
        guard state.status.counts else { return }
        countingCount += times
        covers += times * state.size
    }
}
