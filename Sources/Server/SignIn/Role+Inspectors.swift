import HTTPTypes
import Sync

extension Role {
    /// Those who may look behind the screens: what happened, who is connected, how it goes.
    static let inspectors: [Role] = [.engineer, .owner]
}

extension Principal {
    /// - Parameter deed: as a sentence says what others may not do.
    func demandInspector(to deed: String) throws(Problem) {
        guard Role.inspectors.contains(role) else {
            throw Problem(.forbidden, "Only engineers and owners may \(deed).")
        }
    }
}
