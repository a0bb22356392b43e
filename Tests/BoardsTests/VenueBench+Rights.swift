import JSON
import Sync
import TestSupport
import Testing

/// Checks the rights of the contract, by the first letters of the roles.
extension VenueBench {
    static var roles: [Character: Principal] {
        [
            "O": owner, "H": host, "E": engineer, "D": screen,
            "W": Principal(role: Role(rawValue: "waiter"), device: "d_waiter"),
            "K": Principal(role: Role(rawValue: "kitchen"), device: "d_cook"),
            "G": waiting("p_1"),
        ]
    }

    /// Checks which roles may ask for each action, given by its verb or its full name.
    func expect(actions: [(verb: String, who: String)]) {
        for (verb, who) in actions {
            for (letter, principal) in Self.roles {
                // A role with the right learns that the field does not exist.
                let expected: RejectCode = who.contains(letter) ? .invalid : .forbidden
                expectEqual(
                    code(verb, ["nonsense": true], by: principal), expected, "\(verb) \(letter)")
            }
        }
        for verb in ["fly", ""] {
            expectEqual(code(verb, by: Self.owner), .unknownAction, "\(verb)")
        }
    }

    func expect(
        views: [(name: String, parameters: [(name: String, value: String)], who: String)]
    ) {
        for (name, parameters, who) in views {
            for (letter, principal) in Self.roles {
                let expected: ViewRefusal? = who.contains(letter) ? nil : .forbidden
                expectEqual(
                    viewRefusal(name, parameters, by: principal), expected, "\(name) \(letter)")
            }
        }
    }

    /// Checks that the parameters of the views are rejected as invalid.
    func expectInvalid(_ views: [(name: String, parameters: [(name: String, value: String)])]) {
        for (name, parameters) in views {
            if case .invalid(let message) = viewRefusal(name, parameters), !message.isEmpty {
                continue
            }
            expectNil("accepted", "\(name) \(parameters)")
        }
    }
}
