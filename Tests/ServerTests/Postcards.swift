import BoardKit
import JSON
import Sync

@testable import HouseBoard

/// A board with a setting of every kind and its own role.
struct Postcards: RowBoard {
    var table = RowTable(view: "postcard/host", member: "cards")
    var boardSettings: BoardSettings? = BoardSettings(of: declared)

    static let module = BoardModule(declared) { _, _ in Postcards() }

    static let declared = BoardDeclaration(
        name: "postcard", summary: "Thanks guests for their visit.", actions: [],
        views: [ViewDeclaration(name: "postcard/host", scope: .shared, readers: [.owner, .host])],
        roles: [RoleDeclaration(Role(rawValue: "printer"), "Prints the cards.")],
        settings: [
            SettingDeclaration("sender", Sender.self, "Who signs the cards"),
            SettingDeclaration(
                "picture", Picture.self, "What is on the front", defaultValue: "door"),
            SettingDeclaration("days", DayCount.self, "How long after the visit", defaultValue: 2),
            SettingDeclaration(
                "isNumbered", Flag.self, "Whether they are numbered", defaultValue: false),
            SettingDeclaration(
                "languages", LanguageList.self, "In which they are printed", defaultValue: ["en"]),
            SettingDeclaration("token", Token.self, "Of the printer's", isSecret: true),
        ],
        problems: [DayCount.isOutside, Flag.isNeither])

    var declaration: BoardDeclaration { Self.declared }

    func decide(
        _ mutation: Mutation, by principal: Principal, at moment: Moment, among boards: BoardStates
    ) throws(Rejection) -> Decision { throw Rejection(.unknownAction) }

    mutating func apply(_ event: Event) -> [RowChange] { [] }

    func fault(in members: JSON) -> String? { nil }
}

struct Sender: BoundedText {
    static let charactersMax = 40
    static let isOneLine = true
    let text: String
}

enum Picture: String, CaseIterable, StoredValue { case door, table, bell }

/// A token without surrounding white space; an empty one removes it.
struct Token: TextValue {
    static let schema = Schema(.text(charactersMax: 200))
    let text: String

    init(_ argument: JSON) throws(Reason) {
        guard let typed = argument.text else { throw Reason(.noText) }
        text = TypedText(typed).text
    }

    var isEmpty: Bool { text.isEmpty }
}

struct DayCount: StoredValue {
    static let schema = Schema(.integer(min: 0, max: 30))
    static let isOutside = ProblemDeclaration(
        "postcard.is_outside", "{label} must be from 0 to 30")
    let count: Int
    var stored: JSON { JSON(count) }

    init(_ argument: JSON) throws(Reason) {
        guard let count = argument.integer, (0...30).contains(count) else {
            throw Reason(Self.isOutside)
        }
        self.count = count
    }
}

struct Flag: StoredValue {
    static let schema = Schema(.flag)
    static let isNeither = ProblemDeclaration(
        "postcard.is_neither", "{label} must be true or false")
    let isSet: Bool
    var stored: JSON { .bool(isSet) }

    init(_ argument: JSON) throws(Reason) {
        guard case .bool(let isSet) = argument else { throw Reason(Self.isNeither) }
        self.isSet = isSet
    }
}
