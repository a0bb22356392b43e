import Foundation
import JSON
import Sync

/// What a venue is called: see `VenueName`.
struct HouseName: ArgumentValue {
    let text: String

    init(_ argument: JSON, label: String) throws(ArgumentProblem) {
        guard let typed = argument.text else {
            throw ArgumentProblem(message: "\(label) must be a text")
        }
        guard let name = VenueName(typed) else {
            throw ArgumentProblem(
                message: "\(label) must have 1 to 80 characters, none of them a control character")
        }
        text = name.text
    }
}

/// A time zone's IANA identifier: `Europe/Rome`.
struct TimeZoneName: ArgumentValue {
    let identifier: String

    init(_ argument: JSON, label: String) throws(ArgumentProblem) {
        guard let text = argument.text, text.utf8.count <= 64,
            text == "UTC" || text.contains("/"), TimeZone(identifier: text) != nil
        else {
            throw ArgumentProblem(message: "\(label) must be a time zone, such as Europe/Rome")
        }
        identifier = text
    }
}

extension LabelPrivacy: ArgumentValue {}
extension SelfCheckIn: ArgumentValue {}

/// The languages of a house: each once, its own first.
struct LanguageList: ArgumentValue {
    let languages: [Language]

    init(_ argument: JSON, label: String) throws(ArgumentProblem) {
        let languages = argument.texts?.compactMap(Language.init(rawValue:)) ?? []
        guard !languages.isEmpty, languages.count == argument.texts?.count,
            Set(languages).count == languages.count
        else {
            throw ArgumentProblem(
                message: "\(label) must be a list of \(Language.choices), each once")
        }
        self.languages = languages
    }
}

extension [Language] {
    var json: JSON { .array(map { .string($0.rawValue) }) }
}

extension CaseIterable where Self: RawRepresentable<String> {
    fileprivate static var choices: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// One of a few words.
extension ArgumentValue where Self: CaseIterable & RawRepresentable<String> {
    init(_ argument: JSON, label: String) throws(ArgumentProblem) {
        guard let choice = argument.text.flatMap(Self.init(rawValue:)) else {
            throw ArgumentProblem(message: "\(label) must be one of \(Self.choices)")
        }
        self = choice
    }
}

/// What a device is let in as; a guest is no device.
struct DeviceRole: ArgumentValue {
    let role: Role

    init(_ argument: JSON, label: String) throws(ArgumentProblem) {
        guard let role = argument.text.flatMap(Role.init(rawValue:)), role != .guest else {
            throw ArgumentProblem(message: "\(label) must be owner, host, engineer or display")
        }
        self.role = role
    }
}

/// What people call a device: 1 to 40 characters on one line.
struct DeviceName: ArgumentValue {
    static let charactersMax = 40

    let text: String

    init(_ argument: JSON, label: String) throws(ArgumentProblem) {
        guard let typed = argument.text else {
            throw ArgumentProblem(message: "\(label) must be a text")
        }
        let name = TypedText(folding: typed)
        guard !name.isLonger(than: Self.charactersMax, bytesMax: 200) else {
            throw ArgumentProblem(
                message: "\(label) must be at most \(Self.charactersMax) characters")
        }
        guard !name.hasControlCharacters else {
            throw ArgumentProblem(message: "\(label) must not contain control characters")
        }
        guard name.text.isEmpty || name.isVisible else {
            throw ArgumentProblem(message: "\(label) must have something that one can see")
        }
        text = name.text
    }

    var isEmpty: Bool { text.isEmpty }
}

/// The code that a screen shows: six digits, however they are grouped where they are typed.
struct PairingCode: ArgumentValue {
    static let digitCount = 6

    let digits: String

    init(_ argument: JSON, label: String) throws(ArgumentProblem) {
        let typed = argument.text?.filter { $0 != " " && $0 != "-" }
        guard let typed, typed.utf8.count == Self.digitCount,
            typed.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        else {
            throw ArgumentProblem(message: "\(label) must be the six digits on the screen")
        }
        digits = typed
    }
}

/// A PIN as it is kept, made by the server alone: never the PIN itself.
struct PINDigestText: ArgumentValue {
    let text: String

    init(_ argument: JSON, label: String) throws(ArgumentProblem) {
        guard let text = argument.text, text.hasPrefix("$scrypt$"), text.utf8.count <= 200 else {
            throw ArgumentProblem(message: "\(label) must be what the hub itself made of a PIN")
        }
        self.text = text
    }
}
