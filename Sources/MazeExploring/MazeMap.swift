import Mazes

/// The known part of a maze: the named rooms and locks, their places, and the open sides. If the
/// server contradicts itself, the first statement is kept.
struct MazeMap {
    typealias Problem = MazeExploration.Problem

    struct Room {
        let id: String
        let place: MazePoint
        /// The kind, or `nil` until the room is found.
        var kind: MazeRoom.Kind?
        /// The sides drawn as open, and those of them with a lock.
        var open: MazeSides = []
        var locked: MazeSides = []
        /// The open sides that are known to lead to the adjacent room.
        var certain: MazeSides = []
        /// Whether the room waits for a batch.
        var isChanged = false
    }

    struct Lock {
        enum State { case closed, open, contradicting }

        let text: String
        /// The place behind the lock, according to the first room that named it.
        let place: MazePoint
        /// The first room that named the lock.
        let room: Int
        /// The directions in which one passes the lock. It has one place behind it, so each of its
        /// sides has another direction.
        var directions: MazeSides = []
        var state = State.closed
    }

    /// The effects of an answer.
    struct Findings {
        /// The items named for the first time.
        var named: [RequestSchedule.Item] = []
        /// The changed rooms that were not waiting for a batch yet.
        var changed: [Int] = []
        var problems: [(Problem, room: String)] = []
    }

    private(set) var rooms: [Room] = []
    private(set) var locks: [Lock] = []
    private var roomsByID: [String: Int] = [:]
    private var roomsByPlace: [MazePoint: Int] = [:]
    private var locksByText: [String: Int] = [:]
    private(set) var foundCount = 0
    private(set) var doorCount = 0
    private(set) var openedLockCount = 0

    func subject(of item: RequestSchedule.Item) -> MazeExploration.Request.Subject {
        switch item {
        case .start: .start
        case .room(let room): .room(rooms[room].id)
        case .lock(let lock): .lock(locks[lock].text)
        }
    }

    /// The id of a room, or of the room that named a lock.
    func roomID(of item: RequestSchedule.Item) -> String? {
        switch item {
        case .start: nil
        case .room(let room): rooms[room].id
        case .lock(let lock): rooms[locks[lock].room].id
        }
    }

    /// Returns a room as it is drawn now, and marks it as reported.
    mutating func takeFound(_ room: Int) -> MazeExploration.FoundRoom {
        rooms[room].isChanged = false
        let room = rooms[room]
        return MazeExploration.FoundRoom(
            place: room.place,
            room: MazeRoom(
                kind: room.kind ?? .empty, isStart: room.place == MazePlan.start,
                open: room.open, locked: room.locked))
    }

    // MARK: Answers

    /// Takes the id of the start room.
    mutating func begin(with id: String) -> Findings {
        var findings = Findings()
        _ = name(id, at: MazePlan.start, &findings)
        return findings
    }

    /// Takes the answer about a room.
    mutating func enter(_ answer: RoomAnswer, in room: Int) -> Findings {
        var findings = Findings()
        let id = rooms[room].id
        foundCount += 1
        if answer.kind == .door { doorCount += 1 }
        rooms[room].kind = answer.kind
        change(room, &findings)
        for _ in 0..<answer.badConnectionCount { findings.problems.append((.badConnection, id)) }
        for (direction, way) in answer.ways {
            let place = rooms[room].place.neighbour(to: direction)
            guard place.isWithinBounds else {
                findings.problems.append((.tooMany, id))
                continue
            }
            let isConsistent =
                switch way {
                case .room(let id): name(id, at: place, &findings)
                case .lock(let text): name(text, at: place, in: room, direction, &findings)
                }
            guard isConsistent else {
                findings.problems.append((.contradiction, id))
                continue
            }
            rooms[room].open.insert(direction)
            switch way {
            case .room: rooms[room].certain.insert(direction)
            case .lock: rooms[room].locked.insert(direction)
            }
        }
        for direction in MazeDirection.allCases {
            compare(room, direction, &findings)
            if let other = roomsByPlace[rooms[room].place.neighbour(to: direction)] {
                compare(other, direction.opposite, &findings)
            }
        }
        return findings
    }

    /// Takes the id of the room that a lock opens.
    mutating func open(_ lock: Int, to id: String) -> Findings {
        var findings = Findings()
        let place = locks[lock].place
        openedLockCount += 1
        if name(id, at: place, &findings) {
            locks[lock].state = .open
            forEachSide(of: lock) { map, room, direction in
                map.rooms[room].certain.insert(direction)
                map.compare(room, direction, &findings)
            }
        } else {
            locks[lock].state = .contradicting
            findings.problems.append((.contradiction, rooms[locks[lock].room].id))
            forEachSide(of: lock) { map, room, direction in
                map.rooms[room].open.remove(direction)
                map.rooms[room].locked.remove(direction)
                map.change(room, &findings)
                if let other = map.roomsByPlace[place] {
                    map.compare(other, direction.opposite, &findings)
                }
            }
        }
        return findings
    }

    // MARK: Steps

    /// Records the place of a room. Returns `false` if it contradicts an earlier one.
    private mutating func name(_ id: String, at place: MazePoint, _ findings: inout Findings)
        -> Bool
    {
        if let room = roomsByID[id] { return rooms[room].place == place }
        guard roomsByPlace[place] == nil else { return false }
        roomsByID[id] = rooms.count
        roomsByPlace[place] = rooms.count
        findings.named.append(.room(rooms.count))
        rooms.append(Room(id: id, place: place))
        return true
    }

    /// Records the place behind a lock. Returns `false` if it contradicts an earlier one.
    private mutating func name(
        _ text: String, at place: MazePoint, in room: Int, _ direction: MazeDirection,
        _ findings: inout Findings
    ) -> Bool {
        let lock: Int
        if let known = locksByText[text] {
            guard locks[known].place == place, locks[known].state != .contradicting else {
                return false
            }
            lock = known
        } else {
            lock = locks.count
            locksByText[text] = lock
            findings.named.append(.lock(lock))
            locks.append(Lock(text: text, place: place, room: room))
        }
        locks[lock].directions.insert(direction)
        if locks[lock].state == .open { rooms[room].certain.insert(direction) }
        return true
    }

    private mutating func forEachSide(
        of lock: Int, _ body: (inout MazeMap, _ room: Int, MazeDirection) -> Void
    ) {
        let (place, directions) = (locks[lock].place, locks[lock].directions)
        for direction in MazeDirection.allCases where directions.contains(direction) {
            if let room = roomsByPlace[place.neighbour(to: direction.opposite)] {
                body(&self, room, direction)
            }
        }
    }

    /// Records a problem if a room leads to another that does not lead back. Call this when either
    /// end becomes known. A side does not change after it was found one-sided.
    private func compare(_ room: Int, _ direction: MazeDirection, _ findings: inout Findings) {
        guard rooms[room].certain.contains(direction), rooms[room].kind != nil,
            let other = roomsByPlace[rooms[room].place.neighbour(to: direction)],
            rooms[other].kind != nil, !rooms[other].open.contains(direction.opposite)
        else { return }
        findings.problems.append((.oneSided, rooms[room].id))
    }

    private mutating func change(_ room: Int, _ findings: inout Findings) {
        guard !rooms[room].isChanged else { return }
        rooms[room].isChanged = true
        findings.changed.append(room)
    }
}

extension MazePoint {
    /// The greatest distance of a room from the start along each axis.
    private static let distanceMax = 2000

    fileprivate var isWithinBounds: Bool {
        abs(x) <= Self.distanceMax && abs(y) <= Self.distanceMax
    }
}
