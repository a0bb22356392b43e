import BoardKit
import Destinations
import Mail
import Sync

extension House {
    static let setSender = ActionDeclaration(
        Action.setSender.rawValue, "Says how the house sends messages.",
        arguments: [
            .channel,
            ArgumentDeclaration("host", MailHost.self, .required, "The mail server"),
            ArgumentDeclaration("port", PortNumber.self, .required, "Where it takes mail"),
            ArgumentDeclaration(
                "from", MailAddress.self, .required, "The address that mail comes from"),
            ArgumentDeclaration(
                "tls", MailServer.Security.self, .required,
                "Whether the connection is encrypted after its beginning, from it, or never"),
            ArgumentDeclaration("user", AccountUser.self, .optional, "Whom to sign in as"),
            ArgumentDeclaration(
                "password", AccountSecret.self, .optional,
                "The user's; the known one stays without it, at the same server",
                isSealed: true),
            ArgumentDeclaration(
                "allowPrivate", Switch.self, .optional,
                "Whether the server may be in a private network"),
        ],
        roles: [.owner], needsConfirmation: true)

    static let clearSender = ActionDeclaration(
        Action.clearSender.rawValue, "Has the house send no more messages of a kind.",
        arguments: [.channel], roles: [.owner], needsConfirmation: true)

    static let testSender = ActionDeclaration(
        Action.testSender.rawValue,
        "Sends a message to see whether it arrives. What came of it stands on the view.",
        arguments: [
            .channel,
            ArgumentDeclaration(
                "to", MailAddress.self, .required, "Whom it goes to", isSealed: true),
        ],
        roles: [.owner])

    static let noteTest = ActionDeclaration(
        Action.noteTest.rawValue, "Says what came of a test.", roles: [.hub], isHubOnly: true)

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
    fileprivate static let channel = ArgumentDeclaration(
        "channel", SenderChannel.self, .required, "The way in which it sends")
}
