public import BoardKit
package import Destinations
package import JSON
package import Mail
package import Sync

/// A way in which the house sends messages.
enum SenderChannel: String, Sendable, CaseIterable, ArgumentValue {
    case email
}

extension MailServer.Security: ArgumentValue {}

/// The name or the IP address of a mail server.
struct MailHost: ArgumentValue {
    static let schema = Schema(.text(charactersMin: 1, charactersMax: 253, pattern: pattern))

    /// An IPv6 address, with or without brackets; an IPv4 address; or a name that does not end with
    /// a number.
    private static let pattern =
        #"^\s*(\[?[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*\]?|[0-9]{1,3}(\.[0-9]{1,3}){3}"#
        + #"|([\p{L}\p{M}\p{N}_-]+\.)*(?![0-9]+\s*$)[\p{L}\p{M}\p{N}_-]+)\s*$"#

    /// The host, without brackets.
    package let text: String

    init(_ argument: JSON) throws(Reason) {
        guard let argument = argument.text else { throw Reason(.noText) }
        let typed = TypedText(argument).text
        if typed.isEmpty { throw Reason(.required) }
        // People often type an IPv6 address without its brackets.
        let isBare = typed.contains(":") && !typed.hasPrefix("[")
        let address = TypedAddress("http://" + (isBare ? "[\(typed)]" : typed)).text
        guard !typed.contains(where: \.isWhitespace),
            let host = (try? Destination(address))?.host,
            ["http://\(host)", "http://[\(host)]"].contains(address)
        else { throw Reason(.badMailHost) }
        text = host
    }
}

/// The port of a server.
struct PortNumber: ArgumentValue {
    static let schema = Schema(.integer(min: 1, max: 65_535))

    let number: Int

    init(_ argument: JSON) throws(Reason) {
        guard let number = argument.integer, (1...65_535).contains(number) else {
            throw Reason(.badPort)
        }
        self.number = number
    }
}

extension MailAddress: ArgumentValue {
    package static let schema = Schema(
        .text(charactersMin: 1, bytesMax: bytesMax, pattern: pattern, format: "email"))

    package init(_ argument: JSON) throws(Reason) {
        guard let argument = argument.text else { throw Reason(.noText) }
        let typed = TypedText(argument).text
        if typed.isEmpty { throw Reason(.required) }
        guard let address = MailAddress(typed) else { throw Reason(.badMailAddress) }
        self = address
    }
}
