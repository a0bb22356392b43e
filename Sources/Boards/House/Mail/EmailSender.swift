import JSON
import Sync

/// The house's mail sender: its settings, and the outcome of the last test.
struct EmailSender: Sendable, Equatable {
    struct Test: Sendable, Equatable {
        var rev: Int
        var askedAt: Instant
    }

    struct Outcome: Sendable, Equatable {
        var at: Instant
        /// The reason why the message was not sent, as `EffectFailure.text`; `nil` if it was sent.
        var failure: String?
    }

    var settings: MailSettings
    var test: Test?
    var outcome: Outcome?

    var row: JSON {
        var row = settings.row
        if let outcome {
            row["ok"] = .bool(outcome.failure == nil)
            row["testedAt"] = .string(outcome.at.description)
            row["error"] = outcome.failure.map(JSON.string)
        }
        return JSON(present: row)
    }

    package func write(to writer: inout StateWriter) {
        writer.write(settings.json)
        writer.write(test?.rev)
        writer.write(test?.askedAt)
        writer.write(outcome?.at)
        writer.write(outcome?.failure)
    }

    init(settings: MailSettings) { self.settings = settings }

    init(from reader: inout StateReader) throws(StateError) {
        guard let settings = MailSettings(try reader.read(JSON.self)) else {
            throw StateError("the settings of the mail sender are malformed")
        }
        self.settings = settings
        let rev = try reader.read(Int?.self)
        let askedAt = try reader.read(Instant?.self)
        if let rev, let askedAt { test = Test(rev: rev, askedAt: askedAt) }
        let at = try reader.read(Instant?.self)
        let failure = try reader.read(String?.self)
        if let at { outcome = Outcome(at: at, failure: failure) }
    }
}
