import BoardKit
import DequeModule
import JSON
import Mazes
package import Sync

extension MazeGame {
    package mutating func apply(_ event: Event) -> [RowChange] {
        lastEvent = (event.rev, event.at)
        switch MazeEvent(rawValue: event.kind) {
        case .started: return applyStarted(event)
        case .found: return applyFound(event)
        case .ended: return applyEnded(event)
        case .cancelled: return applyCancelled(event)
        case .retried: return applyRetried(event)
        case .raceStarted: return applyRaceStarted(event)
        case .raceEnded: return applyRaceEnded(event)
        case .joined: return applyJoined(event)
        case .stepped: return applyStepped(event)
        case .left: return MazeWalkerID(event.subject).map { remove($0) } ?? []
        case .replayed: return applyReplayed(event)
        // The kernel has already changed the settings.
        case nil:
            beginPause(at: event.at)
            return invite()
        }
    }

    private mutating func applyStarted(_ event: Event) -> [RowChange] {
        lastRun += 1
        let source: MazeRun.Source
        if let address = event.data["url"]?.text {
            source = .foreign(address: address)
        } else {
            let conditions = event.data["conditions"]?.text.flatMap { MazeConditions($0) }
            source = .own(maze: event.data["maze"]?.text ?? "", conditions)
        }
        var run = MazeRun(
            number: lastRun, source: source,
            concurrency: event.data["concurrency"]?.integer ?? MazeConcurrency.standard,
            startedAt: event.at, attempt: event.rev)
        run.maze = event.data["maze"]?.text
        let roomChanges = rooms.isEmpty ? [] : changes(of: "rooms", to: [:])
        rooms = [:]
        doorCount = 0
        hasExit = false
        records.append(MazeRecord(run))
        if records.count > MazeRecord.countMax { records.removeFirst() }
        return endReplay() + setRun(run) + roomChanges + restartWalkers()
    }

    private mutating func applyFound(_ event: Event) -> [RowChange] {
        var changes: [RowChange] = []
        for pair in event.data["rooms"]?.elements ?? [] {
            guard let found = pair.elements.flatMap({ FoundRoom($0) }),
                found.room != rooms[found.place]
            else { continue }
            put(found.room, at: found.place, at: event.at)
            changes += self.changes(
                of: "rooms", row: found.place.description, to: .string(found.room.text))
        }
        let figures = figures(in: event)
        return changes + changeRun { $0.figures = figures }
    }

    /// Returns the figures of an event, with the counts of this board's rooms and doors.
    private func figures(in event: Event) -> MazeFigures {
        var figures = MazeFigures(in: event.data)
        figures.count(rooms: rooms.count, doors: doorCount)
        return figures
    }

    private mutating func put(_ room: MazeRoom, at place: MazePoint, at now: Instant) {
        if rooms[place]?.kind == .door { doorCount -= 1 }
        if room.kind == .door { doorCount += 1 }
        if room.kind == .exit { hasExit = true }
        rooms[place] = room
        changeRecord { $0.add(room, at: place, at: now) }
    }

    private mutating func applyEnded(_ event: Event) -> [RowChange] {
        let figures = figures(in: event)
        let changes = changeRun { run in
            run.figures = figures
            run.state = event.data["state"]?.text.flatMap(MazeRun.State.init) ?? .ready
            if let maze = event.data["maze"]?.text { run.maze = maze }
            run.endedAt = event.at
        }
        beginPause(at: event.at)
        return changes
    }

    private mutating func applyCancelled(_ event: Event) -> [RowChange] {
        let changes = changeRun { run in
            run.state = .cancelled
            run.endedAt = event.at
        }
        beginPause(at: event.at)
        return changes
    }

    private mutating func applyRetried(_ event: Event) -> [RowChange] {
        let changes = changeRun { run in
            run.state = .exploring
            run.attempt = event.rev
            run.isRetried = true
            run.endedAt = nil
            run.raceAt = nil
            run.winner = nil
            run.path = nil
        }
        return endReplay() + changes + restartWalkers()
    }

    private mutating func applyRaceStarted(_ event: Event) -> [RowChange] {
        let changes = changeRun { run in
            run.state = .racing
            run.raceAt = event.data["raceAt"]?.text.flatMap(Instant.init)
            run.firstFinishAt = nil
            run.finishedCount = 0
            run.winner = nil
            run.path = nil
        }
        changeRecord { $0.beginRace() }
        return endReplay() + changes + restartWalkers()
    }

    private mutating func applyRaceEnded(_ event: Event) -> [RowChange] {
        let changes = changeRun { run in
            run.state = .finished
            run.path = event.data["path"]?.text
        }
        beginPause(at: event.at)
        return changes
    }

    private mutating func applyReplayed(_ event: Event) -> [RowChange] {
        show(
            MazeReplay(
                run: event.subject, speed: event.data["speed"]?.integer ?? MazeReplaySpeed.standard,
                at: event.at))
    }

    mutating func show(_ replay: MazeReplay) -> [RowChange] {
        defer { self.replay = replay }
        return changes(of: "replay", from: self.replay?.members ?? [:], to: replay.members)
    }

    private mutating func endReplay() -> [RowChange] {
        guard replay != nil else { return [] }
        replay = nil
        return changes(of: "replay", to: nil)
    }

    private mutating func restartWalkers() -> [RowChange] {
        walkers.keys.flatMap { id in
            walkers[id]?.restart() == true ? changes(of: id) : []
        }
    }

    /// Changes the record of the current run.
    mutating func changeRecord(_ body: (inout MazeRecord) -> Void) {
        guard !records.isEmpty else { return }
        body(&records[records.count - 1])
    }

    // MARK: Views

    package var emptyDocuments: [String: Document] {
        [
            Self.displayView: Document(["rooms": [:], "walkers": [:]]),
            Self.hostView: Document(["rooms": [:], "walkers": [:]]),
            Self.invitationView: Document(),
        ]
    }

    mutating func changeRun(_ body: (inout MazeRun) -> Void) -> [RowChange] {
        guard var run else { return [] }
        body(&run)
        return setRun(run)
    }

    /// Returns the changed fields of the run. A change of the whole member would make every screen
    /// load the whole document.
    private mutating func setRun(_ run: MazeRun) -> [RowChange] {
        let before = self.run
        self.run = run
        let roomCount = rooms.count
        changeRecord { record in
            record.state = run.state
            record.maze = run.maze
            record.foundCount = roomCount
        }
        return invite()
            + [(Self.displayView, false), (Self.hostView, true)].flatMap { view, isForHosts in
                changes(
                    of: "run", in: [view], from: before?.members(isForHosts: isForHosts) ?? [:],
                    to: run.members(isForHosts: isForHosts))
            }
    }

    /// Tells guests whether a maze is open to them. This document is much shorter than the maze
    /// itself.
    private mutating func invite() -> [RowChange] {
        let invitation = run.flatMap { $0.state.takesWalkers && isOpenToGuests ? $0.name : nil }
        guard invitation != invitedTo else { return [] }
        invitedTo = invitation
        return [
            RowChange(
                view: Self.invitationView, member: "run", row: nil,
                value: invitation.map(JSON.string))
        ]
    }

    func changes(of id: MazeWalkerID) -> [RowChange] {
        changes(of: "walkers", row: id.text, to: walkers[id]?.row)
    }

    private static let views = [displayView, hostView]

    private func changes(of member: String, row: String? = nil, to value: JSON?) -> [RowChange] {
        Self.views.map { RowChange(view: $0, member: member, row: row, value: value) }
    }

    /// Returns the rows that differ in a member of a document.
    private func changes(
        of member: String, in views: [String] = views, from before: [String: JSON],
        to after: [String: JSON]
    ) -> [RowChange] {
        views.flatMap { RowChange.differences(in: $0, member: member, from: before, to: after) }
    }
}

private struct FoundRoom {
    let place: MazePoint
    let room: MazeRoom

    init?(_ pair: [JSON]) {
        guard pair.count == 2, let place = pair[0].text.flatMap(MazePoint.init),
            let room = pair[1].text.flatMap(MazeRoom.init(text:))
        else { return nil }
        self.place = place
        self.room = room
    }
}
