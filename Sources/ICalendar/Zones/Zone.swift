import Locks

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

/// Keeps the tables of zones that were read: those of the system's files, and some that files define.
enum ZoneStore {
    private struct Tables {
        var ofSystem: [String: ZoneTable] = [:]
        var defined: [String: ZoneTable] = [:]
    }

    /// Strangers' files may define any number of zones.
    private static let definedMax = 256

    private static let tables = Locked(Tables())

    static func table(_ name: String) -> ZoneTable? {
        tables.with { tables in
            if let table = tables.ofSystem[name] { return table }
            guard let table = ZoneInfoFile.table(name) else { return nil }
            tables.ofSystem[name] = table
            return table
        }
    }

    /// - Parameter make: reads a definition that is not kept.
    static func table(definedBy definition: String, _ make: () -> ZoneTable?) -> ZoneTable? {
        tables.with { tables in
            if let table = tables.defined[definition] { return table }
            guard let table = make() else { return nil }
            if tables.defined.count >= definedMax { tables.defined = [:] }
            tables.defined[definition] = table
            return table
        }
    }
}

/// The changes of a zone's offset, in order.
final class ZoneTable: Sendable {
    let name: String
    let definition: String?
    /// The instants at which the offset changes, in Unix seconds.
    let changes: [Int64]
    /// Seconds east of Greenwich: the first holds before the first change, each other one from its
    /// change on.
    let offsets: [Int32]

    init(name: String, definition: String?, offset: Int32, changes: [(at: Int64, to: Int32)] = []) {
        self.name = name
        self.definition = definition
        self.changes = changes.map(\.at)
        offsets = [offset] + changes.map(\.to)
    }

    func offset(at seconds: Int64) -> Int32 { offsets[place(at: seconds)] }

    /// How many changes there were until this instant.
    private func place(at seconds: Int64) -> Int {
        var low = 0
        var high = changes.count
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= seconds { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The last change before or at an instant.
    func change(before seconds: Int64) -> Int64? {
        let place = place(at: seconds)
        return place == 0 ? nil : changes[place - 1]
    }

    func seconds(of wall: Int64) -> Int64 {
        // No offset is larger than a day, so what holds a day before gives the first reading.
        var place = place(at: wall - 86_400)
        while place < changes.count {
            let instant = wall - Int64(offsets[place])
            // Before the next change, or skipped by it: the offset before it.
            if instant < changes[place] { return instant }
            if wall < changes[place] + Int64(offsets[place + 1]) { return instant }
            place += 1
        }
        return wall - Int64(offsets[place])
    }
}

extension ZoneTable: Hashable {
    static func == (a: ZoneTable, b: ZoneTable) -> Bool {
        a === b || (a.name == b.name && a.definition == b.definition)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(definition)
    }
}

extension Zone {
    /// Whether two zones mean the same instants by the same times on the clock, whatever they are
    /// called.
    ///
    /// Two zones of the IANA database must agree always: a person who chose another one meant it. A
    /// zone that a file defines knows only its own years, so it must agree within the time that
    /// matters.
    ///
    /// - Parameters:
    ///   - from: Unix seconds.
    ///   - through: Unix seconds.
    public func agrees(with other: Zone, from: Int64, through: Int64) -> Bool {
        guard self != other else { return true }
        let isAlways = definition == nil && other.definition == nil
        let from = isAlways ? -1 << 40 : from
        let through = isAlways ? Recurrence.instantMax : through
        guard offset(at: from) == other.offset(at: from) else { return false }
        return [table, other.table].allSatisfy { table in
            table.changes.allSatisfy { change in
                change < from || change > through || offset(at: change) == other.offset(at: change)
            }
        }
    }
}
