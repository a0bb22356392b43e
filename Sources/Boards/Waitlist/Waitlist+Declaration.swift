package import BoardKit
import HouseBoard
import Sync

extension Waitlist {
    package static let module = BoardModule(
        declared, pages: pages, routes: routes, foreignRoutes: RestaurantQueueRoutes.routes
    ) { venue, dependencies in
        Waitlist(venue: venue) { dependencies.ticket(.party($0)) }
    }

    static let declared = BoardDeclaration(
        name: "waitlist", summary: "The parties that wait for a table.", isAlwaysOn: true,
        actions: [
            add, edit, ready, unready, seat, noShow, cancel, restore, move, callNext,
            undo(by: .undo, causes: [.undone]), confirm,
        ],
        views: [
            ViewDeclaration(
                name: displayView, scope: .shared, readers: [.owner, .host, .display, .engineer],
                document: displayDocument),
            ViewDeclaration(
                name: hostView, scope: .shared, readers: [.owner, .host, .engineer],
                maskedFor: [.engineer], document: hostDocument),
            ViewDeclaration(
                name: guestView, scope: .personal, readers: [.guest], document: guestDocument),
        ],
        hears: [HeardEvents(of: House.boardName), .settings],
        problems: problems, stateVersion: "7")

    private static let add = action(
        .add, causes: [.added], "Puts a party at the end of the list.",
        Party.fields.ofNew + [.phoneSecret],
        isOpenByJoinLink: true,
        result: [
            .party,
            .always(
                "number", Schema(.integer(min: 1)),
                "Short and public, from 1 each service day, without those on the list"),
            .always(
                "ticket", ItemID.schema, "With which the party's guest signs in", isSecret: true),
        ])

    private static let edit = action(
        .edit, causes: [.edited], "Changes what is known of a party.",
        [.party] + Party.fields.ofEdit + [
            .optional(
                "was", SeenValues.self,
                "What the sender saw in the fields that it changes, null for nothing",
                isPersonal: true)
        ])

    private static let ready = action(
        .ready, causes: [.readied], "Tells a party that its table is ready.", [.party])

    private static let unready = action(
        .unready, causes: [.unreadied], "Has a party wait again.", [.party])

    private static let seat = action(
        .seat, causes: [.seated], "A party sits down.",
        [.party, .optional("table", TableName.self, "Where")])

    private static let noShow = action(
        .noShow, causes: [.noShow], "A party did not come when it was called.", [.party])

    private static let cancel = action(
        .cancel, causes: [.cancelled], "A party leaves the list.", [.party],
        guests: .ofSubject(argument: "party"))

    private static let restore = action(
        .restore, causes: [.restored], "Brings a party that left back to its old place.", [.party])

    private static let move = action(
        .move, causes: [.moved],
        "Moves a party right before or right after another one; a guest to a later place only.",
        [
            .party,
            .optional("before", ItemID.self, "The other party"),
            .optional("after", ItemID.self, "The other party"),
        ],
        guests: .ofSubject(argument: "party"))

    private static let callNext = action(
        .callNext, causes: [.readied], "Makes the first waiting party that fits ready.",
        [
            .optional("sizeMax", PartySize.self, "How many people fit"),
            .optional(
                "expect", ItemID.self,
                "The party that has to be the one; otherwise it is a conflict"),
        ],
        result: [.party])

    private static let confirm = action(
        .confirm, causes: [.confirmed], "Lets a party wait that joined by itself.", [.party])
}

extension ArgumentDeclaration {
    fileprivate static let party = required("party", ItemID.self, "The party's id")
}
