import BoardKit
import JSON
import Sync

/// A name, and optionally a description, in further languages: `{"en":{"name":"Sea bass"}}`.
struct MenuTexts: StoredValue, Equatable {
    static let languageCountMax = 8
    static let schema = Schema(
        .rows(
            of: Schema(
                .members(of: [
                    .always("name", DishName.schema), .maybe("description", DishDescription.schema),
                ]))))

    /// By the language's tag (RFC 5646).
    private(set) var languages: [String: JSON] = [:]
    var isEmpty: Bool { languages.isEmpty }

    init() {}

    init(_ argument: JSON) throws(Reason) {
        guard let members = argument.members, members.count <= Self.languageCountMax else {
            throw Self.reason
        }
        for (tag, texts) in members {
            guard Self.isTag(tag), let read = Self.read(texts) else { throw Self.reason }
            languages[tag] = read
        }
    }

    var stored: JSON { .object(languages) }

    private static let reason = Reason(.badTexts, ["max": JSON(languageCountMax)])

    private static func isTag(_ text: String) -> Bool {
        (1...35).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    private static func read(_ texts: JSON) -> JSON? {
        guard let members = texts.members,
            members.keys.allSatisfy({ $0 == "name" || $0 == "description" }),
            let name = members["name"].flatMap({ try? DishName($0) })
        else { return nil }
        var read: [String: JSON] = ["name": .string(name.text)]
        if let typed = members["description"], !typed.isNull {
            guard let description = try? DishDescription(typed) else { return nil }
            if !description.isEmpty { read["description"] = .string(description.text) }
        }
        return .object(read)
    }
}

extension MenuTexts: SavedValue, MemberValue {
    static var ofMissing: MenuTexts? { MenuTexts() }
    var isLeftOut: Bool { isEmpty }
    var member: JSON { stored }

    init?(member: JSON) {
        guard let languages = member.members else { return nil }
        self.languages = languages
    }

    func write(to writer: inout StateWriter) { writer.write(languages) }

    init(from reader: inout StateReader) throws(StateError) { languages = try reader.read() }

    func isSame(as other: MenuTexts) -> Bool { self == other }
}
