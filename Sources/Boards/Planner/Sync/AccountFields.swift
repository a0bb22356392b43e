import BoardKit
import Destinations
import JSON
import Sync

/// What kind of server an account is at.
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

    /// Whether everybody on the way could read what is sent there.
    var isPlain: Bool { text.hasPrefix("http://") }
}

/// The address at which a sign-in at Google has ended.
struct ReturnAddress: ArgumentValue {
    private static let bytesMax = 4_096
    static let schema = Schema(
        .text(charactersMin: 1, bytesMax: bytesMax, pattern: "[?&]state=[^&#]"))

    /// What it repeats of the address at which the sign-in began.
    let state: String

    init(_ argument: JSON) throws(Reason) {
        guard let typed = argument.text.map({ TypedText($0).text }) else { throw Reason(.noText) }
        guard typed.utf8.count <= Self.bytesMax else {
            throw Reason(.tooLong, ["max": JSON(Self.bytesMax)])
        }
        let query = typed.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
        let pairs = query.split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
        // The state is made of letters, digits, `-` and `_`, so nothing of it is escaped.
        guard let state = pairs.first(where: { $0.count == 2 && $0[0] == "state" })?[1] else {
            throw Reason(.noReturnAddress)
        }
        self.state = String(state)
    }
}
