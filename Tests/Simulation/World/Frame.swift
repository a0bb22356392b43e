import JSON
import TestBoards

/// A message of the hub on its way: read once for all who get it.
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
    /// Whether it is about a board that lives in memory.
    var isOfMemory: Bool { view == EmberBoard.view || message["durable"]?.text == "memory" }
    var id: String { message["id"]?.text ?? "" }
}
