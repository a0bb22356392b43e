import BoardKit
import Destinations
package import JSON
package import Sync

/// An address of `http` or `https`: `https://example.org/hooks/42`.
package struct WebAddress: ArgumentValue {
    package static let schema = TypedAddress.schema()

    package let text: String
    /// How far an IP address reaches; `nil` for a name.
    let reach: AddressReach?

    package init(_ argument: JSON) throws(Reason) {
        guard let typed = argument.text.map({ TypedAddress($0).text }),
            case let destination = try? Destination(typed),
            typed.isEmpty || destination != nil
        else {
            throw Reason(.badAddress)
        }
        text = typed
        reach = destination?.literalReach
    }

    package var isEmpty: Bool { text.isEmpty }
}
