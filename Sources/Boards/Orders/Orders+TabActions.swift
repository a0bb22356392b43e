import BoardKit
import Sync
import WaitlistBoard

extension Orders {
    static let tabActions = [open, edit, merge, split, close, reopen, cancel]
    static let lineActions = [
        add, change, repeatLines, place, cook, done, recall, serve, cancelLines,
    ]
    static let billActions = [pay, unpay]

    private static let open = action(
        .open, causes: [.opened], "Opens a tab.",
        [
            .required("kind", TabKind.self, "Where it is eaten"),
            .optional("table", TableName.self, "Where it is served", givers: .notByJoinLink),
        ] + Tab.fields.dropFirst().map(\.ofNew) + [
            .optional(
                "party", ItemID.self, "The party of the waiting list that it belongs to",
                givers: .notByJoinLink),
            .phoneSecret,
        ],
        roles: staff, guests: .all, isOpenByJoinLink: true, result: tabResult)

    private static let edit = action(
        .edit, causes: [.edited], "Changes what is known of a tab.", [.tab] + Tab.fields.ofEdit,
        roles: staff,
        guests: .ofSubject(argument: "tab"))

    private static let add = action(
        .add, causes: [.added], "Puts a dish into the basket of a tab.",
        [
            .tab, .required("dish", ItemID.self, "The dish's id"),
            .optional("quantity", Quantity.self, "How many; 1 if it is left out"),
            .notes(.optional), .person(.optional),
        ],
        roles: staff, guests: .ofSubject(argument: "tab"), result: [.line])

    private static let change = action(
        .change, causes: [.changed], "Changes a line that is in the basket.",
        [
            .line,
            .optional("quantity", ChangedQuantity.self, "How many; 0 removes the line"),
            .notes(.change), .person(.change),
        ],
        roles: staff, guests: .all,
        result: [.maybe("line", ItemID.schema, "The line; absent if it was removed")])

    private static let repeatLines = action(
        .repeatLines, causes: [.repeated],
        "Puts the lines of a tab into the basket of another one.", [.tab, .from],
        roles: staff,
        result: [
            .always(
                "leftOut",
                Schema(
                    .list(
                        of: .record(.always("name", .text), .always("quantity", .count)),
                        countMax: LineList.countMax)), "What is sold out or off the menu")
        ])

    private static let place = action(
        .place, causes: [.placed], "Sends the basket, or some lines of it, to the kitchen.",
        [
            .tab,
            .optional("lines", LineList.self, "Which; without them all"),
        ],
        roles: staff, guests: .ofSubject(argument: "tab"),
        result: [.always("round", Schema(.integer(min: 1)), "The round's number in the tab")])

    private static let cook = step(.cook, causes: .cooked, "Lines are being made.")
    private static let done = step(.done, causes: .done, "Lines are ready.")
    private static let recall = step(.recall, causes: .recalled, "Takes lines one step back.")

    private static func step(
        _ action: OrdersAction, causes kind: OrdersEvent, _ summary: String
    ) -> ActionDeclaration {
        self.action(
            action, causes: [kind], summary, [.lines], roles: staffAndKitchen, result: [.lines])
    }

    private static let serve = action(
        .serve, causes: [.served], "Lines are on the table.", [.lines], roles: staff,
        result: [.lines])

    private static let cancelLines = action(
        .cancelLines, causes: [.linesCancelled], "Cancels lines that were placed.",
        [.lines, .reason], roles: staff,
        guests: .all, result: [.lines])

    private static let merge = action(
        .merge, causes: [.merged], "Puts the lines and payments of a tab onto another one.",
        [.tab, .from],
        roles: staff)

    private static let split = action(
        .split, causes: [.split], "Puts lines of a tab, or a part of them, onto a new one.",
        [
            .tab, .required("lines", LineParts.self, "Which, and how many"),
            .optional("table", TableName.self, "Where the new one is served, if elsewhere"),
        ],
        roles: staff, result: tabResult)

    private static let pay = action(
        .pay, causes: [.paid], "Records a payment; it charges nobody.",
        [
            .tab, .required("method", PaymentMethod.self, "How it was paid"),
            .optional("amount", Amount.self, "How much"),
            .optional("lines", LineList.self, "Or the lines that it pays"),
            .optional(
                "person", PersonName.self, "Or the person whose share it pays", isPersonal: true),
            .optional("tip", Tip.self, "What was given beyond it"),
        ],
        roles: staff, result: paymentResult)

    private static let unpay = action(
        .unpay, causes: [.unpaid], "Removes a payment.",
        [.required("payment", ItemID.self, "The payment's id")],
        roles: staff, result: paymentResult)

    private static let close = action(
        .close, causes: [.closed], "Closes a tab that is paid.", [.tab], roles: staff)

    private static let reopen = action(
        .reopen, causes: [.reopened], "Opens a tab again that has left in this service day.",
        [.tab], roles: staff)

    private static let cancel = action(
        .cancel, causes: [.cancelled], "Cancels a tab with everything on it.", [.tab, .reason],
        roles: staff,
        guests: .ofSubject(argument: "tab"))

    private static let tabResult: [ArgumentDeclaration] = [
        .always("tab", ItemID.schema, "The tab's id"),
        .always("number", Schema(.integer(min: 1)), "Short and public, from 1 each service day"),
        .always("ticket", ItemID.schema, "With which the tab's guests sign in", isSecret: true),
    ]

    private static let paymentResult: [ArgumentDeclaration] = [
        .always("payment", ItemID.schema, "The payment's id"),
        .always("amount", .count, "In the currency's smallest unit"),
    ]
}

extension ArgumentDeclaration {
    fileprivate static let tab = required("tab", ItemID.self, "The tab's id")
    fileprivate static let from = required("from", ItemID.self, "The other tab's id")
    fileprivate static let line = required("line", ItemID.self, "The line's id")
    fileprivate static let lines = required("lines", LineList.self, "Lines of one tab")
    fileprivate static let reason = optional("reason", CancelReason.self, "Why", isPersonal: true)

    fileprivate static func notes(_ reading: Reading) -> ArgumentDeclaration {
        ArgumentDeclaration(
            "notes", LineNotes.self, reading, "What the kitchen should know", isPersonal: true)
    }

    fileprivate static func person(_ reading: Reading) -> ArgumentDeclaration {
        ArgumentDeclaration(
            "person", PersonName.self, reading, "Who gets it and pays for it", isPersonal: true)
    }
}
