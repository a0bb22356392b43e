import JSON
import ScreenClient
import Sync
import TestBoards

extension SimulatedClient {
    /// The views of the board of nearby places that a client with this role watches.
    var nearbyViews: [String] {
        guard world.service != nil else { return [] }
        switch principal.role {
        case .owner, .host, .engineer: return ["nearby/host", "nearby/display"]
        case .display: return ["nearby/display"]
        default: return []
        }
    }

    private var nearby: JSON? { watches["nearby/host"]?.copy.document }

    /// Sends a mutation about favourites and rounds.
    func lookAround() {
        let favourites = nearby?["favourites"]?.members?.keys.sorted() ?? []
        let rounds = nearby?["rounds"]?.members ?? [:]
        guard let favourite = dice.pick(favourites).map(JSON.string), dice.chance(85) else {
            return addFavourite()
        }
        guard let round = dice.pick(rounds.keys.sorted()), dice.chance(85) else {
            return ask("nearby.open", ["title": "Friday"])
        }
        let option = dice.pick((rounds[round]?["options"]?.members ?? [:]).keys.sorted())
        switch dice.number(0...11) {
        case 0..<4:
            ask("nearby.choose", ["round": .string(round), "favourite": favourite])
        case 4: ask("nearby.drop", ["option": .string(option ?? "o_0")])
        case 5: ask("nearby.close", ["round": .string(round)])
        case 6: ask("nearby.reopen", ["round": .string(round)])
        case 7: ask("nearby.remove", ["favourite": favourite])
        case 8:
            ask(
                "nearby.visit",
                [
                    "favourite": favourite, "on": "2026-11-19",
                    "notes": marked(.notes, newNumber()),
                ], mayBe: [.invalid])
        default:
            let rev = watches["nearby/host"]?.copy.position?.rev ?? 0
            ask("nearby.undo", ["rev": JSON(max(1, rev - dice.number(0...6)))])
        }
    }

    private func addFavourite() {
        let number = newNumber()
        ask(
            "nearby.add", ["name": .string("Place \(number)"), "notes": marked(.notes, number)])
    }

    /// Votes in the guest's own round, or tries another.
    func chooseTogether() {
        guard let round = principal.subject?.id else { return }
        guard let friend = dice.pick(friends) else {
            return ask(
                "nearby.join",
                ["round": .string(round), "name": marked(.friend, newNumber())])
        }
        let shown = watches["nearby/round"]?.copy.document["round"]
        let options = (shown?["options"]?.members ?? [:]).keys.sorted()
        var arguments: [String: JSON] = [
            "friend": .string(friend.id), "key": .string(friend.key),
            "votes": .array(options.filter { _ in dice.chance(50) }.map(JSON.string)),
        ]
        if dice.chance(40) { arguments["coming"] = "yes" }
        if dice.chance(10) { arguments["key"] = "guessed" }
        ask("nearby.answer", arguments, mayBe: [.forbidden])
    }

    /// Remembers a friend that has joined, with the key.
    func note(friendOf result: JSON?) {
        guard let id = result?["friend"]?.text, let key = result?["key"]?.text else { return }
        friends.append((id, key))
    }
}
