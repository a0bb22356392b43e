import BoardKit
import JSON
import Mazes
import Sync

extension MazeGame {
    static let recordRoutes = [
        BoardRoute(
            .get, "runs", "The last runs, the newest first.", .everybody, gives: "application/json",
            document: .record(
                .always(
                    "runs", Schema(.list(of: summary, countMax: MazeRecord.countMax)))),
            problems: [.notForGuests]
        ) { request, venue in
            guard let board = venue.board(MazeGame.self) else { return .nothing }
            guard board.isOpen(to: request.principal) else { return .problem(.notForGuests) }
            let rows = board.records.reversed().map(\.summary)
            return .answer(RouteAnswer(["runs": .array(rows)]))
        },
        BoardRoute(
            .get, "runs/{run}", "All that is kept of a run, or its maze drawn in characters.",
            .everybody,
            parameters: [
                .always("run", .text, "The run's id: `m_3`"),
                .maybe("format", Schema(.choice(["json", "text"])), "`json` if absent"),
            ], gives: "application/json", givesToo: [drawingType], document: record,
            problems: [.notForGuests, .noRun, .badFormat]
        ) { request, venue in
            guard let board = venue.board(MazeGame.self) else { return .nothing }
            guard board.isOpen(to: request.principal) else { return .problem(.notForGuests) }
            let format = request.query["format"] ?? "json"
            guard ["json", "text"].contains(format) else { return .problem(.badFormat) }
            let run = request.components["run"]
            guard let record = board.records.first(where: { $0.run == run }) else {
                return .problem(.noRun)
            }
            return .work {
                let answer =
                    format == "text"
                    ? RouteAnswer(record.plan.drawing, type: drawingType)
                    : RouteAnswer(record.json)
                return { _ in .answer(answer) }
            }
        },
    ]

    private static let drawingType = "text/plain; charset=utf-8"

    private static let summary = Schema.record(
        .always("run", .text), .maybe("maze", .text, "The maze's code"),
        .always("startedAt", .instant), .always("found", .count),
        .always("state", Schema(.choice(MazeRun.State.allCases.map(\.rawValue)))),
        .maybe("winner", .text))

    private static let record = Schema.record(
        .always("run", .text), .maybe("maze", .text, "The maze's code"),
        .always(
            "rooms", tuples(countMax: 1_000_000),
            "For each room found: milliseconds since the run began, place and text, as in the view"),
        .always(
            "steps", tuples(countMax: MazeRecord.stepCountMax),
            "For each step of the last race: milliseconds since it began, walker, x and y"),
        .always("labels", Schema(.rows(of: .text)), "What the walkers are called"))

    private static func tuples(countMax: Int) -> Schema {
        Schema(.list(of: Schema(.list(of: .any, countMin: 3, countMax: 4)), countMax: countMax))
    }
}

extension RouteProblem {
    fileprivate static let noRun = RouteProblem(
        "no_run", .notFound, "There is no record of such a run.")
    fileprivate static let badFormat = RouteProblem(
        "bad_request", .badRequest, "The format must be json or text.")
}
