public import JSON
public import Mazes

extension MazeExploration {
    /// A request to the server.
    public struct Request: Sendable, Equatable {
        /// The identity of a request. Its answer is accepted only once, and only by the same run.
        public struct ID: Sendable, Hashable {
            public let run: Int
            public let number: Int
        }

        /// The texts come from the server. They have up to 200 characters of any kind.
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

    /// The outcome of a request.
    public enum Answer: Sendable, Equatable {
        /// An answer of any status.
        ///
        /// - Parameters:
        ///   - retryAfter: The value of `Retry-After`.
        ///   - body: The body, possibly cut off after `bodyBytesMax` + 1 bytes.
        case response(status: Int, retryAfter: Duration? = nil, body: [UInt8])
        /// No complete answer: the connection failed or broke.
        case noAnswer
    }

    /// An action for the caller to carry out.
    public enum Action: Sendable, Equatable {
        /// Sends a request. Pass its answer to `answered`.
        case ask(Request)
        /// Abandons a request. A late answer is dropped.
        case abandon(Request.ID)
        /// Schedules a call of `woke` at this time, instead of any earlier one.
        case wait(until: Duration)
        /// Reports what was found since the last batch.
        case found(Batch)
        /// Reports the end of the exploration. Nothing follows until `retry`.
        case ended(Progress)
    }

    /// A room as it is drawn now.
    public struct FoundRoom: Sendable, Equatable {
        public let place: MazePoint
        public let room: MazeRoom
    }

    /// Rooms found within a short time: up to 256, possibly none.
    public struct Batch: Sendable, Equatable {
        /// The rooms. One is reported again if one of its locks turns out to lead elsewhere.
        public let rooms: [FoundRoom]
        /// The progress including these rooms.
        public let progress: Progress
    }

    /// The counts of an exploration.
    public struct Progress: Sendable, Equatable {
        public let foundCount: Int
        /// The number of rooms and locks that were named but not answered.
        public let frontierCount: Int
        /// The number of rooms and locks given up.
        public let lostCount: Int
        public let doorCount: Int
        /// The number of opened locks.
        public let lockCount: Int
        /// The number of repeated requests.
        public let retryCount: Int
        public let problems: [Problem: Sighting]

        /// The problems as JSON: `{"one_sided":{"count":2,"first":"…"}}`.
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

    /// A defect of a server's maze.
    public enum Problem: String, Sendable, CaseIterable {
        /// An answer is not a room, or is another room. The requested room is lost.
        case badRoom = "bad_room"
        /// The server does not know a room or lock that it named, which is lost.
        case unknownRoom = "unknown_room"
        /// A connection has an unknown direction, or not exactly one room or lock, and is skipped.
        case badConnection = "bad_connection"
        /// A room leads to another that does not lead back.
        case oneSided = "one_sided"
        /// A room has two places, or two rooms have one place. The first statement is kept.
        case contradiction
        /// The maze has too many rooms, is too large, or takes too long.
        case tooMany = "too_many"
        /// The server has no start, or has stopped answering.
        case unreachable
    }

    /// The occurrences of a problem.
    public struct Sighting: Sendable, Equatable {
        public internal(set) var count: Int
        /// The id of the room where it first occurred, if any.
        public let first: String?
    }
}
