import BoardKit
import JSON
import Sync

/// The name of a section: 1 to 40 characters on one line.
struct SectionName: BoundedText {
    static let charactersMax = 40
    static let bytesMax: Int? = 200
    static let isOneLine = true
    static let invisibleProblem: ProblemDeclaration? = .required

    let text: String
}

/// The name of a dish: 1 to 80 characters on one line.
struct DishName: NameText {
    let text: String
}

/// The description of a dish: up to 1,000 characters. Line breaks are legal.
typealias DishDescription = OptionalText<1_000, 4_000>

/// The name of a tab's guest: up to 80 characters on one line.
struct GuestName: NameText {
    static let mayBeEmpty = true

    let text: String
}

/// The address of a delivery: up to 300 characters. Line breaks are legal.
typealias Address = OptionalText<300, 1_200>

/// Notes for the kitchen on a line: up to 200 characters. Line breaks are legal.
typealias LineNotes = OptionalText<200, 800>

/// The person at the table who gets and pays for a line: up to 24 characters on one line.
typealias PersonName = OptionalLine<24, 120>

/// The reason of a cancellation: up to 200 characters. Line breaks are legal.
typealias CancelReason = OptionalText<200, 800>

/// A part of the kitchen: a text of 1 to 24 characters on one line.
struct Station: TextValue {
    static let charactersMax = 24
    static let schema = Schema(.text(charactersMin: 1, charactersMax: charactersMax))

    let text: String

    init(_ argument: JSON) throws(Reason) {
        guard let station = argument.text.map(TypedText.init(folding:)),
            station.hasCharacters(upTo: Self.charactersMax), !station.hasControlCharacters
        else {
            throw Reason(.badStation, ["max": JSON(Self.charactersMax)])
        }
        text = station.text
    }
}

/// The content of a file, as a text.
struct FileText: ArgumentValue {
    static let schema = Schema(.text(charactersMin: 1))

    let text: String

    init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text else { throw Reason(.noText) }
        guard !text.isEmpty else { throw Reason(.required) }
        self.text = text
    }
}
