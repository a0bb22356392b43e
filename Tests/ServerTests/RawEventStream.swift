import JSON
import Sync

/// The event stream as lines of JSON, over a bare connection.
final class RawEventStream {
    let connection: RawConnection
    let head: RawAnswer
    private var lines: ChunkedLines

    /// The stream has ended.
    struct Ended: Error {}

    init(
        _ hub: LiveHub, _ role: Role, _ query: String = "", _ fields: [String: String] = [:]
    ) throws {
        connection = try RawConnection(hub)
        try connection.send(hub.request("GET", "/v1/main/events\(query)", as: role, fields))
        head = try connection.head()
        lines = ChunkedLines(of: connection)
    }

    /// Returns the next line, without its end.
    func line() throws -> String {
        guard let line = try lines.next() else { throw Ended() }
        return line
    }

    /// The next event.
    func next() throws -> JSON {
        while true {
            let line = try line()
            if !line.isEmpty { return try JSON(parsing: line, depthMax: 64) }
        }
    }

    /// Returns the rest of a stream that ends.
    func rest() throws -> [JSON] {
        var events: [JSON] = []
        do {
            while true { events.append(try next()) }
        } catch is Ended {
            return events
        }
    }
}
