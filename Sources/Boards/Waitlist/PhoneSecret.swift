import BoardKit
package import JSON
package import Sync

/// A secret that the phone of a guest who comes by the join link has made up. Only with it is the
/// answer repeated, because it contains the ticket. 16 to 64 of the characters of mutation ids.
package struct PhoneSecret: ArgumentValue {
    private static let characterCountMin = 16
    package static let schema = Schema(.text(pattern: "^[A-Za-z0-9_-]{16,64}$"))

    package init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text, Mutation.isID(text),
            text.utf8.count >= Self.characterCountMin
        else {
            throw Reason(.badSecret)
        }
    }
}

extension ArgumentDeclaration {
    /// The argument of an action by which people who come by the join link get a ticket. It is part
    /// of the mutation's fingerprint, and not stored.
    package static let phoneSecret = ArgumentDeclaration(
        "secret", PhoneSecret.self, .optional,
        "Made up by the guest's phone: only with the same one the same id gets its answer again",
        isSecret: true, givers: .byJoinLink)
}
