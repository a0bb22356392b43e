public import JSON
public import Mazes

extension MazeExploration {
    /// What is asked of the server.
    public struct Request: Sendable, Equatable {
        /// Names a request. An answer is taken only once, and only by the run that has asked.
        public struct ID: Sendable, Hashable {
            public let run: Int
            public let number: Int
        }

        /// The texts are the server's: up to 200 characters of any kind, to be encoded in a path.
        public enum Subject: Sendable, Hashable {
            case start
            /// The room with this id.
            case room(String)
            /// The room behind this lock.
            case lock(String)
        }

        public let id: ID
        public let subject: Subject
    }

    /// What became of a request.
    public enum Answer: Sendable, Equatable {
        /// An answer of any status.
        ///
        /// - Parameters:
        ///   - retryAfter: What the field `Retry-After` says.
        ///   - body: The body, which may be cut off after `bodyBytesMax` + 1 bytes.
        case response(status: Int, retryAfter: Duration? = nil, body: [UInt8])
        /// There is no whole answer: no connection could be made, or it broke.
        case noAnswer
    }

    /// What is to be done.
    public enum Action: Sendable, Equatable {
        /// Send this request, and pass its answer to `answered`.
        case ask(Request)
        /// Stop this request. Its answer is dropped if it comes nevertheless.
        case abandon(Request.ID)
        /// Call `woke` at this time. It replaces the time of an earlier one.
        case wait(until: Duration)
        /// Tell what was found since the last batch.
        case found(Batch)
        /// The exploration has ended. Nothing follows unless it is tried again.
        case ended(Progress)
    }

    /// A room as it is drawn.
    public struct FoundRoom: Sendable, Equatable {
        public let place: MazePoint
        public let room: MazeRoom
    }

    /// What was found within a short time: at most 256 rooms, perhaps none.
    public struct Batch: Sendable, Equatable {
        /// A room that was told before comes again when a lock of it turns out to lead elsewhere.
        public let rooms: [FoundRoom]
        /// How far the exploration has come with these rooms.
        public let progress: Progress
    }

    /// The figures of an exploration.
    public struct Progress: Sendable, Equatable {
        public let foundCount: Int
        /// The number of rooms and locks that were named and are not answered.
        public let frontierCount: Int
        /// The number of rooms and locks that were given up.
        public let lostCount: Int
        public let doorCount: Int
        /// The number of locks that were opened.
        public let lockCount: Int
        /// The number of requests that repeated another.
        public let retryCount: Int
        public let problems: [Problem: Sighting]

        /// The problems as documents have them: `{"one_sided":{"count":2,"first":"…"}}`.
        public var problemsByCode: JSON {
            let members = problems.map { problem, sighting in
                let first = sighting.first.map { JSON.string($0) }
                return (
                    problem.rawValue,
                    JSON(present: ["count": JSON(sighting.count), "first": first])
                )
            }
            return .object(Dictionary(uniqueKeysWithValues: members))
        }
    }

    /// What can be wrong with a server's maze.
    public enum Problem: String, Sendable, CaseIterable {
        /// An answer is not a room, or of another room. The room is lost.
        case badRoom = "bad_room"
        /// The server does not know a room or a lock that it named. It is lost.
        case unknownRoom = "unknown_room"
        /// A connection has an unknown direction, or not exactly one room or lock. It is left out.
        case badConnection = "bad_connection"
        /// A room leads to another that does not lead back.
        case oneSided = "one_sided"
        /// A room is at two places, or two are at one. The first stands.
        case contradiction
        /// There are too many rooms, they are too far away, or it takes too long.
        case tooMany = "too_many"
        /// The server has no start, or does not answer any more.
        case unreachable
    }

    /// How often a problem was seen.
    public struct Sighting: Sendable, Equatable {
        public internal(set) var count: Int
        /// The id of the room where it was seen first, if it was in a room.
        public let first: String?
    }
}
