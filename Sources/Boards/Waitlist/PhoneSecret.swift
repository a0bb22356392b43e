import JSON
import Sync

/// A secret that the phone of a guest who joins has made up. Only with it is the answer repeated,
/// because it contains the ticket. 16 to 64 of the characters of mutation ids.
struct PhoneSecret: ArgumentValue {
    private static let characterCountMin = 16
    static let schema = Schema(.text(pattern: "^[A-Za-z0-9_-]{16,64}$"))

    init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text, Mutation.isID(text),
            text.utf8.count >= Self.characterCountMin
        else {
            throw Reason(.badSecret)
        }
    }
}
