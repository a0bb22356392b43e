import CalendarMerging
import Destinations

/// Finds the calendars of an account from the URL that its owner entered: that of the server, a
/// principal, a calendar home or a calendar.
struct CalendarFinder {
    private static let homesMax = 10
    private static let calendarsMax = 1000
    private static let nameCharactersMax = 200
    private static let properties = [
        "d:resourcetype", "d:displayname", "d:current-user-principal",
        "d:current-user-privilege-set", "c:calendar-home-set",
        "c:supported-calendar-component-set",
    ]

    let server: DAVServer
    /// The account's address.
    let address: Destination

    func calendars() throws(DAVFailure) -> [RemoteCalendar] {
        let path = address.path.prefix { $0 != "?" }
        guard path == "/" else { return try calendars(from: address, isGiven: true) }
        // RFC 6764, section 5: the well-known URL redirects to the server, or is missing.
        let wellKnown = Result { () throws(DAVFailure) -> [RemoteCalendar] in
            guard let place = address.at("/.well-known/caldav") else { throw .calendar(.gone) }
            return try calendars(from: place, isGiven: false)
        }
        if case .success(let calendars) = wellKnown { return calendars }
        do throws(DAVFailure) {
            return try calendars(from: address, isGiven: false)
        } catch {
            // A failure such as a wrong password is more specific than "not a CalDAV server".
            guard error.isOtherServer, case .failure(let first) = wellKnown, !first.isOtherServer
            else { throw error }
            throw first
        }
    }

    /// - Parameter isGiven: whether the owner entered this URL. The calendars in it then have
    ///   priority over those of the principal.
    private func calendars(
        from start: Destination, isGiven: Bool
    ) throws(DAVFailure) -> [RemoteCalendar] {
        let (found, place) = try server.properties(Self.properties, of: start, depth: 0)
        guard let own = found.responses.first(where: { !$0.isMissing }) else {
            throw .notMultistatus(status: 404)
        }
        if own.isKind(.calendar) {
            return calendar(own, at: place, isAlone: true).map { [$0] } ?? []
        }
        let homes = self.homes(in: own, at: place)
        if !homes.isEmpty { return try calendars(inHomes: homes) }
        if isGiven, own.isKind(.collection) {
            let calendars = try calendars(inHomes: [place])
            if !calendars.isEmpty { return calendars }
        }
        guard let principal = own[.currentUserPrincipal] else {
            throw .notMultistatus(status: 207)
        }
        if principal[.unauthenticated] != nil { throw server.refusal(at: place) }
        guard let next = principal.hrefs.lazy.compactMap({ place.place(of: $0) }).first else {
            throw .calendar(.gone)
        }
        return try calendars(ofPrincipal: next)
    }

    private func calendars(ofPrincipal place: Destination) throws(DAVFailure) -> [RemoteCalendar] {
        let (found, place) = try server.properties(["c:calendar-home-set"], of: place, depth: 0)
        let homes = found.responses.first.map { self.homes(in: $0, at: place) } ?? []
        guard !homes.isEmpty else { throw .notMultistatus(status: 207) }
        return try calendars(inHomes: homes)
    }

    private func homes(
        in response: Multistatus.Response, at place: Destination
    ) -> [Destination] {
        let hrefs = response[.calendarHomes]?.hrefs ?? []
        return hrefs.prefix(Self.homesMax).compactMap { place.place(of: $0) }
    }

    private func calendars(inHomes homes: [Destination]) throws(DAVFailure) -> [RemoteCalendar] {
        var calendars: [String: RemoteCalendar] = [:]
        for home in homes {
            let (found, place) = try server.properties(Self.properties, of: home, depth: 1)
            for response in found.responses where response.isKind(.calendar) {
                guard calendars.count < Self.calendarsMax,
                    let calendar = calendar(response, at: place, isAlone: false)
                else { continue }
                calendars[calendar.id] = calendar
            }
        }
        return calendars.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }

    /// Returns `nil` for a calendar that holds only tasks or journals.
    private func calendar(
        _ response: Multistatus.Response, at place: Destination, isAlone: Bool
    ) -> RemoteCalendar? {
        // RFC 4791, section 5.2.3: without the property, all components are accepted.
        if let components = response[.components],
            !components.all(.component).contains(where: { $0.label?.uppercased() == "VEVENT" })
        {
            return nil
        }
        // A server may name another URL, but only the requested one is known to work.
        guard
            let own = isAlone
                ? DAVPath.normalised(place.path).flatMap({ place.at($0) })
                : place.own(response.href)
        else { return nil }
        let path = own.path.hasSuffix("/") ? own.path : own.path + "/"
        let title = response[.displayName]?.text ?? ""
        let name = title.isEmpty ? DAVPath.lastName(of: path) : title
        return RemoteCalendar(
            id: own.isAtServer(of: address) ? path : own.origin + path,
            name: String(name.prefix(Self.nameCharactersMax)),
            isReadOnly: response[.privileges].map(Self.isReadOnly) ?? false)
    }

    /// Returns whether events can be neither created nor changed (RFC 3744, section 5.4).
    private static func isReadOnly(_ set: DAVElement) -> Bool {
        let granted = Set(set.all(.privilege).flatMap(\.children).map(\.name))
        return granted.isDisjoint(with: [.all, .write])
            && !granted.isSuperset(of: [.writeContent, .bind])
    }
}
