import JSON
import Mazes

/// A room, parsed from a server's answer.
struct RoomAnswer {
    enum Way {
        case room(String)
        case lock(String)

        /// Returns `nil` unless exactly one of them is present.
        init?(_ room: JSON?, _ lock: JSON?) {
            switch (room, lock) {
            case (.string(let id), nil) where !id.isEmpty: self = .room(id)
            case (nil, .string(let lock)) where !lock.isEmpty: self = .lock(lock)
            default: return nil
            }
        }

        var text: String {
            switch self {
            case .room(let text), .lock(let text): text
            }
        }
    }

    let kind: MazeRoom.Kind
    /// The connections, in the order of the directions.
    private(set) var ways: [(MazeDirection, Way)] = []
    private(set) var badConnectionCount: Int

    /// Parses an answer. Returns `nil` if it is not the room with this id.
    init?(_ body: [UInt8], id: String) {
        guard let members = members(of: body), members["id"]?.text == id,
            let kind = members["type"]?.text.flatMap(MazeRoom.Kind.init(rawValue:)),
            let connections = members["rooms"]?.members
        else { return nil }
        self.kind = kind
        badConnectionCount = connections.keys.count { MazeDirection(rawValue: $0) == nil }
        for direction in MazeDirection.allCases {
            guard let connection = connections[direction.rawValue] else { continue }
            guard let way = Way(connection["room"], connection["lock"]) else {
                badConnectionCount += 1
                continue
            }
            guard isShort(way.text) else { return nil }
            ways.append((direction, way))
        }
    }
}

/// A server's answer with the start.
struct StartAnswer {
    let id: String
    let maze: String?

    init?(_ body: [UInt8]) {
        guard let members = members(of: body), let id = shortText(members["id"]) else { return nil }
        self.id = id
        maze = shortText(members["maze"])
    }
}

/// A server's answer to opening a lock.
struct LockAnswer {
    let room: String

    init?(_ body: [UInt8]) {
        guard let room = members(of: body).flatMap({ shortText($0["room"]) }) else { return nil }
        self.room = room
    }
}

private func members(of body: [UInt8]) -> [String: JSON]? {
    guard body.count <= MazeExploration.bodyBytesMax else { return nil }
    return try? JSON(parsing: body).members
}

private func shortText(_ value: JSON?) -> String? {
    value?.text.flatMap { !$0.isEmpty && isShort($0) ? $0 : nil }
}

/// Returns whether an id or lock has at most 200 Unicode scalars, which bounds its bytes.
private func isShort(_ text: String) -> Bool { text.unicodeScalars.count <= 200 }
