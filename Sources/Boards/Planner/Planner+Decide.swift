package import BoardKit
package import JSON
package import Sync

extension Planner {
    package static let staleProblem = ProblemDeclaration.plannerChanged

    package func decide(
        _ action: PlannerAction, _ asked: inout Asked, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        switch action {
        case .add: return try decideAdd(&asked)
        case .edit: return try decideEdit(&asked)
        case .delete: return try decideDelete(&asked)
        case .undo: return try decideUndo(&asked, among: boards)
        case .reserve: return try decideReserve(&asked, among: boards)
        case .rebook: return try decideRebook(&asked, among: boards)
        case .cancel, .noShow, .restore:
            return try decideReservationStep(action, &asked, among: boards)
        case .addCalendar: return try decideAddCalendar(&asked)
        case .editCalendar: return try decideEditCalendar(&asked)
        case .removeCalendar: return try decideRemoveCalendar(&asked)
        case .importFile: return try decideImport(&asked)
        case .addFeed: return try decideAddFeed(&asked)
        case .removeFeed: return try decideRemoveFeed(&asked)
        case .connect: return try decideConnect(&asked)
        case .authorise: return try decideAuthorise(&asked)
        case .disconnect: return try decideDisconnect(&asked)
        case .link: return try decideLink(&asked)
        case .unlink: return try decideUnlink(&asked)
        case .sync: return try decideSync(&asked)
        case .settle: return try decideSettle(&asked)
        case .report: return try decideReport(asked.mutation.connector, asked.moment)
        }
    }

    /// Returns the ids of the items that an event created.
    package func result(of event: Event) -> JSON? {
        switch PlannerEvent(rawValue: event.kind) {
        case .added, .edited: ["event": .string(event.subject)]
        case .split: JSON(present: ["event": event.data["into"]])
        case .reserved: ["reservation": .string(event.subject)]
        case .calendarAdded, .linked: ["calendar": .string(event.subject)]
        case .connected: ["account": .string(event.subject)]
        case .feedAdded: feedResult(event)
        case .imported: importResult(event)
        default: nil
        }
    }
}
