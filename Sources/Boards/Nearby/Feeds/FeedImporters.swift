package import BoardKit
import JSON
package import Sync

/// A command that imports a feed: `tablecast import stops FILE`.
package protocol FeedImporter: BoardImporter {
    static var kind: FeedKind { get }

    var feed: String { get }

    init(feed: String)
}

extension FeedImporter {
    package static var name: String { kind.rawValue }
    package static var advice: String { "" }

    package func run(_ file: consuming [UInt8], into venue: inout Venue, at now: Instant)
        -> ImportReport
    {
        var report = ImportReport()
        guard let board = venue.board(Nearby.self) else {
            report.failures = ["The venue has no board for places nearby."]
            return report
        }
        guard let name = try? FeedName(.string(feed)) else {
            report.failures = [Reason(.badFeed).message(label: "Feed")]
            return report
        }
        let read: ReadFeed
        do throws(FeedFault) {
            read = try ReadFeed(Self.kind, consume file)
        } catch {
            report.failures = [error.message] + error.problems.sentences
            return report
        }
        let key = FeedKey(Self.kind, name.text)
        let content = board.dependencies.content(
            read.bytes,
            FeedReading(content: read.content, indexes: FeedIndexes([:], digests: [:])))
        if board.feeds.entries[key]?.digest != content.digest {
            // The id contains the time, because the same file may be imported again later.
            do throws(Rejection) {
                _ = try venue.record(
                    mutationID: "\(Self.name)-import-\(venue.decidedRev + 1)-\(now.milliseconds)",
                    actor: Actor("import:\(Self.name)"), at: now, to: Nearby.self
                ) { (board, _) throws(Rejection) in try board.decideImport(of: key, content) }
            } catch {
                report.failures = [error.message ?? "The import was refused."]
                return report
            }
        }
        report.importedCount = read.content.count
        report.summary = "\(read.content.count) imported"
        report.remarks = read.problems.sentences
        return report
    }
}

extension FeedProblems {
    fileprivate var sentences: [String] {
        listed.map { "\($0.at): \($0.message)" } + (more > 0 ? ["and \(more) more"] : [])
    }
}

package struct StopImporter: FeedImporter {
    package static let kind = FeedKind.stops
    package static let summary = "Import the stops of a timetable: GTFS or JSON."

    package let feed: String

    package init(feed: String) { self.feed = feed }
}

package struct ZipImporter: FeedImporter {
    package static let kind = FeedKind.zips
    package static let summary = "Import postcodes with their positions: CSV."

    package let feed: String

    package init(feed: String) { self.feed = feed }
}

package struct PlaceImporter: FeedImporter {
    package static let kind = FeedKind.places
    package static let summary = "Import places and lines: Overpass or GeoJSON."

    package let feed: String

    package init(feed: String) { self.feed = feed }
}
