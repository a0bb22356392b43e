import Dispatch
import Transport

/// Work that blocks, done one piece after the other on a thread away from the loops.
///
/// Owners take turns, so nobody waits for everything that somebody else has asked for. What waits is
/// bounded, for each owner and in all.
final class FairQueue<Owner: Hashable & Sendable>: Sendable {
    private let queue: DispatchQueue
    private let line = Locked(FairLine<Owner, @Sendable () -> Void>())
    private let countMax: Int
    private let countOfOwnerMax: Int

    /// - Parameters:
    ///   - label: names the thread for whoever debugs it.
    ///   - countMax: how many pieces may wait in all, besides the one under way.
    ///   - countOfOwnerMax: how many pieces of one owner may wait.
    init(label: String, countMax: Int, countOfOwnerMax: Int) {
        queue = DispatchQueue(label: label, qos: .utility)
        self.countMax = countMax
        self.countOfOwnerMax = countOfOwnerMax
    }

    /// Does `work` when the owner's turn has come.
    ///
    /// - Returns: false when too much waits already. Then `work` is not done.
    func perform(for owner: Owner, _ work: @escaping @Sendable () -> Void) -> Bool {
        let isTaken = line.with { line in
            guard line.count < countMax, line.count(of: owner) < countOfOwnerMax else {
                return false
            }
            line.append(work, of: owner)
            return true
        }
        // There is a block for each piece, and each takes the piece whose turn it is by then.
        if isTaken { queue.async { [line] in line.with { $0.popFirst() }?() } }
        return isTaken
    }

    /// Waits until everything that was taken is done.
    func finish() { queue.sync {} }
}
