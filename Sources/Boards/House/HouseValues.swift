public import BoardKit
import Destinations
import Foundation
package import JSON
package import Sync

/// The venue's name; see `VenueName`.
struct HouseName: TextValue {
    static let schema = VenueName.schema

    package let text: String

    init(_ argument: JSON) throws(Reason) {
        guard let typed = argument.text else {
            throw Reason(.noText)
        }
        guard let name = VenueName(typed) else {
            throw Reason(.badHouseName)
        }
        text = name.text
    }
}

extension LabelPrivacy: StoredValue {}
extension SelfCheckIn: StoredValue {}

/// Names of boards, each once. The boards need not exist.
struct BoardNames: ArgumentValue {
    static let schema = choice(of: [])

    static func choice(of names: [String]) -> Schema {
        Schema(.list(of: Schema(.choice(names)), countMax: names.count, isUnique: true))
    }

    let names: [String]

    init(_ argument: JSON) throws(Reason) {
        guard let names = argument.texts, Set(names).count == names.count else {
            throw Reason(.noBoardList)
        }
        self.names = names
    }
}

/// The role of a device. The role need not exist.
struct DeviceRole: ArgumentValue {
    static let schema = Schema(.choice(Role.ofEveryDevice.map(\.rawValue)))

    let role: Role

    init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text else {
            throw Reason(.noText)
        }
        role = Role(rawValue: text)
    }

    /// - Parameter roles: the existing roles.
    static func reason(choosing roles: [Role]) -> Reason {
        let names = roles.map { JSON.string($0.rawValue) }
        return Reason(
            .badRole, ["roles": .array(names.dropLast()), "last": names.last ?? .null])
    }
}

/// A device's name: 1 to 40 characters on one line.
struct DeviceName: BoundedText {
    static let charactersMax = 40
    static let bytesMax: Int? = 200
    static let isOneLine = true
    static let mayBeEmpty = true
    static let invisibleProblem: ProblemDeclaration? = .invisible

    package let text: String
}

/// The code on a screen: six digits, in any grouping.
struct PairingCode: ArgumentValue {
    static let digitCount = 6
    static let schema = Schema(.text(pattern: "^[ -]*([0-9][ -]*){6}$"))

    let digits: String

    init(_ argument: JSON) throws(Reason) {
        let typed = argument.text?.filter { $0 != " " && $0 != "-" }
        guard let typed, typed.utf8.count == Self.digitCount,
            typed.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        else {
            throw Reason(.badCode)
        }
        digits = typed
    }
}

/// The digest of a PIN. Only the server makes one.
struct PINDigestText: ArgumentValue {
    static let schema = Schema(.text(charactersMax: 200, pattern: #"^\$scrypt\$"#))

    package let text: String

    init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text, text.hasPrefix("$scrypt$"), text.utf8.count <= 200 else {
            throw Reason(.badDigest)
        }
        self.text = text
    }
}

/// The languages of a house, each once. The first is the house's main language.
package struct LanguageList: StoredValue {
    package static let schema = Schema(
        .list(
            of: Schema(.choice(Language.allCases.map(\.rawValue))), countMin: 1,
            countMax: Language.allCases.count, isUnique: true))

    package let languages: [Language]
    package var stored: JSON { languages.json }

    package init(_ argument: JSON) throws(Reason) {
        let languages = argument.texts?.compactMap(Language.init(rawValue:)) ?? []
        guard !languages.isEmpty, languages.count == argument.texts?.count,
            Set(languages).count == languages.count
        else {
            throw Reason(.badList, ["choices": Language.choices])
        }
        self.languages = languages
    }
}

/// A time zone's IANA identifier: `Europe/Rome`.
package struct TimeZoneName: StoredValue {
    package static let schema = Schema(.text(charactersMin: 1, pattern: "^UTC$|/"))

    package let identifier: String
    package var stored: JSON { .string(identifier) }

    package init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text, text.utf8.count <= 64,
            text == "UTC" || text.contains("/"), TimeZone(identifier: text) != nil
        else {
            throw Reason(.badTimeZone)
        }
        identifier = text
    }
}

extension TimeOfDay: StoredValue {
    package var stored: JSON { .string(text) }

    package static let schema = Schema(.text(pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$"))

    package init(_ argument: JSON) throws(Reason) {
        guard let time = Self(argument.text) else {
            throw Reason(.badTimeOfDay)
        }
        self = time
    }
}

/// An `http` or `https` URL: `https://example.org/hooks/42`.
package struct WebAddress: ArgumentValue {
    package static let schema = TypedAddress.schema()

    package let text: String
    /// The reach of an IP address; `nil` for a host name.
    let reach: AddressReach?

    package init(_ argument: JSON) throws(Reason) {
        guard let typed = argument.text.map({ TypedAddress($0).text }),
            case let destination = try? Destination(typed),
            typed.isEmpty || destination != nil
        else {
            throw Reason(.badAddress)
        }
        text = typed
        reach = destination?.literalReach
    }

    package var isEmpty: Bool { text.isEmpty }
}
