import BoardKit
import Destinations
import Mail
import Sync

extension House {
    static let setSender = action(
        .setSender, "Says how the house sends messages.",
        [
            .channel,
            .required("host", MailHost.self, "The mail server"),
            .required("port", PortNumber.self, "Where it takes mail"),
            .required("from", MailAddress.self, "The address that mail comes from"),
            .required(
                "tls", MailServer.Security.self,
                "Whether the connection is encrypted after its beginning, from it, or never"),
            .optional("user", AccountUser.self, "Whom to sign in as"),
            .optional(
                "password", AccountSecret.self,
                "The user's; the known one stays without it, at the same server", isSealed: true),
            .optional(
                "allowPrivate", Switch.self, "Whether the server may be in a private network"),
        ],
        roles: [.owner], needsConfirmation: true)

    static let clearSender = action(
        .clearSender, "Has the house send no more messages of a kind.", [.channel], roles: [.owner],
        needsConfirmation: true)

    static let testSender = action(
        .testSender,
        "Sends a message to see whether it arrives. What came of it stands on the view.",
        [
            .channel,
            .required("to", MailAddress.self, "Whom it goes to", isSealed: true),
        ],
        roles: [.owner])

    static let noteTest = action(
        .noteTest, "Says what came of a test.", roles: [.hub], isHubOnly: true)

    static let sendersDocument: Schema = .record(
        .always(
            "senders",
            .rows(
                .always("to", .text, "The server that takes the messages"),
                .always("from", MailAddress.schema),
                .always("tls", MailServer.Security.schema), .maybe("user", AccountUser.schema),
                .maybe("allowPrivate", Switch.schema),
                .maybe("ok", Switch.schema, "Whether the last test went well"),
                .maybe("testedAt", .instant),
                .maybe("error", .text, "A code for what went wrong, and the server's reply"))))
}

extension ArgumentDeclaration {
    fileprivate static let channel = required(
        "channel", SenderChannel.self, "The way in which it sends")
}
