import BoardKit
import ICalendar
import JSON
import Sync

/// Serves files over HTTP: import, export and feeds.
extension Planner {
    static let fileRoutes = [
        BoardRoute(
            .post, "import",
            "Takes over the events of a file; with `dry=1` it only says what would change.",
            roles: hosts, takes: ["text/calendar"], contentBytesMax: CalendarFile.bytesMax,
            gives: "application/json", outcome: takeFile),
        BoardRoute(
            .get, "export.ics", "A calendar as a file.", roles: hosts, gives: calendarType
        ) { request, venue in
            guard let board = venue.board(Planner.self),
                let id = request.query["calendar"].flatMap(CalendarID.init(_:)),
                board.calendar(id) != nil, board.calendarIDs.contains(id)
            else { return .nothing }
            return .work {
                let text = board.exportText(of: id)
                return { _ in .answer(RouteAnswer(text)) }
            }
        },
        BoardRoute(
            .get, "feed/{file}", "A feed's calendars, for other programs to read again and again.",
            .bySecret, gives: calendarType
        ) { request, venue in
            guard let board = venue.board(Planner.self), let file = request.components["file"],
                file.hasSuffix(".ics"), let id = board.feed(withSecret: String(file.dropLast(4)))
            else { return .nothing }
            return .work {
                let text = board.text(ofFeed: id)
                return { _ in .answer(RouteAnswer(text, freshness: .seconds(300))) }
            }
        },
        BoardRoute(
            .get, "address", "The address of a feed.", roles: [.owner], gives: "application/json"
        ) { request, venue in
            address(request, venue).map {
                .answer(RouteAnswer(["address": .string($0)]))
            } ?? .nothing
        },
        BoardRoute(
            .get, "address.svg", "The QR code of a feed's address.", roles: [.owner],
            gives: "image/svg+xml"
        ) { request, venue in
            address(request, venue).map { .code(path: $0) } ?? .nothing
        },
    ]

    private static let calendarType = "text/calendar; charset=utf-8"

    /// Returns the address of the feed that a request names, or `nil` if it does not exist.
    private static func address(_ request: BoardRoute.Request, _ venue: Venue) -> String? {
        guard let board = venue.board(Planner.self),
            let id = request.query["feed"].flatMap(FeedID.init(_:)), board.feeds[id] != nil
        else { return nil }
        return board.address(of: id)
    }

    // MARK: Import

    @Sendable private static func takeFile(
        _ request: BoardRoute.Request, _ venue: Venue
    ) -> RouteOutcome {
        guard let board = venue.board(Planner.self) else { return .nothing }
        let calendar: CalendarID?
        do throws(Rejection) {
            calendar = try board.calendar(named: request.query["calendar"])
        } catch {
            return .answer(.refusal(error))
        }
        let name = request.query["name"].map { TypedText(folding: $0).text }
        let isDry = request.isDry
        return .work {
            let file: CalendarFile
            do throws(CalendarFileProblem) {
                file = try CalendarFile(reading: request.content)
            } catch {
                let answer = RouteAnswer.refusal(CalendarFileRefusal.rejection(error))
                return { _ in .answer(answer) }
            }
            // The board is read only now, because others may have changed it while the file was
            // parsed.
            return { venue in
                guard let board = venue.board(Planner.self) else { return .nothing }
                return .work {
                    let plan = ImportPlan(file, on: board, into: calendar)
                    let title = Self.title(name ?? "", file.name ?? "")
                    let run = ImportRun(calendar: calendar)
                    return { _ in
                        isDry
                            ? .answer(RouteAnswer(plan.report(of: nil)))
                            : next(0, of: plan, title, run)
                    }
                }
            }
        }
    }

    /// Returns the first of the names that is valid for a calendar.
    static func title(_ names: String...) -> String? {
        names.lazy.compactMap { try? CalendarName(.string(String($0.prefix(80)))) }.first?.text
    }

    /// Returns the calendar that a request names, or `nil` if it names none.
    func calendar(named name: String?) throws(Rejection) -> CalendarID? {
        guard let name else { return nil }
        guard let item = try? ItemID(.string(name)) else {
            throw Rejection(.notFound, .noCalendar)
        }
        let id = try knownCalendar(item)
        try checkWritable(id)
        return id
    }

    /// Imports a batch of a plan, and then the next one.
    private static func next(
        _ place: Int, of plan: ImportPlan, _ title: String?, _ run: ImportRun
    ) -> RouteOutcome {
        guard place < plan.batches.count else { return .answer(RouteAnswer(plan.report(of: run))) }
        var arguments: [String: JSON] = ["events": .array(plan.batches[place])]
        if let calendar = run.calendar {
            arguments["calendar"] = .string(calendar.text)
        } else {
            arguments["name"] = title.map(JSON.string)
        }
        return .mutation(action: PlannerAction.importFile.rawValue, arguments: arguments) {
            outcome, _ in
            var run = run
            switch outcome {
            case .success(let accepted): run.note(accepted.result, rev: accepted.rev)
            // Another import brought the same events in the meantime.
            case .failure(let rejection) where rejection.reason?.problem == .nothingImported: break
            case .failure(let rejection):
                // The answer lists the completed batches, so that they can be undone.
                let revs: [String: JSON] =
                    run.revs.isEmpty ? [:] : ["revs": .array(run.revs.map { JSON($0) })]
                return .answer(.refusal(rejection, adding: revs))
            }
            return next(place + 1, of: plan, title, run)
        }
    }
}
