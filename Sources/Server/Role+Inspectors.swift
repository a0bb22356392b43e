import Gateway
import HTTPTypes
import Sync

extension Role {
    /// Those who may look behind the screens: what happened, who is connected, how it goes.
    static let inspectors: [Role] = [.engineer, .owner]

    /// Where the role stands among the sign-ins of one browser: the lowest counts. Roles that boards
    /// add may do more than a display, and are not known to look behind the screens.
    var precedence: Int {
        switch self {
        case .owner: 0
        case .host: 1
        case .engineer: 2
        case .display: 4
        case .guest: 5
        default: 3
        }
    }
}

extension Principal {
    /// - Parameter deed: as a sentence says what others may not do.
    func demandInspector(to deed: String) throws(HTTPProblem) {
        guard Role.inspectors.contains(role) else {
            throw HTTPProblem(.forbidden, "Only engineers and owners may \(deed).")
        }
    }
}
