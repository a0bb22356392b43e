package import BoardKit
import ICalendar
import JSON
package import Sync

/// Imports an iCalendar file for `tablecast import ics FILE`.
package struct CalendarImporter: BoardImporter {
    package static let name = "ics"
    package static let summary = "Import the events in an iCalendar file."
    package static let advice = ""

    /// The id of the target calendar; `nil` creates a calendar.
    private let calendar: String?

    private static let actor: Actor = "import:ics"

    package init(into calendar: String?) { self.calendar = calendar }

    package func run(_ bytes: [UInt8], into venue: inout Venue, at now: Instant) -> ImportReport {
        var report = ImportReport()
        guard let board = venue.board(Planner.self) else {
            report.failures = ["The venue has no planner."]
            return report
        }
        let file: CalendarFile
        var run: ImportRun
        do {
            run = ImportRun(calendar: try board.calendar(named: calendar))
            file = try CalendarFile(reading: bytes)
        } catch let problem as CalendarFileProblem {
            report.failures = [problem.text + "."]
            return report
        } catch {
            report.failures = ["There is no such calendar to import into: \(calendar ?? "")"]
            return report
        }
        let plan = ImportPlan(file, on: board, into: run.calendar)
        for batch in plan.batches {
            guard let table = try? EventTable(.array(batch)) else { continue }
            let rev = venue.decidedRev + 1
            let into = run.calendar
            // The id includes the time, because the same file may be imported again.
            let recorded = try? venue.record(
                mutationID: "ics-import-\(rev)-\(now.milliseconds)", actor: Self.actor, at: now,
                to: Planner.self
            ) { (board, moment) throws(Rejection) in
                try board.decideImport(
                    table.events, into: into, name: Planner.title(file.name ?? ""), at: moment)
            }
            guard let event = recorded?.event else {
                report.failures = ["The import was refused."]
                return report
            }
            run.note(board.importResult(event), rev: event.rev)
        }
        report.importedCount = run.addedCount
        report.refused = plan.refused.map { ($0.line, $0.sentence) }
        let unchanged = plan.keptCount - run.addedCount - run.updatedCount
        report.summary =
            "\(run.addedCount) added, \(run.updatedCount) updated, \(unchanged) unchanged"
        report.remarks = plan.flagCounts.map { "\($0.count) with the flag \($0.flag.rawValue)" }
        return report
    }
}
