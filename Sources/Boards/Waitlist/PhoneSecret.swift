import JSON
import Sync

/// What the phone of a guest who joins by itself has made up: only who knows it gets the answer, with
/// the ticket, again. 16 to 64 of the characters of which ids are made.
struct PhoneSecret: ArgumentValue {
    private static let characterCountMin = 16

    init(_ argument: JSON, label: String) throws(ArgumentProblem) {
        guard let text = argument.text, Mutation.isID(text),
            text.utf8.count >= Self.characterCountMin
        else {
            throw ArgumentProblem(
                message: "\(label) must be 16 to 64 characters of A-Z, a-z, 0-9, _ and -")
        }
    }
}
