/// Finds the zones that a calendar's TZIDs mean.
struct ZoneResolver {
    /// The lines of each VTIMEZONE, by its TZID without escapes.
    private let definitions: [String: [String]]
    private var found: [String: Zone?] = [:]

    init(definitions: [String: [String]]) { self.definitions = definitions }

    /// Returns `nil` for a zone that nobody knows.
    mutating func zone(_ id: String) -> Zone? {
        if let zone = found[id] { return zone }
        let zone = Self.known(id) ?? defined(id)
        found[id] = .some(zone)
        return zone
    }

    /// By its IANA or Windows name, also behind the prefix of a program, such as
    /// `/freeassociation.sourceforge.net/Europe/Rome`.
    private static func known(_ id: String) -> Zone? {
        if let zone = Zone(id) ?? Zone.windows(id) { return zone }
        guard id.hasPrefix("/") else { return nil }
        let parts = id.split(separator: "/")
        return [2, 3].lazy.compactMap { Zone(parts.suffix($0).joined(separator: "/")) }.first
    }

    /// The lines that define a zone. A TZID is a text, with escapes, where it is defined, and a parameter
    /// without them where it is used; some programs write the escapes there too (RFC 5545 3.2.19).
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
