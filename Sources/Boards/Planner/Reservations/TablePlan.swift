import BoardKit

/// The times for which each table is reserved.
struct TablePlan: Sendable {
    /// A reservation's time at its table, in Unix seconds. The end is exclusive.
    struct Stay: Sendable {
        let id: ReservationID
        let start: Int64
        let end: Int64
    }

    /// The stays of each table, in order of their starts.
    private var stays: [String: [Stay]] = [:]
    /// The longest stay of a reservation.
    private static let secondsMax = Int64(StayMinutes.range.upperBound) * 60

    mutating func insert(_ stay: Stay, at table: String) {
        let index = stays[table]?.partitionPoint { $0.start > stay.start } ?? 0
        stays[table, default: []].insert(stay, at: index)
    }

    mutating func remove(_ stay: Stay, at table: String) {
        guard let all = stays[table] else { return }
        let first = all.partitionPoint { $0.start >= stay.start }
        guard let index = all[first...].firstIndex(where: { $0.id == stay.id }) else { return }
        stays[table]?.remove(at: index)
        if stays[table]?.isEmpty == true { stays[table] = nil }
    }

    /// Returns the other reservations with the table at the same time.
    func others(than stay: Stay, at table: String) -> [ReservationID] {
        overlaps(with: stay, at: table).filter { $0.id != stay.id && $0.end > stay.start }.map(\.id)
    }

    func hasOther(than stay: Stay, at table: String) -> Bool {
        overlaps(with: stay, at: table).contains { $0.id != stay.id && $0.end > stay.start }
    }

    private func overlaps(with stay: Stay, at table: String) -> ArraySlice<Stay> {
        guard let all = stays[table] else { return [] }
        let first = all.partitionPoint { $0.start > stay.start - Self.secondsMax }
        return all[first...].prefix { $0.start < stay.end }
    }
}
