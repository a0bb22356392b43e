import Foundation
import Glibc
import Locks
import Transport

/// Notes Ctrl-C, for commands that have to clean up before they end.
package final class Interruption: Sendable {
    private let taken = Locked<Int32?>(nil)

    /// Must be called before any other thread is started.
    package init() {
        let signals = [SIGINT, SIGTERM]
        Signals.block(signals)
        Thread.detachNewThread { [taken] in
            let signal = Signals.wait(for: signals)
            taken.with { $0 = signal }
        }
    }

    /// Acts as if Ctrl-C had been pressed.
    package func request() { taken.with { $0 = SIGINT } }

    package var isRequested: Bool { signal != nil }

    /// `SIGINT` for Ctrl-C, or `SIGTERM`; `nil` before the first signal.
    package var signal: Int32? { taken.with { $0 } }
}
