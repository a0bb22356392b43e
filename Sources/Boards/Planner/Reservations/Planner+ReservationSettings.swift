import BoardKit
import JSON
import Sync

/// The settings of reservations, with their defaults.
extension Planner {
    static let reservationSettings = [
        SettingDeclaration(
            "pacing", Pacing.self,
            "How many covers may begin in a quarter hour; the first rule that fits one counts",
            defaultValue: []),
        SettingDeclaration(
            "stay", UsualStay.self,
            "How many minutes parties stay; the first size that is not below theirs counts",
            defaultValue: UsualStay.usual.stored),
        SettingDeclaration(
            "lateMinutes", LateMinutes.self,
            "After how many minutes a reservation that has not arrived is late",
            defaultValue: JSON(LateMinutes.usual)),
    ]

    var pacing: Pacing { boardSettings?["pacing"].flatMap { try? Pacing($0) } ?? .none }

    var usualStay: UsualStay {
        boardSettings?["stay"].flatMap { try? UsualStay($0) } ?? .usual
    }
}
