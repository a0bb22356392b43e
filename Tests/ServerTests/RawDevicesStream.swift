import JSON
import Sync

/// The pushed list of screens over a bare connection.
final class RawDevicesStream {
    let connection: RawConnection
    let head: RawAnswer
    private var lines: ChunkedLines
    private var name = ""

    struct Ended: Error {}

    init(_ hub: LiveHub, _ role: Role = .engineer) throws {
        connection = try RawConnection(hub)
        try connection.send(
            hub.request(
                "GET", "/v1/main/devices", as: role, ["Accept": "text/event-stream"]))
        head = try connection.head()
        lines = ChunkedLines(of: connection)
    }

    /// Returns the next event. Skips comments.
    func next() throws -> (name: String, data: JSON) {
        while true {
            let line = try line()
            if line.hasPrefix("event: ") { name = String(line.dropFirst(7)) }
            if line.hasPrefix("data: ") {
                return (name, try JSON(parsing: String(line.dropFirst(6)), depthMax: 64))
            }
        }
    }

    /// Returns the next event with this name that `isWanted` accepts.
    func next(_ name: String, where isWanted: (JSON) -> Bool = { _ in true }) throws -> JSON {
        while true {
            let event = try next()
            if event.name == name, isWanted(event.data) { return event.data }
        }
    }

    /// Returns all events of the initial list.
    func first() throws -> [(name: String, data: JSON)] {
        var events: [(name: String, data: JSON)] = []
        while events.last?.name != "complete" { events.append(try next()) }
        return events
    }

    func line() throws -> String {
        guard let line = try lines.next() else { throw Ended() }
        return line
    }
}
