import Dispatch
import Locks

/// Performs blocking work, one piece at a time, on a thread other than the loops.
///
/// Owners take turns, so none waits for all the work of another. The number of waiting pieces is
/// limited, for each owner and in total.
package final class FairQueue<Owner: Hashable & Sendable>: Sendable {
    private let queue: DispatchQueue
    private let line = Locked(FairLine<Owner, @Sendable () -> Void>())
    private let countMax: Int
    private let countOfOwnerMax: Int

    /// - Parameters:
    ///   - label: the queue's name in a debugger.
    ///   - countMax: the maximum number of waiting pieces.
    ///   - countOfOwnerMax: the maximum number of waiting pieces of one owner.
    package init(label: String, countMax: Int, countOfOwnerMax: Int) {
        queue = DispatchQueue(label: label, qos: .utility)
        self.countMax = countMax
        self.countOfOwnerMax = countOfOwnerMax
    }

    /// Performs `work` at the owner's turn.
    ///
    /// - Returns: `false` if too many pieces wait. Then `work` is not performed.
    package func perform(for owner: Owner, _ work: @escaping @Sendable () -> Void) -> Bool {
        let isTaken = line.with { line in
            guard line.count < countMax, line.count(of: owner) < countOfOwnerMax else {
                return false
            }
            line.append(work, of: owner)
            return true
        }
        // Each piece gets a block. When a block runs, it takes the piece whose turn it is.
        if isTaken { queue.async { [line] in line.with { $0.popFirst() }?() } }
        return isTaken
    }

    /// Waits until all accepted work is done.
    package func finish() { queue.sync {} }
}
