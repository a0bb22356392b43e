import Locks

/// Caches the tables of system zones and of a limited number of zones that files define.
enum ZoneStore {
    private struct Tables {
        var ofSystem: [String: ZoneTable] = [:]
        var defined: [String: ZoneTable] = [:]
    }

    /// The limit on defined zones, which come from untrusted files.
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

    /// - Parameter make: reads a definition that is not cached.
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
