import BoardKit
import JSON
import Sync

/// Imports files over plain HTTP.
extension Nearby {
    static let importRoutes = [
        importRoute(
            .stops, "the stops of a timetable, as GTFS or JSON",
            ["text/csv", "text/plain", "application/json"]),
        importRoute(.zips, "postcodes with their positions", ["text/csv", "text/plain"]),
        importRoute(
            .places, "places and lines, as Overpass or GeoJSON tell them",
            ["application/json", "application/geo+json"]),
    ]

    private static func importRoute(
        _ kind: FeedKind, _ what: String, _ types: [String]
    ) -> BoardRoute {
        BoardRoute(
            .post, kind.rawValue,
            "Imports \(what), into the feed that `feed` names; with `dry=1` it only says what it "
                + "would import.",
            roles: hosts, takes: types, contentBytesMax: ReferenceContent.bytesMax,
            gives: "application/json"
        ) { request, venue in takeFile(kind, request, venue) }
    }

    /// Reads the file, away from the loop.
    private static func takeFile(
        _ kind: FeedKind, _ request: BoardRoute.Request, _ venue: Venue
    ) -> RouteOutcome {
        guard let board = venue.board(Nearby.self) else { return .nothing }
        let name: FeedName
        do throws(Reason) {
            name = try FeedName(.string(request.query["feed"] ?? FeedName.main))
        } catch {
            let problem = Problem(field: "feed", error)
            return .answer(refusal(Rejection(.invalid, problems: [problem])))
        }
        let makeContent = board.dependencies.content
        let isDry = request.isDry
        return .work {
            do throws(FeedFault) {
                let file = try ReadFeed(kind, request.content)
                let key = FeedKey(kind, name.text)
                if isDry { return { venue in .answer(trial(of: file, as: key, in: venue)) } }
                let content = makeContent(file.bytes, nil)
                return { venue in importing(file, content, as: key, into: venue) }
            } catch {
                let answer = refusal(error)
                return { _ in .answer(answer) }
            }
        }
    }

    /// Makes the indexes, away from the loop, from the feeds at that time.
    private static func importing(
        _ file: ReadFeed, _ content: ReferenceContent, as key: FeedKey, into venue: Venue
    ) -> RouteOutcome {
        guard let feeds = venue.board(Nearby.self)?.feeds else { return .nothing }
        if feeds.entries[key]?.digest == content.digest { return .answer(report(file)) }
        return .work {
            let indexes = feeds.indexes(with: file.content, digest: content.digest, as: key)
            let read = ReferenceContent(
                content.bytes, digest: content.digest,
                reading: FeedReading(content: file.content, indexes: indexes))
            return { _ in
                .mutation(
                    action: NearbyAction.importFeed.rawValue,
                    arguments: [
                        "feed": .string(key.name), "kind": .string(key.kind.rawValue),
                    ], reference: read
                ) { outcome, _ in
                    switch outcome {
                    case .success: .answer(report(file))
                    // Somebody else imported the same file in the meantime.
                    case .failure(let rejection) where rejection.reason?.problem == .sameFile:
                        .answer(report(file))
                    case .failure(let rejection): .answer(refusal(rejection))
                    }
                }
            }
        }
    }

    private static func trial(
        of file: ReadFeed, as key: FeedKey, in venue: Venue
    ) -> RouteAnswer {
        do throws(Rejection) {
            try venue.board(Nearby.self)?.checkImport(of: key, file.content)
            return report(file)
        } catch {
            return refusal(error)
        }
    }

    private static func report(_ file: ReadFeed) -> RouteAnswer {
        var members = file.problems.members
        members["imported"] = JSON(file.content.count)
        members["lines"] = file.lineCount.map { JSON($0) }
        if file.content.isPartial { members["partial"] = true }
        return RouteAnswer(.object(members))
    }

    private static func refusal(_ fault: FeedFault) -> RouteAnswer {
        var members = fault.problems.members
        members["code"] = "invalid"
        members["message"] = .string(fault.message)
        return .refusal(fault.kind == .wrongKind ? 415 : 422, fault.message, members)
    }
}

extension FeedProblems {
    /// The problems as members of an answer.
    fileprivate var members: [String: JSON] {
        [
            "problems": .array(
                listed.map { ["at": .string($0.at), "message": .string($0.message)] }),
            "more": JSON(more),
        ]
    }
}
