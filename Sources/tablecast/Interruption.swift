import Foundation
import Glibc
import Locks
import Transport

/// Waits for Ctrl-C, for a command that has something to do before it ends.
final class Interruption: Sendable {
    private let wasAsked = Locked(false)

    /// Must be called before any other thread is started.
    init() {
        let signals = [SIGINT, SIGTERM]
        Signals.block(signals)
        Thread.detachNewThread { [wasAsked] in
            _ = Signals.wait(for: signals)
            wasAsked.with { $0 = true }
        }
    }

    /// Acts as if Ctrl-C had been pressed.
    func request() { wasAsked.with { $0 = true } }

    var isRequested: Bool { wasAsked.with { $0 } }
}
