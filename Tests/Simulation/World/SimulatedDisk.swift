import MemoryStorage
import Storage
public import Sync

/// A disk with a journal: slow, and sometimes full, unreadable or worn.
///
/// It behaves like the store: waiting batches are written in one transaction, each of them whole or
/// not at all. A batch that does not follow the last revision, or repeats an id of the journal, is
/// refused. Subclasses can make it faulty by overriding its open methods.
open class SimulatedDisk {
    /// A flipped bit that was found when a journal was read.
    struct Flip {
        var rev: Int
        var bit: Int
        var offset: Int
    }

    /// The outcome of a batch, as reported.
    public enum Outcome: Sendable {
        case kept
        case refused
        /// The batch may or may not be in the journal.
        case unknown
    }

    private typealias Job = (batch: JournalBatch, done: (Outcome) -> Void)

    /// The dependencies on the house.
    public struct Surroundings {
        let venue: String
        let epoch: String
        let seed: UInt64
        let flushMilliseconds: Int
        let timeline: Timeline
        let judge: Judge
        let truth: Truth
    }

    private let around: Surroundings
    private var image: JournalImage
    /// The entries, as the running hub reads them.
    private(set) var entries: [JournalEntry] = []
    private(set) var effects = MemoryEffects()
    private var positions: [String: Int] = [:]
    private var queue: [Job] = []
    private var writing: [Job] = []
    private var dice: Dice
    private var uncertainty: Dice
    /// The number of crashes. Work that was under way before a crash never ends.
    private var life = 0

    var isFull = false
    var isUnreadable = false
    /// The percentage of commits without a reported outcome.
    var uncertainPercent = 0
    /// The flipped bit that was not corrected yet.
    private var flip: Flip?

    public required init(in surroundings: Surroundings) {
        around = surroundings
        image = JournalImage(epoch: surroundings.epoch)
        dice = Dice(seed: surroundings.seed, lane: -1)
        uncertainty = Dice(seed: surroundings.seed, lane: -4)
    }

    // MARK: Behaviour that a faulty disk overrides

    /// Whether a batch can follow the existing entries.
    open func fits(_ batch: JournalBatch, after rev: Int, isKnown: (String) -> Bool) -> Bool {
        for (offset, entry) in batch.entries.enumerated() {
            guard entry.event.rev == rev + offset + 1 else { return false }
            if let id = entry.event.mutationID, isKnown(id) { return false }
        }
        return true
    }

    /// Whether the journal is checked link by link when it is read.
    open var checksChain: Bool { true }

    // MARK: Writing

    var isIdle: Bool { queue.isEmpty && writing.isEmpty }

    open func append(_ batch: JournalBatch, done: @escaping (Outcome) -> Void) {
        queue.append((batch, done))
        if writing.isEmpty { writeOn() }
    }

    private func writeOn() {
        guard !queue.isEmpty else { return }
        writing = queue
        queue = []
        let life = life
        around.timeline.schedule(after: dice.number(1...around.flushMilliseconds), lane: 0) {
            [weak self] in
            guard let self, life == self.life else { return }
            finish()
        }
    }

    private func finish() {
        let jobs = writing
        writing = []
        let isUncertain = !isFull && uncertainty.chance(uncertainPercent)
        let isLost = isFull || isUncertain && uncertainty.chance(50)
        let accepted = isLost ? [] : accepted(jobs)
        do {
            let transaction = try image.transaction(
                accepted.isEmpty ? jobs.flatMap(\.batch.entries) : accepted.flatMap(\.entries))
            if isFull {
                // Write as much as fits.
                image.write(transaction.prefix(dice.number(0...transaction.count - 1)))
            } else if !accepted.isEmpty {
                try write(transaction, of: accepted)
            }
        } catch {
            around.judge.report("the disk itself has failed: \(error)")
        }
        let known = Set(accepted.map { $0.entries.first?.event.rev ?? 0 })
        let life = life
        for job in jobs {
            let isKept = known.contains(job.batch.entries.first?.event.rev ?? -1)
            let outcome: Outcome = isUncertain ? .unknown : isKept ? .kept : .refused
            around.timeline.schedule(after: dice.number(0...1), lane: 0) { [weak self] in
                if life == self?.life { job.done(outcome) }
            }
        }
        writeOn()
    }

    private func write(_ transaction: [UInt8], of batches: [JournalBatch]) throws {
        image.write(transaction)
        keepEffects(of: batches)
        try take()
    }

    /// Writes a batch from before the evening. The disk must be open.
    func begin(with batch: JournalBatch) {
        do {
            try write(image.transaction(batch.entries), of: [batch])
        } catch {
            around.judge.report("the disk itself has failed: \(error)")
        }
    }

    /// Passes on whether a batch with an unknown outcome exists; `nil` if the disk can't be read.
    func settle(_ batch: JournalBatch, done: @escaping (Bool?) -> Void) {
        let life = life
        around.timeline.schedule(after: uncertainty.number(1...50), lane: 0) { [weak self] in
            guard let self, life == self.life else { return }
            if isUnreadable { return done(nil) }
            let first = batch.entries.first?.event.rev ?? 1
            done(batch.isJournaled(in: entries.dropFirst(first - 1).map(\.event)))
        }
    }

    /// Keeps the effects in the transaction of their events.
    private func keepEffects(of batches: [JournalBatch]) {
        for entry in batches.flatMap(\.entries) {
            effects.take(kept(entry), in: around.venue, epoch: around.epoch)
        }
    }

    /// Returns the entry whose effects are kept.
    open func kept(_ entry: JournalEntry) -> JournalEntry { entry }

    private func accepted(_ jobs: [Job]) -> [JournalBatch] {
        var rev = entries.last?.event.rev ?? 0
        var ids: Set<String> = []
        var accepted: [JournalBatch] = []
        for (batch, _) in jobs
        where fits(batch, after: rev, isKnown: { positions[$0] != nil || ids.contains($0) }) {
            accepted.append(batch)
            ids.formUnion(batch.entries.compactMap(\.event.mutationID))
            rev = batch.entries.last?.event.rev ?? rev
        }
        return accepted
    }

    /// Takes over what was written last.
    private func take() throws {
        let count = entries.count
        try image.readOn(into: &entries, checksChain: false)
        for index in count..<entries.count { learn(index) }
    }

    private func learn(_ index: Int) {
        if let id = entries[index].event.mutationID { positions[id] = index }
        if index >= around.truth.rev { around.truth.append(entries[index].event) }
    }

    // MARK: Reading

    struct CannotRead: Error {}

    func recall(_ mutationID: String) throws -> RecordedMutation? {
        if isUnreadable { throw CannotRead() }
        return positions[mutationID].map { index in
            RecordedMutation(
                event: entries[index].event, fingerprint: entries[index].fingerprint ?? [])
        }
    }

    /// Returns a few waiting effects.
    func waitingEffects(after number: Int64) throws -> [WaitingEffect] {
        if isUnreadable { throw CannotRead() }
        return effects.waiting(after: number, limit: 2)
    }

    func keptEffect(_ key: String) throws -> KeptEffect? {
        if isUnreadable { throw CannotRead() }
        return effects[key]
    }

    struct CannotWrite: Error {}

    func forget(_ key: String) throws {
        if isFull || isUnreadable { throw CannotWrite() }
        effects.forget(key)
    }

    /// Simulates a power failure: unfinished writes are lost, partly kept, or complete.
    func crash() {
        life += 1
        defer { (queue, writing) = ([], []) }
        let batches = accepted(writing)
        guard !isFull, !batches.isEmpty,
            let transaction = try? image.transaction(batches.flatMap(\.entries))
        else { return }
        switch dice.number(0...3) {
        case 0: break
        case 1:
            image.write(transaction)
            keepEffects(of: batches)
        default: image.write(transaction.prefix(dice.number(0...transaction.count - 1)))
        }
    }

    /// Flips one bit of the stored journal.
    func age() {
        guard flip == nil, !image.rows.isEmpty else { return }
        let index = dice.number(0...image.rows.count - 1)
        let row = image.rows[index]
        let flip = Flip(
            rev: index + 1, bit: dice.number(0...7),
            offset: dice.number(row.lowerBound...row.upperBound - 1))
        image.flip(bit: flip.bit, at: flip.offset)
        self.flip = flip
    }

    /// Reads the journal like a starting hub.
    ///
    /// - Returns: `nil` if the journal was damaged, and is now repaired.
    func open() -> [JournalEntry]? {
        do {
            let read = try image.read(checksChain: checksChain)
            around.judge.expect(
                flip == nil, "the bit that has changed in revision \(flip?.rev ?? 0) went unseen")
            compare(read)
            entries = read
            positions = [:]
            for index in entries.indices { learn(index) }
            return entries
        } catch let damage as JournalImage.Damage {
            guard let flip else {
                around.judge.report("revision \(damage.rev) is said to be damaged and is not")
                return nil
            }
            around.judge.expect(
                damage.rev == flip.rev,
                "the damage is at revision \(flip.rev) and was seen at \(damage.rev)")
            // The file is restored from a copy.
            image.flip(bit: flip.bit, at: flip.offset)
            self.flip = nil
            return nil
        } catch {
            around.judge.report("the journal can't be read: \(error)")
            return nil
        }
    }

    /// Checks that everything that was flushed is still there.
    private func compare(_ read: [JournalEntry]) {
        let truth = around.truth
        around.judge.expect(
            read.count >= truth.rev, "of \(truth.rev) revisions \(read.count) outlived the crash")
        for (event, entry) in zip(truth.events, read) where event != entry.event {
            around.judge.report("revision \(event.rev) has changed on the disk")
        }
    }
}
