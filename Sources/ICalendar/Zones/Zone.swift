/// A time zone, which maps wall-clock times to instants.
public struct Zone: Hashable, Sendable {
    let table: ZoneTable

    /// Coordinated Universal Time.
    public static let utc = Zone(table: ZoneTable(name: "UTC", definition: nil, offset: 0))

    init(table: ZoneTable) { self.table = table }

    /// Creates a zone of the system's IANA database by its exact name, such as `Europe/Rome`.
    /// Returns `nil` for an unknown name.
    public init?(_ name: String) {
        guard name != "UTC" else {
            self = .utc
            return
        }
        guard let table = ZoneStore.table(name) else { return nil }
        self.table = table
    }

    /// Returns the zone of a Windows name, such as `Romance Standard Time` or the display name
    /// `(UTC+01:00) Brussels, Copenhagen, Madrid, Paris`.
    public static func windows(_ name: String) -> Zone? {
        WindowsZones.zone(name).flatMap { Zone($0) }
    }

    /// The name in the IANA database, or in the file that defines the zone.
    public var name: String { table.name }

    /// The VTIMEZONE as unfolded lines joined by line breaks; `nil` for an IANA zone.
    public var definition: String? { table.definition }

    /// Returns the instant in Unix seconds. A repeated time means its first pass; a skipped time
    /// uses the offset before the gap (RFC 5545 3.3.5).
    public func seconds(of local: LocalTime) -> Int64 { table.seconds(of: local.wallSeconds) }

    /// Returns `false` for a time in a gap.
    public func exists(_ local: LocalTime) -> Bool {
        self.local(of: seconds(of: local)) == local
    }

    /// Returns the wall-clock time at an instant.
    public func local(of seconds: Int64) -> LocalTime {
        LocalTime(wallSeconds: seconds + Int64(table.offset(at: seconds)))
    }

    /// Returns the offset from UTC in seconds, positive to the east.
    public func offset(at seconds: Int64) -> Int { Int(table.offset(at: seconds)) }

    /// Returns the first instant of a day, which is not midnight if midnight falls in a gap.
    public func startOfDay(_ date: CivilDate) -> Int64 {
        let midnight = LocalTime(date: date)
        let instant = seconds(of: midnight)
        if local(of: instant) == midnight { return instant }
        // Midnight is in a gap: the day begins at the offset change.
        return table.change(before: instant) ?? instant
    }
}
