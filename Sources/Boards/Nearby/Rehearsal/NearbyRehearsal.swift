import JSON

/// The evening of the board of places: a round about where to go after work, in which friends join, vote,
/// and change their minds until it is decided. In a house without favourites some are added first.
struct NearbyRehearsal: Equatable {
    struct Step: Sendable, Equatable {
        /// Seconds since the midnight before the evening.
        var second: Int
        var act: Act
    }

    /// What is done. Places and friends have numbers in the plan, from 0.
    enum Act: Sendable, Equatable {
        case keep(Int)
        case open
        case choose(Int)
        case join(Int)
        case vote(Int, places: [Int])
        case close
    }

    let steps: [Step]
    /// The favourites by their numbers, as far as they exist.
    private var favourites: [Int: String] = [:]
    private let names: [String]
    /// Where the house is, if that is known.
    private let house: Coordinates?
    private var round: String?
    private var options: [Int: String] = [:]
    private var friends: [Int: String] = [:]
    private var voteCount = 0

    private static let placeCount = 4
    private static let friendCount = 5

    /// The arguments of a favourite that the house adds.
    private func place(_ number: Int) -> [String: JSON] {
        let (name, rating, notes) =
            switch number {
            case 0: ("Night Owl Noodles", 4.5, "Open until two")
            case 1: ("The Last Tram", 4.0, "Loud on Fridays")
            case 2: ("Casa Luna", 3.5, "Ask for the yard")
            default: ("Bar Central", 3.0, "Good for ten and more")
            }
        var arguments: [String: JSON] = [
            "name": .string(name), "rating": .number(rating), "notes": .string(notes),
        ]
        if let house {
            let offset = 0.002 * Double(number + 1)
            arguments["lat"] = .number(min(house.latitude + offset, 90))
            arguments["lon"] = .number(min(house.longitude + offset, 180))
        }
        return arguments
    }
}

extension NearbyRehearsal: RehearsalPart {
    static let optionHelp: String? =
        "Play places nearby too: favourites, and a round about where to go after work."
    static let view: String? = Nearby.displayView

    init(arrivals: [Arrival], document: JSON?, using random: inout SplitMix64) {
        let known = document?["favourites"]?.members?.keys.sorted() ?? []
        for (number, key) in known.prefix(Self.placeCount).enumerated() { favourites[number] = key }
        house = Coordinates(document?["venue"]?["lat"], document?["venue"]?["lon"])
        names = (0..<Self.friendCount).map { _ in GuestNames.draw(using: &random) }
        var steps: [Step] = []
        if let first = arrivals.first?.second, let last = arrivals.last?.second {
            var second = first + (last - first) / 4
            func add(_ act: Act, after pause: Int) {
                second += pause
                steps.append(Step(second: second, act: act))
            }
            for place in 0..<Self.placeCount where favourites[place] == nil {
                add(.keep(place), after: 30)
            }
            add(.open, after: 60)
            for place in 0..<Self.placeCount { add(.choose(place), after: 20) }
            for friend in 0..<Self.friendCount {
                add(.join(friend), after: 60 + random.next(below: 240))
                add(.vote(friend, places: Self.votes(using: &random)), after: 30)
                // Some change their minds.
                if friend > 0, random.chance(percent: 40) {
                    let votes = Self.votes(using: &random)
                    add(.vote(random.next(below: friend), places: votes), after: 90)
                }
            }
            add(.close, after: 600)
        }
        self.steps = steps
    }

    /// One or two of the places.
    private static func votes(using random: inout SplitMix64) -> [Int] {
        let first = random.next(below: placeCount)
        return random.chance(percent: 50) ? [first] : [first, (first + 1) % placeCount]
    }

    var seconds: [Int] { steps.map(\.second) }

    var tally: String { round == nil ? "" : "\(friends.count) friends choose a place" }

    var counts: [RehearsalCount] {
        [RehearsalCount("friends", friends.count), RehearsalCount("votes", voteCount)]
    }

    func mutation(at step: Int) -> RehearsalMutation? {
        switch steps[step].act {
        case .keep(let number): ask(.add, place(number))
        case .open: ask(.open, ["title": "Where to after work?"])
        case .choose(let number):
            favourites[number].flatMap { ofRound(.choose, ["favourite": .string($0)]) }
        case .join(let number): ofRound(.join, ["name": .string(names[number])])
        case .vote(let number, let places):
            friends[number].map { friend in
                let votes = places.compactMap { options[$0] }
                return ask(
                    .answer,
                    [
                        "friend": .string(friend), "coming": "yes",
                        "votes": .array(votes.map(JSON.string)),
                    ])
            }
        case .close: ofRound(.close, [:])
        }
    }

    private func ask(_ action: NearbyAction, _ arguments: [String: JSON]) -> RehearsalMutation {
        RehearsalMutation(action.rawValue, arguments)
    }

    private func ofRound(
        _ action: NearbyAction, _ arguments: [String: JSON]
    ) -> RehearsalMutation? {
        round.map { ask(action, arguments.merging(["round": .string($0)]) { $1 }) }
    }

    mutating func accepted(_ step: Int, rev: Int, result: JSON?) -> String {
        switch steps[step].act {
        case .keep(let number):
            favourites[number] = result?["favourite"]?.text
            return "a place becomes a favourite"
        case .open:
            round = result?["round"]?.text
            return "a round is opened"
        case .choose(let number):
            options[number] = result?["option"]?.text
            return "a place is chosen for the round"
        case .join(let number):
            friends[number] = result?["friend"]?.text
            return "a friend joins the round"
        case .vote(_, let places):
            voteCount += places.count
            return "a friend votes for \(places.count) of the places"
        case .close: return "the round is decided"
        }
    }

    /// What depends on a rejected step is left out, because its ids are not known.
    mutating func rejected(_ step: Int) {}
}
