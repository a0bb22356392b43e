import Destinations

extension Destination {
    /// The place that a server names, seen from this one: an address, or a path. Its path is
    /// normalised.
    ///
    /// - Returns: `nil` for what is no place, and for plain http where this one is secure.
    func place(of href: String) -> Destination? {
        if href.hasPrefix("/"), !href.hasPrefix("//") {
            return DAVPath.normalised(href).flatMap { at($0) }
        }
        if href.lowercased().hasPrefix("http") {
            guard let other = try? Destination(href), other.isSecure || !isSecure else {
                return nil
            }
            let server = isAtServer(of: other) ? self : other
            return DAVPath.normalised(other.path).flatMap { server.at($0) }
        }
        guard !href.contains(":"), !href.hasPrefix("//") else { return nil }
        let folder = path.prefix { $0 != "?" }.split(
            separator: "/", omittingEmptySubsequences: false
        ).dropLast().joined(separator: "/")
        return DAVPath.normalised(folder + "/" + href).flatMap { at($0) }
    }

    /// A resource that this place's answer is about: it is at the same server, also if that is behind
    /// another port than it writes (RFC 4918, section 8.3).
    func own(_ href: String) -> Destination? {
        guard let found = place(of: href), found.host.lowercased() == host.lowercased() else {
            return nil
        }
        return at(found.path)
    }

    /// Whether both have the same origin, perhaps spelled in another way (RFC 6454, section 5).
    func isAtServer(of other: Destination) -> Bool {
        host.lowercased() == other.host.lowercased() && port == other.port
            && isSecure == other.isSecure
    }

    private var isSecure: Bool { origin.hasPrefix("https:") }
}
