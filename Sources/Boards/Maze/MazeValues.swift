public import BoardKit
import JSON
import MazeExploring
package import Mazes
package import Sync

extension MazeSize: ChoiceValue, StoredValue {
    package static let problem = ProblemDeclaration.badMazeSize
}

/// The code of one of the hub's own mazes.
struct MazeCodeText: ArgumentValue {
    static let schema = Schema(.text(pattern: "^[1-9][0-9]{0,2}x[1-9][0-9]{0,2}-[0-9a-f]{8}$"))

    let code: MazeCode

    /// People copy codes with white space around them.
    init(_ argument: JSON) throws(Reason) {
        guard let typed = argument.text, let code = MazeCode(TypedText(typed).text) else {
            throw Reason(.badMazeCode)
        }
        self.code = code
    }
}

/// The conditions under which the hub's own API answers.
struct MazeConditionsText: ArgumentValue {
    static let schema = Schema(.text(pattern: "^(plain|seed|[a-z]+=[0-9]+(,[a-z]+=[0-9]+)*)$"))

    let conditions: MazeConditions

    init(_ argument: JSON) throws(Reason) {
        guard let conditions = argument.text.flatMap({ MazeConditions($0) }) else {
            throw Reason(.badMazeConditions)
        }
        self.conditions = conditions
    }
}

/// The address of another server's API, without a slash at its end.
struct MazeAddressText: ArgumentValue {
    static let schema = TypedAddress.schema()

    let text: String

    init(_ argument: JSON) throws(Reason) {
        guard let typed = argument.text, let text = Self.canonical(typed) else {
            throw Reason(.urlNotAllowed)
        }
        self.text = text
    }

    /// Returns the address in its canonical form, or `nil` if it is invalid or has a user, a query
    /// or a fragment.
    static func canonical(_ typed: String) -> String? {
        (try? MazeAddress(TypedAddress(typed).text))?.text
    }
}

/// The addresses that the owner allows, each once.
struct MazeAddressList: StoredValue {
    static let countMax = 5
    static let schema = Schema(
        .list(of: MazeAddressText.schema, countMin: 0, countMax: countMax, isUnique: true))

    let addresses: [String]
    var stored: JSON { addresses.member }

    init(_ argument: JSON) throws(Reason) {
        let typed = argument.texts ?? []
        let addresses = typed.compactMap(MazeAddressText.canonical)
        guard argument.texts != nil, addresses.count == typed.count,
            addresses.count <= Self.countMax, Set(addresses).count == addresses.count
        else { throw Reason(.badMazeAddresses, ["max": JSON(Self.countMax)]) }
        self.addresses = addresses
    }
}

/// The most requests of an exploration that may be in flight.
struct MazeConcurrency: BoundedInteger {
    static let range = 1...64
    static let standard = 16

    let value: Int
}

/// The seconds from a race's announcement to the first step.
struct MazeCountdown: BoundedInteger {
    static let range = 0...60
    static let standard = 3

    let value: Int
}

/// The speed of a replay, as a multiple of the original speed.
struct MazeReplaySpeed: ArgumentValue {
    static let standard = 4
    private static let speeds = [1, 2, 4, 8]
    static let schema = Schema(.integer(min: 1, max: 8))

    let value: Int

    init(_ argument: JSON) throws(Reason) {
        guard let value = argument.integer, Self.speeds.contains(value) else {
            throw Reason(.badMazeSpeed)
        }
        self.value = value
    }
}

extension MazeDirection: ChoiceValue {
    package static let problem = ProblemDeclaration.badMazeSide
}
