import Locks

/// Marks work in progress in the file `tablecast.work`, so that after a crash the next start knows
/// what was in progress. Work during which the process has ended twice is set aside.
///
/// The file is mapped into memory, so a mark costs no system call, and the kernel keeps it however
/// the process ends. Without the file nothing is marked.
package final class WorkMarks: Sendable {
    /// The number of crashes after which the work is set aside.
    private static let endsMax = 2
    /// The number of entries that are remembered from earlier processes. The other slots are for
    /// work in progress.
    private static let rememberedMax = WorkSlots.count / 2

    private struct Mark {
        var slot: Int
        /// The number of times that the process has ended during the work.
        var ends: Int
        /// The number of threads that do the work now.
        var workers = 0

        var isSetAside: Bool { ends >= WorkMarks.endsMax }
    }

    private struct State {
        /// `nil` without the file, and after `close`.
        var slots: WorkSlots?
        var marks: [Work: Mark] = [:]
        var freeSlots: [Int] = []

        /// Sets the mark of some work, and writes it to its slot.
        mutating func set(_ mark: Mark, of work: Work) {
            marks[work] = mark
            slots?.write(
                WorkSlots.Entry(work: work, isInWork: mark.workers > 0, ends: mark.ends),
                at: mark.slot)
        }

        mutating func forget(_ work: Work) {
            guard let mark = marks.removeValue(forKey: work) else { return }
            slots?.write(nil, at: mark.slot)
            freeSlots.append(mark.slot)
        }
    }

    private let state: Locked<State>

    /// Opens the file, or creates it. Only one process may use it, so lock the storage before.
    ///
    /// - Parameters:
    ///   - folder: the data folder.
    ///   - warn: called with a line for the hub's operator if there are no marks, and for each work
    ///     that is set aside.
    package init(in folder: String, warn: (String) -> Void) {
        let path = folder + "/tablecast.work"
        BlockingCall.begin()
        let found = WorkSlots.entries(at: path)
        var ends: [Work: Int] = [:]
        for entry in found ?? [] {
            ends[entry.work] = max(ends[entry.work] ?? 0, entry.countedEnds)
        }
        var state = State()
        state.slots = WorkSlots(path: path)
        if state.slots == nil {
            warn("\(path) can't be written, so nobody will know what was in work")
        } else if found == nil {
            warn("\(path) was damaged, so nobody knows what was in work")
        }
        let remembered = ends.sorted { ($1.value, $0.key.name) < ($0.value, $1.key.name) }
            .prefix(Self.rememberedMax)
        for (slot, (work, ends)) in remembered.enumerated() {
            let mark = Mark(slot: slot, ends: min(ends, Self.endsMax))
            state.set(mark, of: work)
            guard mark.isSetAside else { continue }
            warn(
                "\(work.name) of \(work.venue) is set aside: it was in work at two ends of the hub")
        }
        state.freeSlots = Array(remembered.count..<WorkSlots.count)
        self.state = Locked(state)
    }

    deinit { state.with { $0.slots?.unmap() } }

    /// Returns the names of a venue's work that is set aside, in order.
    package func setAside(in venue: String) -> [String] {
        state.with { state in
            state.marks.filter { $0.key.venue == venue && $0.value.isSetAside }.map(\.key.name)
        }.sorted()
    }

    package func isSetAside(_ work: Work) -> Bool {
        state.with { $0.marks[work]?.isSetAside == true }
    }

    /// Notes that work begins.
    ///
    /// - Returns: `false` if the work is set aside and must not be done.
    package func begin(_ work: Work) -> Bool {
        state.with { state in
            var mark: Mark
            if let known = state.marks[work] {
                mark = known
            } else {
                guard state.slots != nil, WorkSlots.holds(work),
                    let slot = state.freeSlots.popLast()
                else { return true }
                mark = Mark(slot: slot, ends: 0)
            }
            if mark.isSetAside { return false }
            mark.workers += 1
            state.set(mark, of: work)
            return true
        }
    }

    /// Notes that work is done, and resets its count of crashes.
    package func finish(_ work: Work) { leave(work, forgetting: true) }

    /// Notes that work pauses and may continue.
    package func rest(_ work: Work) { leave(work, forgetting: false) }

    private func leave(_ work: Work, forgetting: Bool) {
        state.with { state in
            guard var mark = state.marks[work], mark.workers > 0 else { return }
            mark.workers -= 1
            if mark.workers == 0, forgetting || mark.ends == 0 {
                state.forget(work)
            } else {
                state.set(mark, of: work)
            }
        }
    }

    /// Resets the count of crashes during some work, so that it may be done again.
    ///
    /// - Returns: `false` if the work is unknown.
    @discardableResult
    package func forget(_ work: Work) -> Bool {
        state.with { state in
            guard var mark = state.marks[work] else { return false }
            if mark.workers == 0 {
                state.forget(work)
            } else {
                mark.ends = 0
                state.set(mark, of: work)
            }
            return true
        }
    }

    /// Removes all marks of work in progress, and marks nothing from then on.
    package func close() {
        state.with { state in
            for (work, var mark) in state.marks where mark.workers > 0 {
                mark.workers = 0
                if mark.ends == 0 { state.forget(work) } else { state.set(mark, of: work) }
            }
            state.slots?.unmap()
            state.slots = nil
        }
    }
}

/// A job for which the thread works.
extension WorkMarks {
    private struct Job {
        var marks: WorkMarks
        var work: Work
    }

    @TaskLocal private static var job: Job?

    /// Marks a job while this thread does it.
    package func mark<Result>(_ work: Work, while body: () -> Result) -> Result {
        _ = begin(work)
        defer { rest(work) }
        return Self.$job.withValue(Job(marks: self, work: work), operation: body)
    }

    /// Removes the mark of this thread's job while the job waits for another process. The job is
    /// not to blame if the process ends meanwhile.
    package static func waiting<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let job else { return try body() }
        job.marks.rest(job.work)
        defer { _ = job.marks.begin(job.work) }
        return try body()
    }
}
