/// A time zone: which instant a clock on the wall means.
public struct Zone: Hashable, Sendable {
    let table: ZoneTable

    /// Coordinated Universal Time.
    public static let utc = Zone(table: ZoneTable(name: "UTC", definition: nil, offset: 0))

    init(table: ZoneTable) { self.table = table }

    /// A zone of the IANA database that the system has, spelled exactly: `Europe/Rome`. Returns `nil`
    /// for every other name.
    public init?(_ name: String) {
        guard name != "UTC" else {
            self = .utc
            return
        }
        guard let table = ZoneStore.table(name) else { return nil }
        self.table = table
    }

    /// The zone that a name of Windows stands for: `Romance Standard Time`, or as it is shown,
    /// `(UTC+01:00) Brussels, Copenhagen, Madrid, Paris`.
    public static func windows(_ name: String) -> Zone? {
        (WindowsZones.names[name] ?? WindowsZones.shown(name)).flatMap { Zone($0) }
    }

    /// The zone's name in the IANA database, or in the file that defines it.
    public var name: String { table.name }

    /// The text of the VTIMEZONE that defines the zone, unfolded lines joined by line breaks. `nil` for
    /// a zone of the IANA database.
    public var definition: String? { table.definition }

    /// The instant in Unix seconds. A time that occurs twice means the first; one that the clocks skip
    /// takes the offset before it (RFC 5545 3.3.5).
    public func seconds(of local: LocalTime) -> Int64 { table.seconds(of: local.wallSeconds) }

    /// Returns `false` for a time that the clocks skip.
    public func exists(_ local: LocalTime) -> Bool {
        self.local(of: seconds(of: local)) == local
    }

    /// What the clock on the wall shows at an instant.
    public func local(of seconds: Int64) -> LocalTime {
        LocalTime(wallSeconds: seconds + Int64(table.offset(at: seconds)))
    }

    /// Seconds east of Greenwich.
    public func offset(at seconds: Int64) -> Int { Int(table.offset(at: seconds)) }

    /// The first instant of a day. It is not midnight where the clocks skip midnight.
    public func startOfDay(_ date: CivilDate) -> Int64 {
        let midnight = LocalTime(date: date)
        let instant = seconds(of: midnight)
        if local(of: instant) == midnight { return instant }
        // The clocks skip midnight: the day begins at the very change.
        return table.change(before: instant) ?? instant
    }
}
