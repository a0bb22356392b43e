import ArgumentParser
import JSON
import Store
import Sync

/// `long-journal`: a data folder with years of evenings in it.
@main
struct LongJournalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "long-journal",
        abstract: "Makes a data folder with a long journal, to measure what opening it takes.",
        discussion: "Plays one rehearsed evening after the other, all of them different.")

    @Option(help: "The data folder; it should not be there yet.")
    var data: String

    @Option(help: "How many events at the least.")
    var events = 1_000_000

    func run() throws {
        let store = try Store(folder: data, creating: true)
        let record = try store.makeVenue(
            slug: "main", name: "The Benchmark", timeZone: "UTC",
            settings: ["labels": "first_initial"],
            now: Years.beginning)
        let writer = JournalWriter(store: store)
        var years = Years(record)
        while years.rev < events {
            let entries = years.nextEvenings(50)
            let batch = JournalBatch(venue: record.slug, generation: 0, entries: entries)
            writer.append(batch) { _ in }
        }
        writer.stop()
        guard try store.lastRev(of: record.slug) == years.rev else {
            throw ValidationError("The folder did not take the events; is there room on its disk?")
        }
        print("\(years.rev) events, \(years.partyCount) parties, \(years.eveningCount) evenings")
    }
}
