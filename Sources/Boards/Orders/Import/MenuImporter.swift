package import BoardKit
package import Sync

/// The command that imports the dishes of a file: `tablecast import menu FILE`.
package struct MenuImporter: BoardImporter {
    package static let name = "menu"
    package static let summary = "Import the dishes in a file such as platos.json."
    package static let advice = ""

    private static let actor: Actor = "import:menu"

    package init() {}

    package func run(_ bytes: [UInt8], into venue: inout Venue, at now: Instant) -> ImportReport {
        var report = ImportReport()
        guard let board = venue.board(Orders.self) else {
            report.failures = ["The venue has no menu."]
            return report
        }
        do throws(MenuFile.Fault) {
            let rev = venue.decidedRev + 1
            let file = try MenuFile(parsing: bytes, decimals: board.currency.decimals)
            let plan = try board.plan(file, rev)
            if !plan.isEmpty {
                // The id contains the time, because the same file may be imported again.
                let recorded = try? venue.record(
                    mutationID: "menu-import-\(rev)-\(now.milliseconds)", actor: Self.actor,
                    at: now,
                    to: Orders.self
                ) { (board, moment) throws(Rejection) in
                    try board.decideImport(bytes, at: moment)
                }
                if recorded == nil {
                    report.failures = ["The import was refused."]
                    return report
                }
            }
            report.importedCount = plan.addedCount
            report.summary =
                "\(plan.addedCount) added, \(plan.changedCount) changed, "
                + "\(plan.unchangedCount) unchanged, \(plan.sections.count) new sections"
            report.remarks = file.problems.map(\.text)
            if !file.ignored.isEmpty {
                report.remarks.append("ignored: \(file.ignored.joined(separator: ", "))")
            }
        } catch {
            report.failures = ["line \(error.line), column \(error.column): \(error.message)"]
        }
        return report
    }
}

/// The command that exports the menu as an importable file: `tablecast export menu`.
package enum MenuExporter: BoardExporter {
    package static let name = "menu"
    package static let summary = "Write the menu as a file such as platos.json."

    package static func run(_ venue: Venue) -> [UInt8]? { venue.board(Orders.self)?.menuFile }
}
