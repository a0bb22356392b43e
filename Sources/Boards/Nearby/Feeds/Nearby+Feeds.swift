import BoardKit
import JSON
import Sync

/// Imports feeds.
extension Nearby {
    static let importFeed = action(
        .importFeed,
        "Replaces a feed, as the import of a file does; the file itself is no argument.",
        [
            .required("feed", FeedName.self, "What the feed is called"),
            .required("kind", FeedKind.self, "What the feed consists of"),
        ],
        roles: hosts)

    func decideImport(
        _ asked: inout Asked, _ content: ReferenceContent?
    ) throws(Rejection) -> Decision {
        let name: FeedName? = asked.arguments.required("feed")
        let kind: FeedKind? = asked.arguments.required("kind")
        guard asked.areGood, let name, let kind else { throw asked.rejection }
        return try decideImport(of: FeedKey(kind, name.text), content)
    }

    func decideImport(
        of key: FeedKey, _ content: ReferenceContent?
    ) throws(Rejection) -> Decision {
        guard let content, let reading = content.reading as? FeedReading,
            reading.content.kind == key.kind
        else { throw Rejection(.conflict, .noFile) }
        try checkImport(of: key, reading.content)
        let known = feeds.entries[key]
        guard known?.digest != content.digest else { throw Rejection(.conflict, .sameFile) }
        try Rejection.check(
            feeds.entries.count + (known == nil ? 1 : 0), atMost: FeedLibrary.countMax,
            else: .tooManyFeedsHere)
        var decision = Self.decision(
            .imported, of: key.name,
            [
                "feed": .string(key.name), "kind": .string(key.kind.rawValue),
                "count": JSON(reading.content.count),
            ])
        decision.keep(ReferenceChange(name: key.text, content: content))
        return decision
    }

    /// Rejects incomplete content that has fewer rows than the content it would replace.
    func checkImport(of key: FeedKey, _ content: FeedContent) throws(Rejection) {
        guard content.isPartial, let known = feeds.entries[key]?.count, known > content.count else {
            return
        }
        throw Rejection(
            .conflict, .partialFile, ["count": JSON(content.count), "known": JSON(known)])
    }
}
