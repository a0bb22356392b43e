import JSON
import ScreenClient
import Sync

extension SimulatedClient {
    /// The views of the maze that a client with this role watches.
    var mazeViews: [String] {
        guard world.hasMaze else { return [] }
        switch principal.role {
        case .owner, .host, .engineer: return ["maze/display", "maze/host"]
        case .guest: return principal.subject?.board == "waitlist" ? ["maze/display"] : []
        default: return ["maze/display"]
        }
    }

    private var maze: JSON? { watches["maze/display"]?.copy.document }

    /// Explores, races or walks, depending on what it sees.
    func playInMaze() {
        let state = maze?["run"]?["state"]?.text
        if let walker = dice.pick(walkers), dice.chance(state == "racing" ? 90 : 10) {
            return walk(walker)
        }
        if principal.role == .guest || dice.chance(15) {
            return ask("maze.join", [:], mayBe: [.forbidden])
        }
        if principal.role == .owner, dice.chance(15) { return configureMaze() }
        switch state {
        case "exploring":
            if dice.chance(30) { ask("maze.cancel", [:]) }
        case "racing":
            if dice.chance(10) { ask("maze.stop", [:]) }
        case "ready", "finished":
            switch dice.number(0...9) {
            case 0..<5: ask("maze.race", ["countdown": JSON(dice.number(0...2))])
            case 5: ask("maze.replay", ["speed": 8])
            case 6..<8: ask("maze.retry", [:])
            default: explore()
            }
        default: explore()
        }
    }

    private func explore() {
        let (width, height) = (dice.number(2...7), dice.number(2...7))
        ask(
            "maze.explore",
            [
                "maze": .string("\(width)x\(height)-0000000\(dice.number(0...9))"),
                "concurrency": JSON(dice.number(1...16)),
            ])
    }

    private func configureMaze() {
        if dice.chance(50) {
            ask("maze.configure", ["auto": .bool(dice.chance(50))])
        } else {
            ask("maze.configure", ["guests": .bool(dice.chance(80)), "size": "small"])
        }
    }

    /// Takes a few steps, mostly along sides that were open at the walker's last known position.
    private func walk(_ walker: String) {
        guard let row = maze?["walkers"]?[walker] else {
            if watches["maze/display"]?.isLive == true { walkers.removeAll { $0 == walker } }
            return
        }
        if dice.chance(5) {
            return ask("maze.leave", ["walker": .string(walker)], mayBe: [.forbidden])
        }
        var (x, y) = (row["x"]?.integer ?? 0, row["y"]?.integer ?? 0)
        for _ in 0..<dice.number(1...4) {
            let room = maze?["rooms"]?["\(x),\(y)"]?.text?.lowercased() ?? ""
            let open = Self.sides.filter { room.contains($0.letter) }
            guard let side = dice.chance(90) ? dice.pick(open) : dice.pick(Self.sides) else {
                return
            }
            // The walker may date from before the hub's restart.
            ask(
                "maze.step", ["walker": .string(walker), "to": .string(side.name)],
                mayBe: [.forbidden])
            (x, y) = (x + side.x, y + side.y)
        }
    }

    private static let sides: [(letter: Character, name: String, x: Int, y: Int)] = [
        ("n", "north", 0, 1), ("e", "east", 1, 0), ("s", "south", 0, -1), ("w", "west", -1, 0),
    ]
}
