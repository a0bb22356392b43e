import ArgumentParser
import Clocks
import JSON
import SQLiteStorage
import Storage
import Sync

/// `long-journal`: makes a data folder with years of evenings.
@main
struct LongJournalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "long-journal",
        abstract: "Makes a data folder with a long journal, to measure what opening it takes.",
        discussion: """
            Plays one rehearsed evening after the other, all of them different; or days of 300 tabs \
            of 8 lines each, the last of them yesterday.
            """)

    @Option(help: "The data folder; it should not be there yet.")
    var data: String

    @Option(help: "How many events at the least.")
    var events = 1_000_000

    @Option(help: "How many days of tabs, instead of evenings.")
    var tabDays: Int?

    func run() throws {
        let store = try Store(folder: data, creating: true)
        if let tabDays {
            try writeTabs(days: tabDays, to: store)
        } else {
            try writeEvenings(to: store)
        }
    }

    private func writeEvenings(to store: Store) throws {
        let record = try venue(in: store, from: Years.beginning)
        var years = Years(record)
        try write(to: store, record) {
            years.rev < events ? years.nextEvenings(50) : nil
        }
        print("\(years.rev) events, \(years.partyCount) parties, \(years.eveningCount) evenings")
    }

    private func writeTabs(days count: Int, to store: Store) throws {
        let dayMilliseconds: Int64 = 86_400_000
        let today = WallClock.now.milliseconds / dayMilliseconds
        let beginning = Instant(milliseconds: (today - Int64(count)) * dayMilliseconds)
        let record = try venue(in: store, from: beginning)
        var days = try TabDays(record, from: beginning)
        var rest = count
        try write(to: store, record) {
            rest -= 1
            return rest < 0 ? nil : try days.nextDay()
        }
        print("\(days.rev) events, \(days.tabCount) tabs, \(count) days")
    }

    private func venue(in store: Store, from beginning: Instant) throws -> VenueRecord {
        try store.makeVenue(
            slug: "main", name: "The Benchmark", timeZone: "UTC",
            settings: ["labels": "first_initial"], now: beginning)
    }

    /// Writes all entries of `next` to a journal.
    private func write(
        to store: Store, _ record: VenueRecord, _ next: () throws -> [JournalEntry]?
    ) throws {
        let writer = JournalWriter(store: store)
        var lastRev = 0
        while let entries = try next() {
            lastRev = entries.last?.event.rev ?? lastRev
            let batch = JournalBatch(venue: record.slug, generation: 0, entries: entries)
            writer.append(batch) { _ in }
        }
        writer.stop()
        guard try store.lastRev(of: record.slug) == lastRev else {
            throw ValidationError("The folder did not take the events; is there room on its disk?")
        }
    }
}
