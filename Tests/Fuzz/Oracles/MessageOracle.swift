import JSON
import Sync

enum MessageOracle {
    static func check(_ input: [UInt8]) {
        if let value = try? JSON(parsing: input) {
            let canonical = value.canonical
            guard let again = try? JSON(parsing: canonical) else {
                preconditionFailure("what was accepted is refused in its canonical form")
            }
            precondition(again == value, "what was accepted does not round-trip")
            precondition(again.canonical == canonical, "there are two canonical forms of one value")
        }
        do {
            _ = try ClientMessage(parsing: input)
            precondition((try? JSON(parsing: input)) != nil, "a message that is no JSON")
        } catch {
            precondition(!error.message.isEmpty, "a bad message is not told why")
        }
    }
}
