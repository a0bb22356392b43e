import JSON
import TestBoards

/// A message of the hub in transit, parsed once for all recipients.
final class Frame {
    let bytes: [UInt8]
    let message: JSON
    let markers: [Marker]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        message = (try? JSON(parsing: bytes)) ?? .null
        markers = Marker.all(in: bytes)
    }

    var type: String { message["type"]?.text ?? "" }
    var view: String? { message["view"]?.text }
    var rev: Int? { message["rev"]?.integer }
    /// Whether the message is about a board in memory.
    var isOfMemory: Bool {
        view.map(Self.isInMemory) ?? false || message["durable"]?.text == "memory"
    }

    /// Whether a view shows a board in memory.
    static func isInMemory(_ view: String) -> Bool {
        [EmberBoard.view, "maze/display", "maze/host"].contains(view)
    }
    var id: String { message["id"]?.text ?? "" }
}
