import BoardKit
import Sync
import WaitlistBoard

/// The actions on tabs, lines and bills.
extension Orders {
    static let tabActions = [open, edit, merge, split, close, reopen, cancel]
    static let lineActions = [
        add, change, repeatLines, place, cook, done, recall, serve, cancelLines,
    ]
    static let billActions = [pay, unpay]

    private static let open = ActionDeclaration(
        OrdersAction.open.rawValue, "Opens a tab.",
        arguments: [
            ArgumentDeclaration("kind", TabKind.self, .required, "Where it is eaten"),
            ArgumentDeclaration(
                "table", TableName.self, .optional, "Where it is served", givers: .notByJoinLink),
        ] + Tab.fields.dropFirst().map(\.ofNew) + [
            ArgumentDeclaration(
                "party", ItemID.self, .optional, "The party of the waiting list that it belongs to",
                givers: .notByJoinLink),
            .phoneSecret,
        ],
        roles: staff, guests: .all, isOpenByJoinLink: true, result: tabResult)

    private static let edit = ActionDeclaration(
        OrdersAction.edit.rawValue, "Changes what is known of a tab.",
        arguments: [.tab] + Tab.fields.ofEdit, roles: staff, guests: .ofSubject(argument: "tab"))

    private static let add = ActionDeclaration(
        OrdersAction.add.rawValue, "Puts a dish into the basket of a tab.",
        arguments: [
            .tab, ArgumentDeclaration("dish", ItemID.self, .required, "The dish's id"),
            ArgumentDeclaration(
                "quantity", Quantity.self, .optional, "How many; 1 if it is left out"),
            .notes(.optional), .person(.optional),
        ],
        roles: staff, guests: .ofSubject(argument: "tab"), result: [.line])

    private static let change = ActionDeclaration(
        OrdersAction.change.rawValue, "Changes a line that is in the basket.",
        arguments: [
            .line,
            ArgumentDeclaration(
                "quantity", ChangedQuantity.self, .optional, "How many; 0 removes the line"),
            .notes(.change), .person(.change),
        ],
        roles: staff, guests: .all,
        result: [.maybe("line", ItemID.schema, "The line; absent if it was removed")])

    private static let repeatLines = ActionDeclaration(
        OrdersAction.repeatLines.rawValue,
        "Puts the lines of a tab into the basket of another one.",
        arguments: [.tab, .from], roles: staff,
        result: [
            .always(
                "leftOut",
                Schema(
                    .list(
                        of: .record(.always("name", .text), .always("quantity", .count)),
                        countMax: LineList.countMax)), "What is sold out or off the menu")
        ])

    private static let place = ActionDeclaration(
        OrdersAction.place.rawValue, "Sends the basket, or some lines of it, to the kitchen.",
        arguments: [
            .tab,
            ArgumentDeclaration("lines", LineList.self, .optional, "Which; without them all"),
        ],
        roles: staff, guests: .ofSubject(argument: "tab"),
        result: [.always("round", Schema(.integer(min: 1)), "The round's number in the tab")])

    private static let cook = step(.cook, "Lines are being made.")
    private static let done = step(.done, "Lines are ready.")
    private static let recall = step(.recall, "Takes lines one step back.")

    private static func step(_ action: OrdersAction, _ summary: String) -> ActionDeclaration {
        ActionDeclaration(
            action.rawValue, summary, arguments: [.lines], roles: staffAndKitchen,
            result: [.lines])
    }

    private static let serve = ActionDeclaration(
        OrdersAction.serve.rawValue, "Lines are on the table.", arguments: [.lines], roles: staff,
        result: [.lines])

    private static let cancelLines = ActionDeclaration(
        OrdersAction.cancelLines.rawValue, "Cancels lines that were placed.",
        arguments: [.lines, .reason], roles: staff, guests: .all, result: [.lines])

    private static let merge = ActionDeclaration(
        OrdersAction.merge.rawValue, "Puts the lines and payments of a tab onto another one.",
        arguments: [.tab, .from], roles: staff)

    private static let split = ActionDeclaration(
        OrdersAction.split.rawValue, "Puts lines of a tab, or a part of them, onto a new one.",
        arguments: [
            .tab, ArgumentDeclaration("lines", LineParts.self, .required, "Which, and how many"),
            ArgumentDeclaration(
                "table", TableName.self, .optional, "Where the new one is served, if elsewhere"),
        ],
        roles: staff, result: tabResult)

    private static let pay = ActionDeclaration(
        OrdersAction.pay.rawValue, "Records a payment; it charges nobody.",
        arguments: [
            .tab, ArgumentDeclaration("method", PaymentMethod.self, .required, "How it was paid"),
            ArgumentDeclaration("amount", Amount.self, .optional, "How much"),
            ArgumentDeclaration("lines", LineList.self, .optional, "Or the lines that it pays"),
            ArgumentDeclaration(
                "person", PersonName.self, .optional, "Or the person whose share it pays",
                isPersonal: true),
            ArgumentDeclaration("tip", Tip.self, .optional, "What was given beyond it"),
        ],
        roles: staff, result: paymentResult)

    private static let unpay = ActionDeclaration(
        OrdersAction.unpay.rawValue, "Removes a payment.",
        arguments: [ArgumentDeclaration("payment", ItemID.self, .required, "The payment's id")],
        roles: staff, result: paymentResult)

    private static let close = ActionDeclaration(
        OrdersAction.close.rawValue, "Closes a tab that is paid.", arguments: [.tab], roles: staff)

    private static let reopen = ActionDeclaration(
        OrdersAction.reopen.rawValue, "Opens a tab again that has left in this service day.",
        arguments: [.tab], roles: staff)

    private static let cancel = ActionDeclaration(
        OrdersAction.cancel.rawValue, "Cancels a tab with everything on it.",
        arguments: [.tab, .reason], roles: staff, guests: .ofSubject(argument: "tab"))

    private static let tabResult: [ArgumentDeclaration] = [
        .always("tab", ItemID.schema, "The tab's id"),
        .always("number", Schema(.integer(min: 1)), "Short and public, from 1 each service day"),
        ArgumentDeclaration(
            "ticket", "With which the tab's guests sign in", schema: ItemID.schema,
            isRequired: true, isSecret: true),
    ]

    private static let paymentResult: [ArgumentDeclaration] = [
        .always("payment", ItemID.schema, "The payment's id"),
        .always("amount", .count, "In the currency's smallest unit"),
    ]
}

extension ArgumentDeclaration {
    fileprivate static let tab = ArgumentDeclaration(
        "tab", ItemID.self, .required, "The tab's id")
    fileprivate static let from = ArgumentDeclaration(
        "from", ItemID.self, .required, "The other tab's id")
    fileprivate static let line = ArgumentDeclaration(
        "line", ItemID.self, .required, "The line's id")
    fileprivate static let lines = ArgumentDeclaration(
        "lines", LineList.self, .required, "Lines of one tab")
    fileprivate static let reason = ArgumentDeclaration(
        "reason", CancelReason.self, .optional, "Why", isPersonal: true)

    fileprivate static func notes(_ reading: Reading) -> ArgumentDeclaration {
        ArgumentDeclaration(
            "notes", LineNotes.self, reading, "What the kitchen should know", isPersonal: true)
    }

    fileprivate static func person(_ reading: Reading) -> ArgumentDeclaration {
        ArgumentDeclaration(
            "person", PersonName.self, reading, "Who gets it and pays for it", isPersonal: true)
    }
}
