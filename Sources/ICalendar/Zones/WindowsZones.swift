/// The Windows time zones and their IANA zones, from Unicode's CLDR (windowsZones, territory 001).
enum WindowsZones {
    /// Returns the IANA zone of a Windows name, or of a display name, which some programs write
    /// into files: `(UTC-05:00) Eastern Time (US & Canada)`.
    static func zone(_ name: String) -> String? { names[name] ?? shown(name) }

    private static func shown(_ name: String) -> String? {
        guard name.hasPrefix("(UTC") || name.hasPrefix("(GMT"), let end = name.firstIndex(of: ")")
        else { return nil }
        let places = name[name.index(after: end)...].trimmed()
        let universal = String(places).replacing("Co-ordinated", with: "Coordinated")
            .replacing("Coordinated Universal Time", with: "UTC")
        // Versions of Windows list different places, with different prefixes.
        let first = places.replacing("Greenwich Mean Time : ", with: "").prefix { $0 != "," }
        return names[universal] ?? firstPlaces[String(first)]
    }

    /// The lines of the table. Each has a Windows name, its IANA zone, and the first places in the
    /// zone's display names.
    private static let lines = String(decoding: PackageResources.WindowsZones_txt, as: UTF8.self)
        .split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }

    private static let names = Dictionary(
        lines.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })

    private static let firstPlaces = Dictionary(
        lines.flatMap { line in line.dropFirst(2).map { ($0, line[1]) } },
        uniquingKeysWith: { first, _ in first })
}
