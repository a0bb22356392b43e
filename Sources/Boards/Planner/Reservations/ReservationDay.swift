/// What is noted of the reservations of one service day.
struct ReservationDay: Sendable {
    private(set) var ids: Set<ReservationID> = []
    /// Those that count, and their covers.
    private(set) var countingCount = 0
    private(set) var covers = 0
    /// The most bytes that the rows take in the service day's document and in the week's.
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
