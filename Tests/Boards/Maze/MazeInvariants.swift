package import JSON
import Mazes

/// The invariants of the documents of the views `maze/display` and `maze/host`.
package enum MazeInvariants {
    /// Returns the broken invariants.
    package static func faults(in document: JSON?) -> [String] {
        let rooms = (document?["rooms"]?.members ?? [:]).mapValues { $0.text ?? "" }
        let walkers = document?["walkers"]?.members ?? [:]
        guard let run = document?["run"] else {
            return rooms.isEmpty && walkers.isEmpty && document?["replay"] == nil
                ? [] : ["something without a run"]
        }
        return faults(of: run, rooms) + faults(of: walkers, rooms)
            + faults(inState: run, hasReplay: document?["replay"] != nil)
    }

    private static func faults(of run: JSON, _ rooms: [String: String]) -> [String] {
        var faults: [String] = []
        if run["found"]?.integer != rooms.count { faults.append("found is not \(rooms.count)") }
        let doorCount = rooms.values.count { $0.contains("D") }
        if run["doors"]?.integer != doorCount { faults.append("not \(doorCount) doors") }
        let reached = distances(in: rooms).count
        if reached != rooms.count { faults.append("\(reached) of \(rooms.count) are reached") }
        if let path = run["path"]?.text {
            let exits = rooms.filter { $0.value.contains("X") }.keys
            let distance = exits.compactMap { distances(in: rooms)[$0] }.min()
            if path.count != distance { faults.append("the path has \(path.count) steps") }
            if end(of: path, in: rooms)?.contains("X") != true {
                faults.append("the path does not lead to the exit")
            }
        }
        return faults
    }

    private static func faults(
        of walkers: [String: JSON], _ rooms: [String: String]
    ) -> [String] {
        var faults: [String] = []
        for (id, walker) in walkers {
            let place = "\(walker["x"]?.integer ?? .max),\(walker["y"]?.integer ?? .max)"
            let isThere = rooms.isEmpty ? place == "0,0" : rooms[place] != nil
            if !isThere { faults.append("\(id) is at \(place)") }
            let isAtExit = rooms[place]?.contains("X") == true
            if (walker["place"] != nil) != (walker["ms"] != nil)
                || isAtExit != (walker["ms"] != nil)
            {
                faults.append("\(id) is at \(place) and has \(walker["place"] ?? "no place")")
            }
            if walker["steps"] == 0, place != "0,0" { faults.append("\(id) has flown") }
        }
        let finishers = walkers.values.compactMap { walker in
            walker["place"]?.integer.map { ($0, walker["ms"]?.integer ?? -1) }
        }.sorted { $0 < $1 }
        if Set(finishers.map(\.0)).count != finishers.count { faults.append("a place twice") }
        if finishers.map(\.1) != finishers.map(\.1).sorted()
            || finishers.contains(where: { $0.1 < 0 })
        {
            faults.append("the places are not in the order of the times")
        }
        if walkers.count > 200 { faults.append("too many walkers") }
        return faults
    }

    private static func faults(inState run: JSON, hasReplay: Bool) -> [String] {
        let state = run["state"]?.text ?? ""
        let isExploring = state == "exploring"
        var faults: [String] = []
        if isExploring != (run["endedAt"] == nil) { faults.append("endedAt in \(state)") }
        if ["racing", "finished"].contains(state) != (run["raceAt"] != nil) {
            faults.append("raceAt in \(state)")
        }
        if state != "finished", run["path"] != nil { faults.append("a path in \(state)") }
        if hasReplay, ["exploring", "racing"].contains(state) {
            faults.append("replay in \(state)")
        }
        if !isExploring, state != "cancelled", run["frontier"] != 0 {
            faults.append("a frontier in \(state)")
        }
        return faults
    }

    // MARK: Ways

    private static let sides: [(letter: Character, x: Int, y: Int)] = [
        ("n", 0, 1), ("e", 1, 0), ("s", 0, -1), ("w", -1, 0),
    ]

    /// Returns the number of steps from the start to each reachable room.
    private static func distances(in rooms: [String: String]) -> [String: Int] {
        guard rooms["0,0"] != nil else { return [:] }
        var distances = ["0,0": 0]
        var edge = [(x: 0, y: 0)]
        while !edge.isEmpty {
            var next: [(x: Int, y: Int)] = []
            for place in edge {
                let name = "\(place.x),\(place.y)"
                let text = rooms[name]?.lowercased() ?? ""
                for side in sides where text.contains(side.letter) {
                    let other = (x: place.x + side.x, y: place.y + side.y)
                    let otherName = "\(other.x),\(other.y)"
                    guard rooms[otherName] != nil, distances[otherName] == nil else { continue }
                    distances[otherName] = distances[name].map { $0 + 1 }
                    next.append(other)
                }
            }
            edge = next
        }
        return distances
    }

    /// Returns the text of the room at the end of a path, or `nil` if a wall is in the way.
    private static func end(of path: String, in rooms: [String: String]) -> String? {
        var (x, y) = (0, 0)
        for letter in path {
            guard let side = sides.first(where: { $0.letter == letter }),
                rooms["\(x),\(y)"]?.lowercased().contains(letter) == true
            else { return nil }
            (x, y) = (x + side.x, y + side.y)
        }
        return rooms["\(x),\(y)"]
    }
}
