package import BoardKit
import HouseBoard
import Sync

extension Waitlist {
    package static let module = BoardModule(
        declared, pages: pages, routes: routes, foreignRoutes: RestaurantQueueRoutes.routes
    ) { venue, dependencies in
        Waitlist(venue: venue, uncounted: dependencies.uncounted[boardName] ?? []) {
            dependencies.ticket(.party($0))
        }
    }

    static let declared = BoardDeclaration(
        name: "waitlist", summary: "The parties that wait for a table.", isAlwaysOn: true,
        actions: [
            add, edit, ready, unready, seat, noShow, cancel, restore, move, callNext,
            .undo(WaitlistAction.undo.rawValue), confirm,
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
        hears: [HeardEvents(of: House.boardName), .settings], causes: PartyEvent.causes,
        problems: problems, stateVersion: "6")

    private static let add = ActionDeclaration(
        WaitlistAction.add.rawValue, "Puts a party at the end of the list.",
        arguments: Party.fields.ofNew + [.phoneSecret],
        isOpenByJoinLink: true,
        result: [
            .party,
            ArgumentDeclaration(
                "number", "Short and public, from 1 each service day, without those on the list",
                schema: Schema(.integer(min: 1)), isRequired: true),
            ArgumentDeclaration(
                "ticket", "With which the party's guest signs in", schema: ItemID.schema,
                isRequired: true, isSecret: true),
        ])

    private static let edit = ActionDeclaration(
        WaitlistAction.edit.rawValue, "Changes what is known of a party.",
        arguments: [.party] + Party.fields.ofEdit + [
            ArgumentDeclaration(
                "was", SeenValues.self, .optional,
                "What the sender saw in the fields that it changes, null for nothing",
                isPersonal: true)
        ])

    private static let ready = ActionDeclaration(
        WaitlistAction.ready.rawValue, "Tells a party that its table is ready.",
        arguments: [.party])

    private static let unready = ActionDeclaration(
        WaitlistAction.unready.rawValue, "Has a party wait again.", arguments: [.party])

    private static let seat = ActionDeclaration(
        WaitlistAction.seat.rawValue, "A party sits down.",
        arguments: [.party, ArgumentDeclaration("table", TableName.self, .optional, "Where")])

    private static let noShow = ActionDeclaration(
        WaitlistAction.noShow.rawValue, "A party did not come when it was called.",
        arguments: [.party])

    private static let cancel = ActionDeclaration(
        WaitlistAction.cancel.rawValue, "A party leaves the list.", arguments: [.party],
        guests: .ofSubject(argument: "party"))

    private static let restore = ActionDeclaration(
        WaitlistAction.restore.rawValue, "Brings a party that left back to its old place.",
        arguments: [.party])

    private static let move = ActionDeclaration(
        WaitlistAction.move.rawValue,
        "Moves a party right before or right after another one; a guest to a later place only.",
        arguments: [
            .party,
            ArgumentDeclaration("before", ItemID.self, .optional, "The other party"),
            ArgumentDeclaration("after", ItemID.self, .optional, "The other party"),
        ],
        guests: .ofSubject(argument: "party"))

    private static let callNext = ActionDeclaration(
        WaitlistAction.callNext.rawValue, "Makes the first waiting party that fits ready.",
        arguments: [
            ArgumentDeclaration("sizeMax", PartySize.self, .optional, "How many people fit"),
            ArgumentDeclaration(
                "expect", ItemID.self, .optional,
                "The party that has to be the one; otherwise it is a conflict"),
        ],
        result: [.party])

    private static let confirm = ActionDeclaration(
        WaitlistAction.confirm.rawValue, "Lets a party wait that joined by itself.",
        arguments: [.party])
}

extension ArgumentDeclaration {
    fileprivate static let party = ArgumentDeclaration(
        "party", ItemID.self, .required, "The party's id")
}
