package import BoardKit
import Sync

extension Notices {
    /// Notices appear on the pages of other boards.
    package static let module = BoardModule(
        declared,
        panels: [
            PanelDeclaration(on: "host", views: [displayView]),
            PanelDeclaration(on: "display", views: [displayView]),
            PanelDeclaration(on: "guest", views: [displayView]),
        ]
    ) { _, _ in Notices() }

    static let declared = BoardDeclaration(
        name: "notice", summary: "Notices that stand on every screen.", isAlwaysOn: true,
        actions: [post, clear, undo(by: .undo)],
        views: [
            ViewDeclaration(
                name: displayView, scope: .shared,
                readers: [.owner, .host, .engineer, .display, .guest],
                document: .record(
                    .always(
                        "notices",
                        .rows(
                            .always("text", .text), .always("level", NoticeLevel.schema),
                            .always("at", .instant), .maybe("until", .instant)))))
        ],
        problems: [
            .badLevel, .untilPast, .noNotice, .clearedAlready, .timePassed, .noticeChanged,
        ], stateVersion: "3")

    private static let post = action(
        .post, causes: [.posted], "Puts a notice on every screen.",
        [
            .required("text", NoticeText.self, "What it says"),
            .required("level", NoticeLevel.self, "How much it matters"),
            .optional(
                "until", WritableInstant.self,
                "When it is cleared by itself: an instant in the future"),
        ],
        result: [.notice])

    private static let clear = action(
        .clear, causes: [.cleared], "Takes a notice off the screens.", [.notice])
}

extension ProblemDeclaration {
    static let badLevel = Self("notice.bad_level", "{label} must be info or urgent")
    static let untilPast = Self("notice.until_past", "{label} must be an instant in the future")
    static let noNotice = Self("notice.no_notice", "There is no such notice")
    static let clearedAlready = Self(
        "notice.cleared_already", "The notice has been cleared already")
    static let timePassed = Self(
        "notice.time_passed", "The notice's time has passed, so it can't be shown again")
    static let noticeChanged = Self(
        "notice.notice_changed", "The notice has changed in the meantime")
}

extension ArgumentDeclaration {
    fileprivate static let notice = required("notice", ItemID.self, "The notice's id")
}
