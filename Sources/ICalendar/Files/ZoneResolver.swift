/// Resolves the TZIDs of a calendar to zones.
struct ZoneResolver {
    /// The lines of each VTIMEZONE, by its unescaped TZID.
    private let definitions: [String: [String]]
    private var found: [String: Zone?] = [:]

    init(definitions: [String: [String]]) { self.definitions = definitions }

    /// Returns the zone of a TZID, or `nil` if it is unknown.
    mutating func zone(_ id: String) -> Zone? {
        if let zone = found[id] { return zone }
        let zone = Self.known(id) ?? defined(id)
        found[id] = .some(zone)
        return zone
    }

    /// Finds a zone by its IANA or Windows name. A program may put a prefix before it, as in
    /// `/freeassociation.sourceforge.net/Europe/Rome`.
    private static func known(_ id: String) -> Zone? {
        if let zone = Zone(id) ?? Zone.windows(id) { return zone }
        guard id.hasPrefix("/") else { return nil }
        let parts = id.split(separator: "/")
        return [2, 3].lazy.compactMap { Zone(parts.suffix($0).joined(separator: "/")) }.first
    }

    /// Returns the lines that define a zone. A TZID property has escapes and a TZID parameter has
    /// none, but some programs escape both (RFC 5545 3.2.19).
    func definition(_ id: String) -> [String]? {
        definitions[id] ?? definitions[ContentLine.unescaped(Substring(id))]
    }

    private func defined(_ id: String) -> Zone? {
        guard let lines = definition(id) else { return nil }
        let place = lines.lazy.compactMap { ContentLine($0, number: 0) }
            .first { $0.name == "X-LIC-LOCATION" }
        return place.flatMap { Zone(String($0.value)) }
            ?? Zone(definition: lines.joined(separator: "\n"))
    }
}
