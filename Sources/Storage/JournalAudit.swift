import Sync

/// Checks a journal event by event, and collects its faults.
package struct JournalAudit {
    private static let faultsMax = 100

    private var events = 0
    package private(set) var lastRev = 0
    package private(set) var faults: [JournalFault] = []
    private var link: [UInt8]
    /// An end that the journal had at some time.
    private let noted: (rev: Int, link: [UInt8])?
    /// The reference data mentioned by the events so far, each with the last event that mentions
    /// it, as long as it was not found.
    private var references: [ReferenceKey: (rev: Int, digest: String)] = [:]

    /// Identifies reference data of a venue.
    package struct ReferenceKey: Hashable, CustomStringConvertible {
        var board: String
        var name: String

        package init(board: String, name: String) {
            self.board = board
            self.name = name
        }

        package var description: String { "\(board)/\(name)" }
    }

    /// - Parameter start: the link before the first event.
    package init(start: [UInt8], noted: (rev: Int, link: [UInt8])? = nil) {
        link = start
        self.noted = noted
    }

    package mutating func report(_ rev: Int, _ what: String) {
        report(JournalFault(rev: rev, what: what))
    }

    private mutating func report(_ fault: JournalFault) {
        if faults.count < Self.faultsMax { faults.append(fault) }
    }

    /// Checks the next event.
    package mutating func check(
        _ stored: EventRow, fingerprint: [UInt8]?, link storedLink: [UInt8]
    ) throws(StoreError) {
        events += 1
        checkOrder(of: stored.rev, expected: lastRev + 1)
        lastRev = max(lastRev, stored.rev)
        let fitting = try Chain.link(of: stored, fingerprint: fingerprint, after: link)
        if storedLink != fitting { report(stored.rev, "the checksum does not match") }
        // Continue with the stored link, so that one altered event causes one fault.
        link = storedLink
        if let event = try? stored.event() {
            note(event)
        } else {
            report(stored.rev, "the data can't be read")
        }
        if let noted, noted.rev == stored.rev, noted.link != storedLink {
            report(stored.rev, "the events up to here differ from those first written")
        }
    }

    /// Notes that the next event can't be read.
    package mutating func skip(because what: String) {
        events += 1
        lastRev += 1
        report(lastRev, what)
    }

    /// Checks stored reference data against what the events mention. Called after the last event.
    package mutating func check(
        _ key: ReferenceKey, content: [UInt8], digest stored: String
    ) throws(StoreError) {
        guard let mention = references.removeValue(forKey: key) else {
            return report(lastRev, "there is reference data \(key) that no event mentions")
        }
        let digest = try ReferenceContent(content).digest
        if digest != mention.digest || digest != stored {
            report(mention.rev, "the reference data \(key) does not match its digest")
        }
    }

    /// Reports the reference data that was not found.
    package mutating func reportMissingReferences() {
        for (key, mention) in references.sorted(by: { $0.value.rev < $1.value.rev }) {
            report(mention.rev, "the reference data \(key) is missing")
        }
    }

    private mutating func note(_ event: Event) {
        guard let mention = ReferenceMention(in: event.data) else { return }
        references[ReferenceKey(board: event.board, name: mention.name)] = mention.digest.map {
            (event.rev, $0)
        }
    }

    private mutating func checkOrder(of rev: Int, expected: Int) {
        switch rev {
        case expected: break
        case ..<expected: report(rev, "the revision follows a later one")
        case expected + 1: report(expected, "the revision is missing")
        default: report(expected, "the revisions up to \(rev - 1) are missing")
        }
    }

    package var verdict: JournalVerdict {
        JournalVerdict(events: events, lastRev: lastRev, faults: faults)
    }

    /// Notes that the rest can't be read.
    package mutating func breakOff(because reason: String) {
        report(lastRev + 1, "from here on the file can't be read: \(reason)")
    }

    /// Notes that everything was read.
    package mutating func end() {
        guard let noted, noted.rev > lastRev else { return }
        report(.missing(after: lastRev, through: noted.rev))
    }
}
