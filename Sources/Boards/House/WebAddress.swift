import Destinations
import JSON
import Sync

/// An address of `http` or `https`: `https://example.org/hooks/42`.
struct WebAddress: ArgumentValue {
    static let schema = TypedAddress.schema()

    let text: String
    /// How far an IP address reaches; `nil` for a name.
    let reach: AddressReach?

    init(_ argument: JSON) throws(Reason) {
        guard let typed = argument.text.map({ TypedAddress($0).text }),
            case let destination = try? Destination(typed),
            typed.isEmpty || destination != nil
        else {
            throw Reason(.badAddress)
        }
        text = typed
        reach = destination?.literalReach
    }

    var isEmpty: Bool { text.isEmpty }
}
