import Destinations

extension Destination {
    /// The place that a server names, seen from this one: an address, or a path. Its path is
    /// normalised.
    ///
    /// - Parameter sister: whether it may be at a sister host, such as `p42.example.com` of
    ///   `caldav.example.com`: the homes of large services are. A redirection may not lead there.
    /// - Returns: `nil` for a place that the password must not go to.
    func place(of href: String, sister: Bool) -> Destination? {
        if href.hasPrefix("/"), !href.hasPrefix("//") {
            return DAVPath.normalised(href).flatMap { at($0) }
        }
        if href.lowercased().hasPrefix("http") {
            guard let other = try? Destination(href), mayPass(to: other, sister) else { return nil }
            let server = isServer(of: other) ? self : other
            return DAVPath.normalised(other.path).flatMap { server.at($0) }
        }
        guard !href.contains(":"), !href.hasPrefix("//") else { return nil }
        let folder = path.prefix { $0 != "?" }.split(
            separator: "/", omittingEmptySubsequences: false
        ).dropLast().joined(separator: "/")
        return DAVPath.normalised(folder + "/" + href).flatMap { at($0) }
    }

    /// Whether another address means the same server, spelled in another way.
    private func isServer(of other: Destination) -> Bool {
        host.lowercased() == other.host.lowercased() && port == other.port
            && isSecure == other.isSecure
    }

    private func mayPass(to other: Destination, _ sister: Bool) -> Bool {
        guard isSecure ? other.isSecure : true else { return false }
        let (own, its) = (host.lowercased(), other.host.lowercased())
        if own == its { return true }
        guard sister, isSecure, literalReach == nil, let dot = own.firstIndex(of: ".") else {
            return false
        }
        let family = own[dot...]
        return family.dropFirst().contains(".") && its.hasSuffix(family)
    }

    private var isSecure: Bool { origin.hasPrefix("https:") }
}
