import Destinations
import HTTPTypes
import URIText

/// The reports of RFC 4791 and RFC 6578.
extension CalDAVState {
    static let depth = HTTPField.Name("Depth")!

    static func token(of calendar: Calendar, at revision: Int? = nil) -> String {
        "urn:sync:\(calendar.generation):\(revision ?? calendar.revision)"
    }

    func report(_ path: String, _ request: OutgoingRequest) -> OutgoingAnswer {
        guard let (calendar, name) = place(of: path), name.isEmpty, let own = calendars[calendar]
        else { return OutgoingAnswer(status: 404) }
        let document = String(decoding: request.body, as: UTF8.self)
        let names = Self.propertyNames(in: request.body)
        if document.contains("<d:sync-collection ") {
            guard habits.hasSyncTokens else { return OutgoingAnswer(status: 501) }
            return changes(of: own, calendar, document, names)
        }
        if document.contains("<c:calendar-multiget ") {
            return Self.multistatus(
                Self.texts("d:href", in: document).map { href in
                    guard let (calendar, name) = place(of: href),
                        let resource = calendars[calendar]?.resources[name]
                    else { return Self.missing(href, "404 Not Found") }
                    return response(name, resource, in: calendar, names)
                })
        }
        guard document.contains("<c:calendar-query ") else { return OutgoingAnswer(status: 400) }
        let uid = document.components(between: "i;octet\">", and: "</c:text-match>").first
        let found = self.name(ofUID: uid, in: calendar)
        return Self.multistatus(
            found.flatMap { name in
                own.resources[name].map { [response(name, $0, in: calendar, names)] }
            } ?? [])
    }

    private func changes(
        of own: Calendar, _ calendar: String, _ document: String, _ names: [String]
    ) -> OutgoingAnswer {
        let token = Self.texts("d:sync-token", in: document).first ?? ""
        let parts = token.split(separator: ":")
        let since = parts.count == 4 ? Int(parts[3]) ?? 0 : 0
        if !token.isEmpty, parts.count != 4 || Int(parts[2]) != own.generation {
            return OutgoingAnswer(
                status: 403,
                body: Array(#"<D:error xmlns:D="DAV:"><D:valid-sync-token/></D:error>"#.utf8))
        }
        let changed = own.changed.filter {
            $0.value > since && (!token.isEmpty || own.resources[$0.key] != nil)
        }.filter {
            habits.tellsShortLives || own.resources[$0.key] != nil
                || own.made[$0.key, default: 0] <= since
        }.sorted { $0.value < $1.value }
        let page = changed.prefix(habits.namesPerPage)
        var responses = page.map { name, _ in
            own.resources[name].map { response(name, $0, in: calendar, names) }
                ?? Self.missing(Self.path(of: name, in: calendar), "404 Not Found")
        }
        let isWhole = page.count == changed.count
        if !isWhole {
            responses.append(
                Self.missing(Self.path(of: "", in: calendar), "507 Insufficient Storage"))
        }
        return Self.multistatus(
            responses, token: Self.token(of: own, at: isWhole ? nil : page.last?.value))
    }
}

extension String {
    /// Returns the texts between each pair of delimiters.
    func components(between start: String, and end: String) -> [Substring] {
        split(separator: start, omittingEmptySubsequences: false).dropFirst().compactMap {
            $0.split(separator: end, maxSplits: 1, omittingEmptySubsequences: false).first
        }
    }
}
