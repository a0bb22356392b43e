package import Destinations
package import JSON
package import Mail

/// The settings of the house's mail sender, without the password.
package struct MailSettings: Sendable, Equatable {
    package var server: MailServer
    package var from: MailAddress
    package var allowsPrivate: Bool
}

extension MailSettings {
    /// Reads the output of `json`. Returns `nil` for anything else.
    package init?(_ json: JSON) {
        guard let host = json["host"]?.text, let port = json["port"]?.integer,
            let security = json["tls"]?.text.flatMap(MailServer.Security.init(rawValue:)),
            let from = json["from"]?.text.flatMap({ MailAddress($0) })
        else { return nil }
        self.init(
            server: MailServer(
                host: host, port: port, security: security, user: json["user"]?.text),
            from: from, allowsPrivate: json["allowPrivate"]?.flag ?? false)
    }

    var json: JSON {
        var members = shown
        members["host"] = .string(server.host)
        members["port"] = JSON(server.port)
        return JSON(present: members)
    }

    /// The settings in the view. `to` combines the server's host and port.
    var row: [String: JSON?] {
        var members = shown
        let host = server.host.contains(":") ? "[\(server.host)]" : server.host
        members["to"] = .string("\(host):\(server.port)")
        return members
    }

    private var shown: [String: JSON?] {
        [
            "tls": .string(server.security.rawValue), "from": .string(from.text),
            "user": server.user.map(JSON.string), "allowPrivate": allowsPrivate ? true : nil,
        ]
    }
}
