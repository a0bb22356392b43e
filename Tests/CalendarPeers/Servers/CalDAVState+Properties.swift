import Destinations
import HTTPTypes
import URIText

/// The properties of resources, with other XML prefixes than the client's.
extension CalDAVState {
    func propfind(_ path: String, _ request: OutgoingRequest) -> OutgoingAnswer {
        let names = Self.propertyNames(in: request.body)
        let isDeep = request.fields[Self.depth] == "1"
        var responses: [String] = []
        if let (calendar, name) = place(of: path), let own = calendars[calendar] {
            if name.isEmpty {
                responses.append(
                    response(Self.path(of: "", in: calendar), properties(of: own), names))
                if isDeep {
                    for (name, resource) in own.resources.sorted(by: { $0.key < $1.key }) {
                        responses.append(self.response(name, resource, in: calendar, names))
                    }
                }
            } else if let resource = own.resources[name] {
                responses.append(response(name, resource, in: calendar, names))
            }
        } else if let folder = folders[path] {
            responses.append(response(path, folder, names))
            if isDeep, path == Self.home {
                for (name, calendar) in calendars.sorted(by: { $0.key < $1.key }) {
                    responses.append(
                        response(Self.path(of: "", in: name), properties(of: calendar), names))
                }
            }
        }
        return responses.isEmpty ? OutgoingAnswer(status: 404) : Self.multistatus(responses)
    }

    private var folders: [String: [String: String]] {
        let principal = [
            "d:current-user-principal": "<D:href>\(Self.principal)</D:href>",
            "d:resourcetype": "<D:collection/>",
        ]
        let home = ["c:calendar-home-set": "<D:href>\(Self.home)</D:href>"]
        return [
            "/": principal, "/dav/": principal, Self.home: principal,
            Self.principal: principal.merging(home) { $1 }.merging(
                ["d:resourcetype": "<D:collection/><D:principal/>"]) { $1 },
        ]
    }

    private func properties(of calendar: Calendar) -> [String: String] {
        let components = calendar.components.map { "<cal:comp name=\"\($0)\"/>" }.joined()
        let granted = calendar.isReadOnly ? ["read"] : ["read", "write"]
        var properties = [
            "d:resourcetype": "<D:collection/><cal:calendar/>",
            "d:displayname": Self.escaped(calendar.title),
            "c:supported-calendar-component-set": components,
            "d:current-user-privilege-set": granted.map {
                "<D:privilege><D:\($0)/></D:privilege>"
            }.joined(),
        ]
        if habits.hasCtag { properties["s:getctag"] = "c\(calendar.revision)" }
        if habits.hasSyncTokens { properties["d:sync-token"] = Self.token(of: calendar) }
        return properties
    }

    func response(
        _ name: String, _ resource: Resource, in calendar: String, _ names: [String]
    ) -> String {
        let properties = [
            "d:getetag": Self.escaped(resource.tag), "d:resourcetype": "",
            "c:calendar-data": Self.escaped(String(decoding: resource.text, as: UTF8.self)),
        ]
        return response(Self.path(of: name, in: calendar), properties, names)
    }

    /// Returns a response with the named properties. Those that are missing have the status 404.
    private func response(
        _ path: String, _ properties: [String: String], _ names: [String]
    ) -> String {
        func part(_ names: [String], _ status: String) -> String {
            guard !names.isEmpty else { return "" }
            let content = names.map { name in
                let tag = Self.tag(name)
                return "<\(tag)>\(properties[name] ?? "")</\(tag)>"
            }.joined()
            return "<D:propstat><D:prop>\(content)</D:prop>"
                + "<D:status>HTTP/1.1 \(status)</D:status></D:propstat>"
        }
        return "<D:response><D:href>\(path)</D:href>"
            + part(names.filter { properties[$0] != nil }, "200 OK")
            + part(names.filter { properties[$0] == nil }, "404 Not Found") + "</D:response>\n"
    }

    static func missing(_ path: String, _ status: String) -> String {
        "<D:response><D:href>\(path)</D:href><D:status>HTTP/1.1 \(status)</D:status></D:response>\n"
    }

    static func multistatus(_ responses: [String], token: String? = nil) -> OutgoingAnswer {
        var body = #"<?xml version="1.0"?><D:multistatus xmlns:D="DAV:" "#
        body += #"xmlns:cal="urn:ietf:params:xml:ns:caldav" "#
        body += "xmlns:CS=\"http://calendarserver.org/ns/\">\n"
        body += responses.joined()
        if let token { body += "<D:sync-token>\(token)</D:sync-token>" }
        body += "</D:multistatus>"
        return OutgoingAnswer(status: 207, body: Array(body.utf8))
    }

    private static func tag(_ name: String) -> String {
        let local = name.dropFirst(2)
        switch name.first {
        case "c": return "cal:\(local)"
        case "s": return "CS:\(local)"
        default: return "D:\(local)"
        }
    }

    /// Returns the names of the requested properties, with the client's prefixes.
    static func propertyNames(in body: [UInt8]) -> [String] {
        let text = String(decoding: body, as: UTF8.self)
        return texts("d:prop", in: text).first.map { content in
            content.split(separator: "/>").map { String($0.dropFirst()) }
        } ?? []
    }

    /// Returns the unescaped contents of each element with a name.
    static func texts(_ name: String, in document: String) -> [String] {
        document.components(between: "<\(name)>", and: "</\(name)>").map { found in
            let text = String(found)
            guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
            return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
                .replacing("&amp;", with: "&")
        }
    }

    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { "&<>".utf8.contains($0) }) else { return text }
        return text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
