import Destinations

extension Destination {
    /// Resolves a server's reference, a URL or a path, against this one. The path is normalised.
    ///
    /// - Returns: `nil` for an invalid reference, and for plain http where this one is secure.
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

    /// Resolves a reference to a resource on the same server, even if the server is behind a port
    /// other than the one it writes (RFC 4918, section 8.3).
    func own(_ href: String) -> Destination? {
        guard let found = place(of: href), found.host.lowercased() == host.lowercased() else {
            return nil
        }
        return at(found.path)
    }

    /// Whether both have the same origin, even if spelled differently (RFC 6454, section 5).
    func isAtServer(of other: Destination) -> Bool {
        host.lowercased() == other.host.lowercased() && port == other.port
            && isSecure == other.isSecure
    }

    private var isSecure: Bool { origin.hasPrefix("https:") }
}
