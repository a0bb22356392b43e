import BoardKit
import Destinations
import JSON
import Sync

enum AccountKind: String, Sendable, CaseIterable, ArgumentValue, SavedCase {
    case caldav
    case google
}

/// The address of a calendar server: `https://cloud.example.org/dav/`.
struct ServerAddress: ArgumentValue {
    static let schema = TypedAddress.schema(isRequired: true)

    let text: String
    let host: String

    init(_ argument: JSON) throws(Reason) {
        guard let typed = argument.text.map({ TypedAddress($0).text }),
            let destination = try? Destination(typed)
        else { throw Reason(.noServer) }
        text = typed
        host = destination.host
    }

    /// Whether the address sends data unencrypted.
    var isPlain: Bool { text.hasPrefix("http://") }
}

/// The address to which Google redirects after a sign-in.
struct ReturnAddress: ArgumentValue {
    private static let bytesMax = 4_096
    static let schema = Schema(
        .text(charactersMin: 1, bytesMax: bytesMax, pattern: "[?&]state=[^&#]"))

    /// The `state` parameter, repeated from the address at which the sign-in began.
    let state: String

    init(_ argument: JSON) throws(Reason) {
        guard let typed = argument.text.map({ TypedText($0).text }) else { throw Reason(.noText) }
        guard typed.utf8.count <= Self.bytesMax else {
            throw Reason(.tooLong, ["max": JSON(Self.bytesMax)])
        }
        let query = typed.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
        let pairs = query.split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
        // The state consists of letters, digits, `-` and `_`, so it is not escaped.
        guard let state = pairs.first(where: { $0.count == 2 && $0[0] == "state" })?[1] else {
            throw Reason(.noReturnAddress)
        }
        self.state = String(state)
    }
}
