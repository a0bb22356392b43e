import BoardKit
import Sync

extension BoardDependencies {
    /// Every device exists as a display, and every screen shows 482913.
    static let everyone = BoardDependencies(
        ticket: { "ticket of \($0.id)" },
        role: { (device) throws(Rejection) in device == "d_none" ? nil : .display },
        isWaiting: { $0 == "482913" }, linkSecret: { "secret of \($0)" },
        linkPath: { "/in/\($0)" },
        content: { ReferenceContent($0, digest: "digest of \($0.hashValue)", reading: $1) })
}
