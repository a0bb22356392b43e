import Destinations

extension Destination {
    /// Resolves a URL or path that a server wrote against this one, and normalises the path.
    ///
    /// - Returns: `nil` for an invalid reference, and for a downgrade from https to http.
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

    /// Resolves a reference to a resource on the same host. Ignores its port, which may be wrong if
    /// the server is behind a proxy (RFC 4918, section 8.3).
    func own(_ href: String) -> Destination? {
        guard let found = place(of: href), found.host.lowercased() == host.lowercased() else {
            return nil
        }
        return at(found.path)
    }

    /// Returns whether both have the same origin (RFC 6454, section 5).
    func isAtServer(of other: Destination) -> Bool {
        host.lowercased() == other.host.lowercased() && port == other.port
            && isSecure == other.isSecure
    }

    private var isSecure: Bool { origin.hasPrefix("https:") }
}
